//! Going to any frame that is kept, and what happened in each.

use std::ops::RangeInclusive;

use super::Arena;
use super::findings::{Answer, Findings};
use super::statistics::Sample;
use crate::labs::marks::{FrameMark, FrameMarks};
use crate::methods::{METHODS, Method};
use crate::world::{Body, Pair};

impl Arena {
    /// The frames that can be gone to, the present one included.
    pub fn span(&self) -> RangeInclusive<u64> {
        self.history.span(&self.world)
    }

    /// To the frame nearest to this one that is kept. Later ones stay, until the world moves on from here. Whether it
    /// is another frame. A body in the hand is let go.
    pub fn go_to(&mut self, frame: u64) -> bool {
        self.release(true);
        let went = self.history.seek(&mut self.world, frame);
        if went {
            self.look_again();
        }
        went
    }

    /// One frame back, if it is still remembered.
    pub fn step_back(&mut self) -> bool {
        self.release(true);
        let stepped = self.history.step_back(&mut self.world);
        if stepped {
            self.look_again();
        }
        stepped
    }

    /// Number of frames that can be stepped back.
    pub fn steps_back(&self) -> usize {
        self.history.steps_back(&self.world)
    }

    /// What was found in the frames that can be gone to, when each was on show last.
    pub fn marks(&self) -> &FrameMarks {
        &self.marks
    }

    /// What the methods were measured at in a frame, in the order of the table.
    pub fn measured_at(&self, frame: u64) -> impl Iterator<Item = (&'static Method, &Sample)> {
        METHODS.iter().filter_map(move |method| Some((method, self.ledger.of(method).at(frame)?)))
    }

    /// The bodies of a pair as they were at a frame that is kept.
    pub fn pair_at(&self, frame: u64, pair: Pair) -> Option<[Body; 2]> {
        let [a, b] = [pair.a, pair.b].map(|body| {
            let now = self.bodies().get(body)?;
            if frame == self.world.frame() {
                return Some(now.clone());
            }
            let &(pose, velocity, spin) = self.history.at(frame)?.get(body)?;
            Some(Body { shape: now.shape.clone(), pose, velocity, spin })
        });
        Some([a?, b?])
    }

    /// Writes down what is found in the frame on show.
    pub(super) fn mark(&mut self) {
        self.marks.forget_before(*self.span().start());
        self.marks.put(self.world.frame(), mark_of(&self.found));
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
