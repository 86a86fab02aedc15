//! The road's settings, declared once: parameters, controls and their help.

use std::path::PathBuf;

use super::lane::Caster;
use crate::about::MethodInfo;
use crate::comparison::panes::Panes;
use crate::labs::car_words::{PICKED, WHEELS};
use crate::labs::contest::first_panes;
use crate::labs::fields::{self, Configuration, Field, Place, at, rows_of};
use crate::labs::found::SearchItems;
use crate::labs::word_row::{Role, Row, WordRow};
use crate::road::driver::{DEFAULT_SPEED, DRIVING_SPEEDS};
use crate::road::methods::METHODS;
use crate::road::terrain::{DEFAULT_SEED, DEFAULT_TRIANGLES, FEWEST, MOST};
use crate::road::wheel::SEARCH_RULES;

/// Source of the terrain.
#[derive(Clone, Debug, PartialEq)]
pub enum TerrainSource {
    /// A terrain generated from a seed.
    Seeded {
        /// Seed of the random numbers.
        seed: u64,
        /// Approximate number of triangles.
        triangles: usize,
    },
    /// The mesh of this file, an absolute path.
    File(PathBuf),
}

impl TerrainSource {
    /// Seed and number of triangles; the defaults for a file.
    pub fn parameters(&self) -> (u64, usize) {
        match *self {
            Self::Seeded { seed, triangles } => (seed, triangles),
            Self::File(_) => (DEFAULT_SEED, DEFAULT_TRIANGLES),
        }
    }
}

/// The settings that the lab holds as they are.
#[derive(Clone, Copy)]
pub struct RoadSettings {
    /// Whether the arrow keys drive.
    pub by_keys: bool,
    /// Target speed of the car while it follows the route, metres per second.
    pub speed: f64,
    /// The picked wheel (index into [`crate::road::car::WHEEL_NAMES`]), which the inspector shows.
    pub wheel: usize,
    /// Whether the view follows the car.
    pub follows: bool,
    /// Whether the boxes and triangles at which the rays look are drawn.
    pub tests: bool,
}

impl Default for RoadSettings {
    fn default() -> Self {
        Self { by_keys: false, speed: DEFAULT_SPEED, wheel: 0, follows: true, tests: false }
    }
}

/// The road's configuration: the settings, and what terrain, drive and contest hold.
#[derive(Clone)]
pub struct Config {
    /// The settings that the lab holds as they are.
    pub settings: RoadSettings,
    /// Where the terrain comes from. No parameter holds a file; see [`super::saved`].
    pub source: TerrainSource,
    /// Index into [`SEARCH_RULES`].
    pub rule: usize,
    /// Frames after the start of the drive.
    pub frame: u64,
    /// The panes and their methods.
    pub panes: Panes,
}

impl Default for Config {
    fn default() -> Self {
        let source = TerrainSource::Seeded { seed: DEFAULT_SEED, triangles: DEFAULT_TRIANGLES };
        let (settings, panes) = (RoadSettings::default(), first_panes::<Caster>());
        Self { settings, source, rule: 0, frame: 0, panes }
    }
}

/// Choices of the driver.
pub const DRIVERS: [Row; 2] = [
    ("keys", "Arrow keys", "Up accelerates, down brakes and then reverses, left and right steer. (D)"),
    ("route", "Follow the route", "The car follows the white line, slower in curves. (D)"),
];
/// Why seed and number of triangles are greyed, in English.
pub const FROM_FILE: &str = "The terrain comes from a file.";
/// Why the speed is greyed, in English.
pub const KEYS_DRIVE: &str = "The arrow keys drive the car.";
const RULES: &[Row] = rows_of!(SEARCH_RULES);
/// The most triangles that the slider offers: brute force tests each of them four times a frame.
const MOST_IN_WINDOW: u64 = 300_000;

const SEED: Place<Config, u64> = Place {
    get: |c| c.source.parameters().0,
    set: |c, seed| c.source = TerrainSource::Seeded { seed, triangles: c.source.parameters().1 },
};
const TRIANGLES: Place<Config, u64> = Place {
    get: |c| c.source.parameters().1 as u64,
    set: |c, n| c.source = TerrainSource::Seeded { seed: c.source.parameters().0, triangles: n as usize },
};

impl Configuration for Config {
    const WHOSE: &'static str = "the road";
    const FIELDS: &'static [Field<Self>] = &[
        Field::seed(SEED)
            .says("Random seed of the terrain: it changes hills and bumps, but not the course of the route.")
            .role(Role::Scene)
            .group("seed")
            .written_if(is_seeded),
        Field::whole("triangles", "Triangles", TRIANGLES, FEWEST as u64, MOST as u64)
            .says("Approximate number of triangles into which the same terrain is divided.")
            .group("world")
            .offered(MOST_IN_WINDOW)
            .written_if(is_seeded),
        Field::one_of("rule", "Origin of the rays", at!(rule), RULES)
            .says("Origin of the wheels' rays.")
            .group("rule"),
        Field::either("driver", "Driver", at!(settings.by_keys), &DRIVERS)
            .says("route: the car follows the route; keys: you drive with the arrow keys.")
            .group("steering"),
        Field::real("speed", "Driving speed", at!(settings.speed), *DRIVING_SPEEDS.start(), *DRIVING_SPEEDS.end())
            .unit("m/s")
            .says("Speed of the automatic driver on straight road, metres per second.")
            .group("driver"),
        Field::frame(at!(frame)).says("Frames since the start of the drive."),
        Field::method(),
        Field::focus(),
        Field::one_of("wheel", "Picked wheel", at!(settings.wheel), &WHEELS)
            .says(PICKED)
            .role(Role::Selection),
        Field::switch("follow", "Follow the car", at!(settings.follows))
            .says("The view moves with the car.")
            .key("V")
            .role(Role::View)
            .group("driver"),
        Field::switch("tests", "Tests of the rays", at!(settings.tests))
            .says("Marks the triangles that the pane's method tests with the four rays, and the boxes that the picked wheel's ray enters.")
            .role(Role::View)
            .group("view"),
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
}

fn is_seeded(config: &Config) -> bool {
    matches!(config.source, TerrainSource::Seeded { .. })
}

/// All parameters except the methods' settings.
pub const WORDS: &[WordRow] = &fields::word_rows::<Config, { Config::FIELDS.len() }>(Config::FIELDS);

/// Lists of items of the road that the search offers.
pub const THINGS: &[SearchItems] = &[
    SearchItems {
        kind: "Origin rule of the rays",
        word: "rule",
        many: false,
        rows: || fields::things(RULES),
    },
    SearchItems { kind: "Car wheel", word: "wheel", many: false, rows: || fields::things(&WHEELS) },
];
