//! `gjk`: the exact reference.
//!
//! Answers whether two convex solids share a point, and if not, how far apart they are: see [`super::gjk`] for the walk
//! and for what proves an answer. Balls, cones and cylinders are decided as what they are, not as the meshes that are
//! drawn of them.
//! Promise, in sizes of the larger body: a gap or an overlap of more than [`TOUCHING`] is told right, a distance is off
//! by at most 1e-9. Within that band, which the rounding of the input hides, solids count as touching, so as colliding,
//! and the evidence says so.
//! Cost: some ten looks for the farthest points of both, each a few steps over the vertices of a polyhedron.

use std::time::Instant;

use super::gjk::{Certainty, decide};
use crate::detector::{Cost, DetectError, Detection, Detector, Evidence, Verdict, require_convex};
use crate::world::{Body, Pair};

pub use super::gjk::cores::TOUCHING;

/// The reference as a method among the others.
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

/// Metres between two convex solids; exactly 0 when they intersect or touch.
pub fn distance(a: &Body, b: &Body) -> f64 {
    decide(a, b).distance
}
