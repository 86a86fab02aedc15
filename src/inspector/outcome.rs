//! A method's outcome for a subject, in words, and the mistake in it according to the lab's reference.

use crate::about::MethodInfo;
use crate::detector::{Mistake, Verdict};
use crate::language::t;
use crate::ui::verdicts::{evidence, verdict_word, word};

/// The method's result, in words of the user's language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// True for a hit, which is shown in red.
    pub hit: bool,
    /// A word such as "colliding" or "apart", in the user's language.
    pub word: String,
    /// The evidence in a few words, in the user's language.
    pub evidence: String,
}

impl Outcome {
    /// Puts the verdict on a pair of bodies into words.
    pub fn of(verdict: &Verdict) -> Self {
        Self {
            hit: verdict.colliding,
            word: verdict_word(verdict).into_owned(),
            evidence: evidence(&verdict.evidence),
        }
    }
}

/// The answer of a lab's reference.
#[derive(Clone, Debug)]
pub enum Reference {
    /// The correct answer is known without a method.
    Settled {
        /// True for a hit.
        hit: bool,
        /// One sentence, in the user's language.
        why: String,
    },
    /// A method of the lab gives the answer.
    By {
        /// The lab's reference method.
        method: &'static MethodInfo,
        /// The answer of the reference; `None` if it is off or failed.
        outcome: Option<Outcome>,
    },
}

impl Reference {
    /// The right answer in a few words, in the user's language; `None` if the reference is off or failed.
    pub fn in_words(&self) -> Option<String> {
        Some(match self {
            Self::Settled { hit, .. } => word(*hit).into_owned(),
            Self::By { outcome, .. } => {
                let Outcome { word, evidence, .. } = outcome.as_ref()?;
                t!("%{word} (%{evidence})", word = word, evidence = evidence).into_owned()
            }
        })
    }

    /// The mistake in an answer; `None` if it is right or cannot be checked.
    pub fn mistake(&self, answer: &Outcome) -> Option<Mistake> {
        let hit = match self {
            Self::Settled { hit, .. } => *hit,
            Self::By { outcome, .. } => outcome.as_ref()?.hit,
        };
        Mistake::of(answer.hit, hit)
    }
}
