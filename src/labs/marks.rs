//! Events of the recorded frames, for the timeline.

use std::ops::AddAssign;

use super::kept_frames::KeptFrames;

/// Numbers of a frame's events, for the timeline: hits (collisions, or what else the lab draws in red) and
/// wrong answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FrameMark {
    /// Number of colliding pairs or other hits.
    pub hits: u32,
    /// Misses (false negatives) of all methods together.
    pub missed: u32,
    /// False hits of all methods together.
    pub false_hits: u32,
}

/// A mark per frame.
pub type FrameMarks = KeptFrames<FrameMark>;

impl FrameMark {
    /// Whether all counts are zero.
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
