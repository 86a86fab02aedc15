//! Recorded frames of the published experiment, so that all contestants test the same pairs.

use super::{Run, RunError};
use crate::broad_phase::{BroadPhase as _, SweepAndPrune};
use crate::geometry::Aabb;
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
