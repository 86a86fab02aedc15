//! The report of a grade: text for people, JSON for machines.

use std::fmt::Write as _;
use std::time::Duration;

use serde_json::{Value, json};

use super::grade::{Grade, Group, Judged};
use super::hints;
use super::homework::Homework;
use crate::programs::certificate::Checked;
use crate::world::Body;

/// Version of the JSON report.
pub const VERSION: u64 = 1;

/// Everything that a report says.
pub struct Report<'a> {
    /// The homework.
    pub homework: &'a Homework,
    /// The seed, or the word for a hidden one.
    pub seed: String,
    /// Name of the program, method or table.
    pub program: &'a str,
    /// Kind of what was graded: "program", "method" or "table".
    pub kind: &'static str,
    /// The result.
    pub grade: &'a Grade,
    /// One hint per group that has not passed, by the group's id.
    pub hints: &'a [(&'static str, Hint)],
    /// Time of a round trip to a program that only echoes.
    pub baseline: Option<Duration>,
    /// Number of times that the program was started again.
    pub restarts: u32,
    /// The end of the program's standard error.
    pub errors: &'a str,
    /// A line for each failed pair that opens it: group, number and text.
    pub links: &'a [(&'static str, usize, String)],
}

/// A hint: its stages as far as they were asked for.
#[derive(Clone, Debug, Default)]
pub struct Hint {
    /// The family.
    pub family: Option<String>,
    /// The shrunk pair.
    pub pair: Option<String>,
    /// The broken invariant.
    pub invariant: Option<String>,
}

impl Report<'_> {
    /// The band of the median time, as a multiple of the baseline.
    fn band(&self) -> Option<&'static str> {
        let times = self.grade.median?.as_secs_f64() / self.baseline?.as_secs_f64().max(1e-9);
        let bands = [(10.0, "within 10 times"), (100.0, "within 100 times"), (1000.0, "within 1,000 times")];
        Some(bands.iter().find(|(most, _)| times <= *most).map_or("beyond 1,000 times", |(_, band)| band))
    }

    /// The report for people.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let Report { homework, grade, .. } = self;
        let _ = writeln!(text, "{}: {} (seed {})", homework.id, homework.title(), self.seed);
        let _ = writeln!(text, "{}: {}", self.kind, self.program);
        if !homework.text().is_empty() {
            let _ = writeln!(text, "\n{}", homework.text().trim());
        }
        let _ = writeln!(text, "\nfamily            passed  missed  false hits  lying  failed  bare  points");
        grade.families.iter().for_each(|group| text += &row(group));
        if !grade.checks.is_empty() {
            let _ = writeln!(text, "\ncheck             passed  changed  failed  points");
        }
        for group in &grade.checks {
            let passed = format!("{}/{}", group.count("passed"), group.judged());
            let failed = group.count("failed") + group.count("not-compared");
            let _ = writeln!(
                text,
                "{:<16}  {passed:>6}  {:>7}  {failed:>6}  {:>6.1}",
                group.id,
                group.count("changed"),
                group.score()
            );
        }
        let _ = write!(text, "\nscore: {:.1} of 100", grade.score());
        if homework.bonus > 0.0 {
            let _ = write!(text, ", and {:.1} of {} for certificates", grade.bonus, homework.bonus);
        }
        let _ = writeln!(text, "\n{}", if grade.is_passed() { "all passed" } else { "not all passed" });
        let left_out: usize = grade.groups().map(|group| group.pairs.len() - group.judged()).sum();
        if left_out > 0 {
            let _ = writeln!(text, "{left_out} pairs are not judged: no table shows them at this resolution");
        }
        if let Some(band) = self.band() {
            let _ = writeln!(text, "time of an answer: {band} a bare round trip (information only)");
        }
        if self.restarts > 0 {
            let _ = writeln!(text, "the program was started again {} times", self.restarts);
        }
        for group in grade.groups().filter(|group| group.failed().next().is_some()) {
            text += &self.failures(group);
        }
        if !grade.is_passed() && !self.errors.trim().is_empty() {
            let _ = writeln!(text, "\nstandard error of the program ends:");
            let lines: Vec<&str> = self.errors.trim_end().lines().collect();
            for line in &lines[lines.len().saturating_sub(SHOWN_ERRORS)..] {
                let _ = writeln!(text, "  {line}");
            }
        }
        text
    }

    /// The failed pairs of a group, the first few, with its hint.
    fn failures(&self, group: &Group) -> String {
        let mut text = format!("\n{}:\n", group.id);
        let hint = self.hints.iter().find(|(id, _)| *id == group.id).map(|(_, hint)| hint);
        for stage in hint.into_iter().flat_map(|h| [&h.family, &h.pair, &h.invariant]).flatten() {
            for line in stage.lines() {
                let _ = writeln!(text, "  hint: {line}");
            }
        }
        for pair in group.failed().take(SHOWN) {
            let says = match &pair.outcome {
                super::grade::Outcome::Failed(failure) => {
                    format!("{}: {}", failure.kind.words(), failure.says)
                }
                super::grade::Outcome::Lying(flaw) => format!("lying: {}", flaw.says()),
                other => other.word().replace('-', " "),
            };
            let _ = writeln!(text, "  pair {}: {says}", pair.number);
            if let Some((_, _, link)) =
                self.links.iter().find(|(id, n, _)| *id == group.id && *n == pair.number)
            {
                let _ = writeln!(text, "    {link}");
            }
        }
        let more = group.failed().count().saturating_sub(SHOWN);
        if more > 0 {
            let _ = writeln!(text, "  and {more} more");
        }
        text
    }

    /// The report for machines.
    pub fn json(&self) -> Value {
        let Report { homework, grade, .. } = self;
        let micros = |time: Duration| (time.as_secs_f64() * 1e7).round() / 10.0;
        let group = |group: &Group| {
            let failures: Vec<Value> = group.failed().map(|pair| self.failure(group.id, pair)).collect();
            let mut object = json!({
                "name": group.id,
                "weight": group.weight,
                "pairs": group.pairs.len(),
                "score": tenth(group.score()),
            });
            for word in
                ["passed", "missed", "false-hit", "lying", "changed", "failed", "not-compared", "not-judged"]
            {
                object[word.replace('-', "_")] = group.count(word).into();
            }
            object["proved"] = group.certified(Checked::Proved).into();
            object["bare"] = group.certified(Checked::Bare).into();
            if let Some((_, hint)) = self.hints.iter().find(|(id, _)| *id == group.id) {
                object["hint"] =
                    json!({"family": hint.family, "pair": hint.pair, "invariant": hint.invariant});
            }
            object["failures"] = failures.into();
            object
        };
        json!({
            "grade": VERSION,
            "homework": homework.id,
            "seed": self.seed,
            "program": self.program,
            "kind": self.kind,
            "passed": grade.is_passed(),
            "score": tenth(grade.score()),
            "bonus": tenth(grade.bonus),
            "families": grade.families.iter().map(group).collect::<Vec<_>>(),
            "checks": grade.checks.iter().map(group).collect::<Vec<_>>(),
            "time": {
                "median_us": grade.median.map(micros),
                "baseline_us": self.baseline.map(micros),
                "band": self.band(),
            },
            "restarts": self.restarts,
            "standard_error": self.errors,
        })
    }

    fn failure(&self, group: &str, pair: &Judged) -> Value {
        let link = self.links.iter().find(|(id, number, _)| *id == group && *number == pair.number);
        let mut object = json!({
            "pair": pair.number,
            "outcome": pair.outcome.word(),
            "says": hints::invariant(pair),
            "expected": pair.question.colliding(),
            "verdict": pair.verdict,
            "a": body(&pair.asked[0]),
            "b": body(&pair.asked[1]),
        });
        if let Some((.., link)) = link {
            object["open"] = link.as_str().into();
        }
        object
    }
}

/// Failed pairs of a group that the text lists.
const SHOWN: usize = 5;
/// Lines of standard error that the text shows.
const SHOWN_ERRORS: usize = 10;

fn row(group: &Group) -> String {
    format!(
        "{:<16}  {:>6}  {:>6}  {:>10}  {:>5}  {:>6}  {:>4}  {:>6.1}\n",
        group.id,
        format!("{}/{}", group.count("passed"), group.judged()),
        group.count("missed"),
        group.count("false-hit"),
        group.count("lying"),
        group.count("failed"),
        group.certified(Checked::Bare),
        group.score()
    )
}

fn tenth(points: f64) -> f64 {
    (points * 10.0).round() / 10.0
}

/// A body in the words of case files, with its pose.
fn body(body: &Body) -> Value {
    let (at, turn) = (body.pose.translation.vector, body.pose.rotation.coords);
    json!({
        "size": body.shape.size(),
        "triangles": body.shape.mesh().triangles().len(),
        "position": [at.x, at.y, at.z],
        "rotation": [turn.x, turn.y, turn.z, turn.w],
    })
}
