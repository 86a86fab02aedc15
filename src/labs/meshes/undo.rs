//! Undo of other meshes and of a restart. No other change discards state, since every frame of the path can be
//! recomputed.

use std::mem::replace;
use std::sync::Arc;

use super::meshes_lab::MeshesLab;
use super::view::Moved;
use crate::labs::contest::Run;
use crate::labs::kept_frames::FrameMarks;
use crate::labs::undo::{RESTART, Undo};
use crate::meshes::source::{Meshes, Source};

/// Label of the undo step for other meshes, in English.
pub const OTHER_MESHES: &str = "change of meshes";

/// Snapshot of the meshes with their measurements and marks.
pub(super) struct Left {
    meshes: Meshes,
    frame: u64,
    moved: Option<Moved>,
    run: Run<[u64; 2]>,
    marks: FrameMarks,
}

impl MeshesLab {
    /// Starts with other meshes at the start of their path; methods and query stay.
    pub fn begin(&mut self, meshes: Meshes) {
        let left = self.leave();
        self.put_meshes(meshes);
        (self.frame, self.moved) = (0, None);
        let from_files = |meshes: &Meshes| matches!(meshes.source(), Source::Files(_));
        // With an empty label, undo describes this change by the parameters of the seeded meshes.
        let label = if from_files(&left.meshes) || from_files(&self.meshes) { OTHER_MESHES } else { "" };
        self.discard(label, left);
        self.show_again();
    }

    /// Restarts; undo restores the frame and the measurements from before the restart.
    pub fn restart(&mut self) {
        let left = self.start_again();
        if left.frame > 0 || left.run.last_frame() > Some(0) {
            self.discard(RESTART, left);
        }
    }

    /// Restarts and returns a snapshot of the state before.
    pub(super) fn start_again(&mut self) -> Left {
        let left = self.leave();
        self.marks.replace_now(FrameMarks::default());
        self.seek(0);
        left
    }

    fn discard(&mut self, label: &str, left: Left) {
        self.discarded.push(Undo::new(label.to_owned(), true, left, Left::bytes, Self::swap));
    }

    /// Starts another run and returns a snapshot of the previous one.
    fn leave(&mut self) -> Left {
        let run = self.contest.begin_run();
        self.state(run)
    }

    fn state(&self, run: Run<[u64; 2]>) -> Left {
        let (meshes, marks) = (self.meshes.clone(), self.marks.now().clone());
        Left { meshes, frame: self.frame, moved: self.moved, run, marks }
    }

    fn swap(&mut self, left: &mut Left) {
        let now = self.contest.take_run();
        let now = self.state(now);
        let Left { meshes, frame, moved, run, marks } = replace(left, now);
        if !Arc::ptr_eq(&meshes.shapes[0], &self.meshes.shapes[0]) {
            self.put_meshes(meshes);
        }
        (self.frame, self.moved) = (frame, moved);
        self.show_again();
        self.contest.put_run(run);
        self.marks.replace_now(marks);
    }
}

impl Left {
    fn bytes(&self) -> usize {
        let bytes =
            |mesh: &Arc<crate::geometry::Mesh>| 24 * mesh.vertices().len() + 12 * mesh.triangles().len();
        self.meshes.meshes.iter().map(bytes).sum()
    }
}
