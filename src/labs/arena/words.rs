//! Declaration of the arena's settings as fields of its configuration. And the starts of its worlds.

use std::sync::Arc;

use super::model::Model;
use super::response::{FRICTION, RESPONSES, RESTITUTION, Response};
use crate::about::MethodInfo;
use crate::broad_phase::BROAD_PHASES;
use crate::comparison::panes::Panes;
use crate::exhibit::Params;
use crate::image_space::explained::relation::Relation;
use crate::labs::config_words::{self, Changed};
use crate::labs::fields::{self, Configuration, Field, Place, at, rows_of};
use crate::labs::found::{SearchItem, SearchItems};
use crate::labs::lab::LabError;
use crate::labs::word_row::{Role, Row, WordRow};
use crate::labs::word_values::{checked, number, one_of};
use crate::language::tr;
use crate::methods::{self, Inside, METHODS, REFERENCE};
use crate::render::scene::{Overlay, Overlays};
use crate::settings::Setting;
use crate::ui::said;
use crate::world::parameters::{BODIES, DENSITY, LEVEL, RESTING, SEED, SHARE, SIZE};
use crate::world::{Body, Mix, PRESETS, Pair, ParameterError, Parameters, Preset, World};

/// All settings of the arena.
#[derive(Clone)]
pub struct Config {
    /// The start of the world. No parameter can name the files of bodies from files; see [`super::saved`].
    pub start: Start,
    /// Number of frames since the start of the world.
    pub frame: u64,
    /// The panes with their methods.
    pub panes: Panes,
    /// The driver, whose verdicts make bodies bounce, as an index into [`METHODS`].
    pub driver: usize,
    /// Response of colliding bodies.
    pub response: Response,
    /// The broad phase, as an index into [`BROAD_PHASES`].
    pub broad_phase: usize,
    /// Number of the picked body.
    pub body: Option<usize>,
    /// The picked pair, as numbers of its bodies.
    pub pair: Option<Pair>,
    /// The part of the frame that the inspector shows, as an index into [`APART`].
    pub apart: usize,
    /// Number of the relation whose pixel the page of the pass table shows.
    pub relation: u8,
    /// Overlays drawn over the scene.
    pub overlays: Overlays,
    /// Whether occluded bodies are culled.
    pub occlusion_culling: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            start: Start::Experiment(Parameters::default()),
            frame: 0,
            panes: Panes::new(Self::abouts(), &[]),
            driver: methods::row_of(REFERENCE).unwrap_or(0),
            response: Response::default(),
            broad_phase: 0,
            body: None,
            pair: None,
            apart: 0,
            relation: Relation::ReachingInFromTheFront.number(),
            overlays: Overlays::default(),
            occlusion_culling: false,
        }
    }
}

const PRESET_ROWS: &[Row] = rows_of!(PRESETS);
const BROAD_PHASE_ROWS: &[Row] = rows_of!(BROAD_PHASES);
/// All methods but the last, a program of one's own, whose answers come later.
pub const DRIVERS: &[Row] = match rows_of!(METHODS, about).split_last() {
    Some((_, in_process)) => in_process,
    None => &[],
};
const PRESET: Place<Config, usize> = Place {
    get: |c| match c.start {
        Start::Preset(preset) => PRESETS.iter().position(|row| row.id == preset.id).unwrap_or(0),
        _ => 0,
    },
    set: |c, row| c.start = Start::Preset(&PRESETS[row]),
};
const FIRST_NUMBER: Place<Config, u64> =
    Place { get: |c| c.start.parameters().seed, set: |c, seed| change(c, |p| p.seed = seed) };

impl Configuration for Config {
    const WHOSE: &'static str = "a scene";
    const FIELDS: &'static [Field<Self>] = &[
        Field::one_of("preset", "Scene", PRESET, PRESET_ROWS)
            .says("Hand-made world of a few bodies.")
            .role(Role::Scene)
            .written_if(|c| matches!(c.start, Start::Preset(_))),
        Field::seed(FIRST_NUMBER).says(SEED.help).written_if(is_experiment),
        Field::declared(BODIES, read_bodies, |c| c.start.parameters().count.to_string())
            .written_if(is_experiment),
        Field::declared(DENSITY, read_density, |c| c.start.parameters().density.to_string())
            .written_if(is_experiment)
            .without_default(),
        Field::declared(LEVEL, read_level, |c| c.start.parameters().level.to_string())
            .written_if(is_experiment)
            .without_default(),
        Field::declared(SIZE, read_size, |c| c.start.parameters().size.to_string())
            .written_if(is_experiment)
            .without_default(),
        Field::declared(RESTING, read_resting, |c| c.start.parameters().resting.to_string())
            .written_if(is_experiment)
            .without_default(),
        Field::own("mix", SHARE.label, read_mix, |c| {
            c.start.parameters().mix.shares.map(|share| share.to_string()).join(",")
        })
        .says("Shares of cones, cylinders, cubes and spheres, separated by commas.")
        .told(|_, shares| said::setting(&SHARE, shares))
        .written_if(is_experiment)
        .without_default(),
        Field::frame(at!(frame)).says("Frames since the start of the world."),
        Field::method(),
        Field::focus(),
        Field::own("driver", "Method for bounces", read_driver, |c| METHODS[c.driver].id.to_owned())
            .says("The method whose verdicts make bodies bounce. With the exact method, the motion is the same whichever method is shown.")
            .rows(DRIVERS)
            .without_default(),
        Field::one_of("response", "Response", at!(response.row), &RESPONSES)
            .says("Response of colliding bodies to the verdict.")
            .without_default(),
        Field::declared(RESTITUTION, read_restitution, |c| c.response.surface.restitution.to_string())
            .without_default(),
        Field::declared(FRICTION, read_friction, |c| c.response.surface.friction.to_string())
            .without_default(),
        Field::one_of("broad-phase", "Broad phase", at!(broad_phase), BROAD_PHASE_ROWS)
            .says("Method that finds candidate pairs.")
            .without_default(),
        Field::own("body", "Picked body", read_body, |c| {
            c.body.map_or_else(String::new, |body| body.to_string())
        })
        .says("Picked body, such as 0.")
        .role(Role::Selection)
        .written_if(|c| c.body.is_some()),
        Field::own("pair", "Picked pair", read_pair, |c| {
            c.pair.map_or_else(String::new, |pair| format!("{}-{}", pair.a, pair.b))
        })
        .says("Picked pair, such as 0-1.")
        .role(Role::Selection)
        .written_if(|c| c.pair.is_some()),
        Field::one_of("apart", "Inspected part", at!(apart), &APART)
            .says("Part of the frame that the inspector shows: one pair, or all candidate pairs.")
            .role(Role::Selection)
            .without_default()
            .group("apart"),
        Field::whole("relation", "Relation", at!(relation), 1, 8)
            .says("Relation of two depth intervals that the page of the pass table shows row by row, from 1 to 8.")
            .role(Role::Selection)
            .without_default(),
        Field::own("overlays", "Overlays", read_overlays, |c| {
            let ids: Vec<_> = on(c.overlays).map(|setting| setting.id).collect();
            if ids.is_empty() { "none".to_owned() } else { ids.join(",") }
        })
        .says("Overlays on the scene, separated by commas, or none.")
        .told(|c, _| {
            let labels: Vec<_> = on(c.overlays).map(|setting| tr(setting.label)).collect();
            match labels.is_empty() {
                true => tr(NOTHING_DRAWN),
                false => said::labelled(&tr("Overlays"), &labels.join(", ")),
            }
        })
        .none("none", NOTHING_DRAWN),
        Field::switch("occlusion-culling", "Occlusion culling", at!(occlusion_culling)).says(
            "Draws the nearest bodies first and skips bodies whose whole screen rectangle is hidden, found by occlusion queries. The image stays the same. It pays off with many bodies close together.",
        ),
    ];

    fn abouts() -> impl Iterator<Item = &'static MethodInfo> + Clone {
        METHODS.iter().map(|method| &method.about)
    }

    fn panes(&self) -> &Panes {
        &self.panes
    }

    fn panes_mut(&mut self) -> &mut Panes {
        &mut self.panes
    }

    fn method(_name: &str, id: &str) -> Result<usize, LabError> {
        methods::named(id).map_err(LabError)?;
        Ok(methods::row_of(id).unwrap_or(0))
    }

    /// Reads a setting of one method or, without a method prefix, of every method that has it. If all of them
    /// refuse the value, the first error is returned.
    fn read_other(&mut self, name: &str, value: &str) -> Result<bool, LabError> {
        if let Some((id, _)) = fields::in_pane(name).1.split_once('.') {
            Self::method(name, id)?;
            return fields::read_setting(self, name, value);
        }
        let mut refusal = None;
        let mut is_taken = false;
        for row in 0..METHODS.len() {
            if self.panes.settings_of(row).has(name) {
                match self.panes.settings_of(row).parse(name, value) {
                    Ok(value) => {
                        self.panes.set_everywhere(row, name, value);
                        is_taken = true;
                    }
                    Err(why) => refusal = refusal.or(Some(why)),
                }
            }
        }
        if is_taken {
            return Ok(true);
        }
        let unknown =
            || format!("unknown parameter {name:?}: neither a setting of {} nor of a method", Self::WHOSE);
        Err(LabError(refusal.unwrap_or_else(unknown)))
    }
}

/// Description of the empty set of overlays, in English.
const NOTHING_DRAWN: &str = "no overlays";

fn is_experiment(config: &Config) -> bool {
    matches!(config.start, Start::Experiment(_))
}

/// Makes the configuration's world the experiment, with one of its parameters changed.
fn change(config: &mut Config, change: impl FnOnce(&mut Parameters)) {
    let mut parameters = config.start.parameters();
    change(&mut parameters);
    config.start = Start::Experiment(parameters);
}

fn read_bodies(config: &mut Config, name: &str, value: &str) -> Result<(), LabError> {
    let count = number(name, value, "expected a whole number")?;
    change(config, |p| p.count = count);
    Ok(())
}

fn read_density(config: &mut Config, name: &str, value: &str) -> Result<(), LabError> {
    let density = number(name, value, "expected a number")?;
    change(config, |p| p.density = density);
    Ok(())
}

fn read_level(config: &mut Config, name: &str, value: &str) -> Result<(), LabError> {
    let level = number(name, value, "expected a whole number")?;
    change(config, |p| p.level = level);
    Ok(())
}

fn read_size(config: &mut Config, name: &str, value: &str) -> Result<(), LabError> {
    let size = number(name, value, "expected a number of metres")?;
    change(config, |p| p.size = size);
    Ok(())
}

fn read_resting(config: &mut Config, name: &str, value: &str) -> Result<(), LabError> {
    let resting = number(name, value, "expected a number from 0 to 1")?;
    change(config, |p| p.resting = resting);
    Ok(())
}

fn read_mix(config: &mut Config, name: &str, value: &str) -> Result<(), LabError> {
    let shares: Option<Vec<f64>> = value.split(',').map(|share| share.parse().ok()).collect();
    let shares = shares.and_then(|shares| shares.try_into().ok());
    let shares = checked(name, value, shares, "expected four numbers, such as 1,1,0,2")?;
    change(config, |p| p.mix = Mix { shares });
    Ok(())
}

fn read_restitution(config: &mut Config, name: &str, value: &str) -> Result<(), LabError> {
    config.response.surface.restitution = real_of(&RESTITUTION, name, value)?;
    Ok(())
}

fn read_friction(config: &mut Config, name: &str, value: &str) -> Result<(), LabError> {
    config.response.surface.friction = real_of(&FRICTION, name, value)?;
    Ok(())
}

/// A number in the range of the setting.
fn real_of(setting: &Setting, name: &str, value: &str) -> Result<f64, LabError> {
    let number: f64 = number(name, value, "expected a number")?;
    let range = setting.reals();
    let why = format!("expected a number from {} to {}", range.start(), range.end());
    checked(name, value, range.contains(&number).then_some(number), &why)
}

fn read_driver(config: &mut Config, name: &str, value: &str) -> Result<(), LabError> {
    let row = Config::method(name, value)?;
    let answers_at_once = METHODS[row].inside != Inside::Program;
    checked(name, value, answers_at_once.then_some(()), "a program of your own cannot make bodies bounce")?;
    config.driver = row;
    Ok(())
}

fn read_body(config: &mut Config, name: &str, value: &str) -> Result<(), LabError> {
    config.body = Some(number(name, value, "expected a whole number, such as 0")?);
    Ok(())
}

fn read_pair(config: &mut Config, name: &str, value: &str) -> Result<(), LabError> {
    let ends = value.split_once('-').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    let (a, b) = checked(name, value, ends, "expected two body numbers, such as 0-1")?;
    checked(name, value, (a != b).then_some(()), "a pair needs two different bodies")?;
    config.pair = Some(Pair { a, b });
    Ok(())
}

fn read_overlays(config: &mut Config, name: &str, value: &str) -> Result<(), LabError> {
    let mut overlays = Overlays::default();
    for overlay in value.split(',').filter(|overlay| *overlay != "none") {
        let known = one_of(name, overlay, Overlays::ROWS.iter().map(|row| (row.setting.id, row)))?;
        *(known.of)(&mut overlays) = true;
    }
    config.overlays = overlays;
    Ok(())
}

/// The switches, as settings, of the overlays that are on.
fn on(mut overlays: Overlays) -> impl Iterator<Item = &'static Setting> {
    static ROWS: [Overlay; 8] = Overlays::ROWS;
    ROWS.iter().filter(move |row| *(row.of)(&mut overlays)).map(|row| &row.setting)
}

/// The parts of a frame that the inspector can show, as in `apart=ID`: id, title and explanation in English.
pub const APART: [Row; 2] = [
    ("pair", "One pair", "Test of one pair, step by step."),
    (
        "frame",
        "All pairs of the frame",
        "The algorithm of source 1, steps 1 to 15, over all candidate pairs: two rounds of occlusion queries.",
    ),
];
/// Index into [`APART`] of all candidate pairs.
pub const FRAME: usize = 1;

/// Parameters of the experiment, which exclude a preset.
pub const PARAMETERS: [&str; 7] = ["seed", "bodies", "density", "level", "size", "resting", "mix"];

/// Reads parameters into a configuration. A world is either a preset or an experiment.
pub fn read(words: &Params, onto: Config) -> Result<Changed<Config>, LabError> {
    let changed = config_words::read(words, onto)?;
    if changed.names(&["preset"]) && changed.names(&PARAMETERS) {
        return Err(LabError(
            "`preset` cannot be combined with seed, bodies or other parameters of the world; leave one out"
                .into(),
        ));
    }
    Ok(changed)
}

/// Rows of all the arena's parameters except the methods' settings.
pub const WORDS: &[WordRow] = &fields::word_rows::<Config, { Config::FIELDS.len() }>(Config::FIELDS);

/// The arena's presets and broad phases as lists of the search.
pub const THINGS: &[SearchItems] = &[
    SearchItems { kind: "Scene", word: "preset", many: false, rows: || fields::things(PRESET_ROWS) },
    SearchItems {
        kind: "Broad phase",
        word: "broad-phase",
        many: false,
        rows: || fields::things(BROAD_PHASE_ROWS),
    },
    SearchItems {
        kind: "Overlays",
        word: "overlays",
        many: true,
        rows: || {
            let settings = Overlays::ROWS.iter().map(|row| row.setting);
            settings.map(|s| SearchItem { value: s.id.to_owned(), title: s.label, says: s.help }).collect()
        },
    },
];

/// The start of a world.
#[derive(Clone, Debug)]
pub enum Start {
    /// The published experiment with these parameters.
    Experiment(Parameters),
    /// The experiment with bodies from files, in equal shares.
    Models(Arc<[Model]>, Parameters),
    /// A hand-made world of [`crate::world::PRESETS`].
    Preset(&'static Preset),
}

impl Start {
    /// The parameters of the experiment; the defaults for a preset.
    pub fn parameters(&self) -> Parameters {
        match self {
            Self::Experiment(parameters) | Self::Models(_, parameters) => *parameters,
            Self::Preset(_) => Parameters::default(),
        }
    }

    /// Whether both are the same preset or the same experiment; never true for bodies from files.
    pub fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Preset(preset), Self::Preset(other)) => preset.id == other.id,
            (Self::Experiment(parameters), Self::Experiment(other)) => parameters == other,
            _ => false,
        }
    }

    /// The world at its start. The error says which parameter to change.
    pub fn world(&self) -> Result<World, ParameterError> {
        match self {
            Self::Experiment(parameters) => World::new(*parameters),
            Self::Models(models, parameters) => {
                let placed = |model: &Model| Some(Body::at_rest(model.shape(1.0), model.placed?));
                if let Some(bodies) = models.iter().map(placed).collect() {
                    return Ok(World::around(bodies));
                }
                let shapes: Vec<_> = models.iter().map(|model| model.shape(parameters.size)).collect();
                World::with_shapes(*parameters, &shapes)
            }
            Self::Preset(preset) => Ok(World::from_preset(preset)),
        }
    }
}
