//! Undo of changes that discard recorded frames: another future, another level, a restart.

use std::mem::replace;
use std::sync::Arc;

use super::lane::Total;
use super::level_lab::LevelLab;
use crate::labs::contest::Run;
use crate::labs::timeline::Branch;
use crate::labs::undo::{RESTART, Undo, branch_at};
use crate::level::ground::{Ground, Source};
use crate::level::walking::{State, Walked};

/// Label of the undo step for another level, in English.
pub const OTHER_LEVEL: &str = "change of level";

/// Discarded frames of the walk: a recorded future, or a whole walk.
pub(super) struct Left {
    branch: Branch<Walked>,
    /// The level and the measurements, if `branch` is a whole walk.
    walk: Option<Walk>,
}

struct Walk {
    ground: Arc<Ground>,
    run: Run<Total>,
}

impl LevelLab {
    /// Restarts; undo brings the walk back.
    pub fn restart(&mut self) {
        let left = self.walk_from_start(Arc::clone(&self.ground));
        self.discard_walk(left);
        self.look();
    }

    /// Starts another walk and returns the previous one, whose level was `ground`.
    pub(super) fn walk_from_start(&mut self, ground: Arc<Ground>) -> Left {
        let branch = self.walk.restart(Walked::at(State::start(&self.ground, &self.figure)));
        self.questions.clear();
        Left { branch, walk: Some(Walk { ground, run: self.contest.begin_run() }) }
    }

    /// Keeps a whole walk for undo if the walk has advanced or if the level changed.
    pub(super) fn discard_walk(&mut self, left: Left) {
        let Some(walk) = &left.walk else { return };
        let is_other = !Arc::ptr_eq(&walk.ground, &self.ground);
        let files = [&walk.ground, &self.ground].map(|ground| matches!(ground.source(), Source::File(_)));
        let label = match is_other {
            // The label is empty: undo describes this change by the parameters of the generated level.
            true if files == [false; 2] => "",
            true => OTHER_LEVEL,
            false => RESTART,
        };
        if is_other || left.branch.count() > 1 || left.branch.frame() > 0 {
            self.discarded.push(Undo::new(label.to_owned(), true, left, Left::bytes, Self::swap));
        }
    }

    /// Keeps a discarded recorded future for undo.
    pub(super) fn discard_branch(&mut self, branch: Option<Branch<Walked>>) {
        if let Some(branch) = branch {
            let label = branch_at(branch.frame());
            let left = Left { branch, walk: None };
            self.discarded.push(Undo::new(label, false, left, Left::bytes, Self::swap));
        }
    }

    fn swap(&mut self, left: &mut Left) {
        let mut run = self.contest.take_run();
        self.walk.swap(&mut left.branch);
        if let Some(walk) = &mut left.walk {
            if !Arc::ptr_eq(&self.ground, &walk.ground) {
                walk.ground = self.put_ground(Arc::clone(&walk.ground));
                self.prepare();
            }
            self.questions.clear();
            run = replace(&mut walk.run, run);
        }
        self.look();
        self.contest.put_run(run);
    }
}

impl Left {
    fn bytes(&self) -> usize {
        let walk = self.walk.as_ref().map_or(0, |walk| walk.ground.bytes() + walk.run.bytes());
        self.branch.count() * (size_of::<Walked>() + 256) + walk
    }
}
