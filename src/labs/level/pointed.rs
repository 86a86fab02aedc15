//! The cell under the pointer, where a cell is a node or leaf of the part of the tree that the shown sweep
//! visited. The pointer may be over the chart of the tree or over the scene.

use super::lane::Lane;
use crate::geometry::{Point, Vector};
use crate::level::sweep::Look;
use crate::level::visited::Visited;

/// The hovered or picked cell. It is valid for one move only, since another move visits other nodes.
#[derive(Default)]
pub struct Pointed {
    /// The cell that is hovered or picked in the chart of the active pane's tree.
    pub cell: Option<u32>,
    /// Whether the cell is picked, so that it stays when the pointer leaves.
    pub stays: bool,
    /// The cell that contains the surface point under the pointer in the scene.
    pub scene: Option<u32>,
    /// The ray from the camera through the pointer for which `scene` was found.
    pub(super) ray: Option<(Point, Vector)>,
}

impl Pointed {
    /// The step of this lane's recorded sweep that visited the hovered or picked cell; `None` if there is
    /// none.
    pub fn look(&self, lane: &Lane) -> Option<Look> {
        let visited = Visited::of(lane.looks());
        let look = visited.cells.get(self.cell? as usize)?.look?;
        lane.looks().get(look).copied()
    }

    /// The cell to frame in the chart of the tree.
    pub fn framed(&self) -> Option<u32> {
        self.cell.or(self.scene)
    }
}
