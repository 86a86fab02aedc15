//! Moving boxes: where something that moves straight is at both ends of a step.

use super::lanes::Four;
use crate::geometry::{Point, Vector};

/// The box of something that moves straight, at both ends of a step: least coordinates at time 0, greatest ones negated, and
/// the same at time 1. The fourth lane of each is a fourth direction: x + z, since layers that hang down are rarely across
/// an axis.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct Moving(pub [Four; 4]);

/// More than underflow can take.
const LEAST: f32 = 1e-36;
/// 2⁻²², a quarter of the sixteen-millionths that rounding to single precision may take.
const SLACK: f32 = 2.0 * f32::EPSILON;

impl Moving {
    /// Contains nothing: apart from everything, and nothing is added by it to a union.
    #[inline(always)]
    pub fn empty() -> Self {
        Self([Four::splat(f32::INFINITY); 4])
    }

    /// The box of a point that moves straight, seen from `origin`: rounded outward to single precision.
    ///
    /// Why it encloses: let n be the number nearest to a coordinate. The subtraction of the origin is off by 2⁻⁵³ of the
    /// result, rounding to n by 2⁻²⁴ |n|, and the last subtraction by as much again. For the fourth direction the first error
    /// is 2⁻⁵³ (|x| + |z| + |w|) ≤ 2⁻⁵³ (2 |x| + 2 |w|). 2⁻²² (|n| + that of the lane opposite) is taken away, of which more than
    /// 2⁻²⁴ |n| is left: it is what [`Moving::difference`] rounds. Coordinates beyond single precision have no bounds.
    #[inline(always)]
    pub fn of_point(start: &Point, end: &Point, origin: &Point) -> Self {
        let ends = |p: &Point| {
            let seen: Vector = p - origin;
            let near = Four::rounded([seen.x, seen.y, seen.z, seen.x + seen.z]);
            let size = near.abs();
            let out = (size + size.reversed()) * Four::splat(SLACK) + Four::splat(LEAST);
            // For numbers beyond single precision: infinity minus infinity is no number. Not minus infinity, which nothing
            // would be apart from, not even what is empty.
            let unbounded = Four::splat(f32::MIN);
            [(near - out).max(unbounded), (Four::splat(0.0) - near - out).max(unbounded)]
        };
        let ([a, b], [c, d]) = (ends(start), ends(end));
        Self([a, b, c, d])
    }

    /// Encloses the vectors from points of `from` to points of this: an edge.
    ///
    /// A sum of two bounds is rounded by at most 2⁻²⁴ of both, which both have left.
    #[inline(always)]
    pub fn difference(&self, from: &Self) -> Self {
        let (a, b) = (&self.0, &from.0);
        Self([a[0] + b[1], a[1] + b[0], a[2] + b[3], a[3] + b[2]])
    }

    /// Encloses both.
    #[inline(always)]
    pub fn union(&self, other: &Self) -> Self {
        let (a, b) = (&self.0, &other.0);
        Self([a[0].min(b[0]), a[1].min(b[1]), a[2].min(b[2]), a[3].min(b[3])])
    }

    /// Whether it contains nothing.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0[0].numbers()[0] == f32::INFINITY
    }

    /// The largest coordinate without its sign, of vectors in it.
    pub fn farthest(&self) -> f64 {
        let [a, b, c, d] = self.0;
        let [x, y, z, _] = a.min(b).min(c.min(d)).numbers();
        -f64::from(x.min(y).min(z))
    }

    /// The largest side at either end.
    pub fn extent(&self) -> f64 {
        let side = |low: Four, high: Four| {
            let (low, high) = (low.numbers(), high.numbers());
            (0..3).map(|axis| -(f64::from(low[axis]) + f64::from(high[axis]))).fold(0.0, f64::max)
        };
        let [a, b, c, d] = self.0;
        side(a, b).max(side(c, d))
    }

    /// Whether no direction has them farther apart than `gap`, the same way round at both ends of the step.
    ///
    /// The difference of two bounds is rounded by at most 2⁻²⁴ of it, which [`Gap`] has, and has the sign of the comparison even
    /// where it underflows.
    #[inline(always)]
    pub fn meets(&self, other: &Self, gap: Gap) -> bool {
        let (a, b) = (&self.0, &other.0);
        let above = (a[0] + b[1]).min(a[2] + b[3]);
        let below = (a[1] + b[0]).min(a[3] + b[2]);
        above.max(below).above(gap.0) == 0
    }
}

/// A distance along each of the four directions.
#[derive(Clone, Copy, Debug)]
pub struct Gap(Four);

impl Gap {
    /// In metres. The fourth direction is √2 long.
    pub fn new(metres: f64) -> Self {
        let gap = (metres * (1.0 + 4.0 * f64::from(f32::EPSILON))) as f32;
        // The factor is more than √2, by more than is rounded.
        Self(Four::new([gap, gap, gap, 1.414_22 * gap]))
    }
}
