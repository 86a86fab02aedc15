//! GJK taken apart: the simplices with which it walks towards the origin of the Minkowski difference.

use crate::world::Body;

/// All steps of one pair.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// In order.
    pub steps: Vec<Step>,
}

/// One simplex.
#[derive(Clone, Debug)]
pub struct Step {}

/// Walks as the reference does and keeps every step.
pub fn record(bodies: &[Body; 2]) -> Trace {
    let _ = bodies;
    Trace::default()
}
