//! Undo of changes that discard recorded frames: a body moved by hand, a branch, another world, a restart.

use std::mem::swap;

use super::arena_lab::ArenaLab;
use super::start::Start;
use super::{Arena, fresh, recording};
use crate::comparison::disagreements::Comparison;
use crate::comparison::ledger::Ledger;
use crate::labs::timeline::{Branch, Timeline};
use crate::labs::undo::{RESTART, Undo, branch_at};
use crate::world::{Motion, World};

/// Discarded state.
enum Left {
    /// A complete world.
    World(Box<Past>),
    /// Recorded frames, and whether a body had been moved by hand before.
    Branch(Branch<Vec<Motion>>, bool),
}

/// A world with all its results.
struct Past {
    start: Start,
    /// Id of the run.
    begun: u64,
    world: World,
    timeline: Timeline<Vec<Motion>>,
    ledger: Ledger,
    comparison: Comparison,
    by_hand: bool,
}

impl Arena {
    /// Restarts the world from its start, without measurements.
    pub fn reset(&mut self) {
        self.begin_world(self.start.clone(), RESTART);
    }

    /// Starts another world. If it cannot be built, the current one stays and [`Arena::trouble`] explains
    /// why.
    pub fn set_start(&mut self, start: Start) {
        // Its parameters describe the change.
        self.begin_world(start, "");
    }

    fn begin_world(&mut self, start: Start, label: &str) {
        match start.world() {
            Ok(world) => {
                self.begun[1] += 1;
                let (timeline, begun) = (recording(&world), self.begun[1]);
                let (ledger, comparison) = Default::default();
                let mut past = Past { start, begun, world, timeline, ledger, comparison, by_hand: false };
                self.swap_world(&mut past);
                self.look();
                self.discard(label.to_owned(), Left::World(Box::new(past)));
            }
            Err(why) => self.start_trouble = Some(why.to_string()),
        }
    }

    /// Makes a branch replaced by a step undoable.
    pub(super) fn discard_branch(&mut self, branch: Branch<Vec<Motion>>) {
        self.discard(branch_at(branch.frame()), Left::Branch(branch, self.by_hand));
    }

    /// Makes frames replaced by a hand movement undoable, with whether a body had been moved by hand before.
    pub(super) fn discard_by_hand(&mut self, branch: Branch<Vec<Motion>>, by_hand: bool) {
        let label = format!("a body moved by hand in frame {}", branch.frame());
        self.discard(label, Left::Branch(branch, by_hand));
    }

    fn discard(&mut self, label: String, left: Left) {
        let is_whole = matches!(left, Left::World(_));
        let swap = |lab: &mut ArenaLab, left: &mut Left| lab.arena.swap(left);
        self.discarded.push(Undo::new(label, is_whole, left, Left::bytes, swap));
    }

    fn swap(&mut self, left: &mut Left) {
        match left {
            Left::World(past) => {
                self.swap_world(past);
                self.look_again();
            }
            Left::Branch(branch, by_hand) => {
                swap(&mut self.by_hand, by_hand);
                self.held = None;
                self.swap_branch(branch);
            }
        }
    }

    /// Swaps a branch with the recorded frames and evaluates the current one.
    pub(super) fn swap_branch(&mut self, branch: &mut Branch<Vec<Motion>>) {
        self.timeline.swap(branch);
        self.follow_timeline();
        self.look();
    }

    /// Swaps in another world with its results; the caller evaluates it.
    fn swap_world(&mut self, past: &mut Past) {
        if past.world.bodies().len() != self.world.bodies().len() {
            self.selected = None;
        }
        (self.selected_pair, self.held, self.start_trouble) = (None, None, None);
        swap(&mut self.start, &mut past.start);
        swap(&mut self.begun[0], &mut past.begun);
        swap(&mut self.world, &mut past.world);
        swap(&mut self.timeline, &mut past.timeline);
        swap(&mut self.ledger, &mut past.ledger);
        swap(&mut self.comparison, &mut past.comparison);
        swap(&mut self.by_hand, &mut past.by_hand);
        self.broad_phase = fresh(self.broad_phase.0);
    }
}

impl Left {
    fn bytes(&self) -> usize {
        let (states, bodies) = match self {
            Self::World(past) => (past.timeline.count(), past.world.bodies().len()),
            Self::Branch(branch, _) => (branch.count(), branch.first().map_or(0, Vec::len)),
        };
        states * bodies * size_of::<Motion>()
    }
}
