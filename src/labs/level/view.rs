//! Switches of the overlays and of the panels below the scene, and whether the level is drawn cut off above
//! the mover.

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
