//! Steps of a construction, for recordings. A construction that nobody watches hands out nothing.

use crate::geometry::{Aabb, Obb};

/// One step of a construction.
#[derive(Clone, Copy, Debug)]
pub enum Made<'a> {
    /// A set of triangles was split in two: those before `middle`, and the others.
    Split {
        /// Indices of the triangles.
        triangles: &'a [u32],
        /// How many are in the first part.
        middle: usize,
        /// A box around the volume along whose axes they were split, if the rule looks at it.
        frame: Option<&'a Obb>,
    },
    /// Two clusters became one.
    Merged {
        /// The boxes around both.
        boxes: [&'a Aabb; 2],
    },
    /// A triangle was hung into the tree, beside a node.
    Inserted {
        /// The box around the triangle.
        triangle: &'a Aabb,
        /// The box around the node; `None` for the first triangle.
        beside: Option<&'a Aabb>,
        /// How much the half surfaces of all boxes with children have grown, square metres.
        growth: f64,
    },
}
