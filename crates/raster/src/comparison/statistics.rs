//! Measurements of one method, frame by frame, for charts and readable figures.

use std::collections::VecDeque;
use std::time::Duration;

use super::findings::{Answer, Errors};
use crate::detector::{Cost, Evidence, Verdict};
use crate::methods::Inside;
use crate::programs::certificate::Checked;

/// Number of the newest frames that charts show.
pub const KEPT: usize = 300;
/// Maximum number of frames that are kept, about five minutes; older ones are dropped.
pub const MOST_KEPT: usize = 10_000;
/// Number of frames in the median time: the time of a single frame varies too much to read.
const MEDIAN_OF: usize = 30;

/// Measurements of one frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Frames since the start of the world.
    pub frame: u64,
    /// Whether the detector was newly built, so that its time includes compiling and uploading.
    pub first: bool,
    /// Times and counts of the detection.
    pub cost: Cost,
    /// Number of pairs from the broad phase.
    pub candidates: usize,
    /// Number of pairs that the method reports as colliding.
    pub colliding: usize,
    /// Number of misses and of false hits; `None` unless the reference gave an answer too.
    pub errors: Option<[usize; 2]>,
    /// For a program of one's own, which is not timed: its certificates.
    pub program: Option<Certificates>,
}

/// Numbers of pairs, by the evidence of a program of one's own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Certificates {
    /// Verdicts that their certificate proves.
    pub proved: usize,
    /// Verdicts without certificate.
    pub bare: usize,
    /// Verdicts that their certificate does not prove.
    pub flawed: usize,
    /// Pairs without an answer.
    pub unanswered: usize,
}

impl Certificates {
    /// The certificates of these verdicts.
    pub fn of(verdicts: &[Verdict]) -> Self {
        let mut counts = Self::default();
        for verdict in verdicts {
            match verdict.evidence {
                Evidence::Program { checked: Checked::Proved, .. } => counts.proved += 1,
                Evidence::Program { checked: Checked::Bare, .. } => counts.bare += 1,
                Evidence::Program { checked: Checked::False(_), .. } => counts.flawed += 1,
                _ => counts.unanswered += 1,
            }
        }
        counts
    }
}

impl Sample {
    /// The measurements of a method's answer in a frame.
    pub fn of(frame: u64, candidates: usize, answer: &Answer) -> Self {
        let errors = |errors: &Errors| [errors.missed.len(), errors.false_hits.len()];
        Self {
            frame,
            first: answer.first,
            cost: answer.cost,
            candidates,
            colliding: answer.colliding_pairs(),
            errors: answer.errors.as_ref().map(errors),
            program: (answer.method.inside == Inside::Program).then(|| Certificates::of(&answer.verdicts)),
        }
    }

    /// Whether the time was measured.
    pub fn is_timed(&self) -> bool {
        self.program.is_none()
    }
}

/// Samples of one method, oldest first, one per frame.
#[derive(Clone, Debug, Default)]
pub struct Record {
    samples: VecDeque<Sample>,
}

impl Record {
    /// Adds a frame, and first drops samples at or after it, which remain after stepping back. The very first sample
    /// is always marked `first`, because it may include uploads.
    pub fn push(&mut self, mut sample: Sample) {
        let mut again = false;
        while let Some(last) = self.samples.pop_back_if(|last| last.frame >= sample.frame) {
            again |= last.frame == sample.frame;
        }
        if self.samples.len() == MOST_KEPT {
            self.samples.pop_front();
        }
        sample.first |= self.samples.is_empty() && !again;
        self.samples.push_back(sample);
    }

    /// All samples, oldest first.
    pub fn samples(&self) -> impl DoubleEndedIterator<Item = &Sample> + ExactSizeIterator + Clone {
        self.samples.iter()
    }

    /// The newest [`KEPT`] samples, oldest first, for charts.
    pub fn recent(&self) -> impl DoubleEndedIterator<Item = &Sample> + ExactSizeIterator + Clone {
        self.samples.range(self.samples.len().saturating_sub(KEPT)..)
    }

    /// The sample of the newest frame.
    pub fn now(&self) -> Option<&Sample> {
        self.samples.back()
    }

    /// The sample of a frame.
    pub fn at(&self, frame: u64) -> Option<&Sample> {
        let at = self.samples.binary_search_by_key(&frame, |sample| sample.frame).ok()?;
        self.samples.get(at)
    }

    /// Drops all samples, as after a change of settings.
    pub fn clear(&mut self) {
        self.samples.clear();
    }

    /// Median CPU time of the latest frames.
    pub fn median_cpu(&self) -> Option<Duration> {
        median(self.latest().filter(|s| s.is_timed()).map(|s| s.cost.cpu))
    }

    /// Median GPU time of the latest frames; `None` if it is not measured.
    pub fn median_gpu(&self) -> Option<Duration> {
        median(self.latest().filter_map(|s| s.cost.gpu))
    }

    fn latest(&self) -> impl Iterator<Item = &Sample> {
        self.samples.iter().rev().take(MEDIAN_OF)
    }
}

fn median(times: impl Iterator<Item = Duration>) -> Option<Duration> {
    let mut times: Vec<_> = times.collect();
    times.sort_unstable();
    times.get(times.len() / 2).copied()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A sample with this frame and time, and zero for everything else.
    pub fn took(frame: u64, milliseconds: u64) -> Sample {
        let cost = Cost { cpu: Duration::from_millis(milliseconds), ..Cost::default() };
        Sample { frame, first: false, cost, candidates: 0, colliding: 0, errors: None, program: None }
    }

    #[test]
    fn the_record_keeps_the_latest_and_forgets_what_was_stepped_back_over() {
        let mut record = Record::default();
        assert_eq!(record.median_cpu(), None);
        let frames = MOST_KEPT as u64 + 1000;
        (0..frames).for_each(|frame| record.push(took(frame, frame)));
        assert_eq!(record.samples().len(), MOST_KEPT);
        assert_eq!(record.recent().len(), KEPT);
        assert_eq!(record.recent().next().map(|s| s.frame), Some(frames - KEPT as u64));
        assert_eq!(record.median_cpu(), Some(Duration::from_millis(frames - 15)));
        assert_eq!(record.median_gpu(), None);
        record.push(took(2000, 1));
        assert_eq!(record.now().map(|s| (s.frame, s.cost.cpu.as_millis())), Some((2000, 1)));
        assert!(record.samples().map(|s| s.frame).is_sorted());
    }
}
