//! A tree of bounding volumes over the triangles of a mesh, for any volume type and construction; and a tree for
//! drawing.

use crate::geometry::{Aabb, Obb, Point, Pose, Sphere, Vector};
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
    /// The value of [`Node::child`] for a node that will get children when a query first opens it.
    pub const UNBUILT: u32 = u32::MAX;

    /// Indices of the children; empty for a leaf.
    #[inline]
    pub fn children(&self) -> Range<u32> {
        self.child..self.child + u32::from(self.children)
    }

    /// Nodes without children until a query first opens them.
    #[inline]
    pub fn is_unbuilt(&self) -> bool {
        self.children == 0 && self.child == Self::UNBUILT
    }

    /// Nodes without children, or without children yet.
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

/// A drawable tree of bounding volumes. Node 0 is the root; children of a node have consecutive indices above
/// its own.
pub trait TreeView {
    /// Number of nodes.
    fn node_count(&self) -> usize;

    /// The children of a node; empty for a leaf.
    fn children(&self, node: u32) -> Range<u32>;

    /// The level of a node; 0 for the root.
    fn level(&self, node: u32) -> usize;

    /// Indices of the triangles below a node.
    fn triangles(&self, node: u32) -> &[u32];

    /// Nodes without children until a query first opens them.
    fn is_unbuilt(&self, _node: u32) -> bool {
        false
    }

    /// The node's volume with the mesh at `pose`, as the method would test it. Volumes that do not rotate
    /// with the mesh (AABBs, k-DOPs) are updated by approximation in the frame that `pose` maps to.
    fn outline(&self, node: u32, pose: &Pose) -> Outline;
}

/// A bounding volume for drawing, in metres.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    /// A sphere.
    Sphere(Sphere),
    /// An axis-aligned box.
    Aabb(Aabb),
    /// An oriented box.
    Obb(Obb),
    /// A rectangle swept sphere: all points within `radius` metres of a rectangle.
    Rss {
        /// Centre of the rectangle.
        center: Point,
        /// Unit vectors along the rectangle's sides.
        axes: [Vector; 2],
        /// Half side lengths, metres.
        half: [f64; 2],
        /// Radius, metres.
        radius: f64,
    },
    /// A convex polyhedron with these corners: a k-DOP.
    Hull(Vec<Point>),
}
