//! Parameters applied to the lab: checked first, then applied in order.

use super::cloth_lab::ClothLab;
use super::lane::NO_GRID;
use super::motion::Motion;
use super::pair_word;
use super::saved::SavedCloth;
use super::undo::OTHER_MOTION;
use super::words::Config;
use crate::cloth::reference::{REFERENCES, needs_grid};
use crate::exhibit::Params;
use crate::gpu::Gpu;
use crate::labs::config_words::{self, Changed};
use crate::labs::lab::LabError;
use crate::labs::word_values::check_frames;

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
        let Changed { next, .. } = read;
        if next.garment.is_some() && needs_grid(next.reference) {
            return Err(LabError(format!("reference={}: {NO_GRID}", REFERENCES[next.reference].0)));
        }
        // A frame number given as a parameter means a motion without drags, so drags by hand require a new
        // motion.
        let is_pulled = is_other_frame && self.motion.has_hands();
        let is_square_again = self.motion.garment.is_some() && next.garment.is_none();
        let is_other = next.beginning != self.beginning() || is_square_again || is_pulled;
        let begins = is_other || (names_it && self.frame() > 0);
        let motion = begins.then(|| Motion::new(next.beginning, next.garment)).transpose()?;
        if let Some(pair) = next.pair.filter(|_| has_pair) {
            let mesh = motion.as_ref().map_or(self.mesh(), |(motion, _)| &motion.mesh);
            if !pair_word::is_of(pair, mesh) {
                let word = pair_word::said(pair);
                return Err(LabError(format!(
                    "pair={word}: the cloth has no such pair, or its features share a particle"
                )));
            }
        }
        // 2. Settings and panes. The methods are queried after everything is set.
        (self.contest.panes, self.reference) = (next.panes, next.reference);
        (self.view, self.apart) = (next.view, next.apart);
        self.query = next.query.filter(|_| keeps_query);
        // 3. The motion and its frame.
        self.reading.take_if(|_| has_side);
        if let Some((motion, simulation)) = motion {
            self.leave_for(motion, simulation, OTHER_MOTION, false);
        }
        self.show_again();
        if has_frame {
            self.playback.playing = false;
            if next.frame != self.frame() {
                self.play_to(next.frame);
            }
        }
        // A picked pair is kept unless a parameter names another; a new motion has dropped it if its cloth
        // lacks the pair.
        if has_pair {
            self.pair = next.pair;
        }
        self.wait();
        Ok(())
    }
}
