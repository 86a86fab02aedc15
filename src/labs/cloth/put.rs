//! Configurations of the lab: read from it, and applied to it by parameters, keys and controls.

use super::cloth_lab::ClothLab;
use super::lane::NO_GRID;
use super::motion::Motion;
use super::saved::SavedCloth;
use super::undo::OTHER_MOTION;
use super::words::Config;
use crate::cloth::pair_word;
use crate::cloth::reference::{REFERENCES, needs_grid};
use crate::cloth::simulation::Simulation;
use crate::exhibit::Params;
use crate::gpu::Gpu;
use crate::labs::config_words::{self, Changed};
use crate::labs::lab::LabError;
use crate::labs::word_values::check_frames;
use crate::ui::widgets::Edit;

impl ClothLab {
    /// A lab from parameters and the state saved with them.
    pub fn build(gpu: Option<&Gpu>, words: &Params, saved: Option<&SavedCloth>) -> Result<Self, LabError> {
        let beginning = config_words::read(words, Config::default())?.next.beginning;
        let garment = saved.and_then(|saved| saved.garment.clone());
        if let (Some(_), Some(side)) = (&garment, words.get("side")) {
            return Err(LabError(format!(
                "side={side}: a garment has the particles of its mesh; leave side out"
            )));
        }
        let mut lab = Self::new(gpu.cloned(), beginning, garment)?;
        // The motion was started with the parameter `side`; applying it again would remove the garment.
        let mut words = words.clone();
        words.take("side");
        if words.get("method").is_none() {
            lab.answer_about_garment();
        }
        let hands = saved.map(|saved| &saved.hands).filter(|hands| !hands.is_empty());
        let Some(hands) = hands else {
            lab.put_words(&words)?;
            return Ok(lab);
        };
        let particles = lab.mesh().rest.len();
        if let Some((frame, (particle, _))) = hands.iter().find(|(_, hand)| hand.0 >= particles) {
            let why =
                format!("\"hands\": frame {frame} holds particle {particle}, but there are only {particles}");
            return Err(LabError(why));
        }
        let frame = config_words::read(&words, lab.config())?.next.frame;
        check_frames(0, frame)?;
        lab.motion.advance_to(&mut lab.simulation, frame, hands)?;
        words.set("frame", frame.to_string());
        lab.put_words(&words)?;
        lab.playback.playing = false;
        Ok(lab)
    }

    /// Applies parameters: all of them or, on error, none.
    pub(super) fn put_words(&mut self, words: &Params) -> Result<(), LabError> {
        // 1. Invalid parameters are refused before anything changes.
        let read = config_words::read(words, self.config())?;
        let is_other_frame = read.next.frame != self.frame();
        read.check_panes()?;
        read.check_frame(read.next.frame, self.frame())?;
        let (has_frame, has_side) = (read.names(&["frame"]), read.names(&["side"]));
        let names_it = read.names(&["scene", "side", "seed"]) && !has_frame;
        let has_pair = read.names(&["pair"]);
        // A part of the step, or a pair of the cloth, takes the place of a query.
        let keeps_query = read.names(&["ccd"]) || !read.names(&["pair", "apart"]);
        let Changed { mut next, .. } = read;
        next.settings.query.take_if(|_| !keeps_query);
        let (frame, reference) = (next.frame, next.settings.reference);
        if next.garment.is_some() && needs_grid(reference) {
            return Err(LabError(format!("reference={}: {NO_GRID}", REFERENCES[reference].0)));
        }
        // A frame number given as a parameter means a motion without drags, so drags by hand require a new
        // motion.
        let is_pulled = is_other_frame && self.motion.has_hands();
        let is_square_again = self.motion.garment.is_some() && next.garment.is_none();
        let is_other = next.beginning != self.beginning() || is_square_again || is_pulled;
        let begins = is_other || (names_it && self.frame() > 0);
        let motion = begins.then(|| Motion::new(next.beginning, next.garment.clone())).transpose()?;
        next.settings.pair.take_if(|_| begins && !has_pair);
        if let Some(pair) = next.settings.pair {
            let mesh = motion.as_ref().map_or(self.mesh(), |(motion, _)| &motion.mesh);
            if !pair_word::is_of(pair, mesh) {
                let word = pair_word::said(pair);
                return Err(LabError(format!(
                    "pair={word}: the cloth has no such pair, or its features share a particle"
                )));
            }
        }
        // 2. Settings, panes and motion. A picked pair belongs to its motion.
        self.reading.take_if(|_| has_side);
        self.take(next, motion);
        // 3. The frame.
        if has_frame {
            self.playback.playing = false;
            if frame != self.frame() {
                self.play_to(frame);
            }
        }
        self.wait();
        Ok(())
    }

    /// The current configuration.
    pub fn config(&self) -> Config {
        Config {
            settings: self.settings.clone(),
            beginning: self.beginning(),
            garment: self.motion.garment.clone(),
            frame: self.frame(),
            panes: self.contest.panes.clone(),
        }
    }

    /// The configuration in the controls, with start values that may not be applied yet.
    pub fn draft(&self) -> Config {
        Config { beginning: self.draft, ..self.config() }
    }

    /// Applies a configuration that keys or controls made from the current one or from [`ClothLab::draft()`]. Changed
    /// start values start another motion when the control is released.
    pub fn apply(&mut self, mut next: Config, edit: Edit) {
        let (beginning, now) = (next.beginning, self.beginning());
        let mut motion = None;
        if edit != Edit::None {
            self.draft = beginning;
        }
        if edit == Edit::Done && beginning != now {
            let is_other_size = beginning.side != now.side;
            self.is_to_be_framed |= beginning.scene.id != now.scene.id;
            self.reading.take_if(|_| is_other_size);
            match Motion::new(beginning, self.motion.garment.clone().filter(|_| !is_other_size)) {
                Ok(begun) => (self.trouble, motion, next.settings.pair) = (None, Some(begun), None),
                Err(why) => (self.trouble, self.draft) = (Some(why.0), now),
            }
        }
        self.take(next, motion);
    }

    /// Takes settings and panes of a configuration, and starts another motion if there is one. Then the methods are
    /// queried if the answers depend on a difference.
    fn take(&mut self, next: Config, motion: Option<(Motion, Simulation)>) {
        let is_other = next.panes != self.contest.panes || next.settings.reference != self.settings.reference;
        (self.settings, self.contest.panes) = (next.settings, next.panes);
        match motion {
            Some((motion, simulation)) => self.leave_for(motion, simulation, OTHER_MOTION),
            None if is_other => self.show_again(),
            None => {}
        }
    }
}
