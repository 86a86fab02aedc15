//! Marks of the timeline. Marks are valid for one placement of B, one query and one budget; marks of earlier inputs
//! are kept, so that undo has them back.

use std::collections::VecDeque;

use super::budget::Budget;
use super::view::Moved;
use crate::labs::kept_frames::{FrameMark, FrameMarks};
use crate::meshes::source::Source;

/// Most earlier placements, queries and budgets whose marks are kept: as many as there are undo steps.
const MOST_KEPT: usize = 100;

/// The inputs for which a set of marks is valid.
#[derive(Clone, PartialEq)]
pub(super) struct Asked {
    pub source: Source,
    pub moved: Option<Moved>,
    /// Index into `QUERIES`.
    pub query: usize,
    pub budget: Budget,
}

/// The marks of the current inputs and of earlier ones.
#[derive(Default)]
pub(super) struct KeptMarks {
    asked: Option<Asked>,
    /// Whether the current placement is an intermediate pose of a drag; its marks are not kept.
    on_the_way: bool,
    marks: FrameMarks,
    earlier: VecDeque<(Asked, FrameMarks)>,
}

impl KeptMarks {
    /// Marks of the current inputs.
    pub fn now(&self) -> &FrameMarks {
        &self.marks
    }

    /// Sets the mark of a frame.
    pub fn put(&mut self, frame: u64, mark: FrameMark) {
        self.marks.put(frame, mark);
    }

    /// Replaces the marks of the current inputs.
    pub fn replace_now(&mut self, marks: FrameMarks) {
        self.marks = marks;
    }

    /// Discards the marks of meshes from files, since a file may have changed meanwhile.
    pub fn forget_files(&mut self) {
        let is_seeded = |asked: &Asked| matches!(asked.source, Source::Seeded { .. });
        self.earlier.retain(|(asked, _)| is_seeded(asked));
        if !self.asked.as_ref().is_some_and(is_seeded) {
            *self = Self { earlier: std::mem::take(&mut self.earlier), ..Self::default() };
        }
    }

    /// Switches to the marks of the inputs `asked` and keeps the marks of the previous inputs, except those of poses
    /// in the middle of a drag (`in_hand`).
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
