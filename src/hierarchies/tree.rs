//! A tree of bounding volumes over the triangles of a mesh, whatever the volumes are and however it was built.

use std::ops::Range;

/// Nodes and the order of their triangles.
#[derive(Clone, Debug)]
pub struct Tree<V> {
    /// The root first; the children of a node are neighbours and come after it.
    pub nodes: Vec<Node<V>>,
    /// Indices of triangles, those of a node side by side.
    pub order: Vec<u32>,
}

/// A volume around some triangles.
#[derive(Clone, Debug)]
pub struct Node<V> {
    /// Around the triangles, in the mesh's coordinates.
    pub volume: V,
    /// Place of its first triangle in the order.
    pub first: u32,
    /// How many triangles it has.
    pub count: u32,
    /// Its first child.
    pub child: u32,
    /// How many children it has; 0 for a leaf.
    pub children: u16,
    /// Nodes above it; 0 for the root.
    pub level: u16,
}

impl<V> Node<V> {
    /// Numbers of the children; empty for a leaf.
    #[inline]
    pub fn children(&self) -> Range<u32> {
        self.child..self.child + u32::from(self.children)
    }

    /// Whether it has no children.
    #[inline]
    pub fn is_leaf(&self) -> bool {
        self.children == 0
    }

    /// Places of its triangles in the order.
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

    /// Memory of nodes and order; what volumes point to is not counted.
    pub fn bytes(&self) -> usize {
        size_of_val(self.nodes.as_slice()) + size_of_val(self.order.as_slice())
    }
}
