//! Samples of the cost function: a query at a pose, with its time and the times of its parts.
//!
//! A first run warms the caches. Of repeated measurements the shortest times count: other load on the machine makes a
//! run slower, never faster.

use std::hint::black_box;
use std::time::{Duration, Instant};

use super::pair::MeshPair;
use super::query::{Cost, Query};
use super::unit_costs::{Replayed, UnitCosts, terms};
use crate::geometry::Pose;

/// The counted work of a query at a pose, and the shortest times of the query and of its parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The counted work.
    pub cost: Cost,
    /// Time of the query.
    pub time: Duration,
    /// Times of its tests and updates.
    pub parts: Replayed,
}

impl Sample {
    /// Measures once. `None` if the method cannot separate its tests and updates from its traversal.
    pub fn of(pair: &mut dyn MeshPair, pose: &Pose, query: &Query) -> Option<Self> {
        let parts = pair.replay(pose, query)?;
        let (cost, time) = timed(pair, pose, query);
        Some(Self { cost, time, parts })
    }

    /// Measures the same query once more and keeps the shorter times.
    pub fn repeat(&mut self, pair: &mut dyn MeshPair, pose: &Pose, query: &Query) {
        self.time = self.time.min(timed(pair, pose, query).1);
        if let Some(parts) = pair.replay(pose, query) {
            self.parts = self.parts.shortest(&parts);
        }
    }

    /// Seconds by the cost function.
    pub fn predicted(&self, units: &UnitCosts) -> f64 {
        terms(&self.cost, units).iter().sum()
    }

    /// Predicted divided by measured time.
    pub fn share(&self, units: &UnitCosts) -> f64 {
        self.predicted(units) / self.time.as_secs_f64()
    }
}

/// Unit costs over all samples.
pub fn unit_costs<'a>(samples: impl IntoIterator<Item = &'a Sample>) -> UnitCosts {
    samples.into_iter().fold(Replayed::default(), |sum, sample| sum.plus(&sample.parts)).unit_costs()
}

fn timed(pair: &mut dyn MeshPair, pose: &Pose, query: &Query) -> (Cost, Duration) {
    let begin = Instant::now();
    let answer = black_box(pair.answer(pose, query));
    (answer.cost, begin.elapsed())
}
