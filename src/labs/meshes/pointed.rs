//! The hovered and the picked node.

use super::nodes::Node;

/// The hovered and the picked node.
#[derive(Default)]
pub struct Pointing {
    /// The picked node, as in `node=a12`.
    pub picked: Option<Node>,
    /// The node under the pointer in the drawing of a tree.
    pub cell: Option<Node>,
    /// The pointer while it is over a pane's scene, with the node under it; otherwise `None`.
    pub(super) scene: Option<OnScene>,
}

/// The pointer in a pane.
pub(super) struct OnScene {
    pub pane: usize,
    /// Hash of the inputs of `node`: the ray through the pointer, the meshes and the method.
    pub edition: u64,
    /// The leaf that holds the triangle under the pointer.
    pub node: Option<Node>,
}
