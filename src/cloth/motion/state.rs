//! How a cloth stands and moves, to be put back later.

use std::sync::Arc;

use super::rest::Rest;
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
