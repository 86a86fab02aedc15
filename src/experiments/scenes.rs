//! Recorded frames of the published experiment, so that all contestants test the same pairs. And random directions and
//! rotations.

use nalgebra::{Quaternion, UnitQuaternion, Vector4};
use rand::Rng;
use rand_pcg::Pcg64;

use super::{Run, RunError};
use crate::broad_phase::{BroadPhase as _, SweepAndPrune};
use crate::geometry::{Aabb, Vector};
use crate::object_space::reference::distance;
use crate::world::{Body, Pair, Parameters, World};

/// The bodies of a frame and their candidate pairs.
pub type Frame = (Vec<Body>, Vec<Pair>);

/// Simulates the world of `parameters` for `frames` frames, driven by the exact reference, and returns every `every`th
/// frame. The simulation can be stopped between two frames.
pub fn record(
    run: &Run,
    parameters: Parameters,
    frames: usize,
    every: usize,
) -> Result<Vec<Frame>, RunError> {
    let mut world = World::new(parameters)?;
    let mut broad_phase = SweepAndPrune::default();
    let mut kept = Vec::new();
    for frame in 0..frames {
        run.check()?;
        world.advance();
        let boxes: Vec<Aabb> = world.bodies().iter().map(Body::aabb).collect();
        let pairs = broad_phase.find(&boxes);
        let bodies = world.bodies();
        let touch = |pair: &&Pair| distance(&bodies[pair.a], &bodies[pair.b]) == 0.0;
        let colliding: Vec<Pair> = pairs.iter().filter(touch).copied().collect();
        if frame % every == 0 {
            kept.push((bodies.to_vec(), pairs));
        }
        world.respond(&colliding);
    }
    Ok(kept)
}

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
