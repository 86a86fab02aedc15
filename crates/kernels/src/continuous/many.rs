//! Batches of pairs of one kind, tested side by side.
//!
//! This is the branch-free part of `hybrid.rs`: the signs of the cubic and its single root. The compiler can therefore
//! test several pairs per instruction (SIMD). Open pairs are left to [`super::hybrid`], and every result equals that
//! of `hybrid`, up to the last bit of the time.

use super::Kind;
use super::crossing::{self, Crossing, Root};
use super::cubic::Cubic;
use super::differences::{Scale, Spanning};
use crate::geometry::Point;

/// Maximum number of pairs in a batch.
pub const MANY: usize = 32;

/// The result for a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Decided {
    /// No contact: the cubic keeps its sign.
    OneSide,
    /// No contact: the features are separated when the points are coplanar.
    Apart,
    /// A contact, not earlier than this time.
    At(f64),
    /// Not decided here: `hybrid` must search.
    Open,
}

/// Coordinates of all pairs of a batch, indexed by end of the step, point, axis and pair.
type Coordinates = [[[[f64; MANY]; 3]; 4]; 2];

/// A batch of pairs of one kind.
pub struct Many {
    coordinates: Coordinates,
    codes: [f64; MANY],
    times: [f64; MANY],
}

/// The result code of a pair whose cubic keeps its sign, in addition to the codes in [`crossing`].
const ONE_SIDE: f64 = 3.0;

impl Default for Many {
    fn default() -> Self {
        Self { coordinates: [[[[0.0; MANY]; 3]; 4]; 2], codes: [crossing::OPEN; MANY], times: [0.0; MANY] }
    }
}

impl Many {
    /// Stores a pair, by its points at both ends of the step, at an index below [`MANY`].
    #[inline(always)]
    pub fn set(&mut self, place: usize, ends: &[[Point; 4]; 2]) {
        for (of_end, points) in self.coordinates.iter_mut().zip(ends) {
            for (of_point, point) in of_end.iter_mut().zip(points) {
                for axis in 0..3 {
                    of_point[axis][place] = point[axis];
                }
            }
        }
    }

    /// Tests the pairs at the indices below `count`, all of this kind. Touching counts as contact.
    #[inline(always)]
    pub fn decide(&mut self, kind: Kind, count: usize) {
        // One loop per kind, so that the kind is a constant in it.
        match kind {
            Kind::VertexFace => self.decide_all(Kind::VertexFace, count),
            Kind::EdgeEdge => self.decide_all(Kind::EdgeEdge, count),
        }
    }

    #[inline(always)]
    fn decide_all(&mut self, kind: Kind, count: usize) {
        let Self { coordinates, codes, times } = self;
        for place in 0..count.min(MANY) {
            let spanning = spanning(kind, coordinates, place);
            let cubic = Cubic::of_spanning(&spanning, 0.0);
            let crossing = Crossing::of(kind, &spanning, Root::of(&cubic));
            let code = if cubic.keeps_its_sign() { ONE_SIDE } else { crossing.code };
            codes[place] = if Scale::is_usual(spanning.extent()) { code } else { crossing::OPEN };
            times[place] = crossing.span[0];
        }
    }

    /// The result for the pair at the index `place`.
    #[inline(always)]
    pub fn decided(&self, place: usize) -> Decided {
        let code = self.codes[place];
        if code == crossing::MEETING {
            Decided::At(self.times[place])
        } else if code == crossing::APART {
            Decided::Apart
        } else if code == ONE_SIDE {
            Decided::OneSide
        } else {
            Decided::Open
        }
    }
}

/// The vectors of the pair at the index `place`. A function, because a closure would not be inlined.
#[inline(always)]
fn spanning(kind: Kind, coordinates: &Coordinates, place: usize) -> Spanning {
    let point = |end: usize, point: usize| {
        let [x, y, z] = &coordinates[end][point];
        Point::new(x[place], y[place], z[place])
    };
    let start = [point(0, 0), point(0, 1), point(0, 2), point(0, 3)];
    let end = [point(1, 0), point(1, 1), point(1, 2), point(1, 3)];
    Spanning::of(kind, [&start, &end], Scale::NONE)
}
