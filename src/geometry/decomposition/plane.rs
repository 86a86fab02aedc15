//! A plane, which has a front and a back.

use crate::geometry::{Point, Vector};

/// Nearer to a plane than this is on it. The whole mesh has size 1.
pub const ON_PLANE: f64 = 1e-12;

/// All points with `normal` · p ≥ `offset` are in front.
#[derive(Clone, Copy, Debug)]
pub struct Plane {
    pub normal: Vector,
    pub offset: f64,
}

impl Plane {
    /// Metres in front; exactly 0 on the plane.
    pub fn distance(&self, p: &Point) -> f64 {
        let distance = self.normal.dot(&p.coords) - self.offset;
        if distance.abs() <= ON_PLANE { 0.0 } else { distance }
    }

    /// The same plane, seen from the other side.
    pub fn flipped(&self) -> Self {
        Self { normal: -self.normal, offset: -self.offset }
    }
}
