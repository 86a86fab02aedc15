//! Words put on show: held against what is there first, then applied in order.

use super::beginning::Beginning;
use super::cloth_lab::{ClothLab, row_of};
use super::lane::NO_GRID;
use super::motion::Motion;
use super::pair_word;
use super::reference::{REFERENCES, needs_grid};
use super::saved::SavedCloth;
use super::view::View;
use super::words::ClothWords;
use crate::cloth::methods;
use crate::cloth::response::Response;
use crate::gpu::Gpu;
use crate::labs::lab::LabError;
use crate::labs::word_values::{check_focus, check_frames};

impl ClothLab {
    /// Built with words, and with what was saved beside them.
    pub fn build(
        gpu: Option<&Gpu>,
        words: &ClothWords,
        saved: Option<&SavedCloth>,
    ) -> Result<Self, LabError> {
        let garment = saved.and_then(|saved| saved.garment.clone());
        if let (Some(_), Some(side)) = (&garment, words.side) {
            return Err(LabError(format!("side={side}: the particles of a garment are those of its mesh")));
        }
        let mut lab = Self::new(gpu.cloned(), words.beginning(&Beginning::default()), garment)?;
        // The motion has begun with it.
        let words = &ClothWords { side: None, ..words.clone() };
        if words.methods.is_empty() {
            lab.answer_about_garment();
        }
        let hands = saved.map(|saved| &saved.hands).filter(|hands| !hands.is_empty());
        let Some(hands) = hands else {
            lab.put_words(words)?;
            return Ok(lab);
        };
        let particles = lab.mesh().rest.len();
        if let Some((frame, (particle, _))) = hands.iter().find(|(_, hand)| hand.0 >= particles) {
            let why = format!("\"hands\": in frame {frame} it holds particle {particle} of {particles}");
            return Err(LabError(why));
        }
        let frame = words.frame.unwrap_or(0);
        check_frames(0, frame)?;
        lab.motion.advance_to(&mut lab.simulation, frame, hands)?;
        lab.put_words(&ClothWords { frame: Some(frame), ..words.clone() })?;
        lab.playback.playing = false;
        Ok(lab)
    }

    /// Puts words on show: all of them or, if anything is refused, nothing.
    pub(super) fn put_words(&mut self, words: &ClothWords) -> Result<(), LabError> {
        // 1. What cannot be is refused before anything changes.
        check_focus(words.focus, words.methods.len(), self.lanes.len())?;
        if let Some(frame) = words.frame.filter(|frame| *frame != self.frame()) {
            check_frames(0, frame)?;
        }
        let beginning = words.beginning(&self.beginning());
        let is_other = beginning != self.beginning();
        // A frame that words name is that of a motion without a hand.
        let is_pulled = words.frame.is_some_and(|frame| frame != self.frame()) && self.motion.has_hands();
        let names_it = words.names_beginning() && words.frame.is_none();
        // A size is that of a square cloth.
        let garment = self.motion.garment.clone().filter(|_| words.side.is_none());
        if let Some(reference) = words.reference.filter(|choice| garment.is_some() && needs_grid(*choice)) {
            return Err(LabError(format!("reference={}: {NO_GRID}", REFERENCES[reference].0)));
        }
        let is_square_again = self.motion.garment.is_some() && garment.is_none();
        let begins = is_other || is_pulled || is_square_again || (names_it && self.frame() > 0);
        let motion = begins.then(|| Motion::new(beginning, garment)).transpose()?;
        if let Some(Some(pair)) = words.pair {
            let mesh = motion.as_ref().map_or(self.mesh(), |(motion, _)| &motion.mesh);
            if !pair_word::is_of(pair, mesh) {
                let word = pair_word::said(pair);
                return Err(LabError(format!(
                    "pair={word}: the cloth has no such pair without a common particle"
                )));
            }
        }
        // 2. Settings and panes, of which none is asked before all is set.
        for ((method, id), value) in &words.settings {
            if let Some(row) = methods::find(method).map(row_of) {
                self.settings[row].set(id, value).map_err(LabError)?;
            }
        }
        self.reference = words.reference.unwrap_or(self.reference);
        self.view.paint = words.paint.unwrap_or(self.view.paint);
        // 3. The motion and its frame.
        self.reading.take_if(|_| words.side.is_some());
        if let Some((motion, simulation)) = motion {
            self.keep_for_undo(super::stood::ANOTHER_MOTION, false);
            self.put_motion(motion, simulation);
        }
        let methods = if words.methods.is_empty() { self.methods().collect() } else { words.methods.clone() };
        self.show_methods(&methods);
        self.focus = words.focus.unwrap_or(self.focus).min(self.lanes.len() - 1);
        if let Some(frame) = words.frame {
            self.playback.playing = false;
            if frame != self.frame() {
                self.play_to(frame);
            }
        }
        // 4. What is drawn, and what is picked.
        let View { level, boxes, cones, contours, funnel, .. } = &mut self.view;
        *level = words.level.unwrap_or(*level);
        *boxes = words.boxes.unwrap_or(*boxes);
        *cones = words.cones.unwrap_or(*cones);
        *contours = words.contours.unwrap_or(*contours);
        *funnel = words.funnel.unwrap_or(*funnel);
        self.pair = words.pair.unwrap_or(self.pair);
        self.apart = words.apart.unwrap_or(self.apart);
        self.wait();
        Ok(())
    }
}

impl ClothWords {
    /// What a motion begins from by these words, with what they leave out as it is in `now`.
    fn beginning(&self, now: &Beginning) -> Beginning {
        Beginning {
            scene: self.scene.unwrap_or(now.scene),
            side: self.side.unwrap_or(now.side),
            seed: self.seed.unwrap_or(now.seed),
            gravity: self.gravity.unwrap_or(now.gravity),
            wind: self.wind.unwrap_or(now.wind),
            wind_to: self.wind_to.unwrap_or(now.wind_to),
            damping: self.damping.unwrap_or(now.damping),
            bending: self.bending.unwrap_or(now.bending),
            response: Response {
                itself: self.itself.unwrap_or(now.response.itself),
                obstacles: self.obstacles.unwrap_or(now.response.obstacles),
            },
        }
    }

    /// Whether they name scene, size or seed: the motion then begins anew.
    fn names_beginning(&self) -> bool {
        self.scene.is_some() || self.side.is_some() || self.seed.is_some()
    }
}
