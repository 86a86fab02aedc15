//! A point that moves within a plane of the level.
//!
//! An extended mover that touches a plane lies on one side of the plane. A point that moves within a plane
//! lies on neither side: it only touches a solid that lies on one side, but it enters a solid that lies on
//! both sides. Sweeps along two paths parallel to the plane, slightly in front of it and slightly behind,
//! distinguish the two cases; k planes need 2^k paths.

use super::contact::{Hit, Move, Swept};
use super::interval::PlaneMotion;
use crate::geometry::Vector;
use crate::level::mover::Mover;

/// Distance of the parallel paths from the plane, as a multiple of the tolerance.
const BESIDE: f64 = 8.0;
/// Maximum number of recorded planes; three already meet in a corner.
const MOST: usize = 3;

/// Normals of planes in which the path of a point lies.
#[derive(Default)]
pub struct Grazed(Vec<Vector>);

impl Grazed {
    /// Records the plane of `met` if the path of a point lies in it.
    pub fn note(&mut self, met: &PlaneMotion, a_move: &Move, tolerance: f64, length: f64) {
        let slides = a_move.mover == Mover::Point
            && met.grazes(tolerance, length)
            && met.other_side(met.reach).grazes(tolerance, length);
        let known = || self.0.iter().any(|normal| normal.dot(&met.normal).abs() > 1.0 - 1e-9);
        if slides && self.0.len() < MOST && !known() {
            self.0.push(met.normal);
        }
    }

    /// Sweeps all parallel paths and returns the latest of their first contacts, or none if one of the paths
    /// is free. Returns `found` if no plane was recorded.
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
