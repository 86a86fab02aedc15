//! The nodes that are pointed at, and the one that is picked.

use super::nodes::Node;

/// What the pointer is on, and what is picked.
#[derive(Default)]
pub struct Pointing {
    /// The node that was picked, as in `node=a12`.
    pub picked: Option<Node>,
    /// The node under the pointer in a tree.
    pub cell: Option<Node>,
    /// The pointer in a pane, if it is in one.
    pub(super) scene: Option<OnScene>,
}

/// The pointer in a pane.
pub(super) struct OnScene {
    pub pane: usize,
    /// Changes with the ray and with what lies under it.
    pub edition: u64,
    /// The leaf with the triangle that lies there.
    pub node: Option<Node>,
}
