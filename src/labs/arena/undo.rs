//! Undo of changes that discard recorded frames: a body moved by hand, a branch, another world, a restart.

use std::mem::swap;

use super::arena_lab::ArenaLab;
use super::panels::pass_editor::state::Replaced;
use super::words::Start;
use super::{Arena, recording};
use crate::broad_phase::CandidateSearch;
use crate::comparison::disagreements::Comparison;
use crate::comparison::ledger::Ledger;
use crate::labs::timeline::{Branch, Timeline};
use crate::labs::undo::{RESTART, Undo, branch_at};
use crate::world::{Motion, World};

/// Undo label of an edit that a setting does not hold alone: a table of passes with faults, or another table.
pub const UNFINISHED: &str = "edit of a table of passes";

/// Discarded state.
enum DiscardedState {
    /// A complete world.
    World(Box<WorldState>),
    /// Recorded frames, and whether a body had been moved by hand in the world before they were discarded.
    Branch(Branch<Vec<Motion>>, bool),
}

/// A world with all its results.
struct WorldState {
    start: Start,
    /// Id of the run.
    run_id: u64,
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
        // The label is empty: undo describes this change by the new world's parameters.
        self.begin_world(start, "");
    }

    fn begin_world(&mut self, start: Start, label: &str) {
        match start.world() {
            Ok(world) => {
                self.run_ids[1] += 1;
                let (timeline, run_id) = (recording(&world), self.run_ids[1]);
                let (ledger, comparison) = Default::default();
                let mut other =
                    WorldState { start, run_id, world, timeline, ledger, comparison, by_hand: false };
                self.swap_world(&mut other);
                self.look();
                self.discard(label.to_owned(), DiscardedState::World(Box::new(other)));
            }
            Err(why) => self.start_trouble = Some(why.to_string()),
        }
    }

    /// Keeps for undo a recorded future that a step of the simulation replaced.
    pub(super) fn discard_branch(&mut self, branch: Branch<Vec<Motion>>) {
        self.discard(branch_at(branch.frame()), DiscardedState::Branch(branch, self.by_hand));
    }

    /// Keeps for undo the recorded frames that a movement by hand replaced. `by_hand`: whether a body had
    /// been moved by hand before that movement.
    pub(super) fn discard_by_hand(&mut self, branch: Branch<Vec<Motion>>, by_hand: bool) {
        let label = format!("body moved by hand in frame {}", branch.frame());
        self.discard(label, DiscardedState::Branch(branch, by_hand));
    }

    /// Keeps for undo what an edit of a table of passes replaced; `index` is that of the method that runs it.
    pub(super) fn discard_table(&mut self, index: usize, before: Replaced) {
        let swap = |lab: &mut ArenaLab, (index, before): &mut (usize, Replaced)| {
            lab.pass_editor.swap(*index, before);
        };
        let bytes = |(_, before): &(usize, Replaced)| before.bytes();
        self.discarded.push(Undo::new(UNFINISHED.to_owned(), false, (index, before), bytes, swap));
    }

    fn discard(&mut self, label: String, state: DiscardedState) {
        let is_whole = matches!(state, DiscardedState::World(_));
        let swap = |lab: &mut ArenaLab, state: &mut DiscardedState| lab.arena.swap(state);
        self.discarded.push(Undo::new(label, is_whole, state, DiscardedState::bytes, swap));
    }

    fn swap(&mut self, state: &mut DiscardedState) {
        match state {
            DiscardedState::World(other) => {
                self.swap_world(other);
                self.look_again();
            }
            DiscardedState::Branch(branch, by_hand) => {
                swap(&mut self.by_hand, by_hand);
                self.held = None;
                self.swap_branch(branch);
            }
        }
    }

    /// Exchanges a discarded branch with the frames recorded in its place, and evaluates the current frame.
    pub(super) fn swap_branch(&mut self, branch: &mut Branch<Vec<Motion>>) {
        self.timeline.swap(branch);
        self.follow_timeline();
        self.look();
    }

    /// Exchanges the current world and its results with `other`; the caller must evaluate the world
    /// afterwards.
    fn swap_world(&mut self, other: &mut WorldState) {
        if other.world.bodies().len() != self.world.bodies().len() {
            self.selected = None;
        }
        (self.selected_pair, self.held, self.start_trouble) = (None, None, None);
        swap(&mut self.start, &mut other.start);
        swap(&mut self.run_ids[0], &mut other.run_id);
        swap(&mut self.world, &mut other.world);
        swap(&mut self.timeline, &mut other.timeline);
        swap(&mut self.ledger, &mut other.ledger);
        swap(&mut self.comparison, &mut other.comparison);
        swap(&mut self.by_hand, &mut other.by_hand);
        self.search = CandidateSearch::new(self.search.row());
    }
}

impl DiscardedState {
    fn bytes(&self) -> usize {
        let (states, bodies, others) = match self {
            Self::World(other) => {
                let WorldState { world, timeline, ledger, .. } = &**other;
                (timeline.count(), world.bodies().len(), world.bytes() + ledger.bytes())
            }
            Self::Branch(branch, _) => (branch.count(), branch.first().map_or(0, Vec::len), 0),
        };
        states * bodies * size_of::<Motion>() + others
    }
}
