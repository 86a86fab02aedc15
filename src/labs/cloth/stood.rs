//! A motion that a change did away with.

use super::motion::Motion;
use crate::labs::lab::Dropped;

/// What a change was that began another motion, in English.
pub const ANOTHER_MOTION: &str = "another motion of the cloth";
/// What a restart was.
pub const RESTARTED: &str = "the restart of the motion";

/// A motion with its past.
pub struct Stood {
    /// The motion.
    pub motion: Motion,
    /// Which of all motions that have begun it was.
    pub begun: u64,
    /// What the change was, in English.
    pub says: String,
}

impl Stood {
    /// As a lab hands it out.
    pub fn handed_out(self) -> Dropped {
        Dropped { bytes: self.motion.bytes(), says: self.says.clone(), state: Box::new(self) }
    }
}
