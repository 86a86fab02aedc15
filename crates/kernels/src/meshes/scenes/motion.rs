//! Building blocks of paths.

use std::f64::consts::TAU;

use nalgebra::{Translation3, UnitQuaternion};

use crate::geometry::{Pose, Vector};

/// A pose from a position, metres, and a rotation vector: an axis as long as the angle in radians.
pub fn placed(at: Vector, turn: Vector) -> Pose {
    Pose::from_parts(Translation3::from(at), UnitQuaternion::from_scaled_axis(turn))
}

/// A sine wave with this many periods over the whole path.
pub fn wave(t: f64, periods: f64) -> f64 {
    (TAU * t * periods).sin()
}
