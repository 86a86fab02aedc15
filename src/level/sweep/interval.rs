//! The times at which a mover overlaps a cell, plane by plane.

use super::contact::{Hit, Move};
use crate::geometry::Vector;
use crate::level::plane::Plane;

/// Moves along a plane may deviate by this share of their length.
pub const PARALLEL: f64 = 1e-12;

/// A plane as a mover meets it: its reference point is `start` metres in front at time 0, moves away by `rate` metres until
/// time 1, and the mover touches what is behind the plane up to `reach` metres in front of it.
#[derive(Clone, Copy, Debug)]
pub struct Met {
    /// Metres.
    pub start: f64,
    /// Metres from time 0 to time 1; negative towards the plane.
    pub rate: f64,
    /// Metres.
    pub reach: f64,
    /// Towards the mover.
    pub normal: Vector,
    /// The plane's index in the tree.
    pub plane: Option<u32>,
}

impl Met {
    /// A plane, by its index in the tree if it is one of the tree's, met by a mover that reaches so far against it.
    pub fn of(plane: &Plane, index: Option<u32>, reach: f64, a_move: &Move) -> Self {
        let (start, rate) = (plane.distance(&a_move.from), plane.normal.dot(&a_move.path()));
        Self { start, rate, reach, normal: plane.normal, plane: index }
    }

    /// Whether the mover begins in the skin and stays there: it touches the plane and slides along it, or leaves.
    pub fn grazes(&self, tolerance: f64, length: f64) -> bool {
        let past = self.reach + tolerance - self.start;
        past > 0.0 && past <= 2.0 * tolerance && self.rate >= -PARALLEL * length
    }

    /// The same plane from its other side, along which the mover reaches so far.
    pub fn other_side(&self, reach: f64) -> Self {
        Self { start: -self.start, rate: -self.rate, reach, normal: -self.normal, ..*self }
    }
}

/// The times at which the mover overlaps all half-spaces so far.
#[derive(Clone, Copy, Debug)]
pub struct Interval {
    /// First time.
    pub from: f64,
    /// Last time.
    pub to: f64,
    /// The same with all planes as far behind as they are taken farther in front.
    sure: [f64; 2],
    /// The plane that was met at the first time; none if the mover overlapped all of them at the beginning.
    entered: Option<Met>,
    /// The plane that it would leave through soonest at the beginning, and by how much it is past it.
    shallowest: Option<(f64, Met)>,
}

impl Interval {
    /// First and last time.
    pub fn times(&self) -> [f64; 2] {
        [self.from, self.to]
    }

    /// The whole move.
    pub fn whole() -> Self {
        Self { from: 0.0, to: 1.0, sure: [0.0, 1.0], entered: None, shallowest: None }
    }

    /// Whether the mover overlaps all half-spaces for certain, and does so on no more than `within` of the path, `length` metres
    /// long, after the first time.
    pub fn is_sure(&self, within: f64, length: f64) -> bool {
        let [from, to] = self.sure;
        from <= to && (from - self.from) * length <= within
    }

    /// Cuts off the times at which the mover is wholly in front of the plane; `None` if no time is left.
    ///
    /// The plane counts as `tolerance` metres farther in front than it is, since the tree is that much off: so no contact
    /// is told too late. A mover that begins within twice that overlaps the half-space only if it goes on towards it.
    pub fn clip(mut self, met: Met, tolerance: f64, length: f64) -> Option<Self> {
        let Met { start, rate, reach, .. } = met;
        let past = reach + tolerance - start;
        if past <= 0.0 {
            // In front at the beginning.
            if rate >= 0.0 {
                return None;
            }
            let time = past / rate;
            self.sure[0] = self.sure[0].max(time - 2.0 * tolerance / rate);
            if time > self.from || self.entered.is_none() {
                (self.from, self.entered) = (time.max(self.from), Some(met));
            }
        } else if past <= 2.0 * tolerance {
            // In the skin.
            if met.grazes(tolerance, length) {
                return None;
            }
            self.sure[0] = self.sure[0].max((past - 2.0 * tolerance) / rate);
            self.entered = self.entered.or(Some(met));
        } else {
            if self.shallowest.is_none_or(|(least, _)| past < least) {
                self.shallowest = Some((past, met));
            }
            if rate > 0.0 {
                self.to = self.to.min(past / rate);
                self.sure[1] = self.sure[1].min((past - 2.0 * tolerance) / rate);
            }
        }
        (self.from <= self.to).then_some(self)
    }

    /// The contact at the first time, with the cell of this number.
    pub fn hit(&self, cell: Option<u32>) -> Option<Hit> {
        let met = self.entered.or(self.shallowest.map(|(_, met)| met))?;
        Some(Hit {
            time: self.from,
            normal: met.normal,
            plane: met.plane,
            cell,
            inside: self.entered.is_none(),
        })
    }
}
