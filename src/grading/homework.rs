//! Homework files: TOML with the task in several languages, the families of pairs with their weights, and limits.
//!
//! Unknown fields, families and lessons are refused in one line that names the line of the file.

use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};
use std::time::Duration;

use serde::Deserialize;

use super::changes::{CHANGES, Change};
use super::families::{FAMILIES, Family};
use crate::experiments::truth::shapes::KINDS;
use crate::image_space::own::pixel::Touching;
use crate::image_space::own::table::{MOST_TURNS, SLICES};
use crate::language::Language;
use crate::lessons::FILES;
use crate::names::there_are;
use crate::programs::program::Limits;

/// Most pairs of a homework, changed ones included.
pub const MOST_PAIRS: u64 = 10_000;
/// Longest text of a homework, in bytes.
pub const LONGEST_FILE: u64 = 1 << 20;
/// Largest weight.
const HEAVIEST: f64 = 1000.0;

/// A checked homework.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Homework {
    /// Short name: small letters, digits and hyphens.
    pub id: String,
    /// Title by language.
    pub title: BTreeMap<String, String>,
    /// The task by language.
    #[serde(default)]
    pub text: BTreeMap<String, String>,
    /// Ids of lessons to read before.
    #[serde(default)]
    pub lessons: Vec<String>,
    /// The public seed.
    #[serde(default)]
    pub seed: u64,
    /// Kinds of bodies, as far as a family leaves a choice.
    #[serde(default = "all_kinds")]
    pub bodies: Vec<String>,
    /// Credit for a right verdict without a certificate, 0 to 1, where a certificate is possible.
    #[serde(default = "one")]
    pub bare_credit: f64,
    /// Points beyond 100 for certificates: all of them if every verdict is proved.
    #[serde(default)]
    pub bonus: f64,
    /// Limits of the program.
    #[serde(default)]
    pub limits: LimitsPart,
    /// Conditions for a table of passes.
    #[serde(default)]
    pub table: TablePart,
    /// The families with weights and numbers of pairs.
    pub families: Vec<Part>,
    /// The checks without a reference.
    #[serde(default)]
    pub checks: Vec<Part>,
}

/// A family or a check of a homework.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Id of the family or check.
    pub name: String,
    /// Weight in the score.
    #[serde(default = "one")]
    pub weight: f64,
    /// Whether the homework is about this family: the score is multiplied by how well such families are told apart.
    #[serde(default)]
    pub subject: bool,
    /// Number of pairs.
    pub count: u64,
}

/// Conditions for a table of passes in a homework.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TablePart {
    /// Pixels along each side of a pair's tile.
    pub resolution: u32,
    /// Number of equal parts of the depths that both bodies reach: a table of slices is judged on overlaps thicker
    /// than a part.
    pub slices: u32,
    /// Verdict on exact contact, one of [`TOUCHING`].
    pub touching: String,
}

/// How exact contact may count for a table.
pub const TOUCHING: [(&str, Touching); 3] =
    [("either", Touching::IsEither), ("colliding", Touching::Collides), ("separated", Touching::IsSeparated)];
/// Numbers of pixels along a side that a homework may ask for.
const RESOLUTIONS: RangeInclusive<u32> = 16..=128;

impl Default for TablePart {
    fn default() -> Self {
        Self { resolution: 32, slices: SLICES, touching: TOUCHING[0].0.to_owned() }
    }
}

impl TablePart {
    /// How exact contact counts.
    pub fn touching(&self) -> Touching {
        let found = TOUCHING.iter().find(|(word, _)| *word == self.touching);
        found.map_or(Touching::IsEither, |(_, touching)| *touching)
    }
}

/// Limits of the program in a homework.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitsPart {
    /// Seconds from a question to its answer.
    pub answer_s: Option<f64>,
    /// Seconds from the start to the greeting.
    pub start_s: Option<f64>,
    /// Seconds of all questions together.
    pub all_s: Option<f64>,
    /// Address space in MiB.
    pub memory_mib: Option<u64>,
    /// Number of times that the program is started again.
    pub restarts: Option<u32>,
}

fn all_kinds() -> Vec<String> {
    KINDS.map(str::to_owned).to_vec()
}

fn one() -> f64 {
    1.0
}

impl Homework {
    /// Reads the text of a file. The error is one line that names the line of the text.
    pub fn read(text: &str) -> Result<Self, String> {
        let homework: Self = toml::from_str(text).map_err(|why| {
            let message = why.message().split_whitespace().collect::<Vec<_>>().join(" ");
            format!("line {}: {}", line(text, why.span()), clean(&message))
        })?;
        homework.check().map_err(|(word, why)| {
            let at =
                text.lines().position(|line| !line.trim_start().starts_with('#') && line.contains(&word));
            let place = at.map(|at| format!("line {}: ", at + 1)).unwrap_or_default();
            format!("{place}{}", clean(&why))
        })?;
        Ok(homework)
    }

    /// The title in the current language, otherwise in English.
    pub fn title(&self) -> &str {
        in_language(&self.title)
    }

    /// The task in the current language, otherwise in English.
    pub fn text(&self) -> &str {
        in_language(&self.text)
    }

    /// The limits of the program.
    pub fn limits(&self) -> Limits {
        let (given, usual) = (&self.limits, Limits::default());
        let seconds = |given: Option<f64>, usual: Duration| given.map_or(usual, Duration::from_secs_f64);
        Limits {
            answer: seconds(given.answer_s, usual.answer),
            start: seconds(given.start_s, usual.start),
            all: seconds(given.all_s, usual.all),
            memory: given.memory_mib.unwrap_or(usual.memory),
            restarts: given.restarts.unwrap_or(usual.restarts),
        }
    }

    /// Refuses values that have no meaning; the error has a word of the place, and the reason.
    fn check(&self) -> Result<(), (String, String)> {
        let wrong = |word: &str, why: String| Err((word.to_owned(), why));
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if self.id.is_empty() || self.id.len() > 60 || !self.id.chars().all(is_plain) {
            return wrong("id", format!("id {:?}: use up to 60 of a–z, 0–9 and -", self.id));
        }
        for (name, texts) in [("title", &self.title), ("text", &self.text)] {
            let unknown = texts.keys().find(|tag| !Language::ALL.iter().any(|l| l.id() == tag.as_str()));
            if let Some(tag) = unknown {
                let known = Language::ALL.map(Language::id);
                return wrong(tag, format!("{name}: no language is {tag:?}; {}", there_are(tag, &known)));
            }
        }
        if !self.title.contains_key("en") {
            return wrong("title", "title: the English title, en = \"…\", is missing".to_owned());
        }
        let lessons: Vec<&str> = FILES.iter().map(|files| files.id()).collect();
        if let Some(id) = self.lessons.iter().find(|id| !lessons.contains(&id.as_str())) {
            return wrong(id, format!("no lesson is called {id:?}; {}", there_are(id, &lessons)));
        }
        if let Some(kind) = self.bodies.iter().find(|kind| !KINDS.contains(&kind.as_str())) {
            return wrong(kind, format!("no kind of body is called {kind:?}; {}", there_are(kind, &KINDS)));
        }
        if self.bodies.is_empty() {
            return wrong("bodies", "bodies: name at least one kind".to_owned());
        }
        for (name, value, most) in [("bare_credit", self.bare_credit, 1.0), ("bonus", self.bonus, 100.0)] {
            if !(0.0..=most).contains(&value) {
                return wrong(name, format!("{name} = {value}: use 0 to {most}"));
            }
        }
        self.check_limits()?;
        self.check_table()?;
        let families: Vec<&str> = FAMILIES.iter().map(|family| family.id).collect();
        let checks: Vec<&str> = CHANGES.iter().map(|change| change.id).collect();
        if self.families.is_empty() {
            return wrong("families", "families: name at least one".to_owned());
        }
        parts("family", &self.families, &families)?;
        parts("check", &self.checks, &checks)?;
        let pairs: u64 = self.families.iter().chain(&self.checks).map(|part| part.count).sum();
        if pairs > MOST_PAIRS {
            return wrong("count", format!("{pairs} pairs in all, more than {MOST_PAIRS}; ask for fewer"));
        }
        Ok(())
    }

    fn check_limits(&self) -> Result<(), (String, String)> {
        let LimitsPart { answer_s, start_s, all_s, memory_mib, restarts } = self.limits.clone();
        let times = [("answer_s", answer_s, 600.0), ("start_s", start_s, 600.0), ("all_s", all_s, 86_400.0)];
        let wholes = [
            ("memory_mib", memory_mib.map(|m| m as f64), 16.0, 1_048_576.0),
            ("restarts", restarts.map(f64::from), 0.0, 1000.0),
        ];
        let times = times.map(|(name, value, most)| (name, value, 0.01, most));
        for (name, value, least, most) in times.into_iter().chain(wholes) {
            if let Some(value) = value.filter(|value| !(least..=most).contains(value)) {
                return Err((name.to_owned(), format!("{name} = {value}: use {least} to {most}")));
            }
        }
        Ok(())
    }
}

impl Homework {
    fn check_table(&self) -> Result<(), (String, String)> {
        let TablePart { resolution, slices, touching } = &self.table;
        let wholes = [("resolution", *resolution, RESOLUTIONS), ("slices", *slices, 1..=MOST_TURNS)];
        for (name, value, range) in wholes {
            if !range.contains(&value) {
                let why = format!("{name} = {value}: use {} to {}", range.start(), range.end());
                return Err((name.to_owned(), why));
            }
        }
        let words = TOUCHING.map(|(word, _)| word);
        if !words.contains(&touching.as_str()) {
            let why = format!("touching = {touching:?}; {}", there_are(touching, &words));
            return Err((touching.clone(), why));
        }
        Ok(())
    }
}

/// Refuses parts with unknown or repeated names, wrong weights or no pairs.
fn parts(what: &str, parts: &[Part], known: &[&str]) -> Result<(), (String, String)> {
    for (index, Part { name, weight, subject, count }) in parts.iter().enumerate() {
        let wrong = |why: String| Err((name.clone(), why));
        if !known.contains(&name.as_str()) {
            return wrong(format!("no {what} is called {name:?}; {}", there_are(name, known)));
        }
        if parts[..index].iter().any(|other| other.name == *name) {
            return wrong(format!("the {what} {name:?} is listed twice; list it once"));
        }
        if !(0.0..=HEAVIEST).contains(weight) {
            return wrong(format!("{name}: weight = {weight}: use 0 to {HEAVIEST}"));
        }
        if *subject && what == "check" {
            return wrong(format!("{name}: a check is no subject; mark families"));
        }
        if !(1..=MOST_PAIRS).contains(count) {
            return wrong(format!("{name}: count = {count}: use 1 to {MOST_PAIRS}"));
        }
    }
    Ok(())
}

impl Part {
    /// The family of this name; homework files with other names are refused.
    pub fn family(&self) -> Option<&'static Family> {
        Family::named(&self.name)
    }

    /// The change of this name.
    pub fn change(&self) -> Option<&'static Change> {
        Change::named(&self.name)
    }
}

fn in_language(texts: &BTreeMap<String, String>) -> &str {
    let of = |language: Language| texts.get(language.id());
    of(Language::current()).or_else(|| of(Language::English)).map_or("", String::as_str)
}

/// Number of the line where a place of the text begins, from 1.
fn line(text: &str, span: Option<Range<usize>>) -> usize {
    let start = span.map_or(0, |span| span.start).min(text.len());
    1 + text.as_bytes()[..start].iter().filter(|byte| **byte == b'\n').count()
}

/// A message without control characters, which the file may contain.
fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}
