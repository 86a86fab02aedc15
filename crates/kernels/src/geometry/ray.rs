//! A ray: the points origin + t · direction for t ≥ 0.
//!
//! Units are metres; `t` counts lengths of the direction vector, so it is in metres for a unit direction.

use super::{Point, Vector};

/// The largest accepted coordinate: the product of four such numbers stays finite.
pub const LARGEST: f64 = 1e50;

/// The reason why numbers do not make a ray.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum RayError {
    /// A coordinate is NaN, infinite or too large to compute with.
    #[error("the ray's origin ({0}, {1}, {2}) has a coordinate that is not finite or exceeds 1e50")]
    Origin(f64, f64, f64),
    /// A coordinate is NaN or infinite, or the direction is zero, or so short or long that its products
    /// overflow or underflow.
    #[error(
        "the ray's direction ({0}, {1}, {2}) is not a finite vector with a length between 1e-50 and 1e50"
    )]
    Direction(f64, f64, f64),
}

/// A ray with checked origin and direction: both are finite, and the direction is not zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    origin: Point,
    direction: Vector,
}

impl Ray {
    /// Checks the numbers; the direction may have any length but 0.
    pub fn new(origin: Point, direction: Vector) -> Result<Self, RayError> {
        if !origin.coords.iter().all(|c| c.abs() <= LARGEST) {
            return Err(RayError::Origin(origin.x, origin.y, origin.z));
        }
        let finite = direction.iter().all(|c| c.abs() <= LARGEST);
        if !finite || direction.amax() < 1.0 / LARGEST {
            return Err(RayError::Direction(direction.x, direction.y, direction.z));
        }
        Ok(Self { origin, direction })
    }

    /// The start of the ray.
    pub fn origin(&self) -> Point {
        self.origin
    }

    /// The direction; not zero, of any length.
    pub fn direction(&self) -> Vector {
        self.direction
    }

    /// The point at `t` direction lengths.
    pub fn at(&self, t: f64) -> Point {
        self.origin + t * self.direction
    }
}
