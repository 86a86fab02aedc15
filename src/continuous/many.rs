//! Many pairs of one kind, decided side by side.
//!
//! The lines are those of `hybrid.rs`, as far as they have no branches: the signs of the cubic and its only root. So the compiler
//! decides several pairs in one instruction (SIMD). What stays open is for [`super::hybrid`], and whatever is decided here has the
//! same answer there, to the last bit of the time.

use super::crossing::{self, Crossing, Root};
use super::cubic::Cubic;
use super::differences::{Scale, Spanning};
use super::pair::Kind;
use crate::geometry::Point;

/// How many pairs at most.
pub const MANY: usize = 32;

/// What is found of a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Decided {
    /// No contact: the cubic keeps its sign.
    OneSide,
    /// No contact: the features are apart when the points lie in a plane.
    Apart,
    /// Contact, not before this time.
    At(f64),
    /// Not decided here: `hybrid` has to search.
    Open,
}

/// By end of the step, point and axis: a coordinate of every pair.
type Coordinates = [[[[f64; MANY]; 3]; 4]; 2];

/// Pairs of one kind.
pub struct Many {
    coordinates: Coordinates,
    codes: [f64; MANY],
    times: [f64; MANY],
}

/// Beside the codes of [`crossing`]: the cubic keeps its sign.
const ONE_SIDE: f64 = 3.0;

impl Default for Many {
    fn default() -> Self {
        Self { coordinates: [[[[0.0; MANY]; 3]; 4]; 2], codes: [crossing::OPEN; MANY], times: [0.0; MANY] }
    }
}

impl Many {
    /// Puts a pair, its points at both ends of the step, at a place below [`MANY`].
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

    /// Decides the pairs at the places below `count`, all of this kind. Touching alone is contact.
    #[inline(always)]
    pub fn decide(&mut self, kind: Kind, count: usize) {
        // A loop per kind, in which the kind is known.
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

    /// What was found of the pair at a place.
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

/// Of the pair at a place. Not a closure, which would not be inlined.
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
