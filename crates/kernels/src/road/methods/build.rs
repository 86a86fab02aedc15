//! Builds the tree top-down by the surface-area heuristic.

use super::node::Node;
use crate::geometry::{Aabb, Point};
use crate::hierarchies::build::surface_area::{Item, best_split};

/// Below this depth, the lists of triangles are halved instead of split by the heuristic. So no branch is longer
/// than this depth plus 32 levels, which suffice for 2³² triangles.
const DEEPEST_HEURISTIC: u32 = 30;

/// Builds the tree. Returns the nodes, with the root first, and the indices of the triangles in the order of the
/// leaves. A leaf has at most `leaf_size` triangles.
pub fn build(corners: impl Iterator<Item = [Point; 3]>, leaf_size: u32) -> (Vec<Node>, Vec<u32>) {
    let item = |(id, [p, q, r]): (u32, [Point; 3])| {
        let bounds = Aabb::around([p, q, r]);
        Item { id, bounds, centroid: bounds.center() }
    };
    let mut items: Vec<Item> = (0..).zip(corners).map(item).collect();
    let mut builder = Builder { nodes: Vec::new(), leaf_size: leaf_size.max(1) };
    let bounds = items.iter().fold(Aabb::EMPTY, |all, item| all.union(&item.bounds));
    let root = builder.branch(&mut items, 0, &bounds, 0);
    // A tree that is a single leaf gets a root whose other side is empty.
    if root.1 > 0 {
        let mut node = Node::default();
        node.set(0, &bounds, root);
        builder.nodes.push(node);
    }
    (builder.nodes, items.iter().map(|item| item.id).collect())
}

struct Builder {
    nodes: Vec<Node>,
    leaf_size: u32,
}

impl Builder {
    /// Builds the subtree of `items`, whose first triangle has the position `first` in the order of the leaves.
    /// Returns the subtree as its parent stores it: (node, 0), or (first triangle, count) for a leaf.
    fn branch(&mut self, items: &mut [Item], first: u32, bounds: &Aabb, depth: u32) -> (u32, u32) {
        let count = items.len() as u32;
        let split = if depth < DEEPEST_HEURISTIC { best_split(items, bounds) } else { None };
        let cost = split.as_ref().map_or(f64::INFINITY, |split| split.cost);
        if count <= self.leaf_size && cost >= f64::from(count) {
            return (first, count);
        }
        let middle = match split {
            Some(split) => partition(items, |item| split.is_before(&item.centroid)),
            None => items.len() / 2,
        };
        let index = self.nodes.len();
        self.nodes.push(Node::default());
        let (left, right) = items.split_at_mut(middle);
        for (side, part, first) in [(0, left, first), (1, right, first + middle as u32)] {
            let bounds = part.iter().fold(Aabb::EMPTY, |all, item| all.union(&item.bounds));
            let child = self.branch(part, first, &bounds, depth + 1);
            self.nodes[index].set(side, &bounds, child);
        }
        (index as u32, 0)
    }
}

/// Moves the items for which `holds` is true to the front; returns their number.
fn partition(items: &mut [Item], holds: impl Fn(&Item) -> bool) -> usize {
    let mut front = 0;
    for i in 0..items.len() {
        if holds(&items[i]) {
            items.swap(front, i);
            front += 1;
        }
    }
    front
}
