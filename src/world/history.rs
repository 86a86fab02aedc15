//! Past states of a world, and those that came after the one on show, so that one can go to any of them.

use std::ops::RangeInclusive;

use super::body::Motion;
use super::kept_frames::KeptFrames;
use super::simulation::World;
use crate::geometry::Pose;

/// Bytes for states by default: enough for 6000 frames of 100 bodies, 300 of 2000.
pub const DEFAULT_BYTES: usize = 64 << 20;

/// The states of a world by their frames. What does not change (shapes, container) is not kept. The world on show is
/// the newest of them, which is kept when it is left, or one that was gone back to.
#[derive(Debug)]
pub struct History {
    states: KeptFrames<Vec<Motion>>,
    max_bytes: usize,
}

impl Default for History {
    fn default() -> Self {
        Self::new(DEFAULT_BYTES)
    }
}

impl History {
    /// Keeps as many states as fit into `max_bytes`, but always the newest.
    pub fn new(max_bytes: usize) -> Self {
        Self { states: KeptFrames::default(), max_bytes }
    }

    /// Remembers the world as it is now: to be called before each frame. States that came after it, and those of a
    /// world with other bodies, are forgotten.
    pub fn push(&mut self, world: &World) {
        if !self.belongs_to(world) {
            self.clear();
        }
        self.states.split_off(world.frame);
        let bytes = world.bodies.len() * size_of::<Motion>();
        self.states.keep_newest((self.max_bytes / bytes.max(1)).max(1) - 1);
        self.states.put(world.frame, motions(world));
    }

    /// Puts the world into the state nearest to a frame. The one that is left is kept, and so are later ones. `false`,
    /// and nothing happens, when no state of this world is nearer than the one on show.
    pub fn seek(&mut self, world: &mut World, frame: u64) -> bool {
        let Some((kept, state)) = self.states.nearest(frame).filter(|_| self.belongs_to(world)) else {
            return false;
        };
        if kept.abs_diff(frame) >= world.frame.abs_diff(frame) {
            return false;
        }
        let (kept, left) = (*kept, (world.frame, motions(world)));
        world.frame = kept;
        for (body, (pose, velocity, spin)) in world.bodies.iter_mut().zip(state) {
            (body.pose, body.velocity, body.spin) = (*pose, *velocity, *spin);
        }
        if self.states.span().is_some_and(|span| left.0 > *span.end()) {
            self.states.put(left.0, left.1);
        }
        true
    }

    /// Puts the world into the newest state before the one on show. `false`, and nothing happens, when there is none.
    pub fn step_back(&mut self, world: &mut World) -> bool {
        let before = self.states.before(world.frame).map(|(frame, _)| *frame);
        before.is_some_and(|frame| self.seek(world, frame))
    }

    /// The frames that one can go to, that of the world on show included.
    pub fn span(&self, world: &World) -> RangeInclusive<u64> {
        let kept = self.states.span().filter(|_| self.belongs_to(world));
        let kept = kept.unwrap_or(world.frame..=world.frame);
        world.frame.min(*kept.start())..=world.frame.max(*kept.end())
    }

    /// The motions of all bodies at a frame, if they are kept.
    pub fn at(&self, frame: u64) -> Option<&[Motion]> {
        self.states.at(frame).map(Vec::as_slice)
    }

    /// The bodies' poses one frame before this state of the world; `None` if that is not kept.
    pub fn poses_before(&self, world: &World) -> Option<impl Iterator<Item = Pose> + '_> {
        let state = self.at(world.frame.checked_sub(1)?).filter(|_| self.belongs_to(world))?;
        Some(state.iter().map(|(pose, ..)| *pose))
    }

    /// Number of states before the one on show: at most so many steps back are possible.
    pub fn steps_back(&self, world: &World) -> usize {
        self.states.count_before(world.frame)
    }

    /// Keeps the world as it is now, without forgetting what came later.
    pub fn keep(&mut self, world: &World) {
        self.states.put(world.frame, motions(world));
    }

    /// Takes out the states of this frame and all after it.
    pub fn split_off(&mut self, from: u64) -> KeptFrames<Vec<Motion>> {
        self.states.split_off(from)
    }

    /// Adds states that are all later than those that are kept.
    pub fn append(&mut self, later: KeptFrames<Vec<Motion>>) {
        self.states.append(later);
    }

    /// Number of states kept.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether there is nothing to go to.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Drops all states, so that one can go nowhere.
    pub fn clear(&mut self) {
        self.states.clear();
    }

    fn belongs_to(&self, world: &World) -> bool {
        self.states.iter().next_back().is_none_or(|(_, motions)| motions.len() == world.bodies.len())
    }
}

fn motions(world: &World) -> Vec<Motion> {
    world.bodies.iter().map(|body| (body.pose, body.velocity, body.spin)).collect()
}
