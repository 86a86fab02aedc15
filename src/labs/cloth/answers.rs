//! Recorded answers to each frame of a motion. They are kept per lane (a method with its settings), also for lanes
//! that no pane shows: the timeline marks the answers of the shown lanes, and a lane that is shown again has its
//! marks back.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::lane::Lane;
use crate::labs::kept_frames::KeptFrames;
use crate::labs::kept_frames::{FrameMark, FrameMarks};

/// Maximum number of answers kept per frame, each from a different lane.
const MOST: usize = 12;

/// Lane key: a hash of a method, its settings and the reference.
pub type Who = u64;

/// The marks that the answers of several lanes give to one frame, oldest answer first.
pub type Answers = Vec<(Who, FrameMark)>;

/// The timeline marks from the answers of the shown methods.
#[derive(Default)]
pub struct Marks {
    shown: Vec<Who>,
    marks: FrameMarks,
}

/// Key of a lane while it is compared with this reference.
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

    /// Shows the marks of these lanes only.
    pub fn show(&mut self, shown: Vec<Who>, all: &KeptFrames<Answers>) {
        if shown != self.shown {
            self.shown = shown;
            self.of_all(all);
        }
    }

    /// Computes the marks of all frames again, from the answers `all`.
    pub fn of_all(&mut self, all: &KeptFrames<Answers>) {
        self.marks.clear();
        all.iter().for_each(|(frame, answers)| self.marks.put(*frame, mark(answers, &self.shown)));
    }

    /// Computes the mark of a frame again, from all answers to it; drops marks of frames older than `oldest`.
    pub fn of(&mut self, frame: u64, answers: &Answers, oldest: u64) {
        self.marks.put(frame, mark(answers, &self.shown));
        self.marks.forget_before(oldest);
    }
}

/// Adds answers to `all`, the answers to one frame.
pub fn add(all: &mut Answers, answers: impl IntoIterator<Item = (Who, FrameMark)>) {
    for (who, mark) in answers {
        all.retain(|(other, _)| *other != who);
        all.push((who, mark));
    }
    all.drain(..all.len().saturating_sub(MOST));
}

/// Combined mark of several lanes: the largest number of contacts, and the sum of all errors.
fn mark(all: &[(Who, FrameMark)], shown: &[Who]) -> FrameMark {
    let mut sum = FrameMark::default();
    for (_, mark) in all.iter().filter(|(who, _)| shown.contains(who)) {
        sum.hits = sum.hits.max(mark.hits);
        sum.missed += mark.missed;
        sum.false_hits += mark.false_hits;
    }
    sum
}
