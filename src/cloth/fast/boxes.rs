//! Boxes of two patches' children against each other: up to 16 pairs at once.

use super::levels::Levels;
use super::moving::{Gap, any_of_four};
use crate::hierarchies::fast::lanes::{Lanes, Task};

/// Which of the 16 pairs of two patches' children are compared.
pub struct Pairs {
    /// In the order in which those whose boxes meet are opened: place of the first child and of the second.
    pub order: &'static [(usize, usize)],
    /// The first children that are compared with all of the second patch at first, since most are apart from that.
    rows: u32,
    /// Whether the order is that of the bits.
    pub in_rows: bool,
    /// The bits of all pairs, and of those of these rows.
    wanted: u64,
    of_rows: u64,
}

impl Pairs {
    const fn new(order: &'static [(usize, usize)], rows: u32) -> Self {
        let (mut wanted, mut of_rows, mut at, mut in_rows) = (0, 0, 0, true);
        while at < order.len() {
            let bit = bit(order[at].0, order[at].1);
            in_rows &= bit > wanted;
            wanted |= bit;
            if rows >> order[at].0 & 1 != 0 {
                of_rows |= bit;
            }
            at += 1;
        }
        Self { order, rows, in_rows, wanted, of_rows }
    }
}

/// The bit of a pair.
#[inline(always)]
pub const fn bit(first: usize, second: usize) -> u64 {
    1 << (4 * (4 * first + second))
}

/// The children of two patches.
pub struct Children<'a> {
    /// The boxes over the cloth, brought up to date for this step.
    pub levels: &'a Levels,
    /// The patches by the indices of their nodes.
    pub patches: [usize; 2],
    /// Which of the 16 pairs of their children are compared.
    pub pairs: &'static Pairs,
    /// How far apart, along an axis, boxes still meet.
    pub gap: Gap,
}

/// What came of it.
pub struct Met {
    /// The bits of those pairs that were compared and whose boxes meet.
    pub pairs: u64,
    /// How many pairs of boxes were compared.
    pub tests: u32,
}

impl Task for Children<'_> {
    type Out = Met;

    #[inline(always)]
    fn run<L: Lanes>(self) -> Met {
        let (gap, [a, b]) = (self.gap.lanes::<L>(), self.patches);
        let (firsts, seconds) = (self.levels.positions_under(a), self.levels.positions_under(b));
        let (mut wanted, rows) = (self.pairs.wanted, self.pairs.rows);
        let mut tests = 0;
        if rows != 0 {
            tests = rows.count_ones();
            let apart = any_of_four(firsts.apart::<L, 4>(self.levels.bounds(b), gap));
            // From a bit of every four to one of every sixteen, and from there to all four of these.
            let apart = (apart & 1) | (apart & 0x10) << 12 | (apart & 0x100) << 24 | (apart & 0x1000) << 36;
            wanted &= !((apart * 0x1111) & self.pairs.of_rows);
        }
        let mut apart = 0;
        for row in 0..4 {
            if wanted >> (16 * row) & 0xffff != 0 {
                apart |= seconds.apart::<L, 4>(firsts.bounds(row), gap) << (16 * row);
            }
        }
        Met { pairs: wanted & !any_of_four(apart), tests: tests + wanted.count_ones() }
    }
}

/// Two patches without a common particle.
pub static AWAY: Pairs = Pairs::new(
    &[
        (0, 0),
        (0, 1),
        (0, 2),
        (0, 3),
        (1, 0),
        (1, 1),
        (1, 2),
        (1, 3),
        (2, 0),
        (2, 1),
        (2, 2),
        (2, 3),
        (3, 0),
        (3, 1),
        (3, 2),
        (3, 3),
    ],
    0,
);

/// The second patch is to the right, and the children at the common side are left to others.
pub static RIGHT: Pairs = Pairs::new(
    &[(0, 0), (0, 1), (0, 2), (0, 3), (2, 0), (2, 1), (2, 2), (2, 3), (1, 1), (3, 1), (1, 3), (3, 3)],
    0b0101,
);

/// The second patch is above.
pub static UP: Pairs = Pairs::new(
    &[(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (1, 2), (1, 3), (2, 2), (3, 2), (2, 3), (3, 3)],
    0b0011,
);

/// The second patch is above to the right, and the children at the common corner are left to others.
pub static UP_RIGHT: Pairs = Pairs::new(
    &[
        (0, 0),
        (0, 1),
        (0, 2),
        (0, 3),
        (1, 0),
        (1, 1),
        (1, 2),
        (1, 3),
        (2, 0),
        (2, 1),
        (2, 2),
        (2, 3),
        (3, 1),
        (3, 2),
        (3, 3),
    ],
    0b0111,
);

/// The second patch is above to the left.
pub static UP_LEFT: Pairs = Pairs::new(
    &[
        (0, 0),
        (0, 1),
        (0, 2),
        (0, 3),
        (1, 0),
        (1, 1),
        (1, 2),
        (1, 3),
        (3, 0),
        (3, 1),
        (3, 2),
        (3, 3),
        (2, 0),
        (2, 2),
        (2, 3),
    ],
    0b1011,
);
