//! A mesh with its tree.

use std::sync::Arc;

use super::node::{Bounds, Leaf, Node, Ref};
use crate::geometry::{Mesh, Point};

/// A mesh with its four-ary tree of oriented boxes.
pub struct Tree {
    /// The mesh. Its f64 coordinates decide what f32 leaves open.
    pub mesh: Arc<Mesh>,
    /// The origin of tree units, in the mesh's coordinates.
    pub center: Point,
    /// Tree units per metre, a power of two: no corner is more than one unit from the centre.
    pub scale: f64,
    /// The top: a node, or a leaf where there are at most four triangles.
    pub root: Ref,
    /// The box around everything.
    pub bounds: Bounds,
    /// Nodes, a parent before its children.
    pub nodes: Vec<Node>,
    /// Leaves, in the order of the walk.
    pub leaves: Vec<Leaf>,
}

impl Tree {
    /// Bytes of nodes and leaves, without the mesh.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.nodes[..]) + size_of_val(&self.leaves[..])
    }
}
