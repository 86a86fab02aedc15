//! What a method says of a subject in words, and what is wrong with it by the lab's reference.

use crate::about::About;
use crate::detector::{Mistake, Verdict};
use crate::ui::verdicts::{evidence, word};

/// What a story comes to, in words, in the language on show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Whether it is a hit, which is shown in red.
    pub hit: bool,
    /// A word such as "colliding" or "apart", in the language on show.
    pub word: String,
    /// What it rests on, in a few words of the language on show.
    pub evidence: String,
}

impl Outcome {
    /// The words for a verdict on a pair of bodies.
    pub fn of(verdict: &Verdict) -> Self {
        Self {
            hit: verdict.colliding,
            word: word(verdict.colliding).into_owned(),
            evidence: evidence(&verdict.evidence),
        }
    }
}

/// What a reference says of a subject.
#[derive(Clone, Debug)]
pub enum Reference {
    /// The subject is settled by something else than a method.
    Settled {
        /// Whether it is a hit.
        hit: bool,
        /// One sentence, in the language on show.
        why: String,
    },
    /// A method of the lab answers.
    By {
        /// The lab's reference method.
        method: &'static About,
        /// Its answer; `None` if it is off or could not decide.
        outcome: Option<Outcome>,
    },
}

impl Reference {
    /// What is wrong with an answer; `None` where it is right, or cannot be judged.
    pub fn mistake(&self, answer: &Outcome) -> Option<Mistake> {
        let hit = match self {
            Self::Settled { hit, .. } => *hit,
            Self::By { outcome, .. } => outcome.as_ref()?.hit,
        };
        Mistake::of(answer.hit, hit)
    }
}
