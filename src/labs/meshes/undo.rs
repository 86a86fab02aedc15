//! Undo of other meshes and of a restart. Nothing else leaves anything: every frame of the path can be shown again.

use std::mem::{replace, take};
use std::sync::Arc;

use super::meshes_lab::MeshesLab;
use super::moved::Moved;
use crate::labs::marks::FrameMarks;
use crate::labs::measured::Measured;
use crate::labs::undo::{RESTART, Undo};
use crate::meshes::source::{Meshes, Source};

/// Label of a change to other meshes, in English.
pub const OTHER_MESHES: &str = "other meshes";

/// Meshes with all that was measured on them.
pub(super) struct Left {
    meshes: Meshes,
    frame: u64,
    moved: Option<Moved>,
    /// Which of all that have begun it is.
    begun: u64,
    measured: Measured,
    marks: FrameMarks,
    /// Of every lane, see [`super::lane::Lane::judged`].
    judged: Vec<[u64; 2]>,
}

impl MeshesLab {
    /// Begins with other meshes, at the start of their path; methods and question stay.
    pub fn begin(&mut self, meshes: Meshes) {
        let left = self.leave();
        self.put_meshes(meshes);
        (self.frame, self.moved) = (0, None);
        let from_files = |meshes: &Meshes| matches!(meshes.source(), Source::Files(_));
        // Words tell it of seeded ones.
        let label = if from_files(&left.meshes) || from_files(&self.meshes) { OTHER_MESHES } else { "" };
        self.discard(label, left);
        self.show_again();
    }

    /// Back to the first frame.
    pub fn restart(&mut self) {
        let left = self.start_again();
        if left.frame > 0 || left.measured.last_frame() > Some(0) {
            self.discard(RESTART, left);
        }
    }

    /// The same; returns what was measured until now.
    pub(super) fn start_again(&mut self) -> Left {
        let left = self.leave();
        self.marks.replace_now(FrameMarks::default());
        self.lanes.iter_mut().for_each(|lane| lane.set_judged([0; 2]));
        self.seek(0);
        left
    }

    fn discard(&mut self, label: &str, left: Left) {
        self.discarded.push(Undo::new(label.to_owned(), true, left, Left::bytes, Self::swap));
    }

    /// Takes out what is measured: something else begins.
    fn leave(&mut self) -> Left {
        let left = self.state();
        self.begun = [self.begun[1] + 1; 2];
        left
    }

    fn state(&mut self) -> Left {
        Left {
            meshes: self.meshes.clone(),
            frame: self.frame,
            moved: self.moved,
            begun: self.begun[0],
            measured: take(&mut self.measured),
            marks: self.marks.now().clone(),
            judged: self.lanes.iter().map(|lane| lane.judged()).collect(),
        }
    }

    fn swap(&mut self, left: &mut Left) {
        let now = self.state();
        let Left { meshes, frame, moved, begun, measured, marks, judged } = replace(left, now);
        if !Arc::ptr_eq(&meshes.shapes[0], &self.meshes.shapes[0]) {
            self.put_meshes(meshes);
        }
        (self.frame, self.moved, self.begun[0]) = (frame, moved, begun);
        self.show_again();
        self.measured = measured;
        self.marks.replace_now(marks);
        self.lanes.iter_mut().zip(judged).for_each(|(lane, judged)| lane.set_judged(judged));
    }
}

impl Left {
    fn bytes(&self) -> usize {
        let bytes =
            |mesh: &Arc<crate::geometry::Mesh>| 24 * mesh.vertices().len() + 12 * mesh.triangles().len();
        self.meshes.meshes.iter().map(bytes).sum()
    }
}
