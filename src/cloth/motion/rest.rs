//! When a cloth that lies on something is at rest, and stays there.
//!
//! Layers in a heap are pushed apart by pairs of features that change from step to step, so they tremble, and the heap creeps by some
//! millimetres in ten seconds. As rigid bodies are put to sleep, a cloth that has kept to its place for a while stands still until
//! a hand takes it.

use std::sync::Arc;

use crate::geometry::Point;

/// How far a particle may go from its place, in metres.
const REACH: f64 = 3e-3;
/// For how many steps.
const STEPS: u32 = 60;

/// Where the particles were, and for how many steps none has been farther from there than [`REACH`].
#[derive(Clone, Debug, PartialEq)]
pub struct Rest {
    places: Arc<[Point]>,
    steps: u32,
}

impl Rest {
    /// Of particles that have come to these places, in metres, in the step before.
    pub fn begin(positions: &[Point]) -> Self {
        Self { places: positions.into(), steps: 0 }
    }

    /// After another step, which ended here.
    pub fn note(&mut self, positions: &[Point]) {
        let is_near = |(place, now): (&Point, &Point)| (now - place).norm_squared() <= REACH * REACH;
        if self.places.iter().zip(positions).all(is_near) {
            self.steps += 1;
        } else {
            *self = Self::begin(positions);
        }
    }

    /// Whether it has kept to its place for long enough.
    pub fn has_come(&self) -> bool {
        self.steps >= STEPS
    }
}
