//! Random directions and rotations for experiments.

use nalgebra::{Quaternion, UnitQuaternion, Vector4};
use rand::Rng;
use rand_pcg::Pcg64;

use crate::geometry::Vector;

/// A unit vector, uniformly distributed over all directions.
pub fn direction(random: &mut Pcg64) -> Vector {
    loop {
        let v = Vector::from_fn(|_, _| random.random_range(-1.0..1.0));
        if (0.1..=1.0).contains(&v.norm()) {
            return v.normalize();
        }
    }
}

/// A rotation, uniformly distributed over all rotations.
pub fn turn(random: &mut Pcg64) -> UnitQuaternion<f64> {
    loop {
        let q = Vector4::from_fn(|_, _| random.random_range(-1.0..1.0));
        if (0.01..=1.0).contains(&q.norm_squared()) {
            return UnitQuaternion::new_normalize(Quaternion::from(q));
        }
    }
}
