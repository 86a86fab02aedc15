//! The choices that define a tree construction.

use super::split::Rule;

/// One of the lecture's three ways to build a tree (source 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Construction {
    /// From the root: sets of triangles are split in two by a rule.
    TopDown(Rule),
    /// From the triangles: close triangles are merged, then the resulting clusters.
    BottomUp,
    /// Triangles are inserted one by one where the boxes grow least.
    Insertion,
}

/// The choices for one tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Construction method.
    pub construction: Construction,
    /// Maximum number of children of a node, 2 or more.
    pub arity: usize,
    /// Maximum number of triangles in a leaf, 1 or more.
    pub leaf_size: usize,
}
