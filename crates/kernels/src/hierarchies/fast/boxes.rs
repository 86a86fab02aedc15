//! Four oriented boxes against four others: which of the 16 pairs overlap, and how deep.
//!
//! Applies all 15 separating axes of Gottschalk, Lin and Manocha (1996) to all pairs at once. The *excess* of
//! a pair on an axis is the gap between the projections. A pair with an excess above its *slack*, the bound on
//! rounding (`rounding.rs`), is certainly separated. Where a vector register has fewer than 16 lanes, the pairs
//! are processed in several *parts* of one register each.

use super::node::{Bounds, Node};
use super::rounding::{BOX_SHARE, Frame, SURELY};
use crate::simd::lanes::{Lanes, dot, dot_plus, for3, greatest, minus, sub_dot};

/// One oriented box per lane.
#[derive(Clone, Copy)]
pub struct Boxes<L> {
    /// x, y, z of the centres.
    center: [L; 3],
    /// First index: the axis, second: x, y, z.
    axes: [[L; 3]; 3],
    /// Half extents.
    half: [L; 3],
    /// The box's contribution to the slack (the bound on rounding) of a pair.
    slack: L,
}

impl<L: Lanes> Boxes<L> {
    #[inline(always)]
    fn new(center: [L; 3], axes: [[L; 3]; 3], half: [L; 3]) -> Self {
        Self { center, axes, half, slack: L::splat(BOX_SHARE) * (half[0] + half[1] + half[2]) }
    }

    /// The boxes of A's node, one per lane, for the pairs of part number `part` (a vector register of the 16
    /// pairs).
    #[inline(always)]
    fn of_a(node: &Node, part: usize) -> Self {
        Self::new(
            for3!(i => L::of_a(&node.center[i], part)),
            for3!(i => for3!(j => L::of_a(&node.axes[i][j], part))),
            for3!(i => L::of_a(&node.half[i], part)),
        )
    }

    /// The boxes of B's node, one per lane; they are the same in every part of the 16 pairs.
    #[inline(always)]
    fn of_b(node: &Node) -> Self {
        Self::new(
            for3!(i => L::of_b(&node.center[i])),
            for3!(i => for3!(j => L::of_b(&node.axes[i][j]))),
            for3!(i => L::of_b(&node.half[i])),
        )
    }

    /// One box repeated in all lanes.
    #[inline(always)]
    fn of_one(bounds: &Bounds) -> Self {
        Self::new(
            for3!(i => L::splat(bounds.center[i])),
            for3!(i => for3!(j => L::splat(bounds.axes[i][j]))),
            for3!(i => L::splat(bounds.half[i])),
        )
    }

    /// The boxes of B, transformed to A's tree units.
    #[inline(always)]
    fn turned(&self, frame: &Frame) -> Self {
        let rows = for3!(i => for3!(j => L::splat(frame.turn[i][j])));
        let ratio = L::splat(frame.ratio);
        let center = for3!(i => self.center[i] * ratio);
        Self {
            center: for3!(i => dot_plus(&rows[i], &center, L::splat(frame.shift[i]))),
            // Only the direction of an axis counts, so axes are rotated without the scale factor.
            axes: for3!(k => for3!(i => dot(&rows[i], &self.axes[k]))),
            half: for3!(i => self.half[i] * ratio),
            slack: self.slack * ratio + L::splat(frame.box_slack),
        }
    }
}

/// Two sets of boxes; A's are in A's tree units and B's in B's.
pub enum Sides<'a> {
    /// Four boxes on each side.
    Nodes(&'a Node, &'a Node),
    /// The box of a leaf of A, and four boxes of B.
    LeafAndNode(&'a Bounds, &'a Node),
    /// Four boxes of A, and the box of a leaf of B.
    NodeAndLeaf(&'a Node, &'a Bounds),
}

/// A computation on the 16 pairs of boxes, one vector register of pairs (a part) at a time.
trait Test {
    /// Processes the pairs of part number `part`; the mask `valid` selects the pairs that exist.
    fn part<L: Lanes>(&mut self, a: &Boxes<L>, b: &Boxes<L>, part: usize, valid: u32);
}

/// Calls `test` for all pairs. The bit of a pair is 4 a + b, or i for the i-th of four boxes against a leaf.
#[inline(always)]
fn test<L: Lanes>(sides: Sides, frame: &Frame, test: &mut impl Test) {
    let all = u32::MAX >> (32 - L::WIDTH);
    match sides {
        Sides::Nodes(a, b) => {
            let b = Boxes::of_b(b).turned(frame);
            // Unrolling two parts saves a tenth of the time. Disabled in debug builds, where every copy of
            // the code takes its own stack space.
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

/// The pairs that may share a point.
#[derive(Default)]
pub struct Overlaps {
    /// Mask of the pairs that are not certainly separated.
    pub pairs: u32,
    /// For each pair in `pairs`, the largest gap between projections on a face axis; negative for an overlap,
    /// and smaller for a deeper one.
    pub excess: [f32; 16],
}

impl Overlaps {
    /// Tests all pairs of two sets of boxes. Writes the result to `self`, because a returned value would be
    /// copied.
    #[inline(always)]
    pub fn find<L: Lanes>(&mut self, sides: Sides, frame: &Frame) {
        self.pairs = 0;
        test::<L>(sides, frame, self);
    }
}

impl Test for Overlaps {
    #[inline(always)]
    fn part<L: Lanes>(&mut self, a: &Boxes<L>, b: &Boxes<L>, part: usize, valid: u32) {
        let projections = Projections::new(a, b);
        let faces = projections.of_faces();
        let left = valid & !faces.above(projections.slack);
        if left == 0 {
            return;
        }
        let edges = for3!(i => greatest(&for3!(j => projections.of_edges(a, b, i, j))));
        let left = left & !greatest(&edges).above(projections.slack);
        if left != 0 {
            self.pairs |= left << (L::WIDTH * part);
            faces.store(&mut self.excess, part);
        }
    }
}

/// Lower bounds on the distances of all pairs.
pub struct Gaps {
    /// Mask of the pairs whose lower bound is less than `cut`. Lanes without a box are excluded.
    pub pairs: u32,
    /// Lower bounds on the distances; 0 or less for a pair that is not certainly separated, and smaller for a
    /// deeper overlap.
    pub bounds: [f32; 16],
    cut: f32,
}

impl Gaps {
    /// Computes lower bounds on the distances of all pairs of two sets of boxes.
    #[inline(always)]
    pub fn of<L: Lanes>(sides: Sides, frame: &Frame, cut: f32) -> Self {
        let mut found = Self { pairs: 0, bounds: [f32::INFINITY; 16], cut };
        test::<L>(sides, frame, &mut found);
        found
    }
}

impl Test for Gaps {
    #[inline(always)]
    fn part<L: Lanes>(&mut self, a: &Boxes<L>, b: &Boxes<L>, part: usize, valid: u32) {
        let (zero, cut, surely) = (L::splat(0.0), L::splat(self.cut), L::splat(SURELY));
        let projections = Projections::new(a, b);
        // 1. The box around B along A's axes, and vice versa: gaps along three orthogonal axes combine by
        //    Pythagoras. For overlapping boxes the bound stays 0 until step 3.
        let of_a = for3!(i => (projections.of_a[i] - projections.slack).max(zero));
        let of_b = for3!(i => (projections.of_b[i] - projections.slack).max(zero));
        let squared = dot(&of_a, &of_a).max(dot(&of_b, &of_b));
        if valid & cut.above(squared.sqrt() * surely) == 0 {
            return;
        }
        // 2. The cross products, divided by their length. Edges within 6° of parallel have short cross
        //    products; these are divided by 0.1 and so add almost nothing. Fractions are compared without a
        //    division.
        let (mut squared, mut length) = (squared, L::splat(1.0));
        let _ = for3!(i => for3!(j => {
            let shorter = L::splat(1.0).sub_product(projections.turn[i][j], projections.turn[i][j]).max(L::splat(0.01));
            let excess = (projections.of_edges(a, b, i, j) - projections.slack).max(zero);
            let (left, right) = (squared * shorter, excess * excess * length);
            squared = squared.select_lt(excess * excess, left, right);
            length = length.select_lt(shorter, left, right);
        }));
        let bound = squared.div(length).sqrt() * surely;
        // 3. For pairs without a gap, add the depth of the overlap, a negative number.
        let bound = bound + (projections.of_faces() - projections.slack).min(zero);
        self.pairs |= (valid & cut.above(bound)) << (L::WIDTH * part);
        bound.store(&mut self.bounds, part);
    }
}

/// Projections of a pair of boxes on its separating axes. An excess is the gap between two projections; it
/// does not include the slack (the bound on rounding).
struct Projections<L> {
    slack: L,
    /// Dot product of axis i of A and axis j of B.
    turn: [[L; 3]; 3],
    /// Absolute values of `turn`.
    size: [[L; 3]; 3],
    /// Vector from the centre of A's box to that of B's box, along A's axes.
    across: [L; 3],
    /// Gaps between the projections on A's axes.
    of_a: [L; 3],
    /// Gaps between the projections on B's axes.
    of_b: [L; 3],
}

impl<L: Lanes> Projections<L> {
    #[inline(always)]
    fn new(a: &Boxes<L>, b: &Boxes<L>) -> Self {
        let between = minus(&b.center, &a.center);
        let turn = for3!(i => for3!(j => dot(&a.axes[i], &b.axes[j])));
        let size = for3!(i => for3!(j => turn[i][j].abs()));
        let across = for3!(i => dot(&a.axes[i], &between));
        let of_a = for3!(i => sub_dot(across[i].abs() - a.half[i], &size[i], &b.half));
        let of_b = for3!(j => {
            let across = dot(&for3!(i => turn[i][j]), &across);
            sub_dot(across.abs() - b.half[j], &for3!(i => size[i][j]), &a.half)
        });
        Self { slack: a.slack + b.slack, turn, size, across, of_a, of_b }
    }

    /// The largest gap between the projections on a face axis.
    #[inline(always)]
    fn of_faces(&self) -> L {
        greatest(&self.of_a).max(greatest(&self.of_b))
    }

    /// The gap between the projections on axis i of A × axis j of B, which is not normalised.
    #[inline(always)]
    fn of_edges(&self, a: &Boxes<L>, b: &Boxes<L>, i: usize, j: usize) -> L {
        let (k, l) = ((i + 1) % 3, (i + 2) % 3);
        let (m, n) = ((j + 1) % 3, (j + 2) % 3);
        let across = (self.across[l] * self.turn[k][j]).sub_product(self.across[k], self.turn[l][j]);
        let beyond_a =
            across.abs().sub_product(a.half[k], self.size[l][j]).sub_product(a.half[l], self.size[k][j]);
        beyond_a.sub_product(b.half[m], self.size[i][n]).sub_product(b.half[n], self.size[i][m])
    }
}
