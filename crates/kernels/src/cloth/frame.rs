//! A recorded frame: a step of the simulation, and the cloth after it.

use std::sync::Arc;
use std::time::Duration;

use crate::cloth::motion::state::State;
use crate::cloth::response::guard::Guarded;
use crate::cloth::step::Step;
use crate::geometry::Point;

/// The dragged particle, and the position to which it is dragged, metres.
pub type Hand = (usize, Point);

/// A step, and the cloth after it.
pub struct Frame {
    /// The step that methods are queried about: the cloth's motion without collision response. `None` in
    /// frame 0.
    pub unguarded: Option<Arc<Step>>,
    /// The cloth after the step, with collision response.
    pub state: State,
    /// Work of the response in this step.
    pub guarded: Guarded,
    /// Computation time of the frame.
    pub took: Duration,
}
