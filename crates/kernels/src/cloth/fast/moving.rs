//! Moving boxes: the bounds of linearly moving points at both ends of a step.

use crate::geometry::{Point, Vector};
use crate::simd::Four;
use crate::simd::lanes::Lanes;

/// The box of linearly moving points at both ends of a step: the minimum coordinates at time 0, the maximum
/// coordinates at time 0 with their signs reversed, and the same two at time 1. The fourth lane of each is a
/// fourth direction, x + z, because layers that hang down are rarely perpendicular to an axis.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct Moving(pub [Four; 4]);

/// Bound on the rounding error that underflow causes.
const LEAST: f32 = 1e-36;
/// 2⁻²²: four times the relative error of rounding to single precision.
const SLACK: f32 = 2.0 * f32::EPSILON;

impl Moving {
    /// The empty box: separated from every box, and neutral in unions.
    #[inline(always)]
    pub fn empty() -> Self {
        Self([Four::splat(f32::INFINITY); 4])
    }

    /// The box of a linearly moving point relative to `origin`, rounded outward to single precision.
    ///
    /// Proof that it encloses the point: let n be the single-precision number nearest to a coordinate.
    /// Subtracting the origin has an error of 2⁻⁵³ of the result, rounding to n an error of 2⁻²⁴ |n|, and
    /// subtracting the margin another 2⁻²⁴ |n|. In the fourth direction, w = x + z, the first error is 2⁻⁵³
    /// (|x| + |z| + |w|) ≤ 2⁻⁵³ (2 |x| + 2 |w|). The margin is 2⁻²² times the sum of |n| and the number in the
    /// opposite lane; more than 2⁻²⁴ |n| of it remains to cover the rounding in [`Moving::difference`].
    /// Coordinates beyond single precision have no bounds.
    #[inline(always)]
    pub fn of_point(start: &Point, end: &Point, origin: &Point) -> Self {
        let ends = |p: &Point| {
            let seen: Vector = p - origin;
            let near = Four::rounded([seen.x, seen.y, seen.z, seen.x + seen.z]);
            let size = near.abs();
            let out = (size + size.reversed()) * Four::splat(SLACK) + Four::splat(LEAST);
            // The bound of a coordinate beyond single precision would be infinite, and infinity minus
            // infinity is NaN. Minus infinity would not do either: nothing would be separated from it, not
            // even an empty box.
            let unbounded = Four::splat(f32::MIN);
            [(near - out).max(unbounded), (Four::splat(0.0) - near - out).max(unbounded)]
        };
        let ([a, b], [c, d]) = (ends(start), ends(end));
        Self([a, b, c, d])
    }

    /// The box of the vectors from points of `from` to points of this box: an edge.
    ///
    /// The sum of two bounds has a rounding error of at most 2⁻²⁴ times the sum of their sizes. The margins
    /// of both boxes cover it.
    #[inline(always)]
    pub fn difference(&self, from: &Self) -> Self {
        let (a, b) = (&self.0, &from.0);
        Self([a[0] + b[1], a[1] + b[0], a[2] + b[3], a[3] + b[2]])
    }

    /// The box that encloses both.
    #[inline(always)]
    pub fn union(&self, other: &Self) -> Self {
        let (a, b) = (&self.0, &other.0);
        Self([a[0].min(b[0]), a[1].min(b[1]), a[2].min(b[2]), a[3].min(b[3])])
    }

    /// The 16 numbers, for vector instructions.
    #[inline(always)]
    pub fn numbers(&self) -> &[f32; 16] {
        bytemuck::cast_ref(&self.0)
    }

    /// Sets the box to the union of all these.
    #[inline(always)]
    pub fn enclose<L: Lanes, const N: usize>(&mut self, all: [&Self; N]) {
        let to: &mut [f32; 16] = bytemuck::cast_mut(&mut self.0);
        for part in 0..L::PARTS {
            let mut least = L::load(all[0].numbers(), part);
            for other in &all[1..] {
                least = least.min(L::load(other.numbers(), part));
            }
            least.store(to, part);
        }
    }

    /// True if the box contains nothing.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0[0].numbers()[0] == f32::INFINITY
    }

    /// The largest absolute coordinate of points in the box.
    pub fn farthest(&self) -> f64 {
        let [a, b, c, d] = self.0;
        let [x, y, z, _] = a.min(b).min(c.min(d)).numbers();
        -f64::from(x.min(y).min(z))
    }

    /// The longest side at either end of the step.
    pub fn extent(&self) -> f64 {
        let side = |low: Four, high: Four| {
            let (low, high) = (low.numbers(), high.numbers());
            (0..3).map(|axis| -(f64::from(low[axis]) + f64::from(high[axis]))).fold(0.0, f64::max)
        };
        let [a, b, c, d] = self.0;
        side(a, b).max(side(c, d))
    }

    /// True unless a direction separates the boxes by more than `gap`, in the same order at both ends of the step.
    ///
    /// The difference of two bounds has a rounding error of at most 2⁻²⁴ times the difference. [`Gap`] covers
    /// that error. If the difference underflows, it still has the right sign.
    #[inline(always)]
    pub fn meets(&self, other: &Self, gap: Gap) -> bool {
        let (a, b) = (&self.0, &other.0);
        let above = (a[0] + b[1]).min(a[2] + b[3]);
        let below = (a[1] + b[0]).min(a[3] + b[2]);
        above.max(below).above(gap.0) == 0
    }
}

/// Four moving boxes side by side: for each of the four bounds, the numbers of the first box, then of the
/// second, and so on.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct FourBoxes([[f32; 16]; 4]);

impl FourBoxes {
    /// Four empty boxes.
    pub const EMPTY: Self = Self([[f32::INFINITY; 16]; 4]);

    /// The box at this place, 0 to 3.
    #[inline(always)]
    pub fn get(&self, place: usize) -> Moving {
        let [a, b, c, d] = self.bounds(place);
        Moving([Four::new(*a), Four::new(*b), Four::new(*c), Four::new(*d)])
    }

    /// Sets the box at this place, 0 to 3.
    #[inline(always)]
    pub fn set(&mut self, place: usize, to: &Moving) {
        for (all, one) in self.0.iter_mut().zip(to.0) {
            all[4 * place..4 * place + 4].copy_from_slice(&one.numbers());
        }
    }

    /// The union of all four boxes.
    #[inline(always)]
    pub fn around(&self) -> Moving {
        let [a, b, c, d] = [self.get(0), self.get(1), self.get(2), self.get(3)];
        a.union(&b).union(&c.union(&d))
    }

    /// The bounds of the box at this place, 0 to 3.
    #[inline(always)]
    pub fn bounds(&self, place: usize) -> [&[f32; 4]; 4] {
        let [a, b, c, d] = &self.0;
        [quarter(a, place), quarter(b, place), quarter(c, place), quarter(d, place)]
    }

    /// The test of [`Moving::meets`] for one box and the first `N` of the four. Bits 4i to 4i + 3 belong to
    /// box i; at least one is set if a direction separates the box from `one` by more than the gap. The sums
    /// and comparisons equal those of `meets`, so all instruction sets agree: no bound is NaN, nor is a sum
    /// of two, since none is minus infinity.
    #[inline(always)]
    pub fn apart<L: Lanes, const N: usize>(&self, one: [&[f32; 4]; 4], gap: L) -> u64 {
        let ([a, b, c, d], [e, f, g, h]) = (&self.0, one);
        let (e, f, g, h) = (L::of_b(e), L::of_b(f), L::of_b(g), L::of_b(h));
        let mut bits = 0;
        for part in 0..(4 * N).div_ceil(L::WIDTH) {
            let above = (e + L::load(b, part)).min(g + L::load(d, part));
            let below = (f + L::load(a, part)).min(h + L::load(c, part));
            bits |= u64::from(above.max(below).above(gap)) << (L::WIDTH * part);
        }
        bits
    }
}

#[inline(always)]
fn quarter(all: &[f32; 16], place: usize) -> &[f32; 4] {
    all[4 * place..].first_chunk().expect("a box of four")
}

/// Sets the lowest bit of each group of four if any bit of the group is set.
#[inline(always)]
pub const fn any_of_four(bits: u64) -> u64 {
    let bits = bits | bits >> 1;
    (bits | bits >> 2) & 0x1111_1111_1111_1111
}

/// A distance along each of the four directions.
#[derive(Clone, Copy, Debug)]
pub struct Gap(Four);

impl Gap {
    /// A distance in metres. The fourth direction has length √2.
    pub fn new(metres: f64) -> Self {
        let gap = (metres * (1.0 + 4.0 * f64::from(f32::EPSILON))) as f32;
        // The factor exceeds √2 by more than the rounding error.
        Self(Four::new([gap, gap, gap, 1.414_22 * gap]))
    }

    /// The distance in metres, rounded up.
    pub fn metres(&self) -> f32 {
        self.0.numbers()[0]
    }

    /// The gap along each of the four directions, in lanes, as [`FourBoxes::apart`] needs it.
    #[inline(always)]
    pub fn lanes<L: Lanes>(&self) -> L {
        L::of_b(&self.0.numbers())
    }
}
