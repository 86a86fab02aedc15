//! What happened in the frames that can be gone to, for the timeline.

use std::ops::AddAssign;

use super::kept_frames::KeptFrames;

/// What happened in one frame, counted: what is red in the lab, and what is wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FrameMark {
    /// Collisions.
    pub hits: u32,
    /// Answers by which something that is there was missed, of all methods together.
    pub missed: u32,
    /// Answers by which something was found that is not there.
    pub false_hits: u32,
}

/// A mark per frame.
pub type FrameMarks = KeptFrames<FrameMark>;

impl FrameMark {
    /// Whether nothing happened.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl AddAssign for FrameMark {
    fn add_assign(&mut self, other: Self) {
        self.hits += other.hits;
        self.missed += other.missed;
        self.false_hits += other.false_hits;
    }
}
