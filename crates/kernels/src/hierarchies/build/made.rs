//! Steps of a tree construction, for recordings. Without an observer they are dropped.

use crate::geometry::{Aabb, Obb};

/// One step of a construction.
#[derive(Clone, Copy, Debug)]
pub enum Made<'a> {
    /// A set of triangles was split in two, at `middle`.
    Split {
        /// Indices of the triangles.
        triangles: &'a [u32],
        /// Number of triangles in the first part.
        middle: usize,
        /// The box whose axes the split rule uses; `None` for rules along x, y and z.
        frame: Option<&'a Obb>,
    },
    /// Two clusters were merged.
    Merged {
        /// The box of each cluster.
        boxes: [&'a Aabb; 2],
    },
    /// A triangle was inserted beside a node.
    Inserted {
        /// The box around the triangle.
        triangle: &'a Aabb,
        /// The box around the node; `None` for the first triangle.
        beside: Option<&'a Aabb>,
        /// Growth of the sum of the half surfaces of all inner nodes, square metres.
        growth: f64,
    },
}
