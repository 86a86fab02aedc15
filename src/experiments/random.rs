//! Random numbers that several experiments draw alike.

use rand::Rng;
use rand_pcg::Pcg64;

use crate::geometry::Vector;

/// A unit vector, every direction alike.
pub fn direction(random: &mut Pcg64) -> Vector {
    loop {
        let v = Vector::from_fn(|_, _| random.random_range(-1.0..1.0));
        if (0.1..=1.0).contains(&v.norm()) {
            return v.normalize();
        }
    }
}
