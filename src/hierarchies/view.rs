//! A tree as it is drawn: nodes by number, whatever their volumes are.

use std::ops::Range;

use crate::geometry::{Aabb, Obb, Point, Pose, Sphere, Vector};

/// A tree of bounding volumes, to be drawn. Node 0 is the root; children of a node have consecutive numbers above its own.
pub trait TreeView {
    /// How many nodes there are.
    fn node_count(&self) -> usize;

    /// The children of a node; empty for a leaf.
    fn children(&self, node: u32) -> Range<u32>;

    /// The level of a node; 0 for the root.
    fn level(&self, node: u32) -> usize;

    /// Indices of the triangles below a node.
    fn triangles(&self, node: u32) -> &[u32];

    /// The node's volume with the mesh at `pose`, as the method would test it. Volumes that do not turn with the mesh (AABBs,
    /// k-DOPs) are laid along the axes of the frame that `pose` leads to, by approximation.
    fn outline(&self, node: u32, pose: &Pose) -> Outline;
}

/// A bounding volume as it is drawn, in metres.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    /// A sphere.
    Sphere(Sphere),
    /// An axis-aligned box.
    Aabb(Aabb),
    /// An oriented box.
    Obb(Obb),
    /// All points within `radius` metres of a rectangle.
    Rss {
        /// Centre of the rectangle.
        center: Point,
        /// Unit vectors along its sides.
        axes: [Vector; 2],
        /// Half its sides, metres.
        half: [f64; 2],
        /// Metres.
        radius: f64,
    },
    /// A convex polyhedron with these corners: a k-DOP.
    Hull(Vec<Point>),
}
