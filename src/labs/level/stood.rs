//! A level with a walk through it that a change did away with.

use std::sync::Arc;

use super::ground::Ground;
use super::history::History;
use crate::labs::lab::Dropped;

/// What is said of a change that put another level there.
pub const OTHER_LEVEL: &str = "another level";
/// What a restart was, for undo.
pub const RESTARTED: &str = "the restart of the walk";

/// A level with a walk through it.
pub struct Stood {
    /// The level.
    pub ground: Arc<Ground>,
    /// The walk with its past.
    pub walk: History,
    /// Which of all walks that have begun it was.
    pub begun: u64,
    /// What the change was, in English.
    pub says: String,
}

impl Stood {
    /// As a lab hands it out.
    pub fn handed_out(self) -> Dropped {
        let bytes = self.ground.bytes() + self.walk.bytes();
        Dropped { bytes, says: self.says.clone(), state: Box::new(self) }
    }
}
