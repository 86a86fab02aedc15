//! One traversal step, shared by all queries: replaces a pair of nodes by the pairs of their children.

use super::boxes::{Gaps, Overlaps, Sides};
use super::node::{LEAF, Ref};
use super::posed::Posed;
use crate::hierarchies::query::Cost;
use crate::hierarchies::triangles::touch::meets;
use crate::simd::lanes::Lanes;

/// The children of a pair of nodes.
pub struct Children {
    rows: [Ref; 4],
    columns: [Ref; 4],
    is_swapped: bool,
}

impl Children {
    /// The two children whose pair has bit `lane` in a mask of the 16 pairs.
    #[inline(always)]
    pub fn refs(&self, lane: usize) -> [Ref; 2] {
        let (row, column) = (self.rows[lane / 4], self.columns[lane % 4]);
        if self.is_swapped { [column, row] } else { [row, column] }
    }
}

/// Tests the boxes of all pairs of children of two nodes that are not both leaves. A leaf acts as its own
/// only child.
#[inline(always)]
pub fn expanded<L: Lanes>(posed: &Posed, refs: [Ref; 2], found: &mut Overlaps, cost: &mut Cost) -> Children {
    let (sides, children) = step(posed, refs, cost);
    found.find::<L>(sides, &posed.frame);
    children
}

/// Computes lower bounds on the distances of all pairs of children of two nodes that are not both leaves.
/// Keeps the pairs with a bound below `cut`.
#[inline(always)]
pub fn expanded_below<L: Lanes>(
    posed: &Posed,
    refs: [Ref; 2],
    cut: f32,
    cost: &mut Cost,
) -> (Gaps, Children) {
    let (sides, children) = step(posed, refs, cost);
    (Gaps::of::<L>(sides, &posed.frame, cut), children)
}

/// The boxes to compare in one step, and the children to which these boxes belong. Counts the work of the
/// step in `cost`.
#[inline(always)]
fn step<'a>(posed: &Posed<'a>, [first, second]: [Ref; 2], cost: &mut Cost) -> (Sides<'a>, Children) {
    let single = |at: Ref| [at, 0, 0, 0];
    if first & LEAF != 0 {
        (cost.volume_tests, cost.updates) = (cost.volume_tests + 4, cost.updates + 4);
        let (a, b) = (posed.first.leaf(first), posed.second.node(second));
        let children = Children { rows: single(first), columns: b.child, is_swapped: false };
        (Sides::LeafAndNode(&a.bounds, b), children)
    } else if second & LEAF != 0 {
        (cost.volume_tests, cost.updates) = (cost.volume_tests + 4, cost.updates + 1);
        let (a, b) = (posed.first.node(first), posed.second.leaf(second));
        let children = Children { rows: single(second), columns: a.child, is_swapped: true };
        (Sides::NodeAndLeaf(a, &b.bounds), children)
    } else {
        (cost.volume_tests, cost.updates) = (cost.volume_tests + 16, cost.updates + 4);
        let (a, b) = (posed.first.node(first), posed.second.node(second));
        let children = Children { rows: a.child, columns: b.child, is_swapped: false };
        (Sides::Nodes(a, b), children)
    }
}

/// Exact verdict on two triangles, true if they touch; for pairs that f32 leaves undecided.
#[cold]
pub fn decided(posed: &Posed, first: u32, second: u32) -> bool {
    let [a, b] = posed.corners(first, second);
    meets(&a, &b)
}
