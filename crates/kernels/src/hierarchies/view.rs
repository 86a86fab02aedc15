//! A tree for drawing: nodes by index, for any volume type.

use std::ops::Range;

use crate::geometry::{Aabb, Obb, Point, Pose, Sphere, Vector};

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
