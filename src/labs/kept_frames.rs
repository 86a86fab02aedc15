//! Values recorded for some frames, in frame order.

use std::collections::VecDeque;
use std::ops::RangeInclusive;

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
