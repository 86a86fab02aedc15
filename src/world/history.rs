//! Past states of a world, so that one can step back.

use std::collections::VecDeque;

use super::body::Motion;
use super::simulation::World;
use crate::geometry::Pose;

/// Bytes for past states by default: enough for 6000 frames of 100 bodies, 300 of 2000.
pub const DEFAULT_BYTES: usize = 64 << 20;

/// A ring of states, newest last. What does not change (shapes, container) is not kept.
#[derive(Debug)]
pub struct History {
    states: VecDeque<State>,
    max_bytes: usize,
}

/// Everything about a world that a frame changes.
#[derive(Debug)]
struct State {
    frame: u64,
    motions: Vec<Motion>,
}

impl Default for History {
    fn default() -> Self {
        Self::new(DEFAULT_BYTES)
    }
}

impl History {
    /// Keeps as many states as fit into `max_bytes`, but always the newest.
    pub fn new(max_bytes: usize) -> Self {
        Self { states: VecDeque::new(), max_bytes }
    }

    /// Remembers the world as it is now: to be called before each frame. States that are no past of
    /// this world (after a reset, or of a world with other bodies) are forgotten.
    pub fn push(&mut self, world: &World) {
        while self.states.pop_back_if(|newest| !newest.precedes(world)).is_some() {}
        let bytes = world.bodies.len() * size_of::<Motion>();
        let room = (self.max_bytes / bytes.max(1)).max(1);
        while self.states.len() >= room {
            self.states.pop_front();
        }
        let motions = world.bodies.iter().map(|body| (body.pose, body.velocity, body.spin)).collect();
        self.states.push_back(State { frame: world.frame, motions });
    }

    /// Puts the world back into the newest state kept and forgets that one. `false`, and nothing
    /// happens, when no state of this world is left.
    pub fn step_back(&mut self, world: &mut World) -> bool {
        let Some(state) = self.states.pop_back_if(|newest| newest.precedes(world)) else { return false };
        world.frame = state.frame;
        for (body, (pose, velocity, spin)) in world.bodies.iter_mut().zip(state.motions) {
            (body.pose, body.velocity, body.spin) = (pose, velocity, spin);
        }
        true
    }

    /// The bodies' poses one frame before this state of the world; `None` if that is not kept.
    pub fn poses_before(&self, world: &World) -> Option<impl Iterator<Item = Pose> + '_> {
        let before = |state: &&State| state.precedes(world) && state.frame + 1 == world.frame;
        let state = self.states.iter().rev().find(before)?;
        Some(state.motions.iter().map(|(pose, ..)| *pose))
    }

    /// Number of states kept: at most so many steps back are possible.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether there is nothing to step back to.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Drops all states, so that no step back is possible.
    pub fn clear(&mut self) {
        self.states.clear();
    }
}

impl State {
    fn precedes(&self, world: &World) -> bool {
        self.frame < world.frame && self.motions.len() == world.bodies.len()
    }
}
