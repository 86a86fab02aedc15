//! The road's settings, declared once: parameters, controls and their help.

use super::lane::Caster;
use super::road_lab::TerrainSource;
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

/// The road's configuration.
#[derive(Clone)]
pub struct Config {
    /// Source of the terrain. Parameters cannot name a file; see [`super::saved`].
    pub source: TerrainSource,
    /// The rule for the origins of the wheels' rays, as an index into [`SEARCH_RULES`].
    pub rule: usize,
    /// Whether the arrow keys drive.
    pub by_keys: bool,
    /// Target speed of the car while it follows the route, metres per second.
    pub speed: f64,
    /// Frames after the start of the drive.
    pub frame: u64,
    /// The panes and their methods.
    pub panes: Panes,
    /// The picked wheel, which the inspector shows.
    pub wheel: usize,
    /// Whether the view follows the car.
    pub follows: bool,
}

impl Default for Config {
    fn default() -> Self {
        let source = TerrainSource::Seeded { seed: DEFAULT_SEED, triangles: DEFAULT_TRIANGLES };
        let (speed, panes) = (DEFAULT_SPEED, first_panes::<Caster>());
        Self { source, rule: 0, by_keys: false, speed, frame: 0, panes, wheel: 0, follows: true }
    }
}

/// Choices of the driver.
pub const DRIVERS: [Row; 2] = [
    ("keys", "Arrow keys", "Up accelerates, down brakes and then reverses, left and right steer. (D)"),
    ("route", "Follow the route", "The car follows the white line, slower in curves. (D)"),
];
/// Why the speed is greyed, in English.
pub const KEYS_DRIVE: &str = "The arrow keys drive the car.";
const RULES: &[Row] = rows_of!(SEARCH_RULES);
/// The most triangles that the slider offers: brute force tests each of them four times a frame.
const MOST_IN_WINDOW: u64 = 500_000;

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
            .group("world")
            .written_if(is_seeded),
        Field::whole("triangles", "Triangles", TRIANGLES, FEWEST as u64, MOST as u64)
            .says("Approximate number of triangles into which the same terrain is divided.")
            .group("world")
            .offered(MOST_IN_WINDOW)
            .written_if(is_seeded),
        Field::one_of("rule", "Origin of the rays", at!(rule), RULES).says("Origin of the wheels' rays."),
        Field::either("driver", "Driver", at!(by_keys), &DRIVERS)
            .says("route: the car follows the route; keys: you drive with the arrow keys."),
        Field::real("speed", "Speed", at!(speed), *DRIVING_SPEEDS.start(), *DRIVING_SPEEDS.end())
            .unit("m/s")
            .says("Speed of the automatic driver on straight road, metres per second.")
            .group("driver"),
        Field::frame(at!(frame)).says("Frames since the start of the drive."),
        Field::method(),
        Field::focus(),
        Field::one_of("wheel", "Picked wheel", at!(wheel), &WHEELS).says(PICKED).role(Role::Selection),
        Field::switch("follow", "Follow the car", at!(follows))
            .says("The view moves with the car.")
            .key("V")
            .role(Role::View)
            .group("driver"),
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
