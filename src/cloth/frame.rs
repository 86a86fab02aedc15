//! A recorded frame: a step of the simulation, and the cloth after it.

use std::sync::Arc;
use std::time::Duration;

use crate::cloth::motion::state::State;
use crate::cloth::response::guard::Guarded;
use crate::cloth::step::Step;
use crate::geometry::Point;

/// A particle in the hand, and where the hand is, metres.
pub type Hand = (usize, Point);

/// A step, and the cloth after it.
pub struct Frame {
    /// The step that methods are asked about: as the cloth would have taken it if nothing had kept it from passing through itself.
    /// `None` in frame 0.
    pub unguarded: Option<Arc<Step>>,
    /// The cloth after the step that it took.
    pub state: State,
    /// What the response did.
    pub guarded: Guarded,
    /// How long the simulation took for it.
    pub took: Duration,
}
