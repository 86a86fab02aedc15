//! Reading the arena's configuration and applying parameters: all are checked against the world first, then
//! applied in order.

use super::arena_lab::ArenaLab;
use super::saved::SavedArena;
use super::words::Start;
use super::words::{self, Config, PARAMETERS};
use super::{Arena, Setup};
use crate::broad_phase::BROAD_PHASES;
use crate::exhibit::Params;
use crate::gpu::Gpu;
use crate::labs::lab::LabError;
use crate::labs::word_values::check_frames;
use crate::methods::{self, METHODS, Method};

impl ArenaLab {
    /// Builds the lab from parameters and the state saved beside them.
    pub(super) fn build(
        gpu: Option<&Gpu>,
        words: &Params,
        saved: Option<&SavedArena>,
    ) -> Result<Self, LabError> {
        let named = words::read(words, Config::default())?.next;
        let start = saved.and_then(|saved| saved.models.clone()).unwrap_or(named.start);
        let method = &METHODS[named.panes.methods().next().unwrap_or(0)];
        let arena = Arena::new(gpu.cloned(), Setup { start, method });
        let mut lab = Self::new(arena.map_err(|why| LabError(why.to_string()))?);
        let mut rest = words.clone();
        ["preset"].iter().chain(&PARAMETERS).for_each(|word| drop(rest.take(word)));
        if let Some(SavedArena { frame, motions, .. }) = saved.filter(|saved| !saved.motions.is_empty()) {
            let (listed, there) = (motions.len(), lab.arena.bodies().len());
            if !lab.arena.restore(*frame, motions) {
                let why = format!(
                    "\"bodies\": expected {there} bodies in or near the box; the file lists {listed}"
                );
                return Err(LabError(why));
            }
            lab.arena.playback.playing = false;
            rest.take("frame");
        }
        lab.put_words(&rest)?;
        Ok(lab)
    }

    /// Applies parameters. If one is refused, none is applied.
    pub(super) fn put_words(&mut self, words: &Params) -> Result<(), LabError> {
        // 1. Check everything before anything changes.
        let read = words::read(words, self.config())?;
        read.check_panes()?;
        let [has_frame, has_methods, has_focus, has_body, has_pair] =
            ["frame", "method", "focus", "body", "pair"].map(|word| read.names(&[word]));
        let has_relation = read.names(&["relation"]);
        let names_world = read.names(&["preset"]) || read.names(&PARAMETERS);
        // A link to another world that names no part shows one pair.
        let apart = if names_world && !read.names(&["apart"]) { 0 } else { read.next.apart };
        let next = read.next;
        // Parameters of the current world together with a frame seek within that world; they do not start
        // another.
        let begins = names_world && !(has_frame && next.start.is(self.arena.start()));
        let start = begins.then_some(next.start);
        let world = start.as_ref().map(Start::world).transpose().map_err(|why| LabError(why.to_string()))?;
        let bodies = world.as_ref().map_or_else(|| self.arena.bodies().len(), |world| world.bodies().len());
        let (body, pair) = (next.body.filter(|_| has_body), next.pair.filter(|_| has_pair));
        if let Some(pair) = pair.filter(|pair| pair.a.max(pair.b) >= bodies) {
            let last = bodies - 1;
            return Err(LabError(format!("pair={}-{}: there are bodies 0 to {last}", pair.a, pair.b)));
        }
        if let Some(body) = body.filter(|body| *body >= bodies) {
            return Err(LabError(format!("body={body}: there are bodies 0 to {}", bodies - 1)));
        }
        if has_frame {
            let there = if world.is_some() { 0 } else { self.arena.world().frame() };
            check_frames(if next.frame < there { 0 } else { there }, next.frame)?;
        }
        // 2. World and frame.
        let arena = &mut self.arena;
        if let Some(start) = start {
            arena.begin(start);
        }
        let broad_phase = &BROAD_PHASES[next.broad_phase];
        if broad_phase.id != arena.broad_phase().id {
            arena.set_broad_phase(broad_phase);
        }
        arena.set_response(next.response);
        let driver = &METHODS[next.driver];
        if driver.id != arena.roles().driver.id {
            arena.let_drive(driver);
        }
        if has_frame {
            arena.playback.playing = false;
            if next.frame < arena.world().frame() {
                arena.reset();
            }
            while arena.world().frame() < next.frame {
                arena.step();
            }
        }
        // 3. Methods and their settings.
        if has_methods {
            let methods: Vec<_> = next.panes.methods().map(|row| &METHODS[row]).collect();
            arena.show_all(&methods);
        }
        arena.take_settings(&next.panes);
        // 4. Focus and selection. Starting another world has cleared the selection.
        if has_focus {
            arena.focus_on(next.panes.focus());
        }
        if has_body {
            arena.select(body);
        }
        if has_pair {
            arena.selected_pair = pair;
        }
        if has_relation {
            self.pass_editor.show_relation(next.relation);
        }
        (self.overlays, self.occlusion_culling) = (next.overlays, next.occlusion_culling);
        self.apart = apart;
        Ok(())
    }

    /// The current configuration.
    pub fn config(&self) -> Config {
        let row = |method: &&'static Method| methods::row_of(method.id).unwrap_or(0);
        let (panes, broad_phase) = (self.arena.lineup().choice().clone(), self.arena.broad_phase().id);
        Config {
            start: self.arena.start().clone(),
            frame: self.arena.world().frame(),
            panes,
            driver: row(&self.arena.roles().driver),
            response: self.arena.response(),
            broad_phase: BROAD_PHASES.iter().position(|row| row.id == broad_phase).unwrap_or(0),
            body: self.arena.selected,
            pair: self.arena.selected_pair,
            apart: self.apart,
            relation: self.pass_editor.relation(),
            overlays: self.overlays,
            occlusion_culling: self.occlusion_culling,
        }
    }
}
