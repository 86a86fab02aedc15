//! A motion that a change did away with, and what was counted of it.

use super::lane::Total;
use super::measured::Row;
use super::motion::Motion;
use crate::labs::lab::Dropped;
use crate::labs::measured_file::Rows;
use crate::settings::Settings;

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
    /// What the methods answered.
    pub counted: Counted,
}

/// What methods answered to a motion.
#[derive(Default)]
pub struct Counted {
    /// Frame by frame.
    pub rows: Rows<Row>,
    /// Since the start, by the id of a method and its settings.
    pub totals: Vec<(&'static str, Settings, Total)>,
}

impl Stood {
    /// As a lab hands it out.
    pub fn handed_out(self) -> Dropped {
        let bytes = self.motion.bytes() + self.counted.rows.bytes();
        Dropped { bytes, says: self.says.clone(), state: Box::new(self) }
    }
}
