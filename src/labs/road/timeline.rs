//! Going to any frame of the drive that is kept, and what went wrong in each.

use std::ops::RangeInclusive;

use super::lane::{Difference, Lane};
use super::{Event, Road};
use crate::labs::marks::{FrameMark, FrameMarks};

impl Road {
    /// The frames that can be gone to, the one on show included.
    pub fn span(&self) -> RangeInclusive<u64> {
        let now = self.state.frame;
        let kept = self.kept.span().unwrap_or(now..=now);
        now.min(*kept.start())..=now.max(*kept.end())
    }

    /// To the frame nearest to this one that is kept. Later ones stay until the car moves on from here, and what the
    /// lanes were counted at until now stays as well. `false`, and nothing happens, if none is nearer than the one on
    /// show.
    pub fn go_to(&mut self, frame: u64) -> bool {
        let left = self.state;
        let Some((kept, state)) = self.kept.nearest(frame) else { return false };
        if kept.abs_diff(frame) >= left.frame.abs_diff(frame) {
            return false;
        }
        self.state = *state;
        if self.kept.span().is_some_and(|span| left.frame > *span.end()) {
            self.kept.put(left.frame, left);
        }
        self.look_again();
        true
    }

    /// One frame back. `false`, and nothing happens, at the oldest state that is kept.
    pub fn step_back(&mut self) -> bool {
        let before = self.kept.before(self.state.frame).map(|(frame, _)| *frame);
        before.is_some_and(|frame| self.go_to(frame))
    }

    /// Frames that can be stepped back.
    pub fn frames_kept(&self) -> usize {
        self.kept.count_before(self.state.frame)
    }

    /// What went wrong in the frames that can be gone to.
    pub fn marks(&self) -> &FrameMarks {
        &self.marks
    }

    /// What happened in a frame that is kept, later ones than that on show included.
    pub fn events_at(&self, frame: u64) -> impl Iterator<Item = &Event> {
        self.events.iter().filter(move |event| event.frame == frame)
    }

    /// Writes down what goes wrong in the frame on show: blind wheels, and, if the lanes were `asked`, their errors.
    pub(super) fn mark(&mut self, asked: bool) {
        let blind = self.sights.iter().filter(|sight| sight.is_blind()).count() as u32;
        let mut mark = FrameMark { missed: blind, ..FrameMark::default() };
        for difference in self.lanes.iter().filter(|_| asked).flat_map(Lane::differences).flatten() {
            match difference {
                Difference::Missed => mark.missed += 1,
                Difference::FalseHit | Difference::Elsewhere => mark.false_hits += 1,
            }
        }
        self.marks.forget_before(*self.span().start());
        self.marks.put(self.state.frame, mark);
    }
}
