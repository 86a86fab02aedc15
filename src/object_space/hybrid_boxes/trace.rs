//! A walk down two trees, taken apart: every pair of nodes, and the stage that settled it.

use super::Volumes;
use crate::settings::Settings;
use crate::world::Body;

/// All steps of one pair.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// In order.
    pub steps: Vec<Step>,
}

/// One pair of nodes or of triangles.
#[derive(Clone, Debug)]
pub struct Step {}

/// Walks as the method does and keeps every step, at most a cap.
pub fn record(volumes: Volumes, settings: &Settings, bodies: &[Body; 2]) -> Trace {
    let _ = (volumes, settings, bodies);
    Trace::default()
}
