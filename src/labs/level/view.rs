//! State of what the window shows of the level: switches of overlays and panels, the cell under the pointer, and the
//! last computed plan slice.

use std::sync::Arc;

use super::lane::Lane;
use crate::geometry::{Point, Vector};
use crate::level::slice::{Bevels, Slice};
use crate::level::sweep::Look;
use crate::level::visited::Visited;

/// Switches of the overlays and of the panels below the scene, and whether the level is drawn cut off above
/// the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct View {
    /// Whether the swept volume is drawn.
    pub volume: bool,
    /// Whether the planes that cut the path are drawn.
    pub planes: bool,
    /// Whether the plan slice is drawn below the scene.
    pub slice: bool,
    /// Whether the tree is drawn below the scene.
    pub tree: bool,
    /// Whether the part of the level above the mover is cut off in the drawing.
    pub cut: bool,
}

impl Default for View {
    fn default() -> Self {
        Self { volume: true, planes: false, slice: true, tree: true, cut: true }
    }
}

/// The last plan slice and the inputs it was made from.
#[derive(Default)]
pub struct Plan {
    /// Hash of the slice's inputs.
    pub key: u64,
    /// The slice.
    pub slice: Option<Arc<Slice>>,
    /// Bevel planes of a level, kept for later slices, with the address of that level.
    pub bevels: (usize, Bevels),
}

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
