//! Totals of one method over the frames that all methods on have answered.

use std::ops::{AddAssign, SubAssign};
use std::time::Duration;

use super::findings::Answer;

/// Totals of one method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// Number of frames that were compared with the reference.
    pub judged: u64,
    /// Number of pairs that the method reports as colliding.
    pub hits: u64,
    /// Number of misses (false negatives).
    pub missed: u64,
    /// Number of false hits (false positives).
    pub false_hits: u64,
    /// Number of frames whose time counts: all but those in which the method was built.
    pub timed: u64,
    /// Time of these frames together.
    pub time: Duration,
}

impl Total {
    /// The contribution of an answer. A method that failed contributes nothing.
    pub fn of(answer: &Answer) -> Self {
        if answer.trouble.is_some() {
            return Self::default();
        }
        let is_timed = answer.method.is_timed() && !answer.first;
        let errors = answer.errors.as_ref();
        Self {
            judged: u64::from(errors.is_some()),
            hits: answer.colliding_pairs() as u64,
            missed: errors.map_or(0, |errors| errors.missed.len() as u64),
            false_hits: errors.map_or(0, |errors| errors.false_hits.len() as u64),
            timed: u64::from(is_timed),
            time: if is_timed { answer.cost.cpu } else { Duration::ZERO },
        }
    }

    /// Mean time of a frame; `None` if no time was measured.
    pub fn mean(&self) -> Option<Duration> {
        (self.timed > 0).then(|| self.time.div_f64(self.timed as f64))
    }

    /// Misses and false hits together.
    pub fn errors(&self) -> u64 {
        self.missed + self.false_hits
    }

    /// Number of pairs that collide according to the reference.
    pub fn true_hits(&self) -> u64 {
        self.hits - self.false_hits + self.missed
    }
}

impl AddAssign for Total {
    fn add_assign(&mut self, other: Self) {
        self.judged += other.judged;
        self.hits += other.hits;
        self.missed += other.missed;
        self.false_hits += other.false_hits;
        self.timed += other.timed;
        self.time += other.time;
    }
}

impl SubAssign for Total {
    fn sub_assign(&mut self, other: Self) {
        self.judged -= other.judged;
        self.hits -= other.hits;
        self.missed -= other.missed;
        self.false_hits -= other.false_hits;
        self.timed -= other.timed;
        self.time -= other.time;
    }
}
