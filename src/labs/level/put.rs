//! Parameters applied to the lab: checked first, then applied in order.

use std::sync::Arc;

use super::level_lab::{LevelLab, walk_from};
use super::saved::SavedLevel;
use super::words::{Config, LevelSettings};
use crate::exhibit::Params;
use crate::gpu::Gpu;
use crate::labs::config_words;
use crate::labs::lab::LabError;
use crate::level::figure::Figure;
use crate::level::ground::{Ground, Source};
use crate::level::own_level::OwnLevel;
use crate::level::walking::State;

impl LevelLab {
    /// A lab from parameters and the state saved with them.
    pub fn build(gpu: Option<&Gpu>, words: &Params, saved: Option<&SavedLevel>) -> Result<Self, LabError> {
        let (source, own) = match saved.and_then(|saved| saved.file.as_ref()) {
            Some((path, own)) => (Source::File(path.clone()), Some(own)),
            None => (config_words::read(words, Config::default())?.next.source, None),
        };
        let mut lab = Self::new(gpu.cloned(), made(source, own)?);
        let state = saved.and_then(|saved| saved.state);
        let mut rest = words.clone();
        ["seed", "faces"].iter().for_each(|word| drop(rest.take(word)));
        if state.is_some() {
            rest.take("frame");
        }
        lab.put_words(&rest)?;
        if let Some(state) = state {
            let next = state.next % lab.ground.path.len();
            let mut state = State { next, ..state };
            if state.drive.is_some() != lab.figure.is_car() {
                // The saved state has a car and the parameters another mover, or vice versa: the mover of the
                // parameters starts at the saved place.
                state.exchange(&lab.ground, &lab.figure, &lab.figure);
            }
            lab.walk = walk_from(state);
            lab.look();
            lab.playback.playing = false;
        }
        Ok(lab)
    }

    /// Applies parameters: all of them or, on error, none.
    pub(super) fn put_words(&mut self, words: &Params) -> Result<(), LabError> {
        // 1. Invalid parameters are refused before anything changes.
        let read = config_words::read(words, self.config())?;
        read.check_panes()?;
        read.check_frame(read.next.frame, self.frame())?;
        let has_frame = read.names(&["frame"]);
        let begins =
            read.names(&["seed", "faces"]) && (read.next.source != *self.ground.source() || !has_frame);
        let (next, before) = (read.next, self.by_what());
        let frame = next.frame;
        let ground = begins.then(|| made(next.source.clone(), None)).transpose()?;
        // 2. Level and settings.
        if let Some(ground) = ground {
            self.begin(ground);
        }
        self.apply(next);
        // 3. The frame, which is replayed from frame 0 with the new settings.
        if has_frame {
            self.playback.playing = false;
            if frame != self.frame() || before != self.by_what() {
                if frame > 0 {
                    self.wait_for(false);
                }
                self.walk_from_start(Arc::clone(&self.ground));
                for _ in 0..frame {
                    self.advance();
                }
            }
            self.look();
        }
        Ok(())
    }

    /// The inputs that determine the states of the walk.
    fn by_what(&self) -> (Source, Figure, f64, bool, &'static str) {
        let LevelSettings { speed, by_keys, .. } = self.settings;
        (self.ground.source().clone(), self.figure, speed, by_keys, self.driver().id)
    }
}

/// Reads or generates a level and blocks until it is ready.
pub(super) fn made(source: Source, own: Option<&OwnLevel>) -> Result<Arc<Ground>, LabError> {
    let ground = Ground::new(source, own, &mut |_, _| true).map_err(|why| LabError(why.to_string()))?;
    Ok(Arc::new(ground))
}
