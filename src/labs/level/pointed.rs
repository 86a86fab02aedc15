//! The hovered cell of the visited part of the tree, in the tree below the scene or in the scene.

use super::lane::Lane;
use crate::geometry::{Point, Vector};
use crate::level::sweep::Look;
use crate::level::visited::Visited;

/// The hovered or picked cell. Valid for one move, since another move visits other nodes.
#[derive(Default)]
pub struct Pointed {
    /// The hovered or picked cell in the tree of the active pane.
    pub cell: Option<u32>,
    /// Whether the cell is picked, so that it stays when the pointer leaves.
    pub stays: bool,
    /// The cell that contains the point under the pointer in the scene.
    pub scene: Option<u32>,
    /// The ray through the pointer that `scene` belongs to.
    pub(super) ray: Option<(Point, Vector)>,
}

impl Pointed {
    /// The recorded step of the cell in this lane's answer, if there is one.
    pub fn look(&self, lane: &Lane) -> Option<Look> {
        let visited = Visited::of(lane.looks());
        let look = visited.cells.get(self.cell? as usize)?.look?;
        lane.looks().get(look).copied()
    }

    /// The cell to frame in the tree.
    pub fn framed(&self) -> Option<u32> {
        self.cell.or(self.scene)
    }
}
