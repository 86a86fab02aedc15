//! Proofs that a pair is separated or collides. The check does not depend on how the proof was found.

use num_bigint::BigInt;
use num_traits::{Signed, Zero};

use super::pair::{Pair, Whole, dot, plus, times};

/// A proof in integers.
#[derive(Clone, Debug)]
pub enum Proof {
    /// All of A ⊖ B, radii included, lies beyond the plane through the origin with this normal.
    Apart(Whole),
    /// A mean of points of the difference, with these weights, is within the radii of the origin.
    Together(Vec<(BigInt, [Whole; 2])>),
}

impl Proof {
    /// True if the proof is valid.
    pub fn holds(&self, pair: &Pair) -> bool {
        match self {
            Self::Apart(direction) => {
                let distance = -pair.reach(&direction.each_ref().map(|c| -c));
                let radius = &pair.radius * &pair.radius * dot(direction, direction);
                distance.is_positive() && &distance * &distance > radius
            }
            Self::Together(points) => {
                let sum: BigInt = points.iter().map(|(weight, _)| weight).sum();
                let mut mean = [0, 0, 0].map(BigInt::from);
                for (weight, points) in points {
                    mean = plus(&mean, &times(&pair.difference(points), weight));
                }
                sum.is_positive()
                    && points.iter().all(|(weight, points)| *weight >= BigInt::zero() && pair.holds(points))
                    && dot(&mean, &mean) <= &pair.radius * &pair.radius * &sum * &sum
            }
        }
    }
}
