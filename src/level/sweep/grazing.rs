//! A point that moves within a plane of the level.
//!
//! A mover with an inside that touches a plane lies on one side of it. A point that moves within a plane lies on neither:
//! solid on one side alone is touched, solid on both sides is entered. Whether there is some on both, two paths tell, a
//! little beside the plane to either side; with k planes, 2^k.

use super::contact::{Hit, Move, Swept};
use super::interval::Met;
use crate::geometry::Vector;
use crate::level::mover::Mover;

/// How far beside the plane a path is laid, in tolerances.
const BESIDE: f64 = 8.0;
/// More planes than meet in a corner need not be told apart.
const MOST: usize = 3;

/// Normals of planes in which the path of a point lies.
#[derive(Default)]
pub struct Grazed(Vec<Vector>);

impl Grazed {
    /// Notes the plane if the path of a point lies in it.
    pub fn note(&mut self, met: &Met, a_move: &Move, tolerance: f64, length: f64) {
        let slides = a_move.mover == Mover::Point
            && met.grazes(tolerance, length)
            && met.other_side(met.reach).grazes(tolerance, length);
        let known = || self.0.iter().any(|normal| normal.dot(&met.normal).abs() > 1.0 - 1e-9);
        if slides && self.0.len() < MOST && !known() {
            self.0.push(met.normal);
        }
    }

    /// The first contact on all paths beside the planes, by `sweep`; `found` if there is no such plane.
    pub fn settle(
        self,
        found: Swept,
        a_move: &Move,
        tolerance: f64,
        mut sweep: impl FnMut(&Move) -> Swept,
    ) -> Swept {
        if self.0.is_empty() {
            return found;
        }
        let mut latest: Option<Hit> = None;
        let mut cost = found.1;
        for sides in 0..1_usize << self.0.len() {
            let signed = self.0.iter().enumerate().map(|(i, n)| if sides >> i & 1 == 0 { *n } else { -n });
            let beside = signed.sum::<Vector>() * (BESIDE * tolerance);
            let moved = Move { from: a_move.from + beside, to: a_move.to + beside, ..a_move.clone() };
            let (hit, more) = sweep(&moved);
            cost = cost.plus(&more);
            let Some(hit) = hit else { return (None, cost) };
            if latest.is_none_or(|latest| hit.time > latest.time) {
                latest = Some(hit);
            }
        }
        (latest, cost)
    }
}
