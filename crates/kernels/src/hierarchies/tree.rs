//! A tree of bounding volumes over the triangles of a mesh, for any volume type and construction.

use std::ops::Range;

/// Nodes, and the order of the triangles.
#[derive(Clone, Debug)]
pub struct Tree<V> {
    /// Nodes, the root first; siblings are contiguous and come after their parent.
    pub nodes: Vec<Node<V>>,
    /// Triangle indices; the triangles of a node are contiguous.
    pub order: Vec<u32>,
}

/// A node: a volume around some triangles.
#[derive(Clone, Debug)]
pub struct Node<V> {
    /// The volume, in the mesh's coordinates.
    pub volume: V,
    /// Position of the first triangle in [`Tree::order`].
    pub first: u32,
    /// Number of triangles.
    pub count: u32,
    /// Index of the first child.
    pub child: u32,
    /// Number of children; 0 for a leaf.
    pub children: u16,
    /// Number of ancestors; 0 for the root.
    pub level: u16,
}

impl<V> Node<V> {
    /// Indices of the children; empty for a leaf.
    #[inline]
    pub fn children(&self) -> Range<u32> {
        self.child..self.child + u32::from(self.children)
    }

    /// Whether the node is a leaf.
    #[inline]
    pub fn is_leaf(&self) -> bool {
        self.children == 0
    }

    /// Positions of the node's triangles in [`Tree::order`].
    #[inline]
    pub fn places(&self) -> Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

impl<V> Tree<V> {
    /// Indices of the triangles of a node.
    #[inline]
    pub fn triangles(&self, node: u32) -> &[u32] {
        &self.order[self.nodes[node as usize].places()]
    }

    /// Size of nodes and order in bytes, without memory that volumes point to.
    pub fn bytes(&self) -> usize {
        size_of_val(self.nodes.as_slice()) + size_of_val(self.order.as_slice())
    }
}
