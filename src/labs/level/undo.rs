//! Undo of what leaves recorded frames of the walk: another future, another level, a restart.

use std::mem::{replace, swap, take};
use std::sync::Arc;

use super::lane::Total;
use super::level_lab::LevelLab;
use crate::labs::measured::Measured;
use crate::labs::timeline::Branch;
use crate::labs::undo::{RESTART, Undo, branch_at};
use crate::level::ground::{Ground, Source};
use crate::level::walking::{State, Walked};

/// Label of a change to another level, in English.
pub const OTHER_LEVEL: &str = "another level";

/// A branch of the walk.
pub(super) struct Left {
    branch: Branch<Walked>,
    /// Where it was walked and what was measured, if the branch is a whole walk.
    walk: Option<Walk>,
}

struct Walk {
    ground: Arc<Ground>,
    measured: Measured,
    /// Which of all walks that have begun it is.
    begun: u64,
    totals: Vec<Total>,
}

impl LevelLab {
    /// Back to the first frame.
    pub fn restart(&mut self) {
        let left = self.walk_from_start(Arc::clone(&self.ground));
        self.discard_walk(left);
        self.look();
    }

    /// Begins the walk; returns the one until now, which was through `ground`.
    pub(super) fn walk_from_start(&mut self, ground: Arc<Ground>) -> Left {
        let walk =
            Walk { ground, measured: take(&mut self.measured), begun: self.begun[0], totals: self.totals() };
        let branch = self.walk.restart(Walked::at(State::start(&self.ground, &self.figure)));
        self.begun = [self.begun[1] + 1; 2];
        self.lanes.iter_mut().for_each(|lane| lane.set_total(Total::default()));
        self.questions.clear();
        Left { branch, walk: Some(walk) }
    }

    /// Keeps a whole walk if it has come anywhere, or if words cannot bring its level back.
    pub(super) fn discard_walk(&mut self, left: Left) {
        let Some(walk) = &left.walk else { return };
        let is_other = !Arc::ptr_eq(&walk.ground, &self.ground);
        let files = [&walk.ground, &self.ground].map(|ground| matches!(ground.source(), Source::File(_)));
        let label = match is_other {
            // Words tell it.
            true if files == [false; 2] => "",
            true => OTHER_LEVEL,
            false => RESTART,
        };
        if is_other || left.branch.count() > 1 || left.branch.frame() > 0 {
            self.discarded.push(Undo::new(label.to_owned(), true, left, Left::bytes, Self::swap));
        }
    }

    /// Keeps a branch.
    pub(super) fn discard_branch(&mut self, branch: Option<Branch<Walked>>) {
        if let Some(branch) = branch {
            let label = branch_at(branch.frame());
            let left = Left { branch, walk: None };
            self.discarded.push(Undo::new(label, false, left, Left::bytes, Self::swap));
        }
    }

    fn swap(&mut self, left: &mut Left) {
        let mut totals = self.totals();
        self.walk.swap(&mut left.branch);
        if let Some(walk) = &mut left.walk {
            if !Arc::ptr_eq(&self.ground, &walk.ground) {
                walk.ground = self.put_ground(Arc::clone(&walk.ground));
                self.prepare(true);
            }
            self.questions.clear();
            swap(&mut self.measured, &mut walk.measured);
            swap(&mut self.begun[0], &mut walk.begun);
            totals = replace(&mut walk.totals, totals);
        }
        self.look();
        self.set_totals(&totals);
    }
}

impl Left {
    fn bytes(&self) -> usize {
        let walk = self.walk.as_ref().map_or(0, |walk| walk.ground.bytes() + walk.measured.bytes());
        self.branch.count() * (size_of::<Walked>() + 256) + walk
    }
}
