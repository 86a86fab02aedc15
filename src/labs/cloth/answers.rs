//! The methods' answers to the frames of a motion, kept by lane: the timeline shows the marks of the current methods,
//! and those of a hidden method return when it is shown again.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::lane::Lane;
use crate::labs::kept_frames::KeptFrames;
use crate::labs::marks::{FrameMark, FrameMarks};

/// Most answers kept per frame, one per lane key.
const MOST: usize = 12;

/// Lane key: a hash of a method, its settings and the reference.
pub type Who = u64;

/// The answers to a frame, oldest first.
pub type Answers = Vec<(Who, FrameMark)>;

/// The timeline marks from the answers of the shown methods.
#[derive(Default)]
pub struct Marks {
    shown: Vec<Who>,
    marks: FrameMarks,
}

/// The key of a lane that is compared with a reference.
pub fn who(lane: &Lane, truth: &Lane) -> Who {
    let mut hasher = DefaultHasher::new();
    for lane in [lane, truth] {
        lane.method().id.hash(&mut hasher);
        lane.settings().hash(&mut hasher);
    }
    hasher.finish()
}

impl Marks {
    /// Marks of the recorded frames.
    pub fn marks(&self) -> &FrameMarks {
        &self.marks
    }

    /// Switches the marks to those of these lanes.
    pub fn show(&mut self, shown: Vec<Who>, all: &KeptFrames<Answers>) {
        if shown != self.shown {
            self.shown = shown;
            self.of_all(all);
        }
    }

    /// Recomputes the marks of all frames.
    pub fn of_all(&mut self, all: &KeptFrames<Answers>) {
        self.marks.clear();
        all.iter().for_each(|(frame, answers)| self.marks.put(*frame, mark(answers, &self.shown)));
    }

    /// Updates the mark of a frame from its answers; drops marks older than `oldest`.
    pub fn of(&mut self, frame: u64, answers: &Answers, oldest: u64) {
        self.marks.put(frame, mark(answers, &self.shown));
        self.marks.forget_before(oldest);
    }
}

/// Adds answers to those of a frame.
pub fn add(all: &mut Answers, answers: impl IntoIterator<Item = (Who, FrameMark)>) {
    for (who, mark) in answers {
        all.retain(|(other, _)| *other != who);
        all.push((who, mark));
    }
    all.drain(..all.len().saturating_sub(MOST));
}

/// The mark of several lanes: the largest number of contacts, and the sum of all errors.
fn mark(all: &[(Who, FrameMark)], shown: &[Who]) -> FrameMark {
    let mut sum = FrameMark::default();
    for (_, mark) in all.iter().filter(|(who, _)| shown.contains(who)) {
        sum.hits = sum.hits.max(mark.hits);
        sum.missed += mark.missed;
        sum.false_hits += mark.false_hits;
    }
    sum
}
