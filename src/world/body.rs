//! One rigid body, and a pair of them.

use std::sync::Arc;

use crate::geometry::{Aabb, Pose, Shape, Vector};

/// A shape somewhere, on its way.
#[derive(Clone, Debug)]
pub struct Body {
    /// Shared by all bodies of the same kind and size.
    pub shape: Arc<Shape>,
    /// Where it is.
    pub pose: Pose,
    /// Metres per frame.
    pub velocity: Vector,
    /// Axis times radians per frame.
    pub spin: Vector,
}

impl Body {
    /// A body that does not move.
    pub fn at_rest(shape: Arc<Shape>, pose: Pose) -> Self {
        Self { shape, pose, velocity: Vector::zeros(), spin: Vector::zeros() }
    }

    /// The same body, moving.
    pub fn with_velocity(self, velocity: Vector) -> Self {
        Self { velocity, ..self }
    }

    /// The smallest axis-aligned box around it, in metres.
    pub fn aabb(&self) -> Aabb {
        self.shape.aabb_at(&self.pose)
    }
}

/// Two bodies by index, the smaller index first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pair {
    /// Drawn first, the "A" of the papers.
    pub a: usize,
    /// Drawn second, the "B".
    pub b: usize,
}

impl Pair {
    /// Orders the two indices.
    pub fn new(i: usize, j: usize) -> Self {
        Self { a: i.min(j), b: i.max(j) }
    }
}

/// Pose, velocity and spin of one body.
pub type Motion = (Pose, Vector, Vector);
