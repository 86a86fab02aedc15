//! Another motion in the place of the one on show: begun anew, of a square cloth or of a garment, or put back.

use std::path::PathBuf;
use std::sync::Arc;

use super::apart::WALK;
use super::beginning::Beginning;
use super::cloth_lab::ClothLab;
use super::garment::Garment;
use super::motion::Motion;
use super::simulation::Simulation;
use super::stood::{ANOTHER_MOTION, RESTARTED};
use super::view::View;
use super::{reference, solids};
use crate::cloth::methods::METHODS;
use crate::labs::lab::LabError;
use crate::labs::reading::{Reading, take_read};

impl ClothLab {
    /// Begins another motion; methods and view stay, and so does a garment until another size is asked for.
    pub fn begin(&mut self, beginning: Beginning) -> Result<(), LabError> {
        let garment = self.motion.garment.clone().filter(|_| beginning.side == self.beginning().side);
        self.reading.take_if(|_| beginning.side != self.motion.beginning.side);
        self.begin_with(beginning, garment)
    }

    /// The same with this garment, or with a square cloth.
    fn begin_with(&mut self, beginning: Beginning, garment: Option<Arc<Garment>>) -> Result<(), LabError> {
        let is_from_file = garment.is_some();
        let (motion, simulation) = Motion::new(beginning, garment)?;
        self.keep_for_undo(ANOTHER_MOTION, is_from_file);
        self.put_motion(motion, simulation);
        Ok(())
    }

    /// The same where a refusal is told by the window, which frames another scene anew.
    pub fn try_begin(&mut self, beginning: Beginning) {
        self.is_to_be_framed |= beginning.scene.id != self.beginning().scene.id;
        self.trouble = self.begin(beginning).err().map(|why| why.0);
        self.draft = self.beginning();
    }

    /// Begins to read the mesh of a file as cloth.
    pub fn take_garment(&mut self, path: PathBuf) {
        self.trouble = None;
        let beginning = self.beginning();
        self.reading = Some(Reading::begin(path, move |path| {
            let read =
                Garment::read(path).and_then(|(garment, _)| Motion::new(beginning, Some(Arc::new(garment))));
            read.map_err(|why| why.0)
        }));
    }

    /// Begins with the garment that was read, if one was. A refusal is told by the window, and the cloth on show stays.
    pub fn take_read_garment(&mut self) {
        let Some(read) = take_read(&mut self.reading) else { return };
        let begun = read.map_err(LabError).and_then(|(motion, simulation)| {
            if motion.beginning != self.beginning() {
                // Changed meanwhile.
                return self.begin_with(self.beginning(), motion.garment);
            }
            self.keep_for_undo(ANOTHER_MOTION, true);
            self.put_motion(motion, simulation);
            Ok(())
        });
        if begun.is_ok() {
            self.is_to_be_framed = true;
            self.answer_about_garment();
        }
        self.trouble = begun.err().map(|why| why.0);
    }

    /// Shows this motion from now on.
    pub(super) fn put_motion(&mut self, motion: Motion, simulation: Simulation) {
        let is_other_cloth = !Arc::ptr_eq(&motion.mesh, &self.motion.mesh);
        (self.motion, self.simulation) = (motion, simulation);
        self.solids = solids::of(&self.motion);
        self.begun = [self.begun[1] + 1; 2];
        self.draft = self.beginning();
        (self.hand, self.counts, self.is_owed) = (None, false, false);
        self.measured.clear();
        if is_other_cloth {
            self.pair = self.pair.filter(|pair| super::pair_word::is_of(*pair, &self.motion.mesh));
        }
        if self.mesh().side.is_none() && reference::needs_grid(self.reference) {
            self.reference = 0;
        }
        let methods: Vec<_> = self.methods().collect();
        self.show_methods(&methods);
        self.lanes.iter_mut().for_each(|lane| lane.total = Default::default());
    }

    /// Back to the beginning; the motion until now can be had back.
    pub fn restart(&mut self) {
        let garment = self.motion.garment.clone();
        let Ok((motion, simulation)) = Motion::new(self.beginning(), garment) else { return };
        self.keep_for_undo(RESTARTED, false);
        self.put_motion(motion, simulation);
    }

    /// What is set as at first, and a motion of a square cloth from the beginning. Scene, size and panes stay.
    pub fn clear(&mut self) {
        self.settings = METHODS.iter().map(|method| method.default_settings()).collect();
        (self.view, self.pair, self.apart, self.reference) = (View::default(), None, WALK, 0);
        let first = Beginning::default();
        let beginning = Beginning { scene: self.beginning().scene, side: self.beginning().side, ..first };
        if let Ok((motion, simulation)) = Motion::new(beginning, None) {
            self.put_motion(motion, simulation);
        }
    }
}
