//! Incremental insertion: adds triangles one by one at the position where the total size of all boxes grows least:
//! their surface (Goldsmith & Salmon 1987), or their volume as in the lecture (source 2).
//!
//! Branch and bound finds the best position. If the triangle is inserted somewhere below a node, the total
//! grows at least by the growth of the boxes above that node plus the triangle's own size. Triangles are
//! inserted in a scattered order, because the order of the mesh would make long, thin subtrees.

use std::collections::BinaryHeap;

use super::parts::{Made, Meter, Parts, Pieces};
use super::plan::Size;
use super::surface_area::half_surface;
use crate::geometry::Aabb;

const NONE: u32 = u32::MAX;

/// Limit on the nodes visited for one triangle. Where many boxes are alike, the bound prunes nothing, but a
/// longer search would not find a better position either.
const MOST_LOOKED_AT: usize = 128;

/// Builds the binary tree by inserting the triangles one by one.
pub fn insert(pieces: &Pieces, order: Vec<u32>, size: Size, meter: &mut Meter) -> Option<Parts> {
    let count = order.len();
    let mut tree = Growing { leaves: count, nodes: vec![], joints: vec![], root: NONE, size, surface: 0.0 };
    for &t in &order {
        tree.nodes.push(Node { bounds: pieces.bounds[t as usize], parent: NONE, count: 1 });
    }
    for leaf in scattered(count) {
        meter.add(16)?;
        let before = tree.surface;
        let sibling = tree.add(leaf);
        let bounds = |node: u32| &tree.nodes[node as usize].bounds;
        let beside = sibling.map(bounds);
        meter.made(Made::Inserted { triangle: bounds(leaf), beside, growth: tree.surface - before });
    }
    Some(Parts::of_joints(&order, &tree.joints, tree.root))
}

/// A permutation of the numbers below `count` in which consecutive numbers are far apart: steps of about
/// 0.618 times `count`.
fn scattered(count: usize) -> impl Iterator<Item = u32> {
    let shares_a_factor = |mut a: usize, mut b: usize| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a > 1
    };
    let mut step = ((count as f64 * 0.618_034) as usize).max(1);
    while shares_a_factor(step, count) {
        step += 1;
    }
    (0..count).scan(0, move |at, _| {
        let here = *at;
        *at = (*at + step) % count;
        Some(here as u32)
    })
}

struct Growing {
    leaves: usize,
    /// The leaves first, then the inner nodes in order of creation.
    nodes: Vec<Node>,
    joints: Vec<[u32; 2]>,
    root: u32,
    /// The size that the insertion keeps small.
    size: Size,
    /// Sum of the half surfaces of all inner nodes, square metres.
    surface: f64,
}

struct Node {
    bounds: Aabb,
    parent: u32,
    /// Number of triangles below the node.
    count: u32,
}

/// A candidate for the best sibling.
struct Candidate {
    /// Growth of the sizes of all boxes above this node if the leaf is inserted here.
    inherited: f64,
    least: f64,
    node: u32,
}

impl PartialEq for Candidate {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Candidate {}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Candidate {
    /// Reversed, because the heap must return the candidate with the smallest bound first.
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        other.least.total_cmp(&self.least).then(other.node.cmp(&self.node))
    }
}

impl Growing {
    /// Inserts a leaf. Returns the sibling beside which it was inserted; `None` for the first leaf.
    fn add(&mut self, leaf: u32) -> Option<u32> {
        if self.root == NONE {
            self.root = leaf;
            return None;
        }
        let bounds = self.nodes[leaf as usize].bounds;
        let sibling = self.best_sibling(&bounds);
        let joint = (self.leaves + self.joints.len()) as u32;
        let parent = self.nodes[sibling as usize].parent;
        self.joints.push([sibling, leaf]);
        self.nodes.push(Node { bounds, parent, count: 0 });
        self.surface += half_surface(&bounds);
        self.nodes[sibling as usize].parent = joint;
        self.nodes[leaf as usize].parent = joint;
        match parent {
            NONE => self.root = joint,
            _ => {
                let children = &mut self.joints[parent as usize - self.leaves];
                children[usize::from(children[1] == sibling)] = joint;
            }
        }
        // Enlarge the boxes above the new leaf.
        let mut at = joint;
        while at != NONE {
            let [a, b] = self.joints[at as usize - self.leaves].map(|child| &self.nodes[child as usize]);
            let (bounds, count) = (a.bounds.union(&b.bounds), a.count + b.count);
            let node = &mut self.nodes[at as usize];
            self.surface += half_surface(&bounds) - half_surface(&node.bounds);
            (node.bounds, node.count) = (bounds, count);
            at = node.parent;
        }
        Some(sibling)
    }

    /// The best sibling for a new leaf: inserting beside it increases the sum of all sizes least.
    fn best_sibling(&self, bounds: &Aabb) -> u32 {
        let own = self.size.of(bounds);
        let mut open = BinaryHeap::from([Candidate { inherited: 0.0, least: own, node: self.root }]);
        let mut best = (f64::INFINITY, u32::MAX, self.root);
        let mut looked_at = 0;
        while let Some(Candidate { inherited, least, node }) = open.pop() {
            if least > best.0 || looked_at == MOST_LOOKED_AT {
                break;
            }
            looked_at += 1;
            let Node { bounds: here, count, .. } = &self.nodes[node as usize];
            let joined = self.size.of(&here.union(bounds));
            // Ties go to the node with fewer triangles, so that equal boxes do not form a long chain.
            let cost = (inherited + joined, *count, node);
            if cost < best {
                best = cost;
            }
            let Some(joint) = (node as usize).checked_sub(self.leaves) else { continue };
            let inherited = inherited + joined - self.size.of(here);
            let least = inherited + own;
            if least <= best.0 {
                open.extend(self.joints[joint].map(|node| Candidate { inherited, least, node }));
            }
        }
        best.2
    }
}
