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
/// More than what underflow can take from any sum of products of coordinates in [`USUAL`].
pub const TINY: f64 = 1e-290;
/// The largest coordinates of differences with which products neither overflow nor lose digits.
const USUAL: std::ops::RangeInclusive<f64> = 1e-12..=1e12;

/// Four differences at times 0 and 1; those of a triangle repeat the third.
#[derive(Clone, Debug)]
pub struct Differences {
    /// By end of the step, axis and point.
    pub points: [[[f64; 4]; 3]; 2],
}

/// The two edges that span the plane of contact and a vector from one feature to the other, at times 0 and 1.
#[derive(Clone, Debug)]
pub struct Spanning {
    pub first: [Vector; 2],
    pub second: [Vector; 2],
    pub across: [Vector; 2],
}

impl Differences {
    /// Of the points, multiplied by `scale` first: a power of two.
    #[inline(always)]
    pub fn of(kind: Kind, ends: [&[Point; 4]; 2], scale: Scale) -> Self {
        let pairs = match kind {
            Kind::VertexFace => [(1, 0), (2, 0), (3, 0), (3, 0)],
            Kind::EdgeEdge => [(0, 2), (1, 2), (1, 3), (0, 3)],
        };
        let at = |end: usize, axis: usize| {
            pairs.map(|(a, b)| scale.difference(ends[end][a][axis], ends[end][b][axis]))
        };
        Self { points: [0, 1].map(|end| [0, 1, 2].map(|axis| at(end, axis))) }
    }

    /// The largest coordinate without its sign.
    #[inline(always)]
    pub fn extent(&self) -> f64 {
        self.points.as_flattened().as_flattened().iter().fold(0.0, |most, c| c.abs().max(most))
    }

    /// Whether the two features are farther apart than `gap` along an axis at both ends, and therefore in between.
    #[inline(always)]
    pub fn apart_on_an_axis(&self, gap: f64) -> bool {
        let gap = gap * (1.0 + 4.0 * UNIT);
        (0..3).any(|axis| {
            let [start, end] = [&self.points[0][axis], &self.points[1][axis]];
            let all = |beyond: fn(f64, f64) -> bool| {
                let mut every = true;
                for i in 0..4 {
                    every &= beyond(start[i], gap) & beyond(end[i], gap);
                }
                every
            };
            all(|c, gap| c > gap) || all(|c, gap| c < -gap)
        })
    }

    /// Where the four points are at `time`, rounded.
    #[inline(always)]
    pub fn at(&self, time: f64) -> [Vector; 4] {
        let at = |axis: usize, i: usize| {
            let [start, end] = [self.points[0][axis][i], self.points[1][axis][i]];
            start + time * (end - start)
        };
        [0, 1, 2, 3].map(|i| Vector::new(at(0, i), at(1, i), at(2, i)))
    }
}

impl Spanning {
    /// Of the points, multiplied by `scale` first.
    #[inline(always)]
    pub fn of(kind: Kind, ends: [&[Point; 4]; 2], scale: Scale) -> Self {
        let [first, second, across] = match kind {
            Kind::VertexFace => [(2, 1), (3, 1), (1, 0)],
            Kind::EdgeEdge => [(1, 0), (3, 2), (0, 2)],
        };
        let vector = |(a, b): (usize, usize)| {
            ends.map(|p| Vector::from([0, 1, 2].map(|axis| scale.difference(p[a][axis], p[b][axis]))))
        };
        Self { first: vector(first), second: vector(second), across: vector(across) }
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

    /// What brings differences of this extent near 1, where that is needed. Great coordinates are made smaller before they
    /// are subtracted, since the difference may overflow; tiny differences are made greater afterwards, since the
    /// coordinates may be great.
    #[inline(always)]
    pub fn for_extent(extent: f64) -> Self {
        if USUAL.contains(&extent) { Self::NONE } else { Self::unusual(extent) }
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
