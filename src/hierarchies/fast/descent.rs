//! One step down two trees, shared by all queries: a pair of nodes becomes the pairs of their children.

use super::boxes::{Boxes, Overlaps, gaps, overlaps};
use super::lanes::Simd;
use super::node::{LEAF, Node, Ref};
use super::posed::Posed;
use crate::hierarchies::query::Cost;
use crate::hierarchies::triangles::touch::meets;

/// The children of a pair of nodes.
pub struct Children {
    rows: [Ref; 4],
    columns: [Ref; 4],
    is_swapped: bool,
}

impl Children {
    /// The pair of bit `lane`.
    #[inline(always)]
    pub fn refs(&self, lane: usize) -> [Ref; 2] {
        let (row, column) = (self.rows[lane / 4], self.columns[lane % 4]);
        if self.is_swapped { [column, row] } else { [row, column] }
    }
}

/// Tests all pairs of children of a pair that is not two leaves. A leaf stands for its only child.
#[inline(always)]
pub fn expanded<S: Simd>(posed: &Posed, refs: [Ref; 2], cost: &mut Cost) -> (Overlaps, Children) {
    let (a, b, parts, children) = boxes::<S>(posed, refs, cost);
    (overlaps::<S>(&a, &b, parts), children)
}

/// Bounds the distances of all pairs of children of a pair that is not two leaves: those below `cut` as bits, all bounds.
#[inline(always)]
pub fn expanded_below<S: Simd>(
    posed: &Posed,
    refs: [Ref; 2],
    cut: f32,
    cost: &mut Cost,
) -> (u32, [f32; 16], Children) {
    let (a, b, parts, children) = boxes::<S>(posed, refs, cost);
    let (pairs, bounds) = gaps::<S>(&a, &b, parts, cut);
    (pairs, bounds, children)
}

/// The boxes of a pair's children in one frame, the parts of their pairs that are not empty, and the children.
#[inline(always)]
fn boxes<S: Simd>(
    posed: &Posed,
    [first, second]: [Ref; 2],
    cost: &mut Cost,
) -> (Boxes<S::Four>, Boxes<S::Four>, usize, Children) {
    if first & LEAF != 0 {
        (cost.volume_tests, cost.updates) = (cost.volume_tests + 4, cost.updates + 4);
        let single = Node::of_leaf(posed.first.leaf(first), first);
        let node = posed.second.node(second);
        let children = Children { rows: single.child, columns: node.child, is_swapped: false };
        (Boxes::of(&single), Boxes::of(node).turned(&posed.frame), 1, children)
    } else if second & LEAF != 0 {
        (cost.volume_tests, cost.updates) = (cost.volume_tests + 4, cost.updates + 1);
        // Rows are of B, so that all pairs of the only box are in the first part.
        let single = Node::of_leaf(posed.second.leaf(second), second);
        let node = posed.first.node(first);
        let children = Children { rows: single.child, columns: node.child, is_swapped: true };
        (Boxes::of(&single).turned(&posed.frame), Boxes::of(node), 1, children)
    } else {
        (cost.volume_tests, cost.updates) = (cost.volume_tests + 16, cost.updates + 4);
        let (a, b) = (posed.first.node(first), posed.second.node(second));
        let children = Children { rows: a.child, columns: b.child, is_swapped: false };
        (Boxes::of(a), Boxes::of(b).turned(&posed.frame), S::PARTS, children)
    }
}

/// Decides in f64 what f32 has left open.
#[cold]
pub fn decided(posed: &Posed, first: u32, second: u32) -> bool {
    let [a, b] = posed.corners(first, second);
    meets(&a, &b)
}
