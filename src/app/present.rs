//! From what is on show, as plain data, to the window, and back.

use super::inspector_page::Tab;
use super::shell::Shell;
use crate::exhibit::{Exhibit, Page, Place, Position};
use crate::labs::arena;
use crate::labs::arena::Start;
use crate::lessons::{self, Lesson};
use crate::methods::{self, METHODS};
use crate::world::{PRESETS, Parameters};

/// Puts on show what is named and leaves the rest as it is. The error is one line.
pub fn present(shell: &mut Shell, exhibit: &Exhibit) -> Result<(), String> {
    // 1. The world. A pair that it will not have is refused before anything changes.
    let start = start_of(shell, exhibit);
    if let Some(pair) = exhibit.pair {
        let count = match &start {
            None => shell.arena.bodies().len(),
            Some(start) => arena::world_of(start).map_err(|why| why.to_string())?.bodies().len(),
        };
        if pair.a >= count || pair.b >= count || pair.a == pair.b {
            return Err(format!("pair={}-{}: there are bodies 0 to {}", pair.a, pair.b, count - 1));
        }
    }
    if let Some(start) = start {
        shell.begin(start);
    }
    if let Some(frame) = exhibit.frame {
        shell.arena.playback.playing = false;
        if frame < shell.arena.world().frame() {
            shell.arena.reset();
        }
        while shell.arena.world().frame() < frame {
            shell.arena.step();
        }
    }
    // 2. Who decides, and how.
    let chosen: Vec<_> = exhibit.methods.iter().filter_map(|id| methods::find(id)).collect();
    if !chosen.is_empty() {
        shell.arena.show_all(&chosen);
    }
    for (id, value) in &exhibit.settings {
        for method in methods::METHODS.iter().filter(|m| m.settings.iter().any(|s| s.id == *id)) {
            // A word that another method has and this one has not leaves it as it is.
            let _ = shell.arena.set_of(method, id, value);
        }
    }
    if let Some(on) = exhibit.occlusion_culling {
        shell.arena.occlusion_culling = on;
    }
    // 3. What is looked at.
    if let Some(pair) = exhibit.pair {
        shell.arena.selected_pair = Some(pair);
    }
    if let Some(place) = exhibit.place {
        shell.turn_to(match place {
            Place::Lab => Page::Scene,
            Place::Experiments => Page::Experiments,
            Place::Inspector | Place::Tiles | Place::BroadPhase => Page::Inspector,
        });
        match place {
            Place::Inspector => shell.inspector.tab = Tab::Steps,
            Place::Tiles => shell.inspector.tab = Tab::Tiles,
            Place::BroadPhase => shell.inspector.tab = Tab::BroadPhase,
            Place::Lab | Place::Experiments => {}
        }
    }
    if let Some(compare) = &exhibit.compare {
        shell.inspector.compare = compare.as_deref().and_then(methods::find);
    }
    match exhibit.step {
        Some(Position::At(step)) => shell.inspector.position = step,
        Some(Position::Last) => shell.inspector.position = usize::MAX,
        None => {}
    }
    if exhibit.pixel.is_some() {
        shell.inspector.pixel = exhibit.pixel;
    }
    Ok(())
}

fn start_of(shell: &Shell, exhibit: &Exhibit) -> Option<Start> {
    if let Some(name) = &exhibit.preset {
        return PRESETS.iter().find(|preset| preset.id == name).map(Start::Preset);
    }
    if exhibit.seed.is_none() && exhibit.bodies.is_none() {
        return None;
    }
    let before = match shell.arena.start() {
        Start::Experiment(parameters) => *parameters,
        _ => Parameters::default(),
    };
    let seed = exhibit.seed.unwrap_or(before.seed);
    let count = exhibit.bodies.unwrap_or(before.count);
    Some(Start::Experiment(Parameters { seed, count, ..before }))
}

/// What is on show now.
pub fn exhibit(shell: &Shell) -> Exhibit {
    let mut exhibit = Exhibit { frame: Some(shell.arena.world().frame()), ..Exhibit::default() };
    match shell.arena.start() {
        Start::Preset(preset) => exhibit.preset = Some(preset.id.to_owned()),
        Start::Experiment(parameters) | Start::Models(_, parameters) => {
            exhibit.seed = Some(parameters.seed);
            exhibit.bodies = Some(parameters.count);
        }
    }
    exhibit.place = Some(match (shell.page, shell.inspector.tab) {
        (Page::Scene, _) => Place::Lab,
        (Page::Experiments, _) => Place::Experiments,
        (Page::Inspector | Page::Own(_), Tab::Steps) => Place::Inspector,
        (Page::Inspector | Page::Own(_), Tab::Tiles) => Place::Tiles,
        (Page::Inspector | Page::Own(_), Tab::BroadPhase) => Place::BroadPhase,
    });
    exhibit.methods = shell.arena.lineup().panes().iter().map(|method| method.id.to_owned()).collect();
    let settings = shell.arena.settings().iter();
    exhibit.settings = settings.map(|(setting, value)| (setting.id.to_owned(), value.to_string())).collect();
    exhibit.compare = Some(shell.inspector.compare.map(|method| method.id.to_owned()));
    exhibit.pair = shell.arena.selected_pair;
    exhibit.step = Some(Position::At(shell.inspector.position));
    exhibit.pixel = shell.inspector.pixel;
    exhibit
}

/// Opens a lesson and sets its scene. The error is one line that says which lessons there are.
pub fn open_lesson(shell: &mut Shell, id: &str) -> Result<(), String> {
    let Some(lesson) = lessons::find(id) else {
        let ids: Vec<_> = lessons::all().iter().map(|lesson| lesson.id).collect();
        return Err(format!("no lesson is called {id:?}; there are {}", ids.join(", ")));
    };
    shell.lessons.turn_to(lesson);
    set_the_scene(shell, lesson)
}

/// What the lesson shows, with everything that it does not name as it is at the start.
pub fn set_the_scene(shell: &mut Shell, lesson: &Lesson) -> Result<(), String> {
    shell.lessons.begin_again();
    for method in METHODS {
        for (setting, value) in method.default_settings().iter() {
            shell.arena.set_of(method, setting.id, &value.to_string())?;
        }
    }
    shell.arena.select(None);
    shell.inspector.playing = false;
    shell.inspector.compare = None;
    shell.inspector.pixel = None;
    shell.inspector.position = 0;
    present(shell, &lesson.show)
}
