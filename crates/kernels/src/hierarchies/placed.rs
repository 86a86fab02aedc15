//! Transforms B's vertices into A's coordinates. All methods compute with these exact numbers, so that they
//! agree on pairs that barely touch.

use nalgebra::Matrix3;

use crate::geometry::{Point, Pose, Vector};

/// A prepared pose: it maps B's point p to `turn · p + shift` in A's coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// Rotation from B's directions to A's.
    pub turn: Matrix3<f64>,
    /// Translation, metres.
    pub shift: Vector,
}

impl Placed {
    /// Prepares a pose of B in A's coordinates.
    pub fn new(b_in_a: &Pose) -> Self {
        Self { turn: *b_in_a.rotation.to_rotation_matrix().matrix(), shift: b_in_a.translation.vector }
    }

    /// Transforms a vertex of B to A's coordinates. Equal vertices stay equal, so a surface gets no cracks.
    #[inline]
    pub fn point(&self, p: &Point) -> Point {
        Point::from(self.turn * p.coords + self.shift)
    }

    /// Transforms a triangle of B to A's coordinates.
    #[inline]
    pub fn triangle(&self, corners: &[Point; 3]) -> [Vector; 3] {
        corners.map(|p| self.point(&p).coords)
    }
}
