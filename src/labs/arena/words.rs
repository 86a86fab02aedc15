//! The words of the arena: what links, lessons, scene files and the command line say of it, read and checked.

use std::collections::BTreeMap;

use super::Arena;
use super::start::Start;
use crate::broad_phase::{BROAD_PHASES, BroadPhaseRow};
use crate::exhibit::Words;
use crate::labs::found::{Thing, Things};
use crate::labs::lab::{LabError, WordRow};
use crate::labs::word_values::{checked, number, one_of, pane, panes, put_settings, switch, whole};
use crate::methods::{self, METHODS, Method};
use crate::render::scene::Overlays;
use crate::settings::Setting;
use crate::world::parameters::{BODIES, DENSITY, LEVEL, SEED};
use crate::world::{Mix, PRESETS, Pair, Parameters, Preset};

/// Every word beside the methods' settings.
pub const WORDS: &[WordRow] = &[
    WordRow { id: "preset", says: "a hand-made world of a few bodies" },
    WordRow { id: "seed", says: "start of the random numbers of the experiment" },
    WordRow { id: "bodies", says: "how many bodies move in the box" },
    WordRow { id: "density", says: "volume of all bodies divided by that of the box" },
    WordRow { id: "level", says: "how finely round bodies are cut" },
    WordRow { id: "size", says: "longest side of a body, metres" },
    WordRow { id: "mix", says: "shares of cones, cylinders, cubes and spheres, separated by commas" },
    WordRow { id: "frame", says: "frames after the start of the world" },
    WordRow { id: "method", says: "the methods of the panes, separated by commas" },
    WordRow { id: "focus", says: "the pane in focus, from 1" },
    WordRow { id: "driver", says: "the method whose verdicts part the bodies" },
    WordRow { id: "broad-phase", says: "how candidate pairs are found" },
    WordRow { id: "body", says: "the picked body, such as 0" },
    WordRow { id: "pair", says: "the picked pair, such as 0-1" },
    WordRow { id: "overlays", says: "what is drawn over the scene, separated by commas, or none" },
    WordRow { id: "occlusion-culling", says: "on: hidden bodies are not drawn" },
];

/// Parameters of the experiment that have controls.
pub const SETTINGS: &[Setting] = &[SEED, BODIES, DENSITY, LEVEL];

/// What is found in the arena by name.
pub const THINGS: &[Things] = &[
    Things {
        kind: "Scene",
        word: "preset",
        many: false,
        rows: || {
            let thing = |row: &Preset| Thing { value: row.id.to_owned(), title: row.title, says: row.says };
            PRESETS.iter().map(thing).collect()
        },
    },
    Things {
        kind: "Broad phase",
        word: "broad-phase",
        many: false,
        rows: || {
            let thing =
                |row: &BroadPhaseRow| Thing { value: row.id.to_owned(), title: row.title, says: row.says };
            BROAD_PHASES.iter().map(thing).collect()
        },
    },
    Things {
        kind: "Drawn over the scene",
        word: "overlays",
        many: true,
        rows: || {
            let settings = Overlays::ROWS.iter().map(|row| row.setting);
            settings.map(|s| Thing { value: s.id.to_owned(), title: s.label, says: s.help }).collect()
        },
    },
];

/// Words of the arena, looked up. What is `None` or empty stays as it is.
#[derive(Clone, Default)]
pub struct ArenaWords {
    /// A hand-made world to begin, by its row.
    pub preset: Option<&'static Preset>,
    /// Parameters of the experiment that are named.
    pub parameters: NamedParameters,
    /// So many frames after the start of the world.
    pub frame: Option<u64>,
    /// The methods of the panes.
    pub methods: Vec<&'static Method>,
    /// The pane in focus, from 0.
    pub focus: Option<usize>,
    /// The method that parts the bodies.
    pub driver: Option<&'static Method>,
    /// The broad phase, by its row.
    pub broad_phase: Option<&'static BroadPhaseRow>,
    /// The picked body, by its number.
    pub body: Option<usize>,
    /// The picked pair, by the numbers of its bodies.
    pub pair: Option<Pair>,
    /// What is drawn over the scene.
    pub overlays: Option<Overlays>,
    /// Whether bodies hidden by others are left out.
    pub occlusion_culling: Option<bool>,
    /// Settings of every method that has them: value by the setting's id.
    pub settings: BTreeMap<String, String>,
    /// Settings of one method: value by `(method, setting)`, written `method.setting`.
    pub settings_of: BTreeMap<(String, String), String>,
}

/// Parameters of the experiment, those that are named.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NamedParameters {
    /// Start of the random numbers: see [`Parameters::seed`].
    pub seed: Option<u64>,
    /// Number of bodies: see [`Parameters::count`].
    pub count: Option<usize>,
    density: Option<f64>,
    level: Option<u32>,
    size: Option<f64>,
    mix: Option<Mix>,
}

impl NamedParameters {
    /// Whether any parameter is named.
    pub fn any(&self) -> bool {
        *self != Self::default()
    }

    /// The named parameters, and those of `before` for all others.
    pub fn over(&self, before: Parameters) -> Parameters {
        Parameters {
            seed: self.seed.unwrap_or(before.seed),
            count: self.count.unwrap_or(before.count),
            density: self.density.unwrap_or(before.density),
            level: self.level.unwrap_or(before.level),
            size: self.size.unwrap_or(before.size),
            mix: self.mix.unwrap_or(before.mix),
        }
    }
}

fn method(id: &str) -> Result<&'static Method, LabError> {
    methods::named(id).map_err(LabError)
}

impl ArenaWords {
    /// Looks all words up. Nothing is built, and a pair is not held against a world.
    pub fn of(words: &Words) -> Result<Self, LabError> {
        let mut read = Self::default();
        for (name, value) in words.iter() {
            read.set(name, value)?;
        }
        if read.preset.is_some() && read.parameters.any() {
            return Err(LabError(
                "a preset has no seed, bodies or other parameters: one world is right, so leave one out"
                    .into(),
            ));
        }
        Ok(read)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), LabError> {
        let parameters = &mut self.parameters;
        match name {
            "preset" => self.preset = Some(one_of(name, value, PRESETS.iter().map(|row| (row.id, row)))?),
            "seed" => parameters.seed = Some(whole(name, value)?),
            "bodies" => parameters.count = Some(number(name, value, "how many is a whole number")?),
            "density" => parameters.density = Some(number(name, value, "the density is a number")?),
            "level" => parameters.level = Some(number(name, value, "the level is a whole number")?),
            "size" => parameters.size = Some(number(name, value, "the size is a number of metres")?),
            "mix" => {
                let shares: Option<Vec<f64>> = value.split(',').map(|share| share.parse().ok()).collect();
                let shares = shares.and_then(|shares| shares.try_into().ok());
                let right = "a mix is four numbers, such as 1,1,0,2";
                parameters.mix = Some(Mix { shares: checked(name, value, shares, right)? });
            }
            "frame" => self.frame = Some(whole(name, value)?),
            "method" => self.methods = panes(name, value, method)?,
            "focus" => self.focus = Some(pane(name, value)?),
            "driver" => self.driver = Some(method(value)?),
            "broad-phase" => {
                self.broad_phase = Some(one_of(name, value, BROAD_PHASES.iter().map(|row| (row.id, row)))?);
            }
            "body" => self.body = Some(number(name, value, "a body is a whole number, such as 0")?),
            "pair" => {
                let ends = value.split_once('-').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
                let right = "a pair is two numbers of bodies, such as 0-1";
                let (a, b) = checked(name, value, ends, right)?;
                checked(name, value, (a != b).then_some(()), "a body makes no pair with itself")?;
                self.pair = Some(Pair { a, b });
            }
            "overlays" => {
                let mut overlays = Overlays::default();
                for overlay in value.split(',').filter(|overlay| *overlay != "none") {
                    let known =
                        one_of(name, overlay, Overlays::ROWS.iter().map(|row| (row.setting.id, row)))?;
                    *(known.of)(&mut overlays) = true;
                }
                self.overlays = Some(overlays);
            }
            "occlusion-culling" => self.occlusion_culling = Some(switch(name, value, "on", "off")?),
            _ => match name.split_once('.') {
                Some((id, setting)) => {
                    method(id)?.default_settings().set(setting, value).map_err(LabError)?;
                    self.settings_of.insert((id.to_owned(), setting.to_owned()), value.to_owned());
                }
                None => self.set_everywhere(name, value)?,
            },
        }
        Ok(())
    }

    /// A setting of every method that has it. A word that none of them takes is refused as the first of them does.
    fn set_everywhere(&mut self, name: &str, value: &str) -> Result<(), LabError> {
        let mut refusal = None;
        let taken = METHODS.iter().filter(|m| m.settings.iter().any(|s| s.id == name)).any(|method| {
            let set = method.default_settings().set(name, value);
            refusal = refusal.take().or(set.as_ref().err().cloned());
            set.is_ok()
        });
        if !taken {
            let unknown = || format!("{name:?} is no word of a scene and no method's setting");
            return Err(LabError(refusal.unwrap_or_else(unknown)));
        }
        self.settings.insert(name.to_owned(), value.to_owned());
        Ok(())
    }

    /// The world that is named, over the one that is there; `None` if none is, or if a frame of the one that is there is
    /// named.
    pub fn start(&self, before: &Start) -> Option<Start> {
        if let Some(preset) = self.preset {
            let stays = matches!(before, Start::Preset(there) if there.id == preset.id);
            return (!stays || self.frame.is_none()).then_some(Start::Preset(preset));
        }
        let stands = match before {
            Start::Experiment(parameters) | Start::Models(_, parameters) => *parameters,
            Start::Preset(_) => Parameters::default(),
        };
        let named = self.parameters.over(stands);
        let stays = matches!(before, Start::Experiment(there) if *there == named) && self.frame.is_some();
        (self.parameters.any() && !stays).then_some(Start::Experiment(named))
    }
}

/// What an arena shows, in words: everything that is not at its default, or with `all` everything. Bodies from files are
/// not among them, see [`super::saved`].
pub fn of(arena: &Arena, mut overlays: Overlays, occlusion_culling: bool, all: bool) -> Words {
    let mut words = Words::default();
    match arena.start() {
        Start::Preset(preset) => words.set("preset", preset.id),
        Start::Experiment(p) => {
            words.set("seed", p.seed.to_string());
            words.set("bodies", p.count.to_string());
            let default = Parameters::default();
            if all || p.density != default.density {
                words.set("density", p.density.to_string());
            }
            if all || p.level != default.level {
                words.set("level", p.level.to_string());
            }
            if all || p.size != default.size {
                words.set("size", p.size.to_string());
            }
            if all || p.mix != default.mix {
                words.set("mix", p.mix.shares.map(|share| share.to_string()).join(","));
            }
        }
        Start::Models(..) => {}
    }
    words.set("frame", arena.world().frame().to_string());
    let roles = arena.roles();
    if all || arena.broad_phase().id != BROAD_PHASES[0].id {
        words.set("broad-phase", arena.broad_phase().id);
    }
    if all || roles.driver.id != roles.reference.id {
        words.set("driver", roles.driver.id);
    }
    let panes: Vec<_> = arena.lineup().panes().iter().map(|method| method.id).collect();
    words.set("method", panes.join(","));
    if panes.len() > 1 {
        words.set("focus", (arena.lineup().focus() + 1).to_string());
    }
    for method in METHODS {
        put_settings(&mut words, method, arena.settings_of(method), all);
    }
    let named: Vec<_> =
        Overlays::ROWS.iter().filter(|row| *(row.of)(&mut overlays)).map(|row| row.setting.id).collect();
    words.set("overlays", if named.is_empty() { "none".to_owned() } else { named.join(",") });
    words.set("occlusion-culling", if occlusion_culling { "on" } else { "off" });
    if let Some(body) = arena.selected {
        words.set("body", body.to_string());
    }
    if let Some(pair) = arena.selected_pair {
        words.set("pair", format!("{}-{}", pair.a, pair.b));
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_named_with_what_would_be_right() {
        for (line, says) in [
            ("preset=nowhere", "containment"),
            ("method=magic", "occlusion-query"),
            ("pair=3", "0-1"),
            ("body=first", "whole number"),
            ("colour=red", "no word of a scene"),
            ("resolution=9", "16"),
            ("stencil.resolution=9", "16"),
            ("magic.resolution=16", "occlusion-query"),
            ("seed=-1", "whole number"),
            ("mix=1,2", "four numbers"),
            ("driver=magic", "occlusion-query"),
            ("broad-phase=magic", "sweep-and-prune"),
            ("overlays=boxes,magic", "velocity"),
            ("focus=0", "1 to 4"),
            ("occlusion-culling=maybe", "on or off"),
            ("preset=containment&seed=3", "leave one out"),
        ] {
            let why = ArenaWords::of(&line.parse().unwrap()).err().expect(line).to_string();
            assert!(why.contains(says), "{line}: {why}");
        }
    }

    #[test]
    fn every_row_of_the_table_is_a_word_that_is_known() {
        for row in WORDS {
            let words = format!("{}=\u{1}", row.id).parse().unwrap();
            let why = ArenaWords::of(&words).err().expect(row.id).to_string();
            assert!(!why.contains("no word of a scene"), "{}: {why}", row.id);
        }
    }
}
