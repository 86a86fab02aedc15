//! How far B goes on from step to step, and what a method remembers of the step before.

use super::meshes_lab::MeshesLab;
use crate::geometry::Pose;

/// Most frames of the path from one step to the next.
pub const MOST_STRIDE: u64 = 100;

impl MeshesLab {
    /// Where B was one step earlier; `None` at the beginning of the path.
    pub(super) fn pose_before(&self) -> Option<Pose> {
        let path = self.meshes.on_path(self.frame.checked_sub(self.stride)?);
        Some(self.moved.map_or(path, |moved| moved.applied(&path)))
    }

    /// Frames of the path from one step to the next: the speed of B.
    pub fn stride(&self) -> u64 {
        self.stride
    }

    /// Goes on by so many frames from now on.
    pub fn set_stride(&mut self, frames: u64) {
        self.stride = frames.max(1);
        self.recall();
        self.look();
    }

    /// Lanes that remember the last pose are given the one before this.
    pub(super) fn recall(&mut self) {
        let (before, query) = (self.pose_before(), self.query());
        self.contest.lanes.iter_mut().for_each(|lane| lane.recall(before.as_ref(), &query));
    }
}
