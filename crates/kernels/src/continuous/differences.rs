//! A pair as one moving body: the differences of its points.
//!
//! The features touch if and only if the convex hull of the differences of their points contains the origin. The hull
//! is a triangle (its corners minus the vertex) or a parallelogram (the ends of one edge minus those of the other).
//! Each difference moves linearly, and is computed with a relative error of at most 2⁻⁵³ per coordinate, however far
//! the pair is from the origin.

use super::Kind;
use crate::geometry::{Point, Vector};

/// The largest relative error of one rounding.
pub const UNIT: f64 = f64::EPSILON / 2.0;
/// Bound of the underflow error in any sum of products of coordinates, if the vectors need no scaling (see [`Scale`]).
pub const TINY: f64 = 1e-290;
/// Range of extents (largest absolute coordinates) for which vectors need no scaling: products of their coordinates
/// neither overflow nor lose digits.
const USUAL: std::ops::RangeInclusive<f64> = 1e-12..=1e12;

/// Four differences at times 0 and 1; a triangle has three and repeats the third.
#[derive(Clone, Debug)]
pub struct Differences {
    /// Coordinates, indexed by end of the step (0 or 1), axis and point.
    pub points: [[[f64; 4]; 3]; 2],
}

/// Three vectors whose triple product is the coplanarity cubic: two edges, which span the plane of contact, and a
/// vector from one feature to the other.
#[derive(Clone, Debug)]
pub struct Spanning {
    /// At times 0 and 1: from the triangle's first corner to its second, or along the first edge.
    pub first: [Vector; 2],
    /// At times 0 and 1: from the triangle's first corner to its third, or along the second edge.
    pub second: [Vector; 2],
    /// At times 0 and 1: from the vertex to the triangle's first corner, or between the edges' first ends.
    pub across: [Vector; 2],
    /// For `first`, `second` and `across`: the largest absolute value of each coordinate during the step.
    pub greatest: [Vector; 3],
}

impl Differences {
    /// The differences of the points, whose coordinates are multiplied by `scale` first.
    #[inline(always)]
    pub fn of(kind: Kind, ends: [&[Point; 4]; 2], scale: Scale) -> Self {
        let pairs = match kind {
            Kind::VertexFace => [(1, 0), (2, 0), (3, 0), (3, 0)],
            Kind::EdgeEdge => [(0, 2), (1, 2), (1, 3), (0, 3)],
        };
        // Loops, which the compiler vectorises, unlike arrays built by closures.
        let mut points = [[[0.0; 4]; 3]; 2];
        for (differences, ends) in points.iter_mut().zip(ends) {
            for (axis, row) in differences.iter_mut().enumerate() {
                for (difference, (a, b)) in row.iter_mut().zip(pairs) {
                    *difference = scale.difference(ends[a][axis], ends[b][axis]);
                }
            }
        }
        Self { points }
    }

    /// Positions of the four differences at `time`, with rounding errors.
    #[inline(always)]
    pub fn at(&self, time: f64) -> [Vector; 4] {
        let mut at = [Vector::zeros(); 4];
        for (axis, (start, end)) in self.points[0].iter().zip(&self.points[1]).enumerate() {
            for (i, point) in at.iter_mut().enumerate() {
                point[axis] = start[i] + time * (end[i] - start[i]);
            }
        }
        at
    }
}

/// True if an axis separates the features by more than `gap` at both ends of the step, and so in between.
#[inline(always)]
pub fn apart_on_an_axis(kind: Kind, start: &[Point; 4], end: &[Point; 4], gap: f64) -> bool {
    let gap = gap * (1.0 + 4.0 * UNIT);
    let mut widest = f64::NEG_INFINITY;
    for axis in 0..3 {
        let at_start = between(kind, start.each_ref().map(|p| p[axis]));
        let at_end = between(kind, end.each_ref().map(|p| p[axis]));
        let [above, below] = [0, 1].map(|side| lesser(at_start[side], at_end[side]));
        widest = greater(widest, greater(above, below));
    }
    widest > gap
}

/// Two signed distances along one axis: by how much the first feature lies above the second, and by how much below it.
/// If one of them is positive, the axis separates the features.
#[inline(always)]
fn between(kind: Kind, [a, b, c, d]: [f64; 4]) -> [f64; 2] {
    match kind {
        Kind::VertexFace => [a - greater(greater(b, c), d), lesser(lesser(b, c), d) - a],
        Kind::EdgeEdge => [lesser(a, b) - greater(c, d), lesser(c, d) - greater(a, b)],
    }
}

impl Spanning {
    /// The vectors between the points, whose coordinates are multiplied by `scale` first.
    #[inline(always)]
    pub fn of(kind: Kind, ends: [&[Point; 4]; 2], scale: Scale) -> Self {
        let pairs = match kind {
            Kind::VertexFace => [(2, 1), (3, 1), (1, 0)],
            Kind::EdgeEdge => [(1, 0), (3, 2), (0, 2)],
        };
        let mut vectors = [[Vector::zeros(); 2]; 3];
        let mut greatest = [Vector::zeros(); 3];
        for (which, (a, b)) in pairs.into_iter().enumerate() {
            for axis in 0..3 {
                let [start, end] = ends.map(|points| scale.difference(points[a][axis], points[b][axis]));
                (vectors[which][0][axis], vectors[which][1][axis]) = (start, end);
                greatest[which][axis] = greater(start.abs(), end.abs());
            }
        }
        let [first, second, across] = vectors;
        Self { first, second, across, greatest }
    }

    /// The three vectors at `time`, with rounding errors.
    #[inline(always)]
    pub fn at(&self, time: f64) -> [Vector; 3] {
        let between = |[start, end]: &[Vector; 2]| start + (end - start) * time;
        [between(&self.first), between(&self.second), between(&self.across)]
    }

    /// The largest absolute coordinate.
    #[inline(always)]
    pub fn extent(&self) -> f64 {
        let [a, b, c] = self.greatest.each_ref().map(|v| greater(greater(v.x, v.y), v.z));
        greater(greater(a, b), c)
    }
}

/// Powers of two that multiply coordinates before, and their differences after the subtraction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    before: f64,
    after: f64,
}

impl Scale {
    /// No scaling.
    pub const NONE: Self = Self { before: 1.0, after: 1.0 };

    /// The scale that makes vectors of this extent (largest absolute coordinate) about 1 in size; `None` if they need
    /// no scaling. Large coordinates are reduced before they are subtracted, since their difference may overflow. Tiny
    /// differences are enlarged after the subtraction, since the coordinates themselves may be large.
    #[inline(always)]
    pub fn for_extent(extent: f64) -> Option<Self> {
        if Self::is_usual(extent) { None } else { Some(Self::unusual(extent)) }
    }

    /// True if vectors of this extent need no scaling.
    #[inline(always)]
    pub fn is_usual(extent: f64) -> bool {
        (extent >= *USUAL.start()) & (extent <= *USUAL.end())
    }

    #[cold]
    fn unusual(extent: f64) -> Self {
        let exponent = if extent.is_finite() { extent.log2().clamp(-1000.0, 1000.0).floor() } else { 1000.0 };
        let factor = 2.0_f64.powi(-exponent as i32);
        if exponent > 0.0 { Self { before: factor, after: 1.0 } } else { Self { before: 1.0, after: factor } }
    }

    /// Scales a length.
    #[inline(always)]
    pub fn length(self, length: f64) -> f64 {
        length * self.before * self.after
    }

    #[inline(always)]
    fn difference(self, a: f64, b: f64) -> f64 {
        (a * self.before - b * self.before) * self.after
    }
}

/// The length, with some rounding errors; where squares would lose digits or underflow, an upper bound.
#[inline(always)]
pub fn length(v: &Vector) -> f64 {
    let length = v.norm();
    if length > 1e-140 { length } else { v.x.abs() + v.y.abs() + v.z.abs() }
}

/// Like `f64::max` for finite numbers, in one instruction.
#[inline(always)]
pub fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// Like `f64::min` for finite numbers, in one instruction.
#[inline(always)]
pub fn lesser(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}
