//! Undo of changes that discard recorded frames: another rule, another future, a restart.

use super::lane::Statistics;
use super::road_lab::RoadLab;
use crate::labs::contest::Run;
use crate::labs::timeline::Branch;
use crate::labs::undo::{RESTART, Undo, branch_at};
use crate::road::recorded::Recorded;
use crate::road::wheel::SearchRule;

/// A discarded branch of the drive.
struct Left {
    branch: Branch<Recorded>,
    rule: SearchRule,
    /// The measurements, if `branch` is a whole drive.
    run: Option<Run<Statistics>>,
}

impl RoadLab {
    /// Sets the rule for the origins of the wheels' rays.
    pub fn set_rule(&mut self, rule: SearchRule) {
        let before = self.road.rule();
        let left = self.road.set_rule(rule);
        self.discard_branch(left, before);
    }

    /// Restarts; the previous drive is kept for undo.
    pub fn restart(&mut self) {
        let has_frames = *self.road.span().end() > 0;
        let (branch, run) = self.road.restart();
        if has_frames {
            let left = Left { branch, rule: self.road.rule(), run: Some(run) };
            self.discarded.push(Undo::new(RESTART.to_owned(), true, left, Left::bytes, Self::swap));
        }
    }

    /// Keeps a discarded branch and the rule for ray origins under which it was computed, for undo.
    pub(super) fn discard_branch(&mut self, branch: Option<Branch<Recorded>>, rule: SearchRule) {
        if let Some(branch) = branch {
            let label = branch_at(branch.frame());
            let left = Left { branch, rule, run: None };
            self.discarded.push(Undo::new(label, false, left, Left::bytes, Self::swap));
        }
    }

    fn swap(&mut self, left: &mut Left) {
        self.road.swap(&mut left.branch, &mut left.rule);
        if let Some(run) = &mut left.run {
            self.road.contest.swap_run(run);
        }
    }
}

impl Left {
    fn bytes(&self) -> usize {
        self.branch.count() * size_of::<Recorded>() + self.run.as_ref().map_or(0, Run::bytes)
    }
}
