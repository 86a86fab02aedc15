//! A testable assertion of a lesson's text: `claim: EXHIBIT -> OUTCOME`.
//!
//! The outcomes:
//!
//! - `colliding`, `apart`: the method's verdict on the pair; `missed`, `false-hit`, `right`: the verdict
//!   compared with the exact reference;
//! - `steps=N`: the number of steps in the inspector; `stencil=N`, `no-stencil=N`: some pixel, or no pixel, holds N
//!   after the step that the exhibit names; `samples>0`, `samples=0`: the samples that pass in that step;
//! - `relation=N`: on every pixel that both bodies cover, the depth intervals have relation N of Huang & Tian
//!   (source 4);
//! - `bytes<N`: fewer than N bytes are read back for the verdict; `rejected=NAME`: the stage of the method
//!   with this name settles at least one pair;
//! - `candidates=N`: the number of pairs after the broad phase; `pieces>N`: some body has more than N convex
//!   pieces;
//! - `fact:NAME=N`, `fact:NAME<N`, `fact:NAME>N`: a number that the lab reports after the exhibit's frame.
//!
//! An exhibit (the link to the scene) gives exactly the parameters that its outcome needs. The pair defaults to 0-1.

use std::fmt;
use std::str::FromStr;

use crate::exhibit::{Inspected, Position, SceneLink};
use crate::labs::arena::words::{self, Config, PARAMETERS, WORDS};
use crate::labs::config_words::Changed;
use crate::labs::{self, LABS};
use crate::methods::{METHODS, Method};
use crate::world::Pair;

/// A scene with its expected outcome.
#[derive(Clone)]
pub struct Claim {
    /// The scene of the check.
    pub exhibit: SceneLink,
    /// The configuration that the exhibit sets; used by claims about the arena.
    pub scene: Changed<Config>,
    /// The asserted outcome.
    pub outcome: Outcome,
}

/// The assertion of a claim.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The method's verdict on the pair; true for "colliding".
    Colliding(bool),
    /// The verdict compared with the reference's.
    Against(Comparison),
    /// A stencil value, and whether some pixel (true) or no pixel (false) holds it after the step.
    Stencil(u8, bool),
    /// Whether any sample passes in the step.
    Samples(bool),
    /// The number of steps of the recording.
    Steps(usize),
    /// The relation of the depth intervals on every pixel that both bodies cover.
    Relation(u8),
    /// The number of pairs after the broad phase.
    Candidates(usize),
    /// The name of a stage of the method that settles at least one pair.
    Rejected(String),
    /// Fewer bytes than this are read back for the verdict.
    BytesBelow(u64),
    /// Some body has more convex pieces than this.
    PiecesAbove(usize),
    /// The name of a number that the lab reports, a comparison (`=`, `<` or `>`), and the value with which the
    /// number is compared.
    Fact(String, char, f64),
}

/// A verdict compared with the reference's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// The bodies collide and the method reports that they do not.
    Missed,
    /// The bodies do not collide and the method reports that they do.
    FalseHit,
    /// Method and reference agree.
    Right,
}

impl Comparison {
    const WORDS: [(Self, &str); 3] =
        [(Self::Missed, "missed"), (Self::FalseHit, "false-hit"), (Self::Right, "right")];

    /// The word for this comparison in a claim.
    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(other, _)| *other == self).map_or("", |(_, word)| *word)
    }
}

impl FromStr for Claim {
    type Err = String;

    /// Parses a claim. The error is one line that describes valid input.
    fn from_str(text: &str) -> Result<Self, String> {
        let (exhibit, outcome) = text
            .split_once(" -> ")
            .ok_or("a claim reads EXHIBIT -> OUTCOME, as in preset=near-miss&… -> apart")?;
        let exhibit: SceneLink = exhibit.trim().parse()?;
        let outcome = outcome.trim().parse()?;
        let (row, _) = labs::check(&exhibit, LABS[0]).map_err(|why| why.to_string())?;
        if let Outcome::Fact(..) = outcome {
            return Ok(Self { exhibit, scene: Changed::new(Config::default()), outcome });
        }
        if row.id != LABS[0].id {
            return Err(format!(
                "{outcome} is about a pair of bodies; for the lab {} use fact:NAME=N",
                row.id
            ));
        }
        let scene = words::read(&exhibit.words, Config::default()).map_err(|why| why.to_string())?;
        let claim = Self { exhibit, scene, outcome };
        claim.refuse_what_is_not_needed()?;
        Ok(claim)
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} -> {}", self.exhibit, self.outcome)
    }
}

impl fmt::Debug for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Claim({self})")
    }
}

impl Claim {
    /// The claim's method; `None` if it names none.
    pub fn method(&self) -> Option<&'static Method> {
        self.scene.names(&["method"]).then(|| &METHODS[self.scene.next.panes.in_focus().method])
    }

    /// The claim's pair of bodies.
    pub fn pair(&self) -> Pair {
        self.scene.next.pair.unwrap_or(Pair { a: 0, b: 1 })
    }

    /// The claim's step, from 1, in a recording with `steps` steps; the last step if the claim gives none.
    pub fn step(&self, steps: usize) -> usize {
        match self.exhibit.inspected.step {
            Some(Position::At(step)) => step,
            _ => steps,
        }
    }

    fn refuse_what_is_not_needed(&self) -> Result<(), String> {
        let Self { exhibit, scene, outcome } = self;
        let Inspected { compare, step, pixel } = &exhibit.inspected;
        if scene.names(&["preset"]) == scene.names(&PARAMETERS) {
            return Err("a claim is about one world: a preset, or seed and bodies".into());
        }
        let elsewhere = [exhibit.page.is_some(), compare.is_some(), pixel.is_some()].contains(&true);
        if elsewhere {
            return Err("page, compare and pixel do not affect a claim; leave them out".into());
        }
        let asks = !matches!(outcome, Outcome::Candidates(_) | Outcome::PiecesAbove(_));
        let methods = if scene.names(&["method"]) { scene.next.panes.count() } else { 0 };
        match (asks, methods) {
            (true, 1) | (false, 0) => {}
            (true, _) => return Err(format!("{outcome} is about one method; name it")),
            (false, _) => return Err(format!("{outcome} is about no method; leave it out")),
        }
        let is_word = |name: &str| name.contains('.') || WORDS.iter().any(|word| word.id == name);
        let settings: Vec<_> =
            exhibit.words.iter().map(|(name, _)| name).filter(|name| !is_word(name)).collect();
        if !asks && (scene.next.pair.is_some() || !settings.is_empty()) {
            return Err(format!("{outcome} is about no pair and no setting; leave them out"));
        }
        let at_a_step = matches!(outcome, Outcome::Stencil(..) | Outcome::Samples(_));
        if at_a_step != step.is_some() {
            let mend = if at_a_step { "is about a step; name it" } else { "is about no step; leave it out" };
            return Err(format!("{outcome} {mend}"));
        }
        let Some(method) = self.method() else { return Ok(()) };
        if let Some(id) = settings.iter().find(|id| !method.settings.iter().any(|s| s.id == **id)) {
            return Err(format!("{} has no setting {id}; leave it out", method.id));
        }
        let needs_passes = at_a_step || matches!(outcome, Outcome::Relation(_));
        if needs_passes && !method.runs_passes() {
            return Err(format!("{outcome} is about a table of passes, and {} has none", method.id));
        }
        Ok(())
    }
}

impl FromStr for Outcome {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text:?} is not an outcome; {OUTCOMES}");
        if let Some(fact) = text.strip_prefix("fact:") {
            let at = fact.find(['=', '<', '>']).ok_or_else(wrong)?;
            let value = fact[at + 1..].parse().map_err(|_| format!("{text}: expected a number"))?;
            let sign = fact[at..].chars().next().unwrap_or('=');
            return Ok(Self::Fact(fact[..at].to_owned(), sign, value));
        }
        let comparison = Comparison::WORDS.iter().find(|(_, word)| *word == text);
        Ok(match (text, comparison) {
            (_, Some((comparison, _))) => Self::Against(*comparison),
            ("colliding", _) => Self::Colliding(true),
            ("apart", _) => Self::Colliding(false),
            ("samples=0", _) => Self::Samples(false),
            ("samples>0", _) => Self::Samples(true),
            _ => {
                let at = text.find(['=', '<', '>']).ok_or_else(wrong)?;
                let (name, value) = (&text[..=at], &text[at + 1..]);
                let number = || value.parse().map_err(|_| format!("{text}: expected a whole number"));
                let byte = || value.parse().map_err(|_| format!("{text}: expected a number from 0 to 255"));
                match name {
                    "stencil=" => Self::Stencil(byte()?, true),
                    "no-stencil=" => Self::Stencil(byte()?, false),
                    "steps=" => Self::Steps(number()?),
                    "relation=" => match byte()? {
                        relation @ 1..=8 => Self::Relation(relation),
                        _ => return Err(format!("{text}: expected a relation from 1 to 8")),
                    },
                    "candidates=" => Self::Candidates(number()?),
                    "rejected=" if !value.is_empty() => Self::Rejected(value.to_owned()),
                    "bytes<" => Self::BytesBelow(number()? as u64),
                    "pieces>" => Self::PiecesAbove(number()?),
                    _ => return Err(wrong()),
                }
            }
        })
    }
}

const OUTCOMES: &str = "there are colliding, apart, missed, false-hit, right, stencil=N, no-stencil=N, samples=0, \
                        samples>0, steps=N, relation=N, candidates=N, rejected=NAME, bytes<N, pieces>N and fact:NAME=N";

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Colliding(true) => f.write_str("colliding"),
            Self::Colliding(false) => f.write_str("apart"),
            Self::Against(comparison) => f.write_str(comparison.word()),
            Self::Stencil(value, true) => write!(f, "stencil={value}"),
            Self::Stencil(value, false) => write!(f, "no-stencil={value}"),
            Self::Samples(true) => f.write_str("samples>0"),
            Self::Samples(false) => f.write_str("samples=0"),
            Self::Steps(count) => write!(f, "steps={count}"),
            Self::Relation(number) => write!(f, "relation={number}"),
            Self::Candidates(count) => write!(f, "candidates={count}"),
            Self::Rejected(stage) => write!(f, "rejected={stage}"),
            Self::BytesBelow(bytes) => write!(f, "bytes<{bytes}"),
            Self::PiecesAbove(count) => write!(f, "pieces>{count}"),
            Self::Fact(name, sign, value) => write!(f, "fact:{name}{sign}{value}"),
        }
    }
}
