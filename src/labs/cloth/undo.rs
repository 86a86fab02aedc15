//! Replacing the motion, and undo: of a replaced motion, a restart or a drag.

use std::mem::{replace, swap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::cloth_lab::ClothLab;
use super::garment::Garment;
use super::lane::Total;
use super::motion::{self, Motion};
use super::solids;
use super::words::ClothSettings;
use crate::cloth::simulation::{Beginning, Simulation};
use crate::cloth::step::Features;
use crate::cloth::{pair_word, reference};
use crate::labs::capabilities::Files;
use crate::labs::contest::Run;
use crate::labs::lab::LabError;
use crate::labs::reading::{Reading, take_read};
use crate::labs::undo::{RESTART, Undo};

/// Label of the undo step for another motion, in English.
pub const OTHER_MOTION: &str = "change of the cloth's motion";

/// A discarded motion, or its frames after a certain frame, with the measurements.
struct Left {
    frames: DiscardedFrames,
    run: Run<Total>,
}

enum DiscardedFrames {
    All(Box<Motion>),
    Future(motion::Left),
}

impl ClothLab {
    /// Replaces the motion; returns the previous one.
    fn put_motion(&mut self, motion: Motion, simulation: Simulation) -> Motion {
        let is_other_cloth = !Arc::ptr_eq(&motion.mesh, &self.motion.mesh);
        let before = replace(&mut self.motion, motion);
        self.simulation = simulation;
        self.solids = solids::of(&self.motion);
        self.draft = self.beginning();
        (self.hand, self.counts, self.is_owed) = (None, false, false);
        if is_other_cloth {
            let is_kept = |pair: &Features| pair_word::is_of(*pair, &self.motion.mesh);
            self.settings.pair = self.settings.pair.filter(is_kept);
        }
        if self.mesh().side.is_none() && reference::needs_grid(self.settings.reference) {
            self.settings.reference = 0;
        }
        self.show_again();
        before
    }

    /// Replaces the motion. The previous motion is kept for undo if it has advanced, or if the previous or the new
    /// motion is from a file, because parameters cannot restore that.
    pub(super) fn leave_for(&mut self, motion: Motion, simulation: Simulation, label: &str) {
        let run = self.contest.begin_run();
        let before = self.put_motion(motion, simulation);
        if self.garment().is_some() || before.garment.is_some() || *before.timeline().span().end() > 0 {
            self.discard(label.to_owned(), Left { frames: DiscardedFrames::All(Box::new(before)), run });
        }
    }

    /// Keeps for undo the recorded future that a drag discarded, with the measurements from before the drag.
    pub(super) fn discard_future(&mut self, left: motion::Left, run: Run<Total>) {
        let label = format!("cloth pulled by hand in frame {}", left.frame());
        self.discard(label, Left { frames: DiscardedFrames::Future(left), run });
    }

    fn discard(&mut self, label: String, left: Left) {
        let is_whole = matches!(left.frames, DiscardedFrames::All(_));
        self.discarded.push(Undo::new(label, is_whole, left, Left::bytes, Self::swap));
    }

    fn swap(&mut self, left: &mut Left) {
        let now = self.contest.take_run();
        match &mut left.frames {
            DiscardedFrames::All(motion) => {
                // These start values were simulated before, so they are valid.
                let made = Motion::new(motion.beginning, motion.garment.clone());
                let Ok((mut other, simulation)) = made else { return self.contest.put_run(now) };
                swap(&mut other, &mut **motion);
                **motion = self.put_motion(other, simulation);
            }
            DiscardedFrames::Future(future) => {
                self.motion.swap(future);
                (self.hand, self.counts, self.is_owed) = (None, false, false);
                self.look();
            }
        }
        self.contest.put_run(replace(&mut left.run, now));
    }

    /// Restarts the motion; the previous motion is kept for undo.
    pub fn restart(&mut self) {
        let garment = self.motion.garment.clone();
        let Ok((motion, simulation)) = Motion::new(self.beginning(), garment) else { return };
        self.leave_for(motion, simulation, RESTART);
    }

    /// Resets all settings and starts a motion of a square cloth. Scene, size and panes stay.
    pub fn clear(&mut self) {
        self.contest.panes.reset_settings();
        self.settings = ClothSettings::default();
        let first = Beginning::default();
        let beginning = Beginning { scene: self.beginning().scene, side: self.beginning().side, ..first };
        if let Ok((motion, simulation)) = Motion::new(beginning, None) {
            self.contest.begin_run();
            self.put_motion(motion, simulation);
        }
    }
}

impl Left {
    fn bytes(&self) -> usize {
        let frames = match &self.frames {
            DiscardedFrames::All(motion) => motion.bytes(),
            DiscardedFrames::Future(left) => left.bytes(),
        };
        frames + self.run.bytes()
    }
}

impl Files for ClothLab {
    /// Starts reading a mesh file as a garment.
    fn take_file(&mut self, path: PathBuf) {
        self.trouble = None;
        let beginning = self.beginning();
        self.reading = Some(Reading::begin(path, move |path, _| {
            let read =
                Garment::read(path).and_then(|(garment, _)| Motion::new(beginning, Some(Arc::new(garment))));
            read.map_err(|why| why.0)
        }));
    }

    fn reading(&self) -> Option<&Path> {
        self.reading.as_ref().map(Reading::path)
    }

    /// Starts a motion with the garment if it has been read. On error the window shows a message and the cloth stays.
    fn take_read(&mut self) {
        let Some(read) = take_read(&mut self.reading) else { return };
        let made = read.map_err(LabError).and_then(|made| match made.0.beginning == self.beginning() {
            true => Ok(made),
            // The start values were changed while the file was being read: start with the new values.
            false => Motion::new(self.beginning(), made.0.garment),
        });
        self.trouble = made.as_ref().err().map(|why| why.0.clone());
        if let Ok((motion, simulation)) = made {
            self.leave_for(motion, simulation, OTHER_MOTION);
            self.is_to_be_framed = true;
            self.answer_about_garment();
        }
    }
}
