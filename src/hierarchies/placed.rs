//! Where B's vertices are in A's coordinates. All methods compute with these very numbers, so that they agree on pairs that
//! barely touch.

use nalgebra::Matrix3;

use crate::geometry::{Point, Pose, Vector};

/// A pose, prepared: B's point p is at `turn · p + shift` in A's coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// Rotation from B's directions to A's.
    pub turn: Matrix3<f64>,
    /// Metres.
    pub shift: Vector,
}

impl Placed {
    /// The pose of B in A's coordinates.
    pub fn new(b_in_a: &Pose) -> Self {
        Self { turn: *b_in_a.rotation.to_rotation_matrix().matrix(), shift: b_in_a.translation.vector }
    }

    /// A vertex of B in A's coordinates. Equal vertices stay equal, so a surface has no cracks after it.
    #[inline]
    pub fn point(&self, p: &Point) -> Point {
        Point::from(self.turn * p.coords + self.shift)
    }

    /// A triangle of B in A's coordinates.
    #[inline]
    pub fn triangle(&self, corners: &[Point; 3]) -> [Vector; 3] {
        corners.map(|p| self.point(&p).coords)
    }
}
