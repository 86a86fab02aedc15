//! A mesh with its tree.

use std::sync::{Arc, OnceLock};

use super::node::{Bounds, Leaf, Node, Ref};
use crate::geometry::{Mesh, Obb, Point};
use crate::hierarchies::tree;

/// A mesh with its four-ary tree of oriented boxes.
pub struct Tree {
    /// The mesh. Exact predicates use its f64 coordinates for cases that f32 leaves undecided.
    pub mesh: Arc<Mesh>,
    /// Origin of tree units, in the mesh's coordinates.
    pub center: Point,
    /// Tree units per metre, a power of two: no corner is more than one unit from the centre.
    pub scale: f64,
    /// The root: a node, or a leaf for at most four triangles.
    pub root: Ref,
    /// Box around the whole mesh.
    pub bounds: Bounds,
    /// Nodes; parents come before their children.
    pub nodes: Vec<Node>,
    /// Leaves, in traversal order.
    pub leaves: Vec<Leaf>,
    /// This tree converted for the general traversals, on first use.
    pub general: OnceLock<Arc<tree::Tree<Obb>>>,
}

impl Tree {
    /// Size of nodes and leaves in bytes, without the mesh.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.nodes[..]) + size_of_val(&self.leaves[..])
    }
}
