//! Separation of two cells: a direction that separates their corners also separates their features.
//!
//! `docs/proofs/cloth.md` proves which corners must be separated so that no contact is missed, and bounds the
//! rounding error.

use super::inner::Beside;
use super::moving::Moving;
use crate::simd::Four;
use crate::simd::lanes::Lanes;

/// Bound on the rounding error of a projection, as a multiple of |d|₁ M for a direction d and the largest
/// coordinate M.
const ROUNDED: f64 = 1.0 / (1 << 17) as f64;
/// To separate two cells with a crease between them, the direction across their common side is tilted: `SIDE` ·
/// |across|² / |side|² times the vector along the side is added to it.
const SIDE: f32 = 0.25;
/// Coordinates for which no product overflows, and for which underflow stays below [`Clearance::LEAST`].
const USUAL: std::ops::Range<f64> = 1e-12..1e12;

/// Distance between corners along a unit direction, in metres, that guarantees the required distance between
/// the features.
#[derive(Clone, Copy)]
pub struct Clearance(f32);

impl Clearance {
    /// Larger than any error caused by underflow.
    const LEAST: f32 = f32::MIN_POSITIVE;

    /// The clearance which guarantees that features are more than `gap` metres apart, in a cloth with this
    /// largest coordinate.
    pub fn new(gap: f32, largest: f64) -> Self {
        let rounded = if USUAL.contains(&largest) { (ROUNDED * largest) as f32 } else { f32::INFINITY };
        Self(gap + rounded)
    }
}

/// The corners of a cell at both ends of the step.
#[derive(Clone, Copy)]
pub struct Corners {
    /// Positions at each end of the step, by axis: lower left, lower right, upper left, upper right.
    ends: [[Four; 3]; 2],
    /// Sum of all corners at both ends.
    sum: Four,
    /// A normal of the cell, of any length.
    normal: [f32; 3],
}

impl Corners {
    /// A placeholder: all zero.
    pub fn none() -> Self {
        let zero = Four::splat(0.0);
        Self { ends: [[zero; 3]; 2], sum: zero, normal: [0.0; 3] }
    }

    /// Sets the corners to those of the cell in this column and row, from the boxes of its particles.
    #[inline(always)]
    pub fn set(&mut self, cells: usize, [x, y]: [usize; 2], points: &[Moving]) {
        let corner = y * (cells + 1) + x;
        let (low, high) = (&points[corner..corner + 2], &points[corner + cells + 1..corner + cells + 3]);
        let (a, b, c, d) = (&low[0].0, &low[1].0, &high[0].0, &high[1].0);
        self.ends = [Four::columns([a[0], b[0], c[0], d[0]]), Four::columns([a[2], b[2], c[2], d[2]])];
        let [a, b, c, d] = [a[0] + a[2], b[0] + b[2], c[0] + c[2], d[0] + d[2]];
        self.sum = (a + d) + (b + c);
        let (rising, falling) = ((d - a).numbers(), (b - c).numbers());
        let minor = |i: usize, j: usize| rising[i] * falling[j] - rising[j] * falling[i];
        self.normal = [minor(1, 2), minor(2, 0), minor(0, 1)];
    }

    /// True if some direction separates this cell's features from the other cell's, except pairs with a
    /// common particle. `at_border`: this cell is in the last row or column, so that it also owns the side
    /// that meets the common side at the cell's last corner.
    #[inline(always)]
    pub fn separated(&self, other: &Self, beside: Beside, at_border: bool, clearance: Clearance) -> bool {
        match beside {
            Beside::No => self.away(other, clearance),
            Beside::UpRight => self.around_one(other, 3, 0, clearance),
            Beside::UpLeft => self.around_one(other, 2, 1, clearance),
            Beside::Up => self.at_side(other, 2, at_border, clearance),
            Beside::Right => self.at_side(other, 1, at_border, clearance),
        }
    }

    /// The test for cells without a common particle.
    #[inline(always)]
    fn away(&self, other: &Self, clearance: Clearance) -> bool {
        let sign = if dot(&self.normal, &other.normal) < 0.0 { -1.0 } else { 1.0 };
        let ([x, y, z], [u, v, w]) = (self.normal, other.normal);
        let along = Projection::new([x + sign * u, y + sign * v, z + sign * w], clearance);
        let (mut beyond, mut before) = (true, true);
        for end in 0..2 {
            let (mine, others) = (along.of(self, end), along.of(other, end));
            beyond &= others.above(most(mine) + along.least) == 0b1111;
            before &= mine.above(most(others) + along.least) == 0b1111;
        }
        beyond || before
    }

    /// The test for cells whose only common particle is corner `mine` of this cell and corner `others` of the
    /// other.
    #[inline(always)]
    fn around_one(&self, other: &Self, mine: usize, others: usize, clearance: Clearance) -> bool {
        let along = Projection::new(self.towards(other), clearance);
        let all_but = |corner: usize| 0b1111 & !(1 << corner);
        (0..2).all(|end| {
            let (ours, theirs) = (along.of(self, end), along.of(other, end));
            let common = Four::splat(ours.numbers()[mine]);
            are(common.above(ours + along.least), all_but(mine))
                && are(theirs.above(common + along.least), all_but(others))
        })
    }

    /// The test for cells with a common side. In this cell the side runs from corner `first` to corner 3; in
    /// the other cell, from corner 0 to corner 3 − `first`.
    #[inline(always)]
    fn at_side(&self, other: &Self, first: usize, at_border: bool, clearance: Clearance) -> bool {
        let common = 1 << first | 0b1000;
        let (towards, side) = (self.towards(other), self.side(first));
        // `across` is no longer than `towards`, and `share` is at most 1, so no product overflows. If the
        // side is too short to divide by its square, the direction becomes infinite or NaN, and so does the
        // required distance along it: nothing counts as separated.
        let inverse = 1.0 / dot(&side, &side);
        let part = dot(&towards, &side) * inverse;
        let across = [0, 1, 2].map(|axis| towards[axis] - part * side[axis]);
        let share = (SIDE * dot(&across, &across) * inverse).min(1.0);
        let turned = |share: f32| {
            let along = |axis: usize| across[axis] + share * side[axis];
            Projection::new([along(0), along(1), along(2)], clearance)
        };
        let (straight, forth) = (turned(0.0), turned(share));
        (0..2).all(|end| {
            let (mine, others) = (straight.of(self, end), straight.of(other, end));
            let at = mine.numbers();
            let (least, greatest) = (at[first].min(at[3]), at[first].max(at[3]));
            are(Four::splat(least).above(mine + straight.least), !common & 0b1111)
                && are(others.above(Four::splat(greatest) + straight.least), common)
        }) && (0..2).all(|end| {
            let (mine, others) = (forth.of(self, end).numbers(), forth.of(other, end));
            let greatest = mine[0].max(mine[1]).max(mine[2]);
            are(others.above(Four::splat(greatest) + forth.least), 0b1110)
        }) && (!at_border || {
            let back = turned(-share);
            (0..2).all(|end| {
                let (mine, others) = (back.of(self, end).numbers(), back.of(other, end));
                let greatest = mine[3 - first].max(mine[3]);
                are(others.above(Four::splat(greatest) + back.least), 1 | 1 << first)
            })
        })
    }

    /// Twice the vector from a corner to corner 3, the last.
    #[inline(always)]
    fn side(&self, from: usize) -> [f32; 3] {
        let along = |axis: usize| {
            let both = (self.ends[0][axis] + self.ends[1][axis]).numbers();
            both[3] - both[from]
        };
        [along(0), along(1), along(2)]
    }

    /// Eight times the vector from this cell's middle to the other's.
    #[inline(always)]
    fn towards(&self, other: &Self) -> [f32; 3] {
        let [x, y, z, _] = (other.sum - self.sum).numbers();
        [x, y, z]
    }
}

/// A direction, and the required distance between corners along it.
struct Projection {
    direction: [Four; 3],
    least: Four,
}

impl Projection {
    #[inline(always)]
    fn new([x, y, z]: [f32; 3], Clearance(clearance): Clearance) -> Self {
        let least = clearance * (x.abs() + y.abs() + z.abs()) + Clearance::LEAST;
        Self { direction: [Four::splat(x), Four::splat(y), Four::splat(z)], least: Four::splat(least) }
    }

    /// Coordinates of the corners along the direction.
    #[inline(always)]
    fn of(&self, corners: &Corners, end: usize) -> Four {
        let ([x, y, z], [a, b, c]) = (corners.ends[end], self.direction);
        x * a + y * b + z * c
    }
}

#[inline(always)]
fn dot(a: &[f32; 3], b: &[f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The maximum of four numbers, in every lane.
#[inline(always)]
fn most(of: Four) -> Four {
    let of = of.max(of.reversed());
    of.max(of.halves_swapped())
}

/// True if all of these bits are set.
#[inline(always)]
fn are(bits: u32, all: u32) -> bool {
    bits & all == all
}
