//! Box tests between the children of two patches, up to 16 pairs at once.

use super::levels::Levels;
use super::moving::{Gap, any_of_four};
use crate::simd::lanes::{Lanes, Task};

/// Which of the 16 pairs of two patches' children to compare, and in which order.
pub struct Pairs {
    /// The pairs (first child, second child), in the order in which overlapping pairs are opened.
    order: [(usize, usize); 16],
    count: usize,
    /// Bit mask of the children of the first patch that are tested first against the box of the whole second
    /// patch: most of them do not overlap it.
    rows: u32,
    /// Whether `order` is the order of the bits.
    pub in_rows: bool,
    /// The bits of all pairs to compare; `of_rows` has the bits of those pairs whose first child is in `rows`.
    wanted: u64,
    of_rows: u64,
}

impl Pairs {
    /// All pairs of children, except pairs in which both children lie at the common side or corner of the
    /// patches: other tests handle those. `at_it` has a bit for each child at the common side or corner, of
    /// the first patch and of the second.
    const fn all_but(at_it: [u32; 2]) -> Self {
        let rows = if at_it[0] == 0 { 0 } else { 0b1111 & !at_it[0] };
        let mut pairs = Self { order: [(0, 0); 16], count: 0, rows, in_rows: true, wanted: 0, of_rows: 0 };
        // First the children away from the common side, row by row, then the others, column by column.
        let mut at = 0;
        while at < 16 {
            let (first, second) = (at / 4, at % 4);
            if at_it[0] >> first & 1 == 0 {
                pairs.push(first, second);
            }
            at += 1;
        }
        at = 0;
        while at < 16 {
            let (first, second) = (at % 4, at / 4);
            if at_it[0] >> first & 1 != 0 && at_it[1] >> second & 1 == 0 {
                pairs.push(first, second);
            }
            at += 1;
        }
        pairs
    }

    const fn push(&mut self, first: usize, second: usize) {
        let bit = bit(first, second);
        self.in_rows &= bit > self.wanted;
        self.wanted |= bit;
        if self.rows >> first & 1 != 0 {
            self.of_rows |= bit;
        }
        self.order[self.count] = (first, second);
        self.count += 1;
    }

    /// The pairs, in the order in which overlapping pairs are opened.
    pub fn in_order(&self) -> &[(usize, usize)] {
        &self.order[..self.count]
    }
}

/// The bit of a pair.
#[inline(always)]
pub const fn bit(first: usize, second: usize) -> u64 {
    1 << (4 * (4 * first + second))
}

/// The children of two patches.
pub struct ChildPairs<'a> {
    /// The boxes over the cloth, updated for this step.
    pub levels: &'a Levels,
    /// Node indices of the patches.
    pub patches: [usize; 2],
    /// The pairs of children to compare.
    pub pairs: &'static Pairs,
    /// Distance along an axis up to which boxes count as overlapping.
    pub gap: Gap,
}

/// The result of the box tests.
pub struct Overlaps {
    /// Bits of the compared pairs whose boxes overlap.
    pub pairs: u64,
    /// Number of box tests.
    pub tests: u32,
}

impl Task for ChildPairs<'_> {
    type Out = Overlaps;
    const FILLS_512_BITS: bool = false;

    #[inline(always)]
    fn run<L: Lanes>(self) -> Overlaps {
        let (gap, [a, b]) = (self.gap.lanes::<L>(), self.patches);
        let (firsts, seconds) = (self.levels.positions_under(a), self.levels.positions_under(b));
        let (mut wanted, rows) = (self.pairs.wanted, self.pairs.rows);
        let mut tests = 0;
        if rows != 0 {
            tests = rows.count_ones();
            let apart = any_of_four(firsts.apart::<L, 4>(self.levels.bounds(b), gap));
            // Spreads the bits: from every fourth position to every sixteenth, then to all four positions of
            // a row.
            let apart = (apart & 1) | (apart & 0x10) << 12 | (apart & 0x100) << 24 | (apart & 0x1000) << 36;
            wanted &= !((apart * 0x1111) & self.pairs.of_rows);
        }
        let mut apart = 0;
        for row in 0..4 {
            if wanted >> (16 * row) & 0xffff != 0 {
                apart |= seconds.apart::<L, 4>(firsts.bounds(row), gap) << (16 * row);
            }
        }
        Overlaps { pairs: wanted & !any_of_four(apart), tests: tests + wanted.count_ones() }
    }
}

/// The pairs to compare if the patches have no common particle.
pub static AWAY: Pairs = Pairs::all_but([0, 0]);
/// The pairs to compare if the second patch is to the right of the first.
pub static RIGHT: Pairs = Pairs::all_but([0b1010, 0b0101]);
/// The pairs to compare if the second patch is above the first.
pub static UP: Pairs = Pairs::all_but([0b1100, 0b0011]);
/// The pairs to compare if the second patch is above the first and to the right.
pub static UP_RIGHT: Pairs = Pairs::all_but([0b1000, 0b0001]);
/// The pairs to compare if the second patch is above the first and to the left.
pub static UP_LEFT: Pairs = Pairs::all_but([0b0100, 0b0010]);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_at_the_common_side_are_left_out_and_the_others_come_in_a_fixed_order() {
        let lists = [&AWAY, &RIGHT, &UP, &UP_RIGHT, &UP_LEFT].map(|pairs| {
            let order: Vec<_> = pairs.in_order().iter().map(|(a, b)| format!("{a}{b}")).collect();
            (order.join(" "), pairs.rows, pairs.in_rows)
        });
        let expected = [
            ("00 01 02 03 10 11 12 13 20 21 22 23 30 31 32 33", 0, true),
            ("00 01 02 03 20 21 22 23 11 31 13 33", 0b0101, false),
            ("00 01 02 03 10 11 12 13 22 32 23 33", 0b0011, false),
            ("00 01 02 03 10 11 12 13 20 21 22 23 31 32 33", 0b0111, true),
            ("00 01 02 03 10 11 12 13 30 31 32 33 20 22 23", 0b1011, false),
        ];
        for ((order, rows, in_rows), expected) in lists.iter().zip(expected) {
            assert_eq!((order.as_str(), *rows, *in_rows), expected);
        }
    }
}
