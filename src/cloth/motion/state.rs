//! How a cloth stands and moves, to be put back later; and when it is at rest.
//!
//! Layers in a heap are pushed apart by pairs of features that change from step to step, so they tremble, and the heap creeps by some
//! millimetres in ten seconds. As rigid bodies are put to sleep, a cloth that has kept to its place for a while stands still until
//! a hand takes it.

use std::sync::Arc;

use crate::geometry::{Point, Vector};

/// All that the further motion of a cloth depends on beside what it was made from.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Of every particle, in metres.
    pub positions: Vec<Point>,
    /// In m/s.
    pub velocities: Vec<Vector>,
    /// Steps since the beginning.
    pub steps: u64,
    /// The particles that pushes acted on at the end of the last step: they lie on something, within the thickness of the cloth.
    pub pushed: Arc<[bool]>,
    pub(super) rest: Rest,
}

impl State {
    /// Whether the cloth has come to rest on something: it stands still until it is pulled.
    pub fn is_at_rest(&self) -> bool {
        self.rest.has_come()
    }
}

/// How far a particle may go from its place, in metres.
const REACH: f64 = 3e-3;
/// For how many steps.
const STEPS: u32 = 60;

/// Where the particles were, and for how many steps none has been farther from there than 3 mm.
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
