//! Moving boxes: where something that moves straight is at both ends of a step.

use crate::geometry::{Point, Vector};
use crate::simd::Four;
use crate::simd::lanes::Lanes;

/// The box of something that moves straight, at both ends of a step: least coordinates at time 0, greatest ones negated, and
/// the same at time 1. The fourth lane of each is a fourth direction: x + z, since layers that hang down are rarely across
/// an axis.
#[derive(Clone, Copy, Debug, bytemuck::Zeroable, bytemuck::Pod)]
#[repr(C, align(64))]
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

    /// Its 16 numbers, for what is done by the best instructions of the processor.
    #[inline(always)]
    pub fn numbers(&self) -> &[f32; 16] {
        bytemuck::cast_ref(self)
    }

    /// Becomes what encloses all these.
    #[inline(always)]
    pub fn enclose<L: Lanes, const N: usize>(&mut self, all: [&Self; N]) {
        let to: &mut [f32; 16] = bytemuck::cast_mut(self);
        for part in 0..L::PARTS {
            let mut least = L::load(all[0].numbers(), part);
            for other in &all[1..] {
                least = least.min(L::load(other.numbers(), part));
            }
            least.store(to, part);
        }
    }

    /// Its bounds.
    #[inline(always)]
    pub fn bounds(&self) -> [&[f32; 4]; 4] {
        let [a, b, c, d] = bytemuck::cast_ref::<Self, [[f32; 4]; 4]>(self);
        [a, b, c, d]
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

/// Four moving boxes side by side: of each bound those of all four, box after box.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct FourBoxes([[f32; 16]; 4]);

impl FourBoxes {
    /// All contain nothing.
    pub const EMPTY: Self = Self([[f32::INFINITY; 16]; 4]);

    /// One of them.
    #[inline(always)]
    pub fn get(&self, place: usize) -> Moving {
        let [a, b, c, d] = self.bounds(place);
        Moving([Four::new(*a), Four::new(*b), Four::new(*c), Four::new(*d)])
    }

    /// Sets one of them.
    #[inline(always)]
    pub fn set(&mut self, place: usize, to: &Moving) {
        for (all, one) in self.0.iter_mut().zip(to.0) {
            all[4 * place..4 * place + 4].copy_from_slice(&one.numbers());
        }
    }

    /// What encloses all four.
    #[inline(always)]
    pub fn around(&self) -> Moving {
        let [a, b, c, d] = [self.get(0), self.get(1), self.get(2), self.get(3)];
        a.union(&b).union(&c.union(&d))
    }

    /// The bounds of one of them.
    #[inline(always)]
    pub fn bounds(&self, place: usize) -> [&[f32; 4]; 4] {
        let [a, b, c, d] = &self.0;
        [quarter(a, place), quarter(b, place), quarter(c, place), quarter(d, place)]
    }

    /// What [`Moving::meets`] asks, of one box and the first `N` of four: four bits each, lowest the first, of which one is set if
    /// a direction has them farther apart than the gap. The same sums and comparisons, so that no instruction set answers
    /// otherwise: bounds are no NaN, and no sum of two is, since none of them is minus infinity.
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

/// Of every four bits one, the lowest: whether any of them is set.
#[inline(always)]
pub const fn any_of_four(bits: u64) -> u64 {
    let bits = bits | bits >> 1;
    (bits | bits >> 2) & 0x1111_1111_1111_1111
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

    /// In metres, or more.
    pub fn metres(&self) -> f32 {
        self.0.numbers()[0]
    }

    /// For [`FourBoxes::apart`].
    #[inline(always)]
    pub fn lanes<L: Lanes>(&self) -> L {
        L::of_b(&self.0.numbers())
    }
}
