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
    /// Whether a method missed something or reported a false hit.
    pub fn is_wrong(&self) -> bool {
        self.missed + self.false_hits > 0
    }

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

/// The nearest frame with an error after `frame`, or before it; `None` if there is none.
pub fn neighbouring_error(marks: &FrameMarks, frame: u64, is_after: bool) -> Option<u64> {
    let mut wrong = marks.iter().filter(|(_, mark)| mark.is_wrong()).map(|(at, _)| *at);
    if is_after { wrong.find(|at| *at > frame) } else { wrong.rfind(|at| *at < frame) }
}
