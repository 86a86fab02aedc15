//! `gjk`: the exact reference.
//!
//! Answers whether two convex solids share a point, and if not, their distance; [`super::gjk`] describes the
//! algorithm and its certificate. Balls, cones and cylinders are tested as exact shapes, not as the meshes
//! drawn for them.
//! Promise, in sizes of the larger body: answers are correct for gaps and overlaps of more than [`TOUCHING`];
//! the error of a distance is at most 1e-9. Within that tolerance, which the rounding of the input hides,
//! solids count as touching and therefore as colliding, and the evidence reports it.
//! Cost: about ten support queries on both solids, each a few steps over the vertices of a polyhedron.

use std::time::Instant;

use super::gjk::{Certainty, decide};
use crate::detector::{Cost, DetectError, Detection, Detector, Evidence, Verdict, require_convex};
use crate::world::{Body, Pair};

pub use super::gjk::cores::TOUCHING;

/// The reference as a method for pairs of bodies.
#[derive(Default)]
pub struct Reference;

impl Detector for Reference {
    fn detect(&mut self, bodies: &[Body], pairs: &[Pair]) -> Result<Detection, DetectError> {
        require_convex(bodies, pairs)?;
        let start = Instant::now();
        let verdicts = pairs
            .iter()
            .map(|pair| {
                let decision = decide(&bodies[pair.a], &bodies[pair.b]);
                let evidence = match decision.certainty {
                    Certainty::Proved => Evidence::Distance(decision.distance),
                    Certainty::Rounding | Certainty::Unproved => Evidence::Touching,
                };
                Verdict { colliding: decision.distance == 0.0, evidence }
            })
            .collect();
        let cost = Cost { cpu: start.elapsed(), pairs: pairs.len() as u64, ..Cost::default() };
        Ok(Detection { verdicts, cost })
    }
}

/// Distance of two convex solids, metres; exactly 0 when they intersect or touch.
pub fn distance(a: &Body, b: &Body) -> f64 {
    decide(a, b).distance
}
