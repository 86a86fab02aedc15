//! A node of the tree: both children's boxes side by side, and references to the children.

use crate::geometry::{Aabb, Point};
use crate::road::ray::{PreparedRay, larger, smaller};

/// The boxes of two children, and references to the children.
#[derive(Clone, Copy, Debug)]
#[repr(align(128))]
pub struct Node {
    /// Minimum and maximum on each axis of the boxes of both children, side by side. A missing child has an empty
    /// box that no ray hits.
    planes: [[[f64; 2]; 2]; 3],
    /// For each child, the index of its node, or of its first triangle in leaf order.
    first: [u32; 2],
    /// For each child, its number of triangles; 0 for a node.
    count: [u32; 2],
}

impl Default for Node {
    fn default() -> Self {
        let empty = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
        Self { planes: [empty; 3], first: [0; 2], count: [0; 2] }
    }
}

impl Node {
    /// Stores a child: its box, and (node, 0) or (first triangle, count).
    pub fn set(&mut self, side: usize, bounds: &Aabb, (first, count): (u32, u32)) {
        for (i, [min, max]) in self.planes.iter_mut().enumerate() {
            (min[side], max[side]) = (bounds.min[i], bounds.max[i]);
        }
        (self.first[side], self.count[side]) = (first, count);
    }

    /// The box of a child.
    pub fn bounds(&self, side: usize) -> Aabb {
        let corner = |end: usize| Point::from(self.planes.map(|planes| planes[end][side]));
        Aabb { min: corner(0), max: corner(1) }
    }

    /// The child on this side; `None` only for the missing side of a tree that is a single leaf.
    pub fn child(&self, side: usize) -> Option<Child> {
        match self.below(side) {
            (0, 0) => None,
            (node, 0) => Some(Child::Node(node)),
            (first, count) => Some(Child::Leaf { first, count }),
        }
    }

    /// A child as two numbers: (node, 0) or (first triangle, count).
    #[inline(always)]
    pub fn below(&self, side: usize) -> (u32, u32) {
        (self.first[side], self.count[side])
    }

    /// Parameters at which the ray enters and leaves each of the two boxes: `[nears, fars]`.
    #[inline(always)]
    pub fn intervals(&self, ray: &PreparedRay) -> [[f64; 2]; 2] {
        let (mut near, mut far) = ([f64::NEG_INFINITY; 2], [f64::INFINITY; 2]);
        for (i, planes) in self.planes.iter().enumerate() {
            // The mask proves to the compiler that the index is in range.
            let backwards = ray.backwards[i] & 1;
            let (firsts, lasts) = (&planes[backwards], &planes[1 - backwards]);
            for side in 0..2 {
                near[side] = larger(ray.near(i, firsts[side]), near[side]);
                far[side] = smaller(ray.far(i, lasts[side]), far[side]);
            }
        }
        [near, far]
    }
}

/// One of a node's two children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Child {
    /// An inner node, by its index.
    Node(u32),
    /// The triangles `first .. first + count` in leaf order.
    Leaf {
        /// Index of the first triangle in leaf order.
        first: u32,
        /// Number of triangles.
        count: u32,
    },
}
