//! From what is on show, as plain data, to the window, and back.

use super::inspector_page::Tab;
use super::shell::{Page, Shell};
use crate::exhibit::{Exhibit, Place, Position};
use crate::labs::arena::Start;
use crate::methods;
use crate::world::{PRESETS, Parameters};

impl Shell {
    /// Puts on show what is named and leaves the rest as it is. The error is one line.
    pub fn present(&mut self, exhibit: &Exhibit) -> Result<(), String> {
        // 1. The world.
        if let Some(start) = self.start_of(exhibit) {
            self.begin(start);
        }
        if let Some(frame) = exhibit.frame {
            self.arena.playback.playing = false;
            if frame < self.arena.world().frame() {
                self.arena.reset();
            }
            while self.arena.world().frame() < frame {
                self.arena.step();
            }
        }
        // 2. Who decides, and how.
        let chosen: Vec<_> = exhibit.methods.iter().filter_map(|id| methods::find(id)).collect();
        if !chosen.is_empty() {
            self.arena.show_all(&chosen);
        }
        for (id, value) in &exhibit.settings {
            for method in methods::METHODS.iter().filter(|m| m.settings.iter().any(|s| s.id == *id)) {
                // A word that another method has and this one has not leaves it as it is.
                let _ = self.arena.set_of(method, id, value);
            }
        }
        if let Some(on) = exhibit.occlusion_culling {
            self.occlusion_culling = on;
        }
        // 3. What is looked at.
        if let Some(pair) = exhibit.pair {
            let count = self.arena.bodies().len();
            if pair.a >= count || pair.b >= count || pair.a == pair.b {
                return Err(format!("pair={}-{}: there are bodies 0 to {}", pair.a, pair.b, count - 1));
            }
            self.arena.selected_pair = Some(pair);
        }
        if let Some(place) = exhibit.place {
            self.turn_to(match place {
                Place::Lab => Page::Lab,
                Place::Experiments => Page::Experiments,
                Place::Inspector | Place::Tiles | Place::BroadPhase => Page::Inspector,
            });
            match place {
                Place::Inspector => self.inspector.tab = Tab::Steps,
                Place::Tiles => self.inspector.tab = Tab::Tiles,
                Place::BroadPhase => self.inspector.tab = Tab::BroadPhase,
                Place::Lab | Place::Experiments => {}
            }
        }
        if let Some(compare) = &exhibit.compare {
            let found = compare.as_deref().and_then(methods::find);
            self.inspector.compare = found.map(|method| &method.about);
        }
        match exhibit.step {
            Some(Position::At(step)) => self.inspector.position = step,
            Some(Position::Last) => self.inspector.position = usize::MAX,
            None => {}
        }
        if exhibit.pixel.is_some() {
            self.inspector.pixel = exhibit.pixel;
        }
        Ok(())
    }

    fn start_of(&self, exhibit: &Exhibit) -> Option<Start> {
        if let Some(name) = &exhibit.preset {
            return PRESETS.iter().find(|preset| preset.id == name).map(Start::Preset);
        }
        if exhibit.seed.is_none() && exhibit.bodies.is_none() {
            return None;
        }
        let before = match self.arena.start() {
            Start::Experiment(parameters) => *parameters,
            _ => Parameters::default(),
        };
        let seed = exhibit.seed.unwrap_or(before.seed);
        let count = exhibit.bodies.unwrap_or(before.count);
        Some(Start::Experiment(Parameters { seed, count, ..before }))
    }

    /// What is on show now.
    pub fn exhibit(&self) -> Exhibit {
        let mut exhibit = Exhibit { frame: Some(self.arena.world().frame()), ..Exhibit::default() };
        match self.arena.start() {
            Start::Preset(preset) => exhibit.preset = Some(preset.id.to_owned()),
            Start::Experiment(parameters) | Start::Models(_, parameters) => {
                exhibit.seed = Some(parameters.seed);
                exhibit.bodies = Some(parameters.count);
            }
        }
        exhibit.place = Some(match (self.page, self.inspector.tab) {
            (Page::Lab, _) => Place::Lab,
            (Page::Experiments, _) => Place::Experiments,
            (Page::Inspector, Tab::Steps) => Place::Inspector,
            (Page::Inspector, Tab::Tiles) => Place::Tiles,
            (Page::Inspector, Tab::BroadPhase) => Place::BroadPhase,
        });
        exhibit.methods = self.arena.cast().panes().iter().map(|method| method.id.to_owned()).collect();
        let settings = self.arena.settings().iter();
        exhibit.settings =
            settings.map(|(setting, value)| (setting.id.to_owned(), value.to_string())).collect();
        exhibit.compare = Some(self.inspector.compare.map(|method| method.id.to_owned()));
        exhibit.pair = self.arena.selected_pair;
        exhibit.step = Some(Position::At(self.inspector.position));
        exhibit.pixel = self.inspector.pixel;
        exhibit
    }
}
