//! A ray: the points origin + t · direction for t ≥ 0.
//!
//! Units are metres; `t` counts lengths of the direction vector, so it is in metres for a unit direction.

use std::fmt;

use super::{Point, Vector};

/// The largest accepted coordinate: the product of four such numbers stays finite.
pub const LARGEST: f64 = 1e50;

/// The reason why numbers do not make a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RayError {
    /// A coordinate is NaN, infinite or too large to compute with.
    Origin(f64, f64, f64),
    /// A coordinate is NaN or infinite, or the direction is zero, or so short or long that its products
    /// overflow or underflow.
    Direction(f64, f64, f64),
}

impl fmt::Display for RayError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Origin(x, y, z) => write!(
                f,
                "the ray's origin ({x}, {y}, {z}) has a coordinate that is not finite or exceeds 1e50"
            ),
            Self::Direction(x, y, z) => write!(
                f,
                "the ray's direction ({x}, {y}, {z}) is not a finite vector with a length between 1e-50 and 1e50"
            ),
        }
    }
}

impl std::error::Error for RayError {}

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
