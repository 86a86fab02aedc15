//! One rigid body, and a pair of them.

use std::sync::Arc;

use crate::geometry::{Aabb, Pose, Shape, Vector};

/// A rigid body: shape, pose and motion.
#[derive(Clone, Debug)]
pub struct Body {
    /// Shape, shared by all bodies of the same kind and size.
    pub shape: Arc<Shape>,
    /// Transform from the shape's own coordinates to the world, metres.
    pub pose: Pose,
    /// Velocity in metres per frame, in world coordinates.
    pub velocity: Vector,
    /// Rotation per frame: an axis in the world times an angle in radians.
    pub spin: Vector,
}

impl Body {
    /// A body that does not move.
    pub fn at_rest(shape: Arc<Shape>, pose: Pose) -> Self {
        Self { shape, pose, velocity: Vector::zeros(), spin: Vector::zeros() }
    }

    /// The body with this velocity in metres per frame.
    pub fn with_velocity(self, velocity: Vector) -> Self {
        Self { velocity, ..self }
    }

    /// The smallest axis-aligned box around the mesh at its pose, in world coordinates, metres.
    pub fn aabb(&self) -> Aabb {
        self.shape.aabb_at(&self.pose)
    }
}

/// Two bodies by index, the smaller index first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pair {
    /// Index of the body that the papers call A.
    pub a: usize,
    /// Index of the body that the papers call B.
    pub b: usize,
}

impl Pair {
    /// The pair of these two bodies, given in any order.
    pub fn new(i: usize, j: usize) -> Self {
        Self { a: i.min(j), b: i.max(j) }
    }
}

/// Pose (own coordinates to world), velocity (metres per frame) and spin (axis times radians per frame) of a
/// body.
pub type Motion = (Pose, Vector, Vector);
