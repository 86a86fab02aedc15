//! The times at which a mover overlaps a cell, clipped plane by plane.

use super::contact::{Hit, Move};
use crate::geometry::Vector;
use crate::level::plane::Plane;

/// A move counts as parallel to a plane if its component across the plane is at most this share of its length.
pub const PARALLEL: f64 = 1e-12;
/// A point that leaves a plane's skin within this many times its thickness does not count as touching the solid.
const BRIEF: f64 = 16.0;

/// A plane as seen by a mover. The reference point is `start` metres in front of the plane at time 0 and moves
/// away by `rate` metres until time 1; the mover touches the half-space behind the plane when that distance is at
/// most `reach` metres.
#[derive(Clone, Copy, Debug)]
pub struct PlaneMotion {
    /// Metres in front of the plane at time 0.
    pub start: f64,
    /// Rate of change of the distance, metres per unit of time; negative if the mover approaches the plane.
    pub rate: f64,
    /// The mover's reach against the plane, metres.
    pub reach: f64,
    /// The plane's normal, towards the mover.
    pub normal: Vector,
    /// Index of the plane in the tree.
    pub plane: Option<u32>,
}

impl PlaneMotion {
    /// The motion of a mover with this reach relative to a plane; `index` is the plane's index if it belongs to
    /// the tree.
    pub fn of(plane: &Plane, index: Option<u32>, reach: f64, a_move: &Move) -> Self {
        let (start, rate) = (plane.distance(&a_move.from), plane.normal.dot(&a_move.path()));
        Self { start, rate, reach, normal: plane.normal, plane: index }
    }

    /// True if the mover starts in the skin without moving deeper: it slides along the plane or leaves it.
    pub fn grazes(&self, tolerance: f64, length: f64) -> bool {
        let past = self.reach + tolerance - self.start;
        past > 0.0 && past <= 2.0 * tolerance && self.rate >= -PARALLEL * length
    }
}

/// The times at which the mover overlaps all half-spaces clipped so far.
#[derive(Clone, Copy, Debug)]
pub struct Interval {
    /// First time.
    pub from: f64,
    /// Last time.
    pub to: f64,
    /// The times during which the overlap is certain. They are computed like `from` and `to`, but with every plane
    /// moved back by the tolerance instead of forward.
    sure: [f64; 2],
    /// The plane reached at the first time; `None` if the mover overlaps all half-spaces at the start.
    entered: Option<PlaneMotion>,
    /// For a mover that starts inside all half-spaces, the nearest plane and the mover's distance past it; otherwise
    /// `None`.
    shallowest: Option<(f64, PlaneMotion)>,
    /// True for a point whose path lies in one of the planes, up to the skin: it touches the solid at most.
    touches: bool,
}

impl Interval {
    /// The whole move.
    pub fn whole() -> Self {
        Self { from: 0.0, to: 1.0, sure: [0.0, 1.0], entered: None, shallowest: None, touches: false }
    }

    /// True if the mover certainly overlaps all half-spaces at a position at most `within` metres along the path
    /// after the first time. The path is `length` metres long.
    pub fn is_sure(&self, within: f64, length: f64) -> bool {
        let [from, to] = self.sure;
        from <= to && (from - self.from) * length <= within
    }

    /// True if the mover certainly enters the solid: it overlaps all half-spaces by more than a skin at some time.
    pub fn enters(&self) -> bool {
        !self.touches && self.sure[0] <= self.sure[1]
    }

    /// True if this solid is entered after `other`. A solid that holds the mover from the start is entered first.
    pub fn is_entered_after(&self, other: &Self) -> bool {
        (self.from, self.entered.is_some()) > (other.from, other.entered.is_some())
    }

    /// Like `clip`, for a point: a plane in whose skin the point slides does not separate it from the solid.
    #[inline]
    pub fn clip_or_touch(self, met: PlaneMotion, tolerance: f64, length: f64) -> Option<Self> {
        if met.grazes(tolerance, length) {
            return self.touched(met, tolerance, length);
        }
        self.clip(met, tolerance, length)
    }

    /// Cuts off the times at which the mover is entirely in front of the plane; `None` if no time is left.
    ///
    /// The plane is moved forward by `tolerance` metres to cover the error of the tree's planes, so that no
    /// contact is late. A mover that starts within twice that distance overlaps the half-space only if it moves
    /// towards the plane.
    pub fn clip(mut self, met: PlaneMotion, tolerance: f64, length: f64) -> Option<Self> {
        let PlaneMotion { start, rate, reach, .. } = met;
        let past = reach + tolerance - start;
        if past <= 0.0 {
            // The mover starts in front.
            if rate >= 0.0 {
                return None;
            }
            let time = past / rate;
            self.sure[0] = self.sure[0].max(time - 2.0 * tolerance / rate);
            if time > self.from || self.entered.is_none() {
                (self.from, self.entered) = (time.max(self.from), Some(met));
            }
        } else if past <= 2.0 * tolerance {
            // The mover starts in the skin.
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

    /// The times until a point leaves the skin of a plane in which it slides; `None` if it leaves at once.
    #[cold]
    fn touched(mut self, met: PlaneMotion, tolerance: f64, length: f64) -> Option<Self> {
        self.touches = true;
        if met.rate > PARALLEL * length {
            self.to = self.to.min((met.reach + tolerance - met.start) / met.rate);
            if self.to * length <= BRIEF * tolerance {
                return None;
            }
        }
        (self.from <= self.to).then_some(self)
    }

    /// The contact at the first time; `cell` is the index of the leaf or brush.
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
