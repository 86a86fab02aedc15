//! The answers of methods to the frames of a motion, kept by who answered: the marks of the timeline are those of the methods
//! on show, and come back with a method that is shown again.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::lane::Lane;
use crate::labs::kept_frames::KeptFrames;
use crate::labs::marks::{FrameMark, FrameMarks};

/// Answers of so many methods, settings and references are kept of a frame at most.
const MOST: usize = 12;

/// Who answered: a method with its settings, and what it was held against.
pub type Who = u64;

/// The answers to a frame, in the order in which they came.
pub type Answers = Vec<(Who, FrameMark)>;

/// The marks that the answers of the methods on show come to.
#[derive(Default)]
pub struct Marks {
    shown: Vec<Who>,
    marks: FrameMarks,
}

/// A method as it is in a pane, held against a reference.
pub fn who(lane: &Lane, truth: &Lane) -> Who {
    let mut hasher = DefaultHasher::new();
    for lane in [lane, truth] {
        lane.method().id.hash(&mut hasher);
        lane.settings().hash(&mut hasher);
    }
    hasher.finish()
}

impl Marks {
    /// Of the frames that are recorded.
    pub fn marks(&self) -> &FrameMarks {
        &self.marks
    }

    /// From now on the marks are those of these methods.
    pub fn show(&mut self, shown: Vec<Who>, all: &KeptFrames<Answers>) {
        if shown != self.shown {
            self.shown = shown;
            self.of_all(all);
        }
    }

    /// The marks of all frames.
    pub fn of_all(&mut self, all: &KeptFrames<Answers>) {
        self.marks.clear();
        all.iter().for_each(|(frame, answers)| self.marks.put(*frame, mark(answers, &self.shown)));
    }

    /// The mark of a further frame, or of one with further answers; older frames than `oldest` have none.
    pub fn of(&mut self, frame: u64, answers: &Answers, oldest: u64) {
        self.marks.put(frame, mark(answers, &self.shown));
        self.marks.forget_before(oldest);
    }
}

/// Adds answers to a frame to those that are there.
pub fn add(all: &mut Answers, answers: impl IntoIterator<Item = (Who, FrameMark)>) {
    for (who, mark) in answers {
        all.retain(|(other, _)| *other != who);
        all.push((who, mark));
    }
    all.drain(..all.len().saturating_sub(MOST));
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
