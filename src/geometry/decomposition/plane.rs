//! A plane, which has a front and a back.

use crate::geometry::{Point, Vector};

/// A point nearer to a plane than this counts as on it. Lengths here are shares of the mesh's longest side.
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

    /// The same plane, seen from the other side.
    pub fn flipped(&self) -> Self {
        Self { normal: -self.normal, offset: -self.offset }
    }
}
