//! What is chosen for a construction.

use super::split::Rule;

/// One of the lecture's three ways to build a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Construction {
    /// From the root: a set of triangles is split in two.
    TopDown(Rule),
    /// From the triangles: close ones are merged, then what they became.
    BottomUp,
    /// One triangle after the other, where the boxes grow least.
    Insertion,
}

/// What is chosen for a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The way it is built.
    pub construction: Construction,
    /// Most children of a node, 2 or more.
    pub arity: usize,
    /// Most triangles in a leaf, 1 or more.
    pub leaf_size: usize,
}
