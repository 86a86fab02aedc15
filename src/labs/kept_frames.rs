//! Values recorded for some frames, in frame order, and the events of frames for the timeline.

use std::collections::VecDeque;
use std::ops::{AddAssign, RangeInclusive};

/// One value per recorded frame, oldest frame first. Frames in between may have no value.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptFrames<T> {
    frames: VecDeque<(u64, T)>,
}

impl<T> Default for KeptFrames<T> {
    fn default() -> Self {
        Self { frames: VecDeque::new() }
    }
}

impl<T> KeptFrames<T> {
    /// Records the value of a frame, replacing an earlier one.
    pub fn put(&mut self, frame: u64, value: T) {
        let at = self.first_from(frame);
        match self.frames.get_mut(at).filter(|(kept, _)| *kept == frame) {
            Some((_, there)) => *there = value,
            None => self.frames.insert(at, (frame, value)),
        }
    }

    /// Removes and returns this frame and all later ones.
    pub fn split_off(&mut self, from: u64) -> Self {
        Self { frames: self.frames.split_off(self.first_from(from)) }
    }

    /// Appends frames that are all later than the recorded ones.
    pub fn append(&mut self, mut later: Self) {
        debug_assert!(later.span().zip(self.span()).is_none_or(|(later, kept)| kept.end() < later.start()));
        self.frames.append(&mut later.frames);
    }

    /// Drops all frames before this one.
    pub fn forget_before(&mut self, frame: u64) {
        self.frames.drain(..self.first_from(frame));
    }

    /// The value recorded for a frame.
    pub fn at(&self, frame: u64) -> Option<&T> {
        let (kept, value) = self.frames.get(self.first_from(frame))?;
        (*kept == frame).then_some(value)
    }

    /// Oldest and newest frame; `None` if empty.
    pub fn span(&self) -> Option<RangeInclusive<u64>> {
        Some(self.frames.front()?.0..=self.frames.back()?.0)
    }

    /// All recorded frames with their values, oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &(u64, T)> + ExactSizeIterator {
        self.frames.iter()
    }

    /// Changes all values.
    pub fn change(&mut self, mut change: impl FnMut(&mut T)) {
        self.frames.iter_mut().for_each(|(_, value)| change(value));
    }

    /// Number of recorded frames.
    pub fn len(&self) -> usize {
        self.frames.len()
    }

    /// Whether no frame is recorded.
    pub fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// Drops all frames.
    pub fn clear(&mut self) {
        self.frames.clear();
    }

    /// Index of the oldest recorded frame that is not older than `frame`.
    fn first_from(&self, frame: u64) -> usize {
        // Fast path: most queries are for the newest frame.
        match self.frames.back() {
            Some((newest, _)) if *newest < frame => self.frames.len(),
            _ => self.frames.partition_point(|(kept, _)| *kept < frame),
        }
    }
}

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

    /// Drops the wrong answers, for example because the methods changed.
    pub fn drop_errors(&mut self) {
        (self.missed, self.false_hits) = (0, 0);
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
