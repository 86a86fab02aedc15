//! The cell of the visited part of the tree that is pointed at, in the tree below the scene or in the scene.

use super::lane::Lane;
use crate::geometry::{Point, Vector};
use crate::level::sweep::Look;
use crate::level::visited::Visited;

/// What the pointer is on. It holds for one move: another one visits other nodes.
#[derive(Default)]
pub struct Pointed {
    /// The cell of the visited part, in the pane in focus.
    pub cell: Option<u32>,
    /// Whether it stays when the pointer leaves.
    pub stays: bool,
    /// The cell of the place under the pointer in the scene.
    pub scene: Option<u32>,
    /// The ray that this was found on.
    pub(super) ray: Option<(Point, Vector)>,
}

impl Pointed {
    /// What was looked at there, if there is such a cell in this lane's answer.
    pub fn look(&self, lane: &Lane) -> Option<Look> {
        let visited = Visited::of(lane.looks());
        let look = visited.cells.get(self.cell? as usize)?.look?;
        lane.looks().get(look).copied()
    }

    /// The cell that is framed in the tree.
    pub fn framed(&self) -> Option<u32> {
        self.cell.or(self.scene)
    }
}
