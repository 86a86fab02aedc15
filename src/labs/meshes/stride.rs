//! The stride of B, in frames per step, and the replay of the previous step for front-tracking methods.

use super::meshes_lab::MeshesLab;
use crate::geometry::Pose;

/// Largest stride, in frames of the path.
pub const MOST_STRIDE: u64 = 100;

impl MeshesLab {
    /// Pose of B one step earlier; `None` if that is before the start of the path.
    pub(super) fn pose_before(&self) -> Option<Pose> {
        let path = self.meshes.on_path(self.frame.checked_sub(self.stride)?);
        Some(self.moved.map_or(path, |moved| moved.applied(&path)))
    }

    /// Number of frames of the path by which one step advances B, which is the speed of B.
    pub fn stride(&self) -> u64 {
        self.stride
    }

    /// Sets the number of frames per step, at least one.
    pub fn set_stride(&mut self, frames: u64) {
        self.stride = frames.max(1);
        self.recall();
        self.look();
    }

    /// Replays the previous pose in lanes with front tracking.
    pub(super) fn recall(&mut self) {
        let (before, query) = (self.pose_before(), self.query());
        self.contest.lanes.iter_mut().for_each(|lane| lane.recall(before.as_ref(), &query));
    }
}
