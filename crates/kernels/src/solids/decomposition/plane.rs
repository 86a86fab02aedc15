//! A plane with a front and a back side.

use crate::geometry::{Point, Vector};

/// Points nearer to a plane than this count as on it. Unit: the mesh's longest side.
pub const ON_PLANE: f64 = 1e-12;

/// All points with `normal` · p ≥ `offset` are in front.
#[derive(Clone, Copy, Debug)]
pub struct Plane {
    pub normal: Vector,
    pub offset: f64,
}

impl Plane {
    /// Signed distance, positive in front; exactly 0 within `ON_PLANE`.
    pub fn distance(&self, p: &Point) -> f64 {
        let distance = self.normal.dot(&p.coords) - self.offset;
        if distance.abs() <= ON_PLANE { 0.0 } else { distance }
    }

    /// The plane with front and back exchanged.
    pub fn flipped(&self) -> Self {
        Self { normal: -self.normal, offset: -self.offset }
    }
}
