//! The report of a grade: text for people, JSON for machines.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::time::Duration;

use serde_json::{Value, json};

use super::grade::{Grade, Group, Judged, Outcome};
use super::hints;
use super::homework::Homework;
use crate::language::{t, tr};
use crate::programs::certificate::Checked;
use crate::ui::format::aligned;
use crate::ui::said;
use crate::world::Body;

/// Version of the JSON report.
pub const VERSION: u64 = 2;

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
    /// The relation on a pixel that a table of passes decides wrongly, and the row at which it goes wrong.
    pub relation: Option<String>,
}

impl Report<'_> {
    /// The band of the median time, as a multiple of the baseline.
    fn band(&self) -> Option<&'static str> {
        let times = self.grade.median?.as_secs_f64() / self.baseline?.as_secs_f64().max(1e-9);
        let bands = [(10.0, "within 10 times"), (100.0, "within 100 times"), (1000.0, "within 1,000 times")];
        Some(bands.iter().find(|(most, _)| times <= *most).map_or("beyond 1,000 times", |(_, band)| band))
    }

    /// The report for people, in the language of the program.
    pub fn text(&self) -> String {
        let Report { homework, grade, .. } = self;
        let mut lines = vec![
            format!("{}: {} ({})", homework.id, homework.title(), t!("seed %{seed}", seed = tr(&self.seed))),
            format!("{}: {}", tr(self.kind), self.program),
        ];
        if !homework.text().is_empty() {
            lines.push(format!("\n{}", homework.text().trim()));
        }
        lines.push(format!("\n{}", families(&grade.families, self.kind)));
        if !grade.checks.is_empty() {
            lines.push(checks(&grade.checks));
        }
        let score = t!("score: %{n} of 100", n = format_args!("{:.1}", grade.score()));
        let bonus = match homework.bonus > 0.0 {
            true => t!(
                ", and %{n} of %{most} for certificates",
                n = format_args!("{:.1}", grade.bonus),
                most = homework.bonus
            ),
            false => "".into(),
        };
        lines.push(format!("{score}{bonus}"));
        if let Some(subject) = grade.subject().filter(|subject| *subject < 1.0) {
            let percent = format_args!("{:.0}", 100.0 * subject);
            lines.push(
                t!(
                    "the subject of this homework is told apart to %{n} %; the score is multiplied by it",
                    n = percent
                )
                .into_owned(),
            );
        }
        let missing = 100.0 - grade.score();
        let verdicts = match grade.is_passed() {
            true if missing > 0.05 => {
                let missing = format_args!("{missing:.1}");
                t!("all verdicts right; lost for verdicts without a proof: %{n} of 100", n = missing)
            }
            true => t!("all passed"),
            false => t!("not all passed"),
        };
        lines.push(verdicts.into_owned());
        let left_out: usize = grade.groups().map(|group| group.pairs.len() - group.judged()).sum();
        if left_out > 0 {
            let text = t!("pairs that no table shows at this resolution, not judged: %{n}", n = left_out);
            lines.push(text.into_owned());
        }
        if let Some(band) = self.band() {
            let text = t!("time of an answer: %{band} a bare round trip (information only)", band = tr(band));
            lines.push(text.into_owned());
        }
        if self.restarts > 0 {
            lines.push(t!("the program was started again %{n} times", n = self.restarts).into_owned());
        }
        let failing = grade.groups().filter(|group| group.failed().next().is_some());
        lines.extend(failing.map(|group| self.failures(group).trim_end().to_owned()));
        if !grade.is_passed() && !self.errors.trim().is_empty() {
            lines.push(format!("\n{}", t!("standard error of the program ends:")));
            let errors: Vec<&str> = self.errors.trim_end().lines().collect();
            let shown = &errors[errors.len().saturating_sub(SHOWN_ERRORS)..];
            lines.extend(shown.iter().map(|line| format!("  {line}")));
        }
        lines.join("\n") + "\n"
    }

    /// The failed pairs of a group, the first few, with its hint.
    fn failures(&self, group: &Group) -> String {
        let mut text = format!("\n{}:\n", group.id);
        let hint = self.hints.iter().find(|(id, _)| *id == group.id).map(|(_, hint)| hint);
        let mut line = |line: &str| {
            let _ = writeln!(text, "  {line}");
        };
        if let Some(hint) = hint {
            hint.family.iter().for_each(|says| line(&t!("hint: %{text}", text = tr(says))));
            if let Some(pair) = &hint.pair {
                line(&t!("hint: it fails on this simple pair, too:"));
                pair.lines().for_each(|body| line(&format!("  {}", tr(body))));
            }
            hint.invariant.iter().chain(&hint.relation).for_each(|why| line(&format!("  {}", tr(why))));
        }
        let with_reasons = hint.is_some_and(|hint| hint.invariant.is_some());
        for pair in group.failed().take(SHOWN) {
            let why = match &pair.outcome {
                Outcome::Failed(failure) => Some(failure.says.clone()),
                Outcome::Lying(flaw) => Some(flaw.says()),
                _ => with_reasons.then(|| hints::invariant(pair)).filter(|why| !why.is_empty()),
            };
            let word = match &pair.outcome {
                Outcome::Failed(failure) => tr(failure.kind.words()),
                other => tr(&other.word().replace('-', " ")),
            };
            let says = why.map_or_else(|| word.clone(), |why| said::labelled(&word, &tr(&why)));
            line(&t!("pair %{n}: %{says}", n = pair.number, says = says));
            if let Some((_, _, link)) =
                self.links.iter().find(|(id, n, _)| *id == group.id && *n == pair.number)
            {
                line(&format!("  {link}"));
            }
        }
        let more = group.failed().count().saturating_sub(SHOWN);
        if more > 0 {
            line(&t!("and %{n} more", n = more));
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
                let Hint { family, pair, invariant, relation } = hint;
                object["hint"] =
                    json!({"family": family, "pair": pair, "invariant": invariant, "relation": relation});
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
            "subject": grade.subject().map(|subject| tenth(100.0 * subject)),
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

/// The table of families. A table of passes has no certificates and always answers, but some pairs are not judged.
fn families(groups: &[Group], kind: &str) -> String {
    if kind == "table" {
        let head =
            [t!("family"), t!("passed"), t!("missed"), t!("false hits"), t!("not judged"), t!("points")];
        let row = |group: &Group| {
            [
                group.id.to_owned(),
                format!("{}/{}", group.count("passed"), group.judged()),
                group.count("missed").to_string(),
                group.count("false-hit").to_string(),
                group.count("not-judged").to_string(),
                format!("{:.1}", group.score()),
            ]
        };
        return table(head, groups.iter().map(row));
    }
    let head = [
        t!("family"),
        t!("passed"),
        t!("missed"),
        t!("false hits"),
        t!("lying"),
        t!("failed"),
        t!("bare"),
        t!("points"),
    ];
    let row = |group: &Group| {
        [
            group.id.to_owned(),
            format!("{}/{}", group.count("passed"), group.judged()),
            group.count("missed").to_string(),
            group.count("false-hit").to_string(),
            group.count("lying").to_string(),
            group.count("failed").to_string(),
            group.certified(Checked::Bare).to_string(),
            format!("{:.1}", group.score()),
        ]
    };
    table(head, groups.iter().map(row))
}

/// The table of checks. Only verdicts that stay and are right give points.
fn checks(groups: &[Group]) -> String {
    let head = [t!("check"), t!("unchanged"), t!("and right"), t!("changed"), t!("failed"), t!("points")];
    let row = |group: &Group| {
        [
            group.id.to_owned(),
            format!("{}/{}", group.count("passed"), group.judged()),
            group.credited().to_string(),
            group.count("changed").to_string(),
            (group.count("failed") + group.count("not-compared")).to_string(),
            format!("{:.1}", group.score()),
        ]
    };
    table(head, groups.iter().map(row))
}

fn table<const N: usize>(head: [Cow<'_, str>; N], rows: impl Iterator<Item = [String; N]>) -> String {
    let head = std::iter::once(head.map(Cow::into_owned));
    aligned(&head.chain(rows).collect::<Vec<_>>())
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
