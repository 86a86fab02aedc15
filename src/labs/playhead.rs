//! Time in a lab: which frames are recorded, which of them is on show, and how it plays.

use std::ops::RangeInclusive;

use super::marks::FrameMarks;
use super::playback::Playback;

/// The recorded frames of a lab, as of a [`super::timeline::Timeline`].
pub struct Recording<'a> {
    /// The frame on show: frames since the start of the scene.
    pub frame: u64,
    /// The frames that can be shown again, that on show included.
    pub span: RangeInclusive<u64>,
    /// What happened in them.
    pub marks: &'a FrameMarks,
}

/// A lab that steps, and shows recorded frames again.
pub trait Playhead {
    /// Whether and how fast it plays; the window says when.
    fn playback(&mut self) -> &mut Playback;
    /// The recorded frames.
    fn recording(&self) -> Recording<'_>;
    /// Number of the run on show: another one after a restart or with another scene.
    fn begun(&self) -> u64;
    /// Advances the simulation by one frame.
    fn step(&mut self);
    /// Shows the recorded frame nearest to this one. Later ones stay until the lab goes on to another state. Whether it is
    /// another frame than before.
    fn seek(&mut self, frame: u64) -> bool;
    /// Returns to the first frame.
    fn restart(&mut self);

    /// One frame back; `false`, and nothing happens, at the oldest recorded one.
    fn step_back(&mut self) -> bool {
        self.seek(self.frame().saturating_sub(1))
    }
    /// Whether an older frame is recorded.
    fn can_step_back(&self) -> bool {
        let Recording { frame, span, .. } = self.recording();
        frame > *span.start()
    }
    /// [`Recording::frame`].
    fn frame(&self) -> u64 {
        self.recording().frame
    }
    /// [`Recording::span`].
    fn span(&self) -> RangeInclusive<u64> {
        self.recording().span
    }
    /// [`Recording::marks`].
    fn marks(&self) -> &FrameMarks {
        self.recording().marks
    }
}
