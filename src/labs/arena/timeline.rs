//! Seeking recorded frames, and what happened in each.

use std::ops::RangeInclusive;

use super::Arena;
use crate::comparison::findings::{Answer, Findings};
use crate::comparison::statistics::Sample;
use crate::labs::marks::{FrameMark, FrameMarks};
use crate::methods::{METHODS, Method};
use crate::world::{Body, Pair};

impl Arena {
    /// The recorded frames.
    pub fn span(&self) -> RangeInclusive<u64> {
        self.timeline.span()
    }

    /// To the recorded frame nearest to this one. Whether it is another. A body in the hand is let go.
    pub fn seek(&mut self, frame: u64) -> bool {
        self.release(true);
        let moved = self.timeline.seek(frame);
        self.show_again(moved)
    }

    /// One frame back. `false`, and nothing happens, at the oldest one.
    pub fn step_back(&mut self) -> bool {
        self.release(true);
        let moved = self.timeline.step_back();
        self.show_again(moved)
    }

    fn show_again(&mut self, moved: bool) -> bool {
        if moved {
            self.follow_timeline();
            self.look_again();
        }
        moved
    }

    /// Puts the bodies where they are in the recorded frame on show.
    pub(super) fn follow_timeline(&mut self) {
        // They were there before.
        let _ = self.world.restore(self.timeline.frame(), self.timeline.now());
    }

    /// Number of frames that can be stepped back.
    pub fn steps_back(&self) -> usize {
        self.timeline.steps_back()
    }

    /// What was found in the recorded frames, when each was on show last.
    pub fn marks(&self) -> &FrameMarks {
        self.timeline.marks()
    }

    /// What the methods were measured at in a frame, in the order of the table.
    pub fn measured_at(&self, frame: u64) -> impl Iterator<Item = (&'static Method, &Sample)> {
        METHODS.iter().filter_map(move |method| Some((method, self.ledger.of(method).at(frame)?)))
    }

    /// The bodies of a pair as they were at a recorded frame.
    pub fn pair_at(&self, frame: u64, pair: Pair) -> Option<[Body; 2]> {
        let [a, b] = [pair.a, pair.b].map(|body| {
            let now = self.bodies().get(body)?;
            let &(pose, velocity, spin) = self.timeline.at(frame)?.get(body)?;
            Some(Body { shape: now.shape.clone(), pose, velocity, spin })
        });
        Some([a?, b?])
    }

    /// Marks the frame on show by what is found in it, once it is recorded.
    pub(super) fn mark(&mut self) {
        if self.world.frame() == self.timeline.frame() {
            self.timeline.mark(mark_of(&self.found));
        }
    }
}

/// Collisions are those that are so, or, where the reference is off, those by which the bodies part.
fn mark_of(found: &Findings) -> FrameMark {
    let truth = found.truth.as_ref().map(|truth| truth.iter().filter(|hit| **hit).count());
    let hits = truth.unwrap_or(found.to_part.len()) as u32;
    let mut mark = FrameMark { hits, ..FrameMark::default() };
    for errors in found.answers.iter().filter_map(|answer: &Answer| answer.errors.as_ref()) {
        mark.missed += errors.missed.len() as u32;
        mark.false_hits += errors.false_hits.len() as u32;
    }
    mark
}
