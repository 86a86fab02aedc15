//! One step down two trees, shared by all queries: a pair of nodes becomes the pairs of their children.

use super::boxes::{Boxes, Overlaps, gaps, overlaps};
use super::lanes::Simd;
use super::node::{LEAF, Ref};
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

/// What a step compares: the boxes of both nodes' children, in one frame.
struct Step<F> {
    rows: Boxes<F>,
    columns: Boxes<F>,
    /// The bits of the pairs: all 16, or 4 of a leaf and a node.
    pairs: u32,
    children: Children,
}

/// Tests all pairs of children of a pair that is not two leaves. A leaf stands for its only child.
#[inline(always)]
pub fn expanded<S: Simd>(posed: &Posed, refs: [Ref; 2], cost: &mut Cost) -> (Overlaps, Children) {
    let step = step::<S>(posed, refs, cost);
    (overlaps::<S>(&step.rows, &step.columns, step.pairs), step.children)
}

/// Bounds the distances of all pairs of children of a pair that is not two leaves: those below `cut` as bits, all bounds.
#[inline(always)]
pub fn expanded_below<S: Simd>(
    posed: &Posed,
    refs: [Ref; 2],
    cut: f32,
    cost: &mut Cost,
) -> (u32, [f32; 16], Children) {
    let step = step::<S>(posed, refs, cost);
    let (pairs, bounds) = gaps::<S>(&step.rows, &step.columns, step.pairs, cut);
    (pairs, bounds, step.children)
}

#[inline(always)]
fn step<S: Simd>(posed: &Posed, [first, second]: [Ref; 2], cost: &mut Cost) -> Step<S::Four> {
    let single = |at: Ref| [at, 0, 0, 0];
    if first & LEAF != 0 {
        (cost.volume_tests, cost.updates) = (cost.volume_tests + 4, cost.updates + 4);
        let node = posed.second.node(second);
        Step {
            rows: Boxes::of_one(&posed.first.leaf(first).bounds),
            columns: Boxes::of(node).turned(&posed.frame),
            pairs: 0xf,
            children: Children { rows: single(first), columns: node.child, is_swapped: false },
        }
    } else if second & LEAF != 0 {
        (cost.volume_tests, cost.updates) = (cost.volume_tests + 4, cost.updates + 1);
        // Rows are of B, so that the pairs of the only box come first.
        let node = posed.first.node(first);
        Step {
            rows: Boxes::of_one(&posed.second.leaf(second).bounds).turned(&posed.frame),
            columns: Boxes::of(node),
            pairs: 0xf,
            children: Children { rows: single(second), columns: node.child, is_swapped: true },
        }
    } else {
        (cost.volume_tests, cost.updates) = (cost.volume_tests + 16, cost.updates + 4);
        let (a, b) = (posed.first.node(first), posed.second.node(second));
        Step {
            rows: Boxes::of(a),
            columns: Boxes::of(b).turned(&posed.frame),
            pairs: 0xffff,
            children: Children { rows: a.child, columns: b.child, is_swapped: false },
        }
    }
}

/// Decides in f64 what f32 has left open.
#[cold]
pub fn decided(posed: &Posed, first: u32, second: u32) -> bool {
    let [a, b] = posed.corners(first, second);
    meets(&a, &b)
}
