//! Words put on show: held against what is there first, then applied in order.

use std::sync::Arc;

use super::figure::Figure;
use super::ground::{Ground, Source};
use super::level_lab::LevelLab;
use super::own_level::OwnLevel;
use super::saved::SavedLevel;
use super::tool::row_of;
use super::walking::State;
use super::words::LevelWords;
use crate::gpu::Gpu;
use crate::labs::lab::LabError;
use crate::labs::word_values::{check_focus, check_frames};

impl LevelLab {
    /// Built with words, and with what was saved beside them.
    pub fn build(
        gpu: Option<&Gpu>,
        words: &LevelWords,
        saved: Option<&SavedLevel>,
    ) -> Result<Self, LabError> {
        let (source, own) = match saved.and_then(|saved| saved.file.as_ref()) {
            Some((path, own)) => (Source::File(path.clone()), Some(own)),
            None => (words.source(&Source::first()).unwrap_or_else(Source::first), None),
        };
        let mut lab = Self::new(gpu.cloned(), made(source, own)?);
        let state = saved.and_then(|saved| saved.state);
        let mut rest = LevelWords { seed: None, faces: None, ..words.clone() };
        if state.is_some() {
            rest.frame = None;
        }
        lab.put_words(&rest)?;
        if let Some(state) = state {
            let next = state.next % lab.ground.path.len();
            let mut state = State { next, ..state };
            if state.drive.is_some() != lab.figure.is_car() {
                // The file and its words disagree: what the words say stands where the file says.
                state.exchange(&lab.ground, &lab.figure, &lab.figure);
            }
            lab.walk.restore(state);
            lab.look();
            lab.playback.playing = false;
        }
        Ok(lab)
    }

    /// Puts words on show: all of them or, if anything is refused, nothing.
    pub(super) fn put_words(&mut self, words: &LevelWords) -> Result<(), LabError> {
        // 1. What cannot be is refused before anything changes.
        check_focus(words.focus, words.methods.len(), self.lanes.len())?;
        if let Some(frame) = words.frame.filter(|frame| *frame != self.frame()) {
            check_frames(0, frame)?;
        }
        let source = words.source(self.ground.source());
        let other = source.filter(|source| source != self.ground.source() || words.frame.is_none());
        let ground = other.map(|source| made(source, None)).transpose()?;
        // 2. Level, mover and steering.
        let before = self.by_what();
        if let Some(ground) = ground {
            self.begin(ground, true);
        }
        for ((method, id), value) in &words.settings {
            if let Some(row) = crate::level::methods::find(method).map(row_of) {
                self.settings[row].set(id, value).map_err(LabError)?;
            }
        }
        let now = self.figure;
        let figure = Figure {
            kind: words.mover.unwrap_or(now.kind),
            radius: words.radius.unwrap_or(now.radius),
            height: words.height.unwrap_or(now.height),
        };
        self.set_figure(figure, true);
        self.wheel = words.wheel.unwrap_or(self.wheel);
        self.speed = words.speed.unwrap_or(self.speed);
        self.ahead = words.ahead.unwrap_or(self.ahead);
        if let Some(by_keys) = words.by_keys.filter(|by_keys| *by_keys != self.by_keys) {
            self.set_by_keys(by_keys);
        }
        if let Some(driver) = words.driver.filter(|driver| driver.id != self.driver().id) {
            self.set_driver(driver, true);
        }
        // 3. The methods of the panes, and the frame: it is come to from the start, under what is set now.
        let methods = if words.methods.is_empty() { self.methods().collect() } else { words.methods.clone() };
        self.show_methods(&methods, true);
        self.focus = words.focus.unwrap_or(self.focus).min(self.lanes.len() - 1);
        if let Some(frame) = words.frame {
            self.playback.playing = false;
            if frame != self.frame() || before != self.by_what() {
                self.walk_from_start();
                for _ in 0..frame {
                    self.advance();
                }
            }
            self.look();
        }
        // 4. What is drawn.
        self.view.volume = words.volume.unwrap_or(self.view.volume);
        self.view.planes = words.planes.unwrap_or(self.view.planes);
        self.view.cut = words.cut.unwrap_or(self.view.cut);
        self.view.slice = words.slice.unwrap_or(self.view.slice);
        self.view.tree = words.tree.unwrap_or(self.view.tree);
        self.cut();
        self.watch();
        Ok(())
    }

    /// What the states of the walk depend on.
    fn by_what(&self) -> (Source, Figure, f64, bool, &'static str) {
        (self.ground.source().clone(), self.figure, self.speed, self.by_keys, self.driver().id)
    }
}

impl LevelWords {
    /// The level from a seed that the words name, with what they leave out as it is in `now`; `None` if they name none.
    fn source(&self, now: &Source) -> Option<Source> {
        if self.seed.is_none() && self.faces.is_none() {
            return None;
        }
        let now = if matches!(now, Source::File(_)) { Source::first() } else { now.clone() };
        let Source::Made { seed, faces } = now else { return None };
        Some(Source::Made { seed: self.seed.unwrap_or(seed), faces: self.faces.unwrap_or(faces) })
    }
}

/// The level, made at once.
pub(super) fn made(source: Source, own: Option<&OwnLevel>) -> Result<Arc<Ground>, LabError> {
    let ground = Ground::new(source, own, &mut |_, _| true).map_err(|why| LabError(why.to_string()))?;
    Ok(Arc::new(ground))
}
