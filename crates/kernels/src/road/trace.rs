//! The recorded traversal of one ray: every opened node with the fates of its boxes, and every tested triangle.
//!
//! The method's own traversal makes the recording through a callback, so the recording cannot differ from the
//! answer.

use super::methods::aabb_tree::{AabbTree, Seen};
use super::methods::node::Child;
use super::ray::{Cast, Ray};
use super::triangle::TriangleTest;
use crate::geometry::Aabb;

/// The most recorded steps; a ray in a terrain of a million triangles takes about a hundred.
pub const MOST_STEPS: usize = 4000;

/// All steps of a ray.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The ray that was cast.
    pub ray: Ray,
    /// The box around the whole terrain.
    pub bounds: Aabb,
    /// The steps in order, at most [`MOST_STEPS`].
    pub steps: Vec<Step>,
    /// Number of steps beyond [`MOST_STEPS`], which are not recorded.
    pub left_out: usize,
    /// The answer, with the final counters.
    pub cast: Cast,
}

/// A step of the traversal, with the counters after it.
#[derive(Clone, Debug)]
pub struct Step {
    /// The step as reported by the traversal.
    pub seen: Seen,
    /// Depth of the opened node, of the tested triangle's leaf, or of the dropped child's parent; the root has depth 0.
    pub depth: u32,
    /// The boxes that the step examines: both boxes of an opened node, the box of a dropped child, or the box of a
    /// tested triangle's leaf.
    pub boxes: Vec<(Option<Child>, Aabb)>,
    /// Number of nodes opened so far.
    pub nodes: u32,
    /// Number of triangles tested so far.
    pub triangles: u32,
}

/// Runs the method's traversal and records its steps, at most [`MOST_STEPS`].
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

/// The positions of all nodes and triangles in the tree.
struct Parents {
    /// Depth of each node.
    depth: Vec<u32>,
    /// For each triangle of the terrain, the node and side of its leaf.
    leaf: Vec<(u32, u8)>,
}

impl Parents {
    fn leaf_of(&self, triangle: u32) -> Option<(u32, usize)> {
        self.leaf.get(triangle as usize).map(|&(node, side)| (node, usize::from(side)))
    }
}

/// Children follow their parents, so one pass finds all depths.
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
