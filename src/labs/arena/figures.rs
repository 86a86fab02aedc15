//! The last few hundred frames in numbers, for the chart and for figures that can be read.

use std::collections::VecDeque;
use std::time::Duration;

use super::findings::Findings;

/// Frames kept.
pub const KEPT: usize = 300;
/// Frames whose median is shown as "the" time: one frame's time jumps too much to be read.
const MEDIAN_OF: usize = 30;

/// One frame in numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Of the world.
    pub frame: u64,
    /// Detection by the shown method.
    pub cpu: Duration,
    /// The same on the GPU's clock, where there is one.
    pub gpu: Option<Duration>,
    /// Pairs from the broad phase.
    pub candidates: usize,
    /// Pairs that the shown method calls colliding.
    pub colliding: usize,
    /// Pairs on which it and the reference differ.
    pub disagreements: usize,
}

/// The ring, oldest first, one sample per frame.
#[derive(Clone, Debug, Default)]
pub struct Record {
    samples: VecDeque<Sample>,
}

impl Record {
    /// Writes down a frame. Frames at or after it, left by stepping back, are forgotten.
    pub fn push(&mut self, frame: u64, found: &Findings) {
        while self.samples.pop_back_if(|last| last.frame >= frame).is_some() {}
        if self.samples.len() == KEPT {
            self.samples.pop_front();
        }
        self.samples.push_back(Sample {
            frame,
            cpu: found.cost.cpu,
            gpu: found.cost.gpu,
            candidates: found.candidates.len(),
            colliding: found.colliding_pairs(),
            disagreements: found.disagreements.len(),
        });
    }

    /// Oldest first.
    pub fn samples(&self) -> impl ExactSizeIterator<Item = &Sample> + Clone {
        self.samples.iter()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.samples.clear();
    }

    /// Median CPU time of the latest frames.
    pub fn median_cpu(&self) -> Option<Duration> {
        median(self.latest().map(|s| s.cpu))
    }

    /// Median GPU time of the latest frames; `None` where it is not measured.
    pub fn median_gpu(&self) -> Option<Duration> {
        median(self.latest().filter_map(|s| s.gpu))
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
mod tests {
    use super::*;
    use crate::detector::Cost;

    #[test]
    fn the_ring_keeps_the_latest_and_forgets_what_was_stepped_back_over() {
        let took = |ms| Findings {
            cost: Cost { cpu: Duration::from_millis(ms), ..Cost::default() },
            ..Findings::default()
        };
        let mut record = Record::default();
        assert_eq!(record.median_cpu(), None);
        (0..1000).for_each(|frame| record.push(frame, &took(frame)));
        assert_eq!(record.samples().len(), KEPT);
        assert_eq!(record.median_cpu(), Some(Duration::from_millis(985)));
        assert_eq!(record.median_gpu(), None);
        record.push(800, &took(1));
        assert_eq!(record.samples().last().map(|s| (s.frame, s.cpu.as_millis())), Some((800, 1)));
        assert!(record.samples().map(|s| s.frame).is_sorted());
    }
}
