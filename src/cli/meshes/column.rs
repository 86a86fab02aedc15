//! What one method answered, and how long it took.

use std::time::Duration;

use crate::hierarchies::methods::Method;
use crate::hierarchies::pair::Built;
use crate::hierarchies::query::{Answer, Query};

/// What one method answered in all poses.
pub struct Column {
    /// Its row.
    pub method: &'static Method,
    /// What was asked.
    pub query: Query,
    /// Build time and memory.
    pub built: Built,
    /// Of the first sweep.
    pub answers: Vec<Answer>,
    /// The least of all sweeps.
    pub times: Vec<Duration>,
}
