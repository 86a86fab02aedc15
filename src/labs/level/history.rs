//! The walk as far as it is kept: the frame on show, those before it, and those after it that were gone back from.

use std::ops::RangeInclusive;

use super::done::Done;
use super::walking::State;
use crate::labs::marks::FrameMarks;
use crate::world::KeptFrames;

/// Most frames that can be gone to: ten minutes.
const MOST: usize = 18_000;

/// A walk with its past.
#[derive(Clone)]
pub struct History {
    /// The frame on show.
    pub state: State,
    /// What was done in it.
    pub done: Done,
    /// What happened in the frames that can be gone to.
    pub marks: FrameMarks,
    kept: KeptFrames<(State, Done)>,
}

impl History {
    /// A walk that begins.
    pub fn new(state: State) -> Self {
        Self { state, done: Done::default(), marks: FrameMarks::default(), kept: KeptFrames::default() }
    }

    /// At a state that was saved; nothing before it is kept.
    pub fn restore(&mut self, state: State) {
        *self = Self::new(state);
    }

    /// The frames that can be gone to, the one on show included.
    pub fn span(&self) -> RangeInclusive<u64> {
        let now = self.state.frame;
        let kept = self.kept.span().unwrap_or(now..=now);
        now.min(*kept.start())..=now.max(*kept.end())
    }

    /// To the frame nearest to this one that is kept. `false`, and nothing happens, if none is nearer than the one on show.
    pub fn go_to(&mut self, frame: u64) -> bool {
        let left = self.state.frame;
        let Some((kept, there)) = self.kept.nearest(frame) else { return false };
        if kept.abs_diff(frame) >= left.abs_diff(frame) {
            return false;
        }
        let there = there.clone();
        self.keep();
        (self.state, self.done) = there;
        true
    }

    /// One frame back. `false`, and nothing happens, at the oldest one that is kept.
    pub fn step_back(&mut self) -> bool {
        let before = self.kept.before(self.state.frame).map(|(frame, _)| *frame);
        before.is_some_and(|frame| self.go_to(frame))
    }

    /// Whether an older frame is kept.
    pub fn can_step_back(&self) -> bool {
        self.kept.count_before(self.state.frame) > 0
    }

    /// One frame on: to `state`, after what was `done`. Later frames stay if the walk came this way before; else they are
    /// dropped, and the whole walk as it stood is handed out.
    pub fn step(&mut self, state: State, done: Done) -> Option<Self> {
        let later = (*self.span().end() > self.state.frame).then(|| self.kept.at(state.frame));
        let other_way = later.is_some_and(|known| known.is_none_or(|(known, _)| *known != state));
        let stood = other_way.then(|| self.clone());
        self.keep();
        if other_way {
            drop(self.kept.split_off(state.frame));
            drop(self.marks.split_off(state.frame));
        }
        self.kept.keep_newest(MOST - 1);
        (self.state, self.done) = (state, done);
        self.marks.forget_before(*self.span().start());
        stood
    }

    /// What was done in a frame that is kept.
    pub fn done_in(&self, frame: u64) -> Option<&Done> {
        if frame == self.state.frame {
            return Some(&self.done);
        }
        self.kept.at(frame).map(|(_, done)| done)
    }

    /// The states before the one on show, the latest of `most` first.
    pub fn before(&self, most: u64) -> impl Iterator<Item = &State> {
        let now = self.state.frame;
        (now.saturating_sub(most)..now).rev().filter_map(|frame| self.kept.at(frame).map(|(state, _)| state))
    }

    /// About how much memory it takes, bytes.
    pub fn bytes(&self) -> usize {
        self.kept.len() * (size_of::<(State, Done)>() + 256)
    }

    fn keep(&mut self) {
        self.kept.put(self.state.frame, (self.state, self.done.clone()));
    }
}
