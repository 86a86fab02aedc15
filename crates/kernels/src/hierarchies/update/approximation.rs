//! Update by approximation (Klosowski and others 1998): encloses the rotated corners of a node's *original*
//! k-DOP in a new k-DOP. The corners of the previous result are not used, because volumes would grow from
//! frame to frame.
//!
//! Nodes whose triangles have fewer corners than their k-DOP enclose the rotated triangles instead.

use std::sync::Arc;

use super::Turning;
use crate::geometry::kdop::Kdop;
use crate::geometry::{Mesh, Vector};
use crate::hierarchies::query::Placed;
use crate::hierarchies::tree::Tree;

/// Corners of the original k-DOPs, computed on first use.
pub struct Approximation {
    mesh: Arc<Mesh>,
    placed: Option<Placed>,
    corners: Vec<Option<Box<[Vector]>>>,
    bytes: usize,
}

impl Approximation {
    /// Creates the update for trees over this mesh.
    pub fn new(mesh: Arc<Mesh>) -> Self {
        Self { mesh, placed: None, corners: vec![], bytes: 0 }
    }

    /// Makes room for a tree that has grown to this many nodes.
    #[inline]
    fn grow(&mut self, nodes: usize) {
        let known = self.corners.len();
        if known < nodes {
            self.corners.resize(nodes, None);
            self.bytes += size_of_val(&self.corners[known..]);
        }
    }
}

impl<const SLABS: usize> Turning<Kdop<SLABS>> for Approximation {
    fn begin(&mut self, tree: &Tree<Kdop<SLABS>>, placed: &Placed) -> u64 {
        self.placed = Some(*placed);
        self.grow(tree.nodes.len());
        0
    }

    fn volume(&mut self, tree: &Tree<Kdop<SLABS>>, node: u32) -> Kdop<SLABS> {
        self.grow(tree.nodes.len());
        let placed = self.placed.as_ref().expect("a pose was begun");
        let triangles = tree.triangles(node);
        // A k-DOP in general position has 2 (k − 2) corners, because three planes meet in each (Euler).
        if 3 * triangles.len() <= 2 * (2 * SLABS - 2) {
            let corners = triangles.iter().flat_map(|&t| self.mesh.corners(t as usize));
            return Kdop::around(corners.map(|p| placed.point(&p)));
        }
        let corners = self.corners[node as usize].get_or_insert_with(|| {
            let corners = tree.nodes[node as usize].volume.corners();
            let corners: Box<[Vector]> = corners.iter().map(|p| p.coords).collect();
            self.bytes += size_of_val(&*corners);
            corners
        });
        Kdop::around(corners.iter().map(|p| placed.point(&(*p).into())))
    }

    fn bytes(&self) -> usize {
        self.bytes
    }
}
