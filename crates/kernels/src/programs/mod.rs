//! Detectors outside this program: any program that answers pairs of bodies over its standard input and output.
//!
//! `protocol` is the language of the lines, `program` runs a program within limits, [`certificate`] checks the
//! evidence of its answers exactly, and `recording` writes a run to a file and replays it without the program.
//! `asker` asks it on a thread, for the window, which runs a command only with `permission`.

pub mod certificate;
mod exact;

use std::time::Duration;

#[cfg(feature = "import")]
use serde::{Deserialize, Serialize};

use crate::world::Body;

/// Anything that answers pairs of bodies one by one: a program that runs, the recording of one, or a method.
pub trait Answerer {
    /// The name for the report.
    fn name(&self) -> &str;

    /// Asks whether the two bodies share a point. Round bodies are the meshes that are drawn.
    fn ask(&mut self, pair: &[Body; 2]) -> Reply;
}

/// The reply to one question.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The answer, or the reason why there is none.
    pub result: Result<Answer, Failure>,
    /// Time from the question to the answer, with everything that was sent.
    pub took: Duration,
}

/// An answer: colliding or not, with the evidence that the program gave.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// Whether the bodies share a point, according to the program.
    pub colliding: bool,
    /// Evidence that fits the verdict; `None` for a bare verdict.
    pub certificate: Option<Certificate>,
}

/// Evidence for a verdict, in world coordinates, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Certificate {
    /// A point of both bodies: proves that they collide.
    Point([f64; 3]),
    /// Normal n, of any length but 0, and offset d of a plane n·x = d that parts the bodies: proves that they are
    /// separated.
    Plane([f64; 3], f64),
}

/// Reason why a question has no answer.
#[cfg_attr(feature = "import", derive(Serialize, Deserialize), serde(deny_unknown_fields))]
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// Kind of failure.
    pub kind: FailureKind,
    /// One English sentence for the author of the program.
    pub says: String,
}

/// Kinds of failure, as the report names them.
#[cfg_attr(feature = "import", derive(Serialize, Deserialize), serde(rename_all = "kebab-case"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// A line that is no answer to this question.
    Malformed,
    /// No answer within the time.
    TimeOut,
    /// More output than anything asked for.
    Flood,
    /// The program ended.
    Crash,
    /// A method of this program refuses the pair.
    Refused,
    /// The time in all or the number of starts was used up before.
    NotAsked,
}

impl FailureKind {
    /// All kinds.
    pub const ALL: [Self; 6] =
        [Self::Malformed, Self::TimeOut, Self::Flood, Self::Crash, Self::Refused, Self::NotAsked];

    /// The kind in a few English words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Malformed => "malformed answer",
            Self::TimeOut => "time-out",
            Self::Flood => "too much output",
            Self::Crash => "crash",
            Self::Refused => "refused",
            Self::NotAsked => "not asked",
        }
    }
}

impl Failure {
    /// A failure of this kind, with its sentence.
    pub fn new(kind: FailureKind, says: impl Into<String>) -> Self {
        Self { kind, says: says.into() }
    }
}
