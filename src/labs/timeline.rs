//! The recorded frames of a lab: seeking, going on, and the branches that are left on the way.
//!
//! One frame is on show; later ones that were recorded stay until the lab goes on to another state. Then they are handed
//! out as a [`Branch`], and swapping that back is undo. A restart is a branch from frame 0.

use std::collections::VecDeque;
use std::mem::replace;
use std::ops::RangeInclusive;

use super::kept_frames::KeptFrames;
use super::marks::FrameMark;
use super::playhead::Recording;

/// Recorded frames, each with its state `S`, and with a mark `M` once something was found out about it.
pub struct Timeline<S, M = FrameMark> {
    /// By frame, oldest first; never empty.
    states: VecDeque<(u64, S)>,
    /// Index of the frame on show.
    at: usize,
    marks: KeptFrames<M>,
    /// Most states that are kept.
    most: usize,
}

/// A recorded future that a timeline has left, the frame on show included if that differs.
pub struct Branch<S, M = FrameMark> {
    /// The first frame that differs.
    from: u64,
    /// The frame that was on show.
    frame: u64,
    states: VecDeque<(u64, S)>,
    marks: KeptFrames<M>,
}

impl<S, M> Branch<S, M> {
    /// The first frame that differs.
    pub fn from(&self) -> u64 {
        self.from
    }

    /// The frame that was on show.
    pub fn frame(&self) -> u64 {
        self.frame
    }

    /// The oldest of its states.
    pub fn first(&self) -> Option<&S> {
        self.states.front().map(|(_, state)| state)
    }

    /// Number of its states.
    pub fn count(&self) -> usize {
        self.states.len()
    }
}

impl<S, M> Timeline<S, M> {
    /// Begins at this frame. Keeps at most so many states, the oldest are dropped first.
    pub fn new(frame: u64, state: S, most: usize) -> Self {
        Self { states: [(frame, state)].into(), at: 0, marks: KeptFrames::default(), most: most.max(1) }
    }

    /// The frame on show.
    pub fn frame(&self) -> u64 {
        self.states[self.at].0
    }

    /// The state on show.
    pub fn now(&self) -> &S {
        &self.states[self.at].1
    }

    /// The state on show, to be changed without a step.
    pub fn now_mut(&mut self) -> &mut S {
        &mut self.states[self.at].1
    }

    /// The state of a recorded frame.
    pub fn at(&self, frame: u64) -> Option<&S> {
        let (found, state) = self.states.get(self.first_from(frame))?;
        (*found == frame).then_some(state)
    }

    /// The frames up to the one on show with their states, oldest first.
    pub fn until_now(&self) -> impl DoubleEndedIterator<Item = &(u64, S)> {
        self.states.range(..=self.at)
    }

    /// The oldest and the newest recorded frame.
    pub fn span(&self) -> RangeInclusive<u64> {
        self.states[0].0..=self.states[self.states.len() - 1].0
    }

    /// Number of states, that on show included.
    pub fn count(&self) -> usize {
        self.states.len()
    }

    /// Number of frames that can be stepped back.
    pub fn steps_back(&self) -> usize {
        self.at
    }

    /// Whether frames after the one on show are recorded.
    pub fn has_future(&self) -> bool {
        self.at + 1 < self.states.len()
    }

    /// Shows the recorded frame nearest to this one, the later of two. Whether it is another than before.
    pub fn seek(&mut self, frame: u64) -> bool {
        let later = self.first_from(frame);
        let near = [later, later.saturating_sub(1)].into_iter().filter(|at| *at < self.states.len());
        let nearest = near.min_by_key(|at| self.states[*at].0.abs_diff(frame)).unwrap_or(self.at);
        replace(&mut self.at, nearest) != nearest
    }

    /// Shows the frame before. `false`, and nothing happens, at the oldest one.
    pub fn step_back(&mut self) -> bool {
        let can = self.at > 0;
        self.at -= usize::from(can);
        can
    }

    /// What was found out about recorded frames.
    pub fn marks(&self) -> &KeptFrames<M> {
        &self.marks
    }

    /// Marks the frame on show.
    pub fn mark(&mut self, mark: M) {
        self.marks.put(self.frame(), mark);
    }

    /// Leaves the recorded future, which may be none.
    pub fn leave_future(&mut self) -> Branch<S, M> {
        let frame = self.frame();
        Branch { frame, ..self.split_off(frame + 1) }
    }

    /// Goes on to the next frame, which is another than that recorded. The recorded future is left.
    pub fn push_other(&mut self, next: S) -> Option<Branch<S, M>> {
        let left = self.has_future().then(|| self.leave_future());
        self.states.push_back((self.frame() + 1, next));
        self.states.drain(..self.states.len().saturating_sub(self.most));
        self.at = self.states.len() - 1;
        self.marks.forget_before(self.states[0].0);
        left
    }

    /// Leaves the frame on show and all later ones. A copy of the frame on show stays, to be changed.
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

    /// Leaves everything and begins with this state at frame 0.
    pub fn restart(&mut self, start: S) -> Branch<S, M> {
        let branch = self.split_off(0);
        (self.states, self.at) = ([(0, start)].into(), 0);
        branch
    }

    /// Exchanges the frames of a branch for those recorded instead. If the frame on show is one of these, the frame that
    /// was on show when the branch was left is shown again; a frame that both have in common stays on show.
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

    /// Takes out this frame and all later ones. What is left may be nothing.
    fn split_off(&mut self, from: u64) -> Branch<S, M> {
        let frame = self.frame();
        let states = self.states.split_off(self.first_from(from));
        self.at = self.at.min(self.states.len().saturating_sub(1));
        Branch { from, frame, states, marks: self.marks.split_off(from) }
    }

    /// Index of the first frame that is not before this one.
    fn first_from(&self, frame: u64) -> usize {
        self.states.partition_point(|(recorded, _)| *recorded < frame)
    }
}

impl<S> Timeline<S> {
    /// The frames as the window shows them.
    pub fn recording(&self) -> Recording<'_> {
        Recording { frame: self.frame(), span: self.span(), marks: &self.marks }
    }
}

impl<S: PartialEq, M> Timeline<S, M> {
    /// Goes on to the next frame. The recorded future stays if it begins with the same state; otherwise it is left.
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
