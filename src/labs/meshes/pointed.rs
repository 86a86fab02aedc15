//! The hovered and the picked node.

use super::nodes::Node;

/// The hovered and the picked node.
#[derive(Default)]
pub struct Pointing {
    /// The picked node, as in `node=a12`.
    pub picked: Option<Node>,
    /// The node under the pointer in the drawing of a tree.
    pub cell: Option<Node>,
    /// The pointer in a pane, if it is over one.
    pub(super) scene: Option<OnScene>,
}

/// The pointer in a pane.
pub(super) struct OnScene {
    pub pane: usize,
    /// Hash of the ray, the meshes and the method.
    pub edition: u64,
    /// The leaf that holds the triangle under the pointer.
    pub node: Option<Node>,
}
