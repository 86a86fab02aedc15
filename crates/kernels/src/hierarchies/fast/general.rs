//! Converts a fast tree to the general tree type, for drawing and for traversals pair by pair.
//!
//! The fast traversals neither report steps nor honour a budget. Queries that need either use the traversals
//! of the other methods over the same nodes, boxes and leaves.

use std::sync::Arc;

use super::node::{Bounds, LEAF, Tree};
use crate::geometry::Obb;
use crate::hierarchies::tree;

/// The tree for the general traversals; converted once.
pub fn general(fast: &Tree) -> Arc<tree::Tree<Obb>> {
    fast.general.get_or_init(|| Arc::new(converted(fast))).clone()
}

/// Converts the tree: one node for every node and leaf, with its box in the mesh's coordinates.
fn converted(fast: &Tree) -> tree::Tree<Obb> {
    let mut refs = vec![fast.root];
    let mut nodes = vec![node(fast, &fast.bounds, 0)];
    // Level by level, so that siblings are contiguous.
    let mut at = 0;
    while at < refs.len() {
        let level = nodes[at].level + 1;
        nodes[at].child = refs.len() as u32;
        if refs[at] & LEAF == 0 {
            let opened = fast.node(refs[at]);
            for (bounds, child) in opened.children() {
                refs.push(child);
                nodes.push(node(fast, &bounds, level));
            }
            nodes[at].children = (refs.len() as u32 - nodes[at].child) as u16;
        }
        at += 1;
    }
    let mut order = vec![];
    let firsts: Vec<u32> = fast
        .leaves
        .iter()
        .map(|leaf| {
            let first = order.len() as u32;
            order.extend_from_slice(&leaf.triangle[..leaf.count as usize]);
            first
        })
        .collect();
    // Leaves are in traversal order, so the triangles of a node are contiguous. Children come after their
    // parents.
    for at in (0..nodes.len()).rev() {
        let (first, count) = if refs[at] & LEAF != 0 {
            let leaf = refs[at] & !LEAF;
            (firsts[leaf as usize], fast.leaves[leaf as usize].count)
        } else {
            let children = &nodes[nodes[at].children().start as usize..nodes[at].children().end as usize];
            (children[0].first, children.iter().map(|child| child.count).sum())
        };
        (nodes[at].first, nodes[at].count) = (first, count);
    }
    tree::Tree { nodes, order }
}

/// A node with its box; children and triangles are filled in later.
fn node(fast: &Tree, bounds: &Bounds, level: u16) -> tree::Node<Obb> {
    tree::Node { volume: fast.obb(bounds), first: 0, count: 0, child: 0, children: 0, level }
}
