//! Four oriented boxes against four others: which of the 16 pairs share a point, and how deep.
//!
//! The separating axes of Gottschalk, Lin and Manocha (1996), all 15, for all pairs at once. What a box pair keeps are
//! *excesses*: how far apart the projections on an axis are. A pair with an excess above its slack, which is what rounding may
//! account for (`rounding.rs`), is surely apart.

use super::node::{Bounds, Node};
use super::rounding::{BOX_SHARE, Frame, SURELY};
use crate::simd::lanes::{Lanes, dot, dot_plus, each, greatest, minus, minus_dot};

/// An oriented box in every lane.
#[derive(Clone, Copy)]
pub struct Boxes<L> {
    /// x, y, z of the centres.
    center: [L; 3],
    /// First index: the axis, second: x, y, z.
    axes: [[L; 3]; 3],
    /// Half extents.
    half: [L; 3],
    /// What the box adds to the slack of a pair.
    slack: L,
}

impl<L: Lanes> Boxes<L> {
    #[inline(always)]
    fn new(center: [L; 3], axes: [[L; 3]; 3], half: [L; 3]) -> Self {
        Self { center, axes, half, slack: L::splat(BOX_SHARE) * (half[0] + half[1] + half[2]) }
    }

    /// The boxes of a node in one part of the 16 pairs with those of another node.
    #[inline(always)]
    fn of_a(node: &Node, part: usize) -> Self {
        Self::new(
            each!(i => L::of_a(&node.center[i], part)),
            each!(i => each!(j => L::of_a(&node.axes[i][j], part))),
            each!(i => L::of_a(&node.half[i], part)),
        )
    }

    /// The boxes of the other node.
    #[inline(always)]
    fn of_b(node: &Node) -> Self {
        Self::new(
            each!(i => L::of_b(&node.center[i])),
            each!(i => each!(j => L::of_b(&node.axes[i][j]))),
            each!(i => L::of_b(&node.half[i])),
        )
    }

    /// One box in all lanes.
    #[inline(always)]
    fn of_one(bounds: &Bounds) -> Self {
        Self::new(
            each!(i => L::splat(bounds.center[i])),
            each!(i => each!(j => L::splat(bounds.axes[i][j]))),
            each!(i => L::splat(bounds.half[i])),
        )
    }

    /// The boxes of B, brought to A's tree units.
    #[inline(always)]
    fn turned(&self, frame: &Frame) -> Self {
        let rows = each!(i => each!(j => L::splat(frame.turn[i][j])));
        let ratio = L::splat(frame.ratio);
        let center = each!(i => self.center[i] * ratio);
        Self {
            center: each!(i => dot_plus(&rows[i], &center, L::splat(frame.shift[i]))),
            // Of the axes only the direction counts, so they are turned without the ratio of the units.
            axes: each!(k => each!(i => dot(&rows[i], &self.axes[k]))),
            half: each!(i => self.half[i] * ratio),
            slack: self.slack * ratio + L::splat(frame.box_slack),
        }
    }
}

/// Two sets of boxes: those of A, and those of B in its own tree's units.
pub enum Sides<'a> {
    /// Four and four.
    Nodes(&'a Node, &'a Node),
    /// A leaf's box of A and four of B.
    LeafAndNode(&'a Bounds, &'a Node),
    /// Four of A and a leaf's box of B.
    NodeAndLeaf(&'a Node, &'a Bounds),
}

/// What is found out about the 16 pairs, part by part.
trait Test {
    /// Looks at the pairs of a part, of which the bits `asked` count.
    fn part<L: Lanes>(&mut self, a: &Boxes<L>, b: &Boxes<L>, part: usize, asked: u32);
}

/// Tests all pairs: bit 4 a + b, or bit i for the i-th of four with the box of a leaf.
#[inline(always)]
fn test<L: Lanes>(sides: Sides, frame: &Frame, test: &mut impl Test) {
    let all = u32::MAX >> (32 - L::WIDTH);
    match sides {
        Sides::Nodes(a, b) => {
            let b = Boxes::of_b(b).turned(frame);
            // Two parts without a loop: a tenth of the time. Not where nothing is optimised, because every copy of the code
            // takes stack of its own there.
            #[cfg(not(debug_assertions))]
            if L::PARTS == 2 {
                test.part::<L>(&Boxes::of_a(a, 0), &b, 0, all);
                return test.part::<L>(&Boxes::of_a(a, 1), &b, 1, all);
            }
            for part in 0..L::PARTS {
                test.part::<L>(&Boxes::of_a(a, part), &b, part, all);
            }
        }
        Sides::LeafAndNode(a, b) => {
            test.part::<L>(&Boxes::of_one(a), &Boxes::of_b(b).turned(frame), 0, 0xf);
        }
        Sides::NodeAndLeaf(a, b) => {
            test.part::<L>(&Boxes::of_b(a), &Boxes::of_one(b).turned(frame), 0, 0xf);
        }
    }
}

/// Which pairs may share a point.
#[derive(Default)]
pub struct Overlaps {
    /// The bits of the pairs that are not surely apart.
    pub pairs: u32,
    /// The largest excess over the axes of faces: the less, the deeper. Only of the pairs in `pairs`.
    pub excess: [f32; 16],
}

impl Overlaps {
    /// Looks at two sets of boxes. In place, because what is handed out would be copied.
    #[inline(always)]
    pub fn find<L: Lanes>(&mut self, sides: Sides, frame: &Frame) {
        self.pairs = 0;
        test::<L>(sides, frame, self);
    }
}

impl Test for Overlaps {
    #[inline(always)]
    fn part<L: Lanes>(&mut self, a: &Boxes<L>, b: &Boxes<L>, part: usize, asked: u32) {
        let seen = Seen::new(a, b);
        let faces = seen.of_faces();
        let left = asked & !faces.above(seen.slack);
        if left == 0 {
            return;
        }
        let edges = each!(i => greatest(&each!(j => seen.of_edges(a, b, i, j))));
        let left = left & !greatest(&edges).above(seen.slack);
        if left != 0 {
            self.pairs |= left << (L::WIDTH * part);
            faces.store(&mut self.excess, part);
        }
    }
}

/// Lower bounds of the distances of all pairs.
pub struct Gaps {
    /// The bits of the pairs whose bound is below `cut`. A pair without a box is none of them.
    pub pairs: u32,
    /// Of a pair whose boxes are not surely apart it is 0 or less: the less, the deeper they overlap.
    pub bounds: [f32; 16],
    cut: f32,
}

impl Gaps {
    /// Of two sets of boxes.
    #[inline(always)]
    pub fn of<L: Lanes>(sides: Sides, frame: &Frame, cut: f32) -> Self {
        let mut found = Self { pairs: 0, bounds: [f32::INFINITY; 16], cut };
        test::<L>(sides, frame, &mut found);
        found
    }
}

impl Test for Gaps {
    #[inline(always)]
    fn part<L: Lanes>(&mut self, a: &Boxes<L>, b: &Boxes<L>, part: usize, asked: u32) {
        let (zero, cut, surely) = (L::splat(0.0), L::splat(self.cut), L::splat(SURELY));
        let seen = Seen::new(a, b);
        // 1. The box around B along A's axes, and the other way round: gaps along three axes at right angles add up by
        //    Pythagoras. What only overlaps has a bound of 0 until the end.
        let of_a = each!(i => (seen.of_a[i] - seen.slack).max(zero));
        let of_b = each!(i => (seen.of_b[i] - seen.slack).max(zero));
        let squared = dot(&of_a, &of_a).max(dot(&of_b, &of_b));
        if asked & cut.above(squared.sqrt() * surely) == 0 {
            return;
        }
        // 2. The cross products, divided by their length. Short ones, of edges within 6°, say next to nothing. The largest of
        //    fractions is found without dividing.
        let (mut squared, mut length) = (squared, L::splat(1.0));
        let _ = each!(i => each!(j => {
            let shorter = L::splat(1.0).minus_product(seen.turn[i][j], seen.turn[i][j]).max(L::splat(0.01));
            let excess = (seen.of_edges(a, b, i, j) - seen.slack).max(zero);
            let (left, right) = (squared * shorter, excess * excess * length);
            squared = squared.or_if(excess * excess, left, right);
            length = length.or_if(shorter, left, right);
        }));
        let bound = squared.over(length).sqrt() * surely;
        // 3. Without a gap, how deep.
        let bound = bound + (seen.of_faces() - seen.slack).min(zero);
        self.pairs |= (asked & cut.above(bound)) << (L::WIDTH * part);
        bound.store(&mut self.bounds, part);
    }
}

/// A pair of boxes seen along its axes. Excesses are without the slack.
struct Seen<L> {
    slack: L,
    /// Axis i of A · axis j of B.
    turn: [[L; 3]; 3],
    /// The absolute values.
    size: [[L; 3]; 3],
    /// From centre to centre along A's axes.
    across: [L; 3],
    /// The excesses on A's axes.
    of_a: [L; 3],
    /// The excesses on B's axes.
    of_b: [L; 3],
}

impl<L: Lanes> Seen<L> {
    #[inline(always)]
    fn new(a: &Boxes<L>, b: &Boxes<L>) -> Self {
        let between = minus(&b.center, &a.center);
        let turn = each!(i => each!(j => dot(&a.axes[i], &b.axes[j])));
        let size = each!(i => each!(j => turn[i][j].abs()));
        let across = each!(i => dot(&a.axes[i], &between));
        let of_a = each!(i => minus_dot(across[i].abs() - a.half[i], &size[i], &b.half));
        let of_b = each!(j => {
            let across = dot(&each!(i => turn[i][j]), &across);
            minus_dot(across.abs() - b.half[j], &each!(i => size[i][j]), &a.half)
        });
        Self { slack: a.slack + b.slack, turn, size, across, of_a, of_b }
    }

    /// The largest excess on a face's axis.
    #[inline(always)]
    fn of_faces(&self) -> L {
        greatest(&self.of_a).max(greatest(&self.of_b))
    }

    /// The excess on axis i of A × axis j of B, which is not normalised.
    #[inline(always)]
    fn of_edges(&self, a: &Boxes<L>, b: &Boxes<L>, i: usize, j: usize) -> L {
        let (k, l) = ((i + 1) % 3, (i + 2) % 3);
        let (m, n) = ((j + 1) % 3, (j + 2) % 3);
        let across = (self.across[l] * self.turn[k][j]).minus_product(self.across[k], self.turn[l][j]);
        let beyond_a =
            across.abs().minus_product(a.half[k], self.size[l][j]).minus_product(a.half[l], self.size[k][j]);
        beyond_a.minus_product(b.half[m], self.size[i][n]).minus_product(b.half[n], self.size[i][m])
    }
}
