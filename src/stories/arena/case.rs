//! The part that all stories of pairs share: the pair of bodies, and a method's verdict on it.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use crate::detector::Verdict;
use crate::inspector::outcome::Outcome;
use crate::methods::Method;
use crate::world::{Body, Pair};

/// Two bodies, the method and its verdict.
#[derive(Clone)]
pub struct Case {
    /// The method with this verdict.
    pub method: &'static Method,
    /// The numbers of the two bodies in the world.
    pub pair: Pair,
    /// The two bodies as the method tests them: whole, or the convex pieces that determine the verdict.
    pub bodies: [Body; 2],
    /// The method's verdict.
    pub verdict: Verdict,
}

impl Case {
    /// The verdict as the inspector shows it, in words.
    pub fn outcome(&self) -> Outcome {
        Outcome::of(&self.verdict)
    }

    /// The number in the world of the first body (role 0) or the second.
    pub fn number(&self, role: usize) -> usize {
        if role == 0 { self.pair.a } else { self.pair.b }
    }

    /// A hash of the pair and of the bodies' shapes, but not of their poses.
    pub fn thing(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.pair.a, self.pair.b).hash(&mut hasher);
        self.bodies.iter().for_each(|body| Arc::as_ptr(&body.shape).hash(&mut hasher));
        hasher.finish()
    }

    /// A hash of the bodies' shapes and poses only.
    pub fn place(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.thing().hash(&mut hasher);
        for body in &self.bodies {
            let (place, turn) = (body.pose.translation.vector, body.pose.rotation.coords);
            place.map(f64::to_bits).hash(&mut hasher);
            turn.map(f64::to_bits).hash(&mut hasher);
        }
        hasher.finish()
    }
}
