//! Snapshots of a cloth, and the detection of rest.
//!
//! Layers in a heap are pushed apart by pairs of features that change from step to step, so they tremble, and
//! the heap creeps by some millimetres in ten seconds. Like a resting rigid body, a cloth that has not
//! moved for a while is put to sleep until the user drags it.

use std::sync::Arc;

use crate::geometry::{Point, Vector};

/// The complete state of a cloth apart from its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Positions of the particles, metres.
    pub positions: Vec<Point>,
    /// Velocities of the particles, m/s.
    pub velocities: Vec<Vector>,
    /// Steps since the start.
    pub steps: u64,
    /// For each particle, whether a push acted on it at the end of the last step. Such a particle lies on
    /// another surface, closer than the thickness of the cloth.
    pub pushed: Arc<[bool]>,
    pub(super) rest: Rest,
}

impl State {
    /// True if the cloth has come to rest: it does not move until it is dragged.
    pub fn is_at_rest(&self) -> bool {
        self.rest.has_come()
    }
}

/// How far a particle at rest may stray from its reference position, metres.
const REACH: f64 = 3e-3;
/// Number of steps without straying after which the cloth is at rest.
const STEPS: u32 = 60;

/// Reference positions, and the number of steps in which no particle has strayed more than 3 mm from them.
#[derive(Clone, Debug, PartialEq)]
pub struct Rest {
    places: Arc<[Point]>,
    steps: u32,
}

impl Rest {
    /// Starts with these positions, metres, as the reference positions.
    pub fn begin(positions: &[Point]) -> Self {
        Self { places: positions.into(), steps: 0 }
    }

    /// Records the positions after another step.
    pub fn note(&mut self, positions: &[Point]) {
        let is_near = |(place, now): (&Point, &Point)| (now - place).norm_squared() <= REACH * REACH;
        if self.places.iter().zip(positions).all(is_near) {
            self.steps += 1;
        } else {
            *self = Self::begin(positions);
        }
    }

    /// True if the cloth has come to rest: no particle has strayed for the required number of steps.
    pub fn has_come(&self) -> bool {
        self.steps >= STEPS
    }
}
