//! What proves a pair apart or together. The proof is checked by itself: how it was found does not matter.

use num_bigint::BigInt;
use num_traits::{Signed, Zero};

use super::pair::{Pair, Whole, dot, plus, times};

/// A proof in whole numbers.
#[derive(Clone, Debug)]
pub enum Proof {
    /// All of A ⊖ B, radii included, lies on the far side of the plane through the origin across this direction.
    Apart(Whole),
    /// A mean of points of the difference, with these weights, is no farther from the origin than the radii reach.
    Together(Vec<(BigInt, [Whole; 2])>),
}

impl Proof {
    /// Whether it proves what it says.
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
