//! The cell of the visited part of the tree that is pointed at.

use super::lane::Lane;
use super::visited::Visited;
use crate::level::sweep::Look;

/// What the pointer is on in the tree below the scene.
#[derive(Default)]
pub struct Pointed {
    /// The cell of the visited part, in the pane in focus.
    pub cell: Option<u32>,
    /// Whether it stays when the pointer leaves.
    pub stays: bool,
}

impl Pointed {
    /// What was looked at there, if there is such a cell in this lane's answer.
    pub fn look(&self, lane: &Lane) -> Option<Look> {
        let visited = Visited::of(lane.looks());
        let look = visited.cells.get(self.cell? as usize)?.look?;
        lane.looks().get(look).copied()
    }
}
