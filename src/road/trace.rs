//! The descent of one ray, taken apart: every node that was opened, what became of its boxes, every triangle tested.
//!
//! It is the method's own descent with a closure that keeps what it is shown, so recording and answer are one.

use super::caster::Cast;
use super::methods::aabb_tree::{AabbTree, Seen};
use super::methods::node::Child;
use super::ray::Ray;
use super::triangle::TriangleTest;
use crate::geometry::Aabb;

/// Steps that are kept; of a terrain of a million triangles one ray takes about a hundred.
pub const MOST_STEPS: usize = 4000;

/// All steps of one ray.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The ray that was cast.
    pub ray: Ray,
    /// The box around the whole terrain.
    pub bounds: Aabb,
    /// What happened, in the order in which it did; at most [`MOST_STEPS`].
    pub steps: Vec<Step>,
    /// How many came after the first [`MOST_STEPS`].
    pub left_out: usize,
    /// The answer, and the counters at the end.
    pub cast: Cast,
}

/// One step of the descent, with the counters up to here.
#[derive(Clone, Debug)]
pub struct Step {
    /// What the descent showed.
    pub seen: Seen,
    /// How far below the root, which is at depth 0, the node at hand is.
    pub depth: u32,
    /// The boxes concerned: both children's of an opened node, the dropped child's, the leaf's of a triangle.
    pub boxes: Vec<(Option<Child>, Aabb)>,
    /// Nodes opened up to here.
    pub nodes: u32,
    /// Triangles tested up to here.
    pub triangles: u32,
}

/// Descends as the method does and keeps every step, at most [`MOST_STEPS`].
pub fn record<T: TriangleTest>(tree: &AabbTree<T>, ray: &Ray, max: f64) -> Trace {
    let parents = parents(tree);
    let (mut nodes, mut triangles) = (0, 0);
    let (mut steps, mut left_out) = (Vec::new(), 0);
    let cast = tree.descend(ray, max, &mut |seen| {
        let boxed =
            |node: u32, side: usize| (tree.child(node, side), tree.nodes()[node as usize].bounds(side));
        let boxes = match seen {
            Seen::Opened { node, .. } => {
                nodes += 1;
                vec![boxed(node, 0), boxed(node, 1)]
            }
            Seen::Tested { triangle, .. } => {
                triangles += 1;
                parents.leaf_of(triangle).map(|(node, side)| boxed(node, side)).into_iter().collect()
            }
            Seen::Dropped { node, side, .. } => vec![boxed(node, side)],
        };
        let depth = match seen {
            Seen::Opened { node, .. } | Seen::Dropped { node, .. } => parents.depth[node as usize],
            Seen::Tested { triangle, .. } => {
                parents.leaf_of(triangle).map_or(0, |(node, _)| parents.depth[node as usize] + 1)
            }
        };
        if steps.len() < MOST_STEPS {
            steps.push(Step { seen, depth, boxes, nodes, triangles });
        } else {
            left_out += 1;
        }
    });
    Trace { ray: *ray, bounds: tree.bounds(), steps, left_out, cast }
}

/// Where every node and triangle is in the tree.
struct Parents {
    /// Per node, how far below the root it is.
    depth: Vec<u32>,
    /// Per triangle of the terrain, node and side of its leaf.
    leaf: Vec<(u32, u8)>,
}

impl Parents {
    fn leaf_of(&self, triangle: u32) -> Option<(u32, usize)> {
        self.leaf.get(triangle as usize).map(|&(node, side)| (node, usize::from(side)))
    }
}

/// A node stands after the one above it, so one pass finds all depths.
fn parents<T: TriangleTest>(tree: &AabbTree<T>) -> Parents {
    let mut parents = Parents { depth: vec![0; tree.nodes().len()], leaf: Vec::new() };
    for node in 0..tree.nodes().len() as u32 {
        for side in 0..2 {
            match tree.child(node, side) {
                Some(Child::Node(below)) => parents.depth[below as usize] = parents.depth[node as usize] + 1,
                Some(Child::Leaf { first, count }) => {
                    for &triangle in tree.triangles(first, count) {
                        let index = triangle as usize;
                        parents.leaf.resize(parents.leaf.len().max(index + 1), (0, 0));
                        parents.leaf[index] = (node, side as u8);
                    }
                }
                None => {}
            }
        }
    }
    parents
}
