//! Words put on show in the arena: looked up and held against the world first, then applied in order.

use super::arena_lab::ArenaLab;
use super::saved::SavedArena;
use super::start::Start;
use super::words::{ArenaWords, NamedParameters};
use super::{Arena, Setup};
use crate::gpu::Gpu;
use crate::labs::lab::{Lab as _, LabError};
use crate::labs::word_values::{check_focus, check_frames};
use crate::methods::{self, METHODS};
use crate::world::Parameters;

impl ArenaLab {
    /// Built with words, and with what was saved beside them.
    pub(super) fn build(
        gpu: Option<&Gpu>,
        words: &ArenaWords,
        saved: Option<&SavedArena>,
    ) -> Result<Self, LabError> {
        let named = words.start(&Start::Experiment(Parameters::default()));
        let models = saved.and_then(|saved| saved.models.clone());
        let start = models.or(named).unwrap_or(Start::Experiment(Parameters::default()));
        let method = words.methods.first().copied().unwrap_or(&METHODS[0]);
        let arena = Arena::new(gpu.cloned(), Setup { start, method });
        let mut lab = Self::new(arena.map_err(|why| LabError(why.to_string()))?);
        let mut rest = words.clone();
        (rest.preset, rest.parameters) = (None, NamedParameters::default());
        if let Some(SavedArena { frame, motions, .. }) = saved.filter(|saved| !saved.motions.is_empty()) {
            let (listed, there) = (motions.len(), lab.arena.bodies().len());
            if !lab.arena.restore(*frame, motions) {
                let why =
                    format!("\"bodies\": {listed} are listed, in or near the box; this world has {there}");
                return Err(LabError(why));
            }
            lab.arena.playback.playing = false;
            rest.frame = None;
        }
        lab.put_words(&rest)?;
        Ok(lab)
    }

    /// Puts words on show: all of them or, if anything is refused, nothing.
    pub(super) fn put_words(&mut self, words: &ArenaWords) -> Result<(), LabError> {
        // 1. What cannot be is refused before anything changes.
        let start = words.start(self.arena.start());
        let world = start.as_ref().map(Start::world).transpose().map_err(|why| LabError(why.to_string()))?;
        let bodies = world.as_ref().map_or_else(|| self.arena.bodies().len(), |world| world.bodies().len());
        if let Some(pair) = words.pair.filter(|pair| pair.a == pair.b || pair.a.max(pair.b) >= bodies) {
            return Err(LabError(format!(
                "pair={}-{}: there are bodies 0 to {}",
                pair.a,
                pair.b,
                bodies - 1
            )));
        }
        if let Some(body) = words.body.filter(|body| *body >= bodies) {
            return Err(LabError(format!("body={body}: there are bodies 0 to {}", bodies - 1)));
        }
        check_focus(words.focus, words.methods.len(), self.panes())?;
        if let Some(frame) = words.frame {
            let there = if world.is_some() { 0 } else { self.arena.world().frame() };
            check_frames(if frame < there { 0 } else { there }, frame)?;
        }
        // 2. The world.
        let arena = &mut self.arena;
        if let Some(start) = start {
            arena.begin(start);
        }
        if let Some(row) = words.broad_phase {
            arena.set_broad_phase(row);
        }
        if let Some(driver) = words.driver.filter(|driver| driver.id != arena.roles().driver.id) {
            arena.let_drive(driver);
        }
        if let Some(frame) = words.frame {
            arena.playback.playing = false;
            if frame < arena.world().frame() {
                arena.reset();
            }
            while arena.world().frame() < frame {
                arena.step();
            }
        }
        // 3. Methods and their settings.
        if !words.methods.is_empty() {
            arena.show_all(&words.methods);
        }
        for (id, value) in &words.settings {
            for method in METHODS.iter().filter(|method| method.settings.iter().any(|s| s.id == *id)) {
                // Checked already: some method takes it. One that does not know the word stays as it is.
                let _ = arena.set_of(method, id, value);
            }
        }
        for ((method, id), value) in &words.settings_of {
            if let Some(method) = methods::find(method) {
                arena.set_of(method, id, value).map_err(LabError)?;
            }
        }
        // 4. What is looked at.
        if let Some(focus) = words.focus {
            arena.focus_on(focus);
        }
        if let Some(body) = words.body {
            arena.select(Some(body));
        }
        if let Some(pair) = words.pair {
            arena.selected_pair = Some(pair);
        }
        self.overlays = words.overlays.unwrap_or(self.overlays);
        self.occlusion_culling = words.occlusion_culling.unwrap_or(self.occlusion_culling);
        Ok(())
    }
}
