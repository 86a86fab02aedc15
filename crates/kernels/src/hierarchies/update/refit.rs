//! Update by refit: for every pose recomputes the leaves around their rotated triangles, then every node
//! around its children. As tight as the fixed directions allow, but updates every volume for every pose.

use std::sync::Arc;

use super::Turning;
use crate::geometry::Mesh;
use crate::geometry::kdop::Kdop;
use crate::hierarchies::query::Placed;
use crate::hierarchies::tree::Tree;
use crate::hierarchies::volumes::corners_of;

/// All volumes at the current pose.
pub struct Refit<const SLABS: usize> {
    mesh: Arc<Mesh>,
    volumes: Vec<Kdop<SLABS>>,
}

impl<const SLABS: usize> Refit<SLABS> {
    /// Creates the update for trees over this mesh.
    pub fn new(mesh: Arc<Mesh>) -> Self {
        Self { mesh, volumes: vec![] }
    }
}

impl<const SLABS: usize> Turning<Kdop<SLABS>> for Refit<SLABS> {
    fn begin(&mut self, tree: &Tree<Kdop<SLABS>>, placed: &Placed) -> u64 {
        self.volumes.resize(tree.nodes.len(), Kdop::EMPTY);
        // Reverse order, because children come after their parent.
        for (i, node) in tree.nodes.iter().enumerate().rev() {
            self.volumes[i] = if node.is_leaf() {
                let corners = corners_of(&self.mesh, &tree.order[node.places()]);
                Kdop::around(corners.map(|p| placed.point(&p)))
            } else {
                let children = node.children().start as usize..node.children().end as usize;
                self.volumes[children].iter().fold(Kdop::EMPTY, |all, child| all.union(child))
            };
        }
        tree.nodes.len() as u64
    }

    fn volume(&mut self, _: &Tree<Kdop<SLABS>>, node: u32) -> Kdop<SLABS> {
        self.volumes[node as usize]
    }

    fn is_by_node(&self) -> bool {
        false
    }

    fn bytes(&self) -> usize {
        size_of_val(self.volumes.as_slice())
    }
}
