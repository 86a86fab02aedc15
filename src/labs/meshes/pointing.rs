//! Hovering and picking nodes: in the trees below the scene, or by the triangle under the pointer in the scene.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::meshes_lab::MeshesLab;
use super::nodes::{Node, path, path_to_triangle};
use super::picture;
use super::view::OnScene;
use crate::geometry::{Point, Vector};
use crate::render::picking::pick_triangle;

impl MeshesLab {
    /// The node marked in the trees: the hovered node, otherwise the picked node.
    pub fn marked(&self) -> Option<Node> {
        let scene = || self.pointing.scene.as_ref().and_then(|scene| scene.node);
        self.pointing.cell.or_else(scene).or(self.pointing.picked)
    }

    /// The node whose volume is drawn: the node hovered in a tree, otherwise the picked node.
    pub fn drawn_node(&self) -> Option<Node> {
        self.pointing.cell.or(self.pointing.picked)
    }

    /// The nodes of the active pane's tree from the root to a node, both included; empty if there is no such node.
    pub fn path(&self, node: Node) -> Vec<u32> {
        let Some(prepared) = self.contest.in_focus().prepared() else { return vec![] };
        prepared.borrow().tree(node.body).map_or_else(Vec::new, |tree| path(tree, node.node))
    }

    /// The leaf of the active pane's trees that holds the triangle a ray hits first.
    fn leaf_under(&self, origin: Point, direction: Vector) -> Option<Node> {
        let prepared = self.contest.in_focus().prepared()?.borrow();
        // A method without trees has no leaves.
        prepared.tree(0)?;
        let hit = pick_triangle(&self.bodies(), origin, direction)?;
        let node = *path_to_triangle(prepared.tree(hit.body)?, hit.triangle as u32).last()?;
        Some(Node { body: hit.body, node })
    }

    /// Updates the hovered node from the ray through the pointer, `None` if the pointer left the pane. Returns true
    /// if another node is to be marked in the trees.
    pub(super) fn hover(&mut self, pane: usize, ray: Option<(Point, Vector)>) -> bool {
        let before = self.marked();
        match ray.filter(|_| {
            self.settings.view.trees && pane == self.contest.panes.focus() && self.before_drag.is_none()
        }) {
            Some((origin, direction)) => {
                let mut hasher = DefaultHasher::new();
                (picture::place(self), self.contest.lanes[pane].method().id).hash(&mut hasher);
                let numbers = origin.coords.iter().chain(direction.iter());
                numbers.for_each(|number| number.to_bits().hash(&mut hasher));
                let edition = hasher.finish();
                if self.pointing.scene.as_ref().is_none_or(|known| known.edition != edition) {
                    let node = self.leaf_under(origin, direction);
                    self.pointing.scene = Some(OnScene { pane, edition, node });
                }
            }
            None if self.pointing.scene.as_ref().is_some_and(|known| known.pane == pane) => {
                self.pointing.scene = None;
            }
            None => {}
        }
        before != self.marked()
    }

    /// Picks the leaf under a ray; clears the pick if there is no leaf or the leaf is picked already.
    pub(super) fn pick(&mut self, origin: Point, direction: Vector) {
        // No picking during a drag.
        if self.before_drag.is_none() {
            let leaf = self.leaf_under(origin, direction);
            self.pointing.picked = leaf.filter(|leaf| self.pointing.picked != Some(*leaf));
        }
    }
}
