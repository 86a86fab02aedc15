//! The lab's settings, declared once: parameters, controls and their help.

use super::lane::Sweeper;
use super::view::View;
use crate::about::MethodInfo;
use crate::comparison::panes::Panes;
use crate::labs::car_words::WHEELS;
use crate::labs::contest::{first_panes, row_of};
use crate::labs::fields::{self, Configuration, Field, Place, at, rows_of};
use crate::labs::found::SearchItems;
use crate::labs::word_row::{Role, Row, WordRow};
use crate::level::figure::{Figure, HEIGHTS, KINDS, RADII};
use crate::level::ground::{FEWEST, MOST, Source};
use crate::level::methods::{self, BSP_SHIFT, METHODS};
use crate::level::walking::{AHEAD, DEFAULT_AHEAD, DEFAULT_SPEED, SPEEDS};

/// The settings that the lab holds as they are.
#[derive(Clone, Copy, PartialEq)]
pub struct LevelSettings {
    /// Speed of the mover, metres per second.
    pub speed: f64,
    /// Whether keys steer.
    pub by_keys: bool,
    /// Length of the move straight ahead about which methods are queried, metres; 0 for the move of the
    /// frame.
    pub ahead: f64,
    /// The picked wheel of the car (index into [`WHEEL_NAMES`](crate::road::car::WHEEL_NAMES)).
    pub wheel: usize,
    /// Switches of what is drawn beside the level and the mover.
    pub view: View,
}

impl Default for LevelSettings {
    fn default() -> Self {
        Self { speed: DEFAULT_SPEED, by_keys: false, ahead: DEFAULT_AHEAD, wheel: 0, view: View::default() }
    }
}

/// The lab's configuration: the settings, and what level, mover, walk and contest hold.
#[derive(Clone)]
pub struct Config {
    /// The settings that the lab holds as they are.
    pub settings: LevelSettings,
    /// Where the level comes from. No parameter holds a file; see [`super::saved`].
    pub source: Source,
    /// The mover.
    pub figure: Figure,
    /// The method that stops the walk, as an index into [`METHODS`].
    pub driver: usize,
    /// Frames after the start of the walk.
    pub frame: u64,
    /// The panes and their methods.
    pub panes: Panes,
}

impl Default for Config {
    fn default() -> Self {
        let (settings, source, figure) = (LevelSettings::default(), Source::first(), Figure::default());
        let driver = methods::find(BSP_SHIFT).map_or(0, row_of::<Sweeper>);
        Self { settings, source, figure, driver, frame: 0, panes: first_panes::<Sweeper>() }
    }
}

/// The two ways of steering.
const STEERING: [Row; 2] = [
    (
        "keys",
        "Keys W A S D",
        "W moves forwards, S backwards, A and D sideways, or they steer the car; the mouse turns the view. (V)",
    ),
    ("path", "Follow the path", "The mover follows the white line; a car is slower in curves. (V)"),
];
/// Why the control for a size of the mover is disabled, in English.
pub const NO_SIZE: &str = "This mover does not have this dimension.";
/// Why the level is drawn whole, in English.
pub const NOT_CUT: &str = "Not available: the level has too many brushes to be cut.";
/// Why a car has no swept volume, in English.
pub const NO_VOLUME: &str = "The car is tested by rays, which sweep no volume.";
const KIND_ROWS: &[Row] = rows_of!(KINDS);
const DRIVERS: &[Row] = rows_of!(METHODS, about);

const SEED: Place<Config, u64> = Place {
    get: |c| c.source.parameters().0,
    set: |c, seed| c.source = Source::Made { seed, faces: c.source.parameters().1 },
};
const FACES: Place<Config, u64> = Place {
    get: |c| c.source.parameters().1 as u64,
    set: |c, faces| c.source = Source::Made { seed: c.source.parameters().0, faces: faces as usize },
};

impl Configuration for Config {
    const WHOSE: &'static str = "the level";
    const FIELDS: &'static [Field<Self>] = &[
        Field::seed(SEED)
            .says("Random seed of the level: another seed gives other rooms.")
            .role(Role::Scene)
            .group("seed")
            .written_if(is_made),
        Field::whole("faces", "Faces", FACES, FEWEST as u64, MOST as u64)
            .says("Approximate number of faces of the level: more faces give more rooms.")
            .group("level")
            .written_if(is_made),
        Field::one_of("mover", "Mover", at!(figure.kind), KIND_ROWS)
            .says("Shape that walks or drives through the level. It can be changed at any time.")
            .key("M")
            .group("mover"),
        Field::real("radius", "Radius", at!(figure.radius), *RADII.start(), *RADII.end())
            .unit("m")
            .says("Radius of the mover in metres; for the car, from its middle to its wheels (1.57 m in the road lab). The tree does not change, only the shift of its planes.")
            .group("mover"),
        Field::real("height", "Height", at!(figure.height), *HEIGHTS.start(), *HEIGHTS.end())
            .unit("m")
            .says("Height of the mover in metres. Its reference point is in the middle of the base.")
            .group("height"),
        Field::real("speed", "Walking speed", at!(settings.speed), *SPEEDS.start(), *SPEEDS.end())
            .unit("m/s")
            .says("Walking or driving speed, metres per second.")
            .group("speed"),
        Field::either("steer", "Walk", at!(settings.by_keys), &STEERING)
            .says("path: the mover follows the path; keys: you steer it with W, A, S and D.")
            .group("steering"),
        Field::one_of("driver", "Walk method", at!(driver), DRIVERS)
            .says("Method that stops the mover at hits, or answers the rays of the car's wheels, regardless of the methods in the panes.")
            .group("driver"),
        Field::real("ahead", "Move length", at!(settings.ahead), *AHEAD.start(), *AHEAD.end())
            .unit("m")
            .says("Length of the test move straight ahead that all methods answer in every frame, in metres; 0: the actual move of the frame. For the car: length of the wheels' rays.")
            .group("ahead"),
        Field::one_of("wheel", "Picked wheel", at!(settings.wheel), &WHEELS)
            .says("Car wheel whose ray is shown.")
            .role(Role::Selection),
        Field::frame(at!(frame)).says("Frames since the start of the walk."),
        Field::method(),
        Field::focus(),
        Field::switch("volume", "Swept volume", at!(settings.view.volume))
            .says("Volume swept by the move ahead, up to the point where the pane's method stops the mover.")
            .group("view"),
        Field::switch("planes", "Planes that cut the path", at!(settings.view.planes))
            .says("Planes of the tree that cut the path, in their original and shifted positions, and the solid leaf that is hit.")
            .key("P")
            .group("view"),
        Field::switch("cut", "Cutaway above the mover", at!(settings.view.cut))
            .says("Hides the level above the mover's waist, so that the rooms are visible from above. In the view from the mover's eyes the level is whole.")
            .key("N")
            .group("cut"),
        Field::switch("slice", "Plan slice below the scene", at!(settings.view.slice))
            .says("Shows below the scene a slice of the level at the mover's height: true contact positions, and those reported by the active pane's method.")
            .key("G")
            .group("view"),
        Field::switch("tree", "Tree below the scene", at!(settings.view.tree))
            .says("Shows the tree below the scene, with the nodes that the active pane's method visits.")
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

fn is_made(config: &Config) -> bool {
    matches!(config.source, Source::Made { .. })
}

/// All parameters except the methods' settings.
pub const WORDS: &[WordRow] = &fields::word_rows::<Config, { Config::FIELDS.len() }>(Config::FIELDS);

/// Lists of items of the lab that the search offers.
pub const THINGS: &[SearchItems] =
    &[SearchItems { kind: "Mover", word: "mover", many: false, rows: || fields::things(KIND_ROWS) }];
