//! Two cells whose features are apart because a direction separates the corners of one from those of the other.
//!
//! `docs/proofs/cloth.md` shows which corners have to be separated so that no contact is missed, and bounds the rounding.

use super::inner::Beside;
use super::moving::Moving;
use crate::simd::Four;
use crate::simd::lanes::Lanes;

/// What rounding can take, per |d|₁ M of a direction d and the largest coordinate M.
const ROUNDED: f64 = 1.0 / (1 << 17) as f64;
/// The share of the side in the direction that separates a crease, in |across|² / |side|².
const SIDE: f32 = 0.25;
/// Coordinates with which no product overflows, and what underflows is below [`Within::LEAST`].
const USUAL: std::ops::Range<f64> = 1e-12..1e12;

/// How far corners lie apart along a direction of length 1, in metres, so that the features are farther apart than asked for.
#[derive(Clone, Copy)]
pub struct Within(f32);

impl Within {
    /// More than underflow can take.
    const LEAST: f32 = f32::MIN_POSITIVE;

    /// Farther than `gap`, in metres, in a cloth whose largest coordinate this is.
    pub fn new(gap: f32, largest: f64) -> Self {
        let rounded = if USUAL.contains(&largest) { (ROUNDED * largest) as f32 } else { f32::INFINITY };
        Self(gap + rounded)
    }
}

/// The corners of a cell at both ends of the step.
#[derive(Clone, Copy)]
pub struct Corners {
    /// At either end, by axis: lower left, lower right, upper left, upper right.
    ends: [[Four; 3]; 2],
    /// The sum of all, at both ends.
    sum: Four,
    /// A normal, as long as it happens to be.
    normal: [f32; 3],
}

impl Corners {
    /// Of no cell: all at zero until they are set.
    pub fn none() -> Self {
        let zero = Four::splat(0.0);
        Self { ends: [[zero; 3]; 2], sum: zero, normal: [0.0; 3] }
    }

    /// Becomes those of the cell in a column and row, from the boxes of its particles.
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

    /// Whether a direction has the features of this cell apart from those of the other one, but those with a common
    /// particle. `at_border`: this cell owns its side opposite to the first common corner.
    #[inline(always)]
    pub fn apart(&self, other: &Self, beside: Beside, at_border: bool, within: Within) -> bool {
        match beside {
            Beside::No => self.away(other, within),
            Beside::UpRight => self.around_one(other, 3, 0, within),
            Beside::UpLeft => self.around_one(other, 2, 1, within),
            Beside::Up => self.at_side(other, 2, at_border, within),
            Beside::Right => self.at_side(other, 1, at_border, within),
        }
    }

    /// Of two cells without a common particle.
    #[inline(always)]
    fn away(&self, other: &Self, within: Within) -> bool {
        let sign = if dot(&self.normal, &other.normal) < 0.0 { -1.0 } else { 1.0 };
        let ([x, y, z], [u, v, w]) = (self.normal, other.normal);
        let along = Along::new([x + sign * u, y + sign * v, z + sign * w], within);
        let (mut beyond, mut before) = (true, true);
        for end in 0..2 {
            let (mine, others) = (along.of(self, end), along.of(other, end));
            beyond &= others.above(most(mine) + along.least) == 0b1111;
            before &= mine.above(most(others) + along.least) == 0b1111;
        }
        beyond || before
    }

    /// Of two whose only common particle is this corner of the one and that of the other.
    #[inline(always)]
    fn around_one(&self, other: &Self, mine: usize, others: usize, within: Within) -> bool {
        let along = Along::new(self.towards(other), within);
        let all_but = |corner: usize| 0b1111 & !(1 << corner);
        (0..2).all(|end| {
            let (ours, theirs) = (along.of(self, end), along.of(other, end));
            let common = Four::splat(ours.numbers()[mine]);
            are(common.above(ours + along.least), all_but(mine))
                && are(theirs.above(common + along.least), all_but(others))
        })
    }

    /// Of two with a common side, from the corner `first` to the last one of this cell; that of the other one is from its
    /// corner 0 to its corner 3 − `first`.
    #[inline(always)]
    fn at_side(&self, other: &Self, first: usize, at_border: bool, within: Within) -> bool {
        let common = 1 << first | 0b1000;
        let (towards, side) = (self.towards(other), self.side(first));
        // `across` is no longer than `towards`, and the share at most 1, so that no product overflows. Where a side is too short to divide
        // by its square, the direction is infinite or no number, and so is the distance asked for along it.
        let inverse = 1.0 / dot(&side, &side);
        let part = dot(&towards, &side) * inverse;
        let across = [0, 1, 2].map(|axis| towards[axis] - part * side[axis]);
        let share = (SIDE * dot(&across, &across) * inverse).min(1.0);
        let turned = |share: f32| {
            let along = |axis: usize| across[axis] + share * side[axis];
            Along::new([along(0), along(1), along(2)], within)
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

    /// Twice the vector from one corner to the last.
    #[inline(always)]
    fn side(&self, from: usize) -> [f32; 3] {
        let along = |axis: usize| {
            let both = (self.ends[0][axis] + self.ends[1][axis]).numbers();
            both[3] - both[from]
        };
        [along(0), along(1), along(2)]
    }

    /// Eight times the vector from the middle of this to that of the other.
    #[inline(always)]
    fn towards(&self, other: &Self) -> [f32; 3] {
        let [x, y, z, _] = (other.sum - self.sum).numbers();
        [x, y, z]
    }
}

/// A direction, and how far corners lie apart along it.
struct Along {
    direction: [Four; 3],
    least: Four,
}

impl Along {
    #[inline(always)]
    fn new([x, y, z]: [f32; 3], Within(within): Within) -> Self {
        let least = within * (x.abs() + y.abs() + z.abs()) + Within::LEAST;
        Self { direction: [Four::splat(x), Four::splat(y), Four::splat(z)], least: Four::splat(least) }
    }

    /// Where the corners are along it.
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

/// The greatest of four, in every lane.
#[inline(always)]
fn most(of: Four) -> Four {
    let of = of.max(of.reversed());
    of.max(of.halves_swapped())
}

/// Whether all of these bits are set.
#[inline(always)]
fn are(bits: u32, all: u32) -> bool {
    bits & all == all
}
