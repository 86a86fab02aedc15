//! What methods answered in the frames of a motion, kept by who answered: the marks of the timeline are those of the methods
//! on show, and come back with a method that is shown again.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::lane::Lane;
use crate::labs::marks::{FrameMark, FrameMarks};
use crate::world::KeptFrames;

/// Answers of so many methods, settings and references are kept of a frame at most.
const MOST: usize = 12;

/// Who answered: a method with its settings, and what it was held against.
pub type Who = u64;

/// The answers of all frames, and the marks that those of the methods on show come to.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    /// Of every frame, the answers in the order in which they came.
    of: KeptFrames<Vec<(Who, FrameMark)>>,
    /// Whose answers the marks are.
    shown: Vec<Who>,
    marks: FrameMarks,
}

/// A method as it is in a pane, held against a reference.
pub fn who(lane: &Lane, truth: &Lane) -> Who {
    let mut hasher = DefaultHasher::new();
    for lane in [lane, truth] {
        lane.method().id.hash(&mut hasher);
        for (setting, value) in lane.settings().iter() {
            (setting.id, value.to_string()).hash(&mut hasher);
        }
    }
    hasher.finish()
}

impl Answers {
    /// What happened in the frames that can be gone to, by the methods on show.
    pub fn marks(&self) -> &FrameMarks {
        &self.marks
    }

    /// Nothing met in this frame, by any method.
    pub fn nothing_in(&mut self, frame: u64) {
        self.of.put(frame, Vec::new());
        self.marks.put(frame, FrameMark::default());
    }

    /// Writes down what was answered in a frame.
    pub fn put(&mut self, frame: u64, answers: impl IntoIterator<Item = (Who, FrameMark)>) {
        let mut all = self.of.at(frame).cloned().unwrap_or_default();
        for (who, mark) in answers {
            all.retain(|(other, _)| *other != who);
            all.push((who, mark));
        }
        all.drain(..all.len().saturating_sub(MOST));
        self.marks.put(frame, mark(&all, &self.shown));
        self.of.put(frame, all);
    }

    /// From now on the marks are those of these.
    pub fn show(&mut self, shown: Vec<Who>) {
        if shown != self.shown {
            self.shown = shown;
            self.marks.clear();
            for (frame, all) in self.of.iter() {
                self.marks.put(*frame, mark(all, &self.shown));
            }
        }
    }

    /// Drops this frame and all after it.
    pub fn forget_from(&mut self, frame: u64) {
        drop((self.of.split_off(frame), self.marks.split_off(frame)));
    }

    /// Drops all frames before this one.
    pub fn forget_before(&mut self, frame: u64) {
        self.of.forget_before(frame);
        self.marks.forget_before(frame);
    }
}

/// Of several methods the most contacts, and all that is wrong.
fn mark(all: &[(Who, FrameMark)], shown: &[Who]) -> FrameMark {
    let mut sum = FrameMark::default();
    for (_, mark) in all.iter().filter(|(who, _)| shown.contains(who)) {
        sum.hits = sum.hits.max(mark.hits);
        sum.missed += mark.missed;
        sum.false_hits += mark.false_hits;
    }
    sum
}
