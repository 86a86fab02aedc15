//! Recorded frames of a lab: seeking, stepping, and the branches left behind.
//!
//! Frames after the current one stay recorded until the simulation diverges. They are then returned as a
//! [`Branch`], and swapping the branch back in is undo. A restart is a branch from frame 0.

use std::collections::VecDeque;
use std::mem::replace;
use std::ops::RangeInclusive;

use super::kept_frames::FrameMark;
use super::kept_frames::KeptFrames;
use super::playhead::Recording;
use crate::geometry::Point;

/// Number of frames after which something that has not moved stands.
const STANDING: u64 = 75;
/// Largest distance that something that stands has moved in this time, metres.
const STANDING_REACH: f64 = 0.05;

/// Recorded frames, each with a state `S` and, once it was evaluated, a mark `M`.
pub struct Timeline<S, M = FrameMark> {
    /// Recorded frame numbers with their states, oldest first; never empty.
    states: VecDeque<(u64, S)>,
    /// Index into `states` of the current frame.
    at: usize,
    marks: KeptFrames<M>,
    /// Maximum number of states that are kept.
    most: usize,
}

/// Recorded frames that a timeline gives up when the simulation diverges from them. If the state of the
/// current frame itself was changed, the branch includes that frame with its old state.
pub struct Branch<S, M = FrameMark> {
    /// Oldest frame of the branch, the first in which it differs from the timeline.
    from: u64,
    /// The timeline's current frame at the moment when it gave up the branch.
    frame: u64,
    states: VecDeque<(u64, S)>,
    marks: KeptFrames<M>,
}

impl<S, M> Branch<S, M> {
    /// Oldest frame of the branch, the first in which it differs from the timeline.
    pub fn from(&self) -> u64 {
        self.from
    }

    /// The timeline's current frame at the moment when it gave up the branch.
    pub fn frame(&self) -> u64 {
        self.frame
    }

    /// State of the branch's oldest frame; `None` if the branch is empty.
    pub fn first(&self) -> Option<&S> {
        self.states.front().map(|(_, state)| state)
    }

    /// Number of frames in the branch.
    pub fn count(&self) -> usize {
        self.states.len()
    }
}

impl<S, M> Timeline<S, M> {
    /// A timeline that starts at this frame and keeps at most `most` states, dropping the oldest.
    pub fn new(frame: u64, state: S, most: usize) -> Self {
        Self { states: [(frame, state)].into(), at: 0, marks: KeptFrames::default(), most: most.max(1) }
    }

    /// The current frame.
    pub fn frame(&self) -> u64 {
        self.states[self.at].0
    }

    /// The current state.
    pub fn now(&self) -> &S {
        &self.states[self.at].1
    }

    /// The current state, mutable; no step is recorded.
    pub fn now_mut(&mut self) -> &mut S {
        &mut self.states[self.at].1
    }

    /// The state of a recorded frame.
    pub fn at(&self, frame: u64) -> Option<&S> {
        let (found, state) = self.states.get(self.first_from(frame))?;
        (*found == frame).then_some(state)
    }

    /// The frames up to the current one with their states, oldest first.
    pub fn until_now(&self) -> impl DoubleEndedIterator<Item = &(u64, S)> {
        self.states.range(..=self.at)
    }

    /// The oldest and the newest recorded frame.
    pub fn span(&self) -> RangeInclusive<u64> {
        self.states[0].0..=self.states[self.states.len() - 1].0
    }

    /// Number of states, including the current one.
    pub fn count(&self) -> usize {
        self.states.len()
    }

    /// Number of earlier states that can be stepped back to.
    pub fn steps_back(&self) -> usize {
        self.at
    }

    /// Whether frames after the current one are recorded.
    pub fn has_future(&self) -> bool {
        self.at + 1 < self.states.len()
    }

    /// Seeks to the nearest recorded frame; of two equally near frames, to the later. Returns whether the
    /// current frame changed.
    pub fn seek(&mut self, frame: u64) -> bool {
        let later = self.first_from(frame);
        let near = [later, later.saturating_sub(1)].into_iter().filter(|at| *at < self.states.len());
        let nearest = near.min_by_key(|at| self.states[*at].0.abs_diff(frame)).unwrap_or(self.at);
        replace(&mut self.at, nearest) != nearest
    }

    /// Seeks one recorded frame back; returns `false` and changes nothing at the oldest frame.
    pub fn step_back(&mut self) -> bool {
        let can = self.at > 0;
        self.at -= usize::from(can);
        can
    }

    /// Whether a place that the states tell has hardly moved for a while, up to the current frame.
    pub fn stands(&self, place: impl Fn(&S) -> Point) -> bool {
        let before = self.frame().checked_sub(STANDING).and_then(|frame| self.at(frame));
        before.is_some_and(|before| (place(before) - place(self.now())).norm() < STANDING_REACH)
    }

    /// Marks of the recorded frames.
    pub fn marks(&self) -> &KeptFrames<M> {
        &self.marks
    }

    /// Marks the current frame.
    pub fn mark(&mut self, mark: M) {
        self.marks.put(self.frame(), mark);
    }

    /// Changes the marks of all recorded frames.
    pub fn change_marks(&mut self, change: impl FnMut(&mut M)) {
        self.marks.change(change);
    }

    /// Removes and returns the recorded future, which may be empty.
    pub fn leave_future(&mut self) -> Branch<S, M> {
        let frame = self.frame();
        Branch { frame, ..self.split_off(frame + 1) }
    }

    /// Appends a frame after the current one and makes it the current frame. Returns the recorded future, if
    /// there was one.
    pub fn push_other(&mut self, next: S) -> Option<Branch<S, M>> {
        let left = self.has_future().then(|| self.leave_future());
        self.states.push_back((self.frame() + 1, next));
        self.states.drain(..self.states.len().saturating_sub(self.most));
        self.at = self.states.len() - 1;
        self.marks.forget_before(self.states[0].0);
        left
    }

    /// Removes the current frame and all later ones, and keeps a copy of the current frame that may be
    /// changed.
    pub fn cut(&mut self) -> Branch<S, M>
    where
        S: Clone,
    {
        let (frame, now) = self.states[self.at].clone();
        let branch = self.split_off(frame);
        self.states.push_back((frame, now));
        self.at = self.states.len() - 1;
        branch
    }

    /// Removes all frames and starts with this state at frame 0.
    pub fn restart(&mut self, start: S) -> Branch<S, M> {
        let branch = self.split_off(0);
        (self.states, self.at) = ([(0, start)].into(), 0);
        branch
    }

    /// Exchanges a branch with the frames recorded in its place. If the current frame is among the exchanged
    /// frames, seeks to the frame that was current when the branch was given up.
    pub fn swap(&mut self, branch: &mut Branch<S, M>) {
        let now = self.frame();
        if branch.states.is_empty() && branch.from <= *self.span().start() {
            return;
        }
        let left = self.split_off(branch.from);
        let back = replace(branch, left);
        self.states.extend(back.states);
        self.marks.append(back.marks);
        self.at = 0;
        self.seek(if now < branch.from { now } else { back.frame });
    }

    /// Removes this frame and all later ones. The timeline may be empty afterwards.
    fn split_off(&mut self, from: u64) -> Branch<S, M> {
        let frame = self.frame();
        let states = self.states.split_off(self.first_from(from));
        self.at = self.at.min(self.states.len().saturating_sub(1));
        Branch { from, frame, states, marks: self.marks.split_off(from) }
    }

    /// Index of the oldest recorded frame that is not older than `frame`.
    fn first_from(&self, frame: u64) -> usize {
        self.states.partition_point(|(recorded, _)| *recorded < frame)
    }
}

impl<S> Timeline<S> {
    /// The current frame, the range of recorded frames, and their marks, as the window needs them.
    pub fn recording(&self) -> Recording<'_> {
        Recording { frame: self.frame(), span: self.span(), marks: &self.marks }
    }
}

impl<S: PartialEq, M> Timeline<S, M> {
    /// Steps to the next frame, whose state is `next`. If the next recorded frame has that state already, the
    /// recorded future is kept; otherwise it is replaced and returned.
    pub fn push(&mut self, next: S) -> Option<Branch<S, M>> {
        let frame = self.frame() + 1;
        if let Some((recorded, state)) = self.states.get_mut(self.at + 1)
            && *recorded == frame
            && *state == next
        {
            *state = next;
            self.at += 1;
            return None;
        }
        self.push_other(next)
    }
}
