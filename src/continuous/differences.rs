//! The pair as one moving body: the differences of its points.
//!
//! The features touch when the hull of all differences of their points contains the origin: a triangle of the three
//! corners seen from the vertex, or a parallelogram of the ends of one edge seen from the ends of the other. Each
//! difference moves straight, and is computed with a relative error of at most 2⁻⁵³ per coordinate, however far from the
//! origin the pair is.

use super::pair::Kind;
use crate::geometry::{Point, Vector};

/// Largest relative error of one rounding.
pub const UNIT: f64 = f64::EPSILON / 2.0;
/// More than what underflow can take from any sum of products of coordinates in `USUAL`.
pub const TINY: f64 = 1e-290;
/// The largest coordinates of differences with which products neither overflow nor lose digits.
const USUAL: std::ops::RangeInclusive<f64> = 1e-12..=1e12;

/// Four differences at times 0 and 1; those of a triangle repeat the third.
#[derive(Clone, Debug)]
pub struct Differences {
    /// By end of the step, axis and point.
    pub points: [[[f64; 4]; 3]; 2],
}

/// The two edges that span the plane of contact and a vector from one feature to the other.
#[derive(Clone, Debug)]
pub struct Spanning {
    /// At times 0 and 1: from the triangle's first corner to its second, or along the first edge.
    pub first: [Vector; 2],
    /// At times 0 and 1: from the triangle's first corner to its third, or along the second edge.
    pub second: [Vector; 2],
    /// At times 0 and 1: from the vertex to the triangle's first corner, or between the edges' first ends.
    pub across: [Vector; 2],
    /// The greatest coordinates of each, without signs.
    pub greatest: [Vector; 3],
}

impl Differences {
    /// Of the points, multiplied by `scale` first.
    #[inline(always)]
    pub fn of(kind: Kind, ends: [&[Point; 4]; 2], scale: Scale) -> Self {
        let pairs = match kind {
            Kind::VertexFace => [(1, 0), (2, 0), (3, 0), (3, 0)],
            Kind::EdgeEdge => [(0, 2), (1, 2), (1, 3), (0, 3)],
        };
        // Loops, which the compiler vectorises; arrays made by closures it does not.
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

    /// Where the four points are at `time`, rounded.
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

/// Whether the two features are farther apart than `gap` along an axis at both ends, and therefore in between.
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

/// By how much the first feature lies above the second, and below it, on an axis.
#[inline(always)]
fn between(kind: Kind, [a, b, c, d]: [f64; 4]) -> [f64; 2] {
    match kind {
        Kind::VertexFace => [a - greater(greater(b, c), d), lesser(lesser(b, c), d) - a],
        Kind::EdgeEdge => [lesser(a, b) - greater(c, d), lesser(c, d) - greater(a, b)],
    }
}

impl Spanning {
    /// Of the points, multiplied by `scale` first.
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

    /// The three vectors at `time`, rounded.
    #[inline(always)]
    pub fn at(&self, time: f64) -> [Vector; 3] {
        let between = |[start, end]: &[Vector; 2]| start + (end - start) * time;
        [between(&self.first), between(&self.second), between(&self.across)]
    }

    /// The greatest coordinate without its sign.
    #[inline(always)]
    pub fn extent(&self) -> f64 {
        let [a, b, c] = self.greatest.each_ref().map(|v| greater(greater(v.x, v.y), v.z));
        greater(greater(a, b), c)
    }
}

/// Powers of two by which coordinates, and then their differences, are multiplied.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    before: f64,
    after: f64,
}

impl Scale {
    /// As they are.
    pub const NONE: Self = Self { before: 1.0, after: 1.0 };

    /// What brings vectors of this extent near 1, where that is needed. Great coordinates are made smaller before they are
    /// subtracted, since the difference may overflow; tiny differences are made greater afterwards, since the coordinates may
    /// be great.
    #[inline(always)]
    pub fn for_extent(extent: f64) -> Option<Self> {
        if Self::is_usual(extent) { None } else { Some(Self::unusual(extent)) }
    }

    /// Whether vectors of this extent are used as they are.
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

    /// Of a length.
    #[inline(always)]
    pub fn length(self, length: f64) -> f64 {
        length * self.before * self.after
    }

    #[inline(always)]
    fn difference(self, a: f64, b: f64) -> f64 {
        (a * self.before - b * self.before) * self.after
    }
}

/// The length, up to some roundings; more, where squares would lose digits or become 0.
#[inline(always)]
pub fn length(v: &Vector) -> f64 {
    let length = v.norm();
    if length > 1e-140 { length } else { v.x.abs() + v.y.abs() + v.z.abs() }
}

/// As `f64::max` for numbers, in one instruction.
#[inline(always)]
pub fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// As `f64::min` for numbers, in one instruction.
#[inline(always)]
pub fn lesser(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}
