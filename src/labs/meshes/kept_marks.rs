//! The marks of the timeline. They are true of one placement of B, one question and one budget; those of earlier ones are
//! kept, so that a change that is taken back finds its marks again.

use std::collections::VecDeque;

use super::budget::Budget;
use super::moved::Moved;
use crate::labs::marks::{FrameMark, FrameMarks};
use crate::meshes::source::Source;

/// Most placements, questions and budgets whose marks are kept: as many as there are changes to be taken back.
const MOST_KEPT: usize = 100;

/// What marks are true of.
#[derive(Clone, PartialEq)]
pub(super) struct Asked {
    pub source: Source,
    pub moved: Option<Moved>,
    /// An index, see `QUERIES`.
    pub query: usize,
    pub budget: Budget,
}

/// The marks of what is asked now, and of what was asked before.
#[derive(Default)]
pub(super) struct KeptMarks {
    asked: Option<Asked>,
    /// Whether B was in the hand when this was asked first: one of the many places on its way, which are not kept.
    on_the_way: bool,
    marks: FrameMarks,
    earlier: VecDeque<(Asked, FrameMarks)>,
}

impl KeptMarks {
    /// Of what is asked now.
    pub fn now(&self) -> &FrameMarks {
        &self.marks
    }

    /// Marks a frame.
    pub fn put(&mut self, frame: u64, mark: FrameMark) {
        self.marks.put(frame, mark);
    }

    /// Puts others in the place of those of what is asked now.
    pub fn replace_now(&mut self, marks: FrameMarks) {
        self.marks = marks;
    }

    /// Forgets those of meshes from files: a file of the same name may be another by now.
    pub fn forget_files(&mut self) {
        let is_seeded = |asked: &Asked| matches!(asked.source, Source::Seeded { .. });
        self.earlier.retain(|(asked, _)| is_seeded(asked));
        if !self.asked.as_ref().is_some_and(is_seeded) {
            *self = Self { earlier: std::mem::take(&mut self.earlier), ..Self::default() };
        }
    }

    /// From now on the marks are those of `asked`. `in_hand`: B is on its way, and what is asked there is not kept.
    pub fn turn_to(&mut self, asked: Asked, in_hand: bool) {
        if self.asked.as_ref() == Some(&asked) {
            self.on_the_way &= in_hand;
            return;
        }
        let before = std::mem::take(&mut self.marks);
        let was_on_the_way = std::mem::replace(&mut self.on_the_way, in_hand);
        if let Some(known) = self.earlier.iter().position(|(known, _)| *known == asked) {
            self.marks = self.earlier.remove(known).map(|(_, marks)| marks).unwrap_or_default();
        }
        if let Some(of) = self.asked.replace(asked).filter(|_| !was_on_the_way) {
            self.earlier.push_back((of, before));
        }
        self.earlier.drain(..self.earlier.len().saturating_sub(MOST_KEPT));
    }
}
