//! Undo of what leaves recorded frames of the drive: another rule, another future, a restart.

use std::mem::{swap, take};

use super::lane::Statistics;
use super::road_lab::RoadLab;
use crate::labs::measured::Measured;
use crate::labs::timeline::Branch;
use crate::labs::undo::{RESTART, Undo, branch_at};
use crate::road::recorded::Recorded;
use crate::road::wheel::SearchRule;

/// A branch of the drive.
struct Left {
    branch: Branch<Recorded>,
    rule: SearchRule,
    /// What was measured, if the branch is a whole drive.
    drive: Option<Drive>,
}

/// What was measured of a drive.
struct Drive {
    measured: Measured,
    /// Which of all drives that have begun it is.
    begun: u64,
    totals: Vec<Statistics>,
}

impl RoadLab {
    /// Where the wheels' rays begin, from now on.
    pub fn set_rule(&mut self, rule: SearchRule) {
        let before = self.road.rule();
        let left = self.road.set_rule(rule);
        self.discard_branch(left, before);
    }

    /// Back to the first frame.
    pub fn restart(&mut self) {
        let (totals, has_frames) = (self.road.totals(), *self.road.span().end() > 0);
        let drive = Some(Drive { measured: take(&mut self.measured), begun: self.begun[0], totals });
        let branch = self.road.restart();
        self.count_drive();
        if has_frames {
            let left = Left { branch, rule: self.road.rule(), drive };
            self.discarded.push(Undo::new(RESTART.to_owned(), true, left, Left::bytes, Self::swap));
        }
    }

    /// Keeps a branch that followed this rule.
    pub(super) fn discard_branch(&mut self, branch: Option<Branch<Recorded>>, rule: SearchRule) {
        if let Some(branch) = branch {
            let label = branch_at(branch.frame());
            let left = Left { branch, rule, drive: None };
            self.discarded.push(Undo::new(label, false, left, Left::bytes, Self::swap));
        }
    }

    fn swap(&mut self, left: &mut Left) {
        let totals = self.road.totals();
        self.road.swap(&mut left.branch, &mut left.rule);
        if let Some(drive) = &mut left.drive {
            swap(&mut self.measured, &mut drive.measured);
            swap(&mut self.begun[0], &mut drive.begun);
            self.road.set_totals(&std::mem::replace(&mut drive.totals, totals));
        }
    }
}

impl Left {
    fn bytes(&self) -> usize {
        let measured = self.drive.as_ref().map_or(0, |drive| drive.measured.bytes());
        self.branch.count() * size_of::<Recorded>() + measured
    }
}
