//! A recorded frame: a step of the simulation, and the cloth after it.

use std::sync::Arc;
use std::time::Duration;

use crate::cloth::motion::simulation::State;
use crate::cloth::response::guard::Guarded;
use crate::cloth::step::Step;
use crate::geometry::Point;

/// A particle in the hand, and where the hand is, metres.
pub type Hand = (usize, Point);

/// A step, and the cloth after it.
pub struct Frame {
    /// What the springs asked for; `None` in frame 0.
    pub asked: Option<Arc<Step>>,
    /// The cloth after it.
    pub state: State,
    /// What the response did.
    pub guarded: Guarded,
    /// How long the simulation took for it.
    pub took: Duration,
}
