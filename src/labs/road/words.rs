//! The words of the road: what links, lessons, scene files and the command line say of it, read and checked.

use std::collections::BTreeMap;

use super::car::WHEEL_NAMES;
use super::driver::DRIVING_SPEEDS;
use super::methods::{self, METHODS, Method};
use super::road_lab::{RoadLab, TerrainSource};
use super::terrain::{FEWEST, MOST};
use super::wheel::{SEARCH_RULES, SearchRow};
use crate::exhibit::Words;
use crate::labs::found::{Thing, Things};
use crate::labs::lab::{LabError, WordRow};
use crate::labs::word_values::{
    checked, method_setting, one_of, pane, panes, put_settings, switch, whole, whole_in,
};

/// Every word beside the methods' settings.
pub const WORDS: &[WordRow] = &[
    WordRow { id: "seed", says: "start of the random numbers of the terrain" },
    WordRow { id: "triangles", says: "about how many triangles the terrain has" },
    WordRow { id: "rule", says: "where the wheels' rays begin" },
    WordRow { id: "driver", says: "route: the car drives by itself; keys: by the arrow keys" },
    WordRow { id: "speed", says: "how fast it drives by itself, metres per second" },
    WordRow { id: "frame", says: "frames after the start of the drive" },
    WordRow { id: "method", says: "the methods of the panes, separated by commas" },
    WordRow { id: "focus", says: "the pane in focus, from 1" },
    WordRow { id: "wheel", says: "the wheel whose ray is taken apart" },
    WordRow { id: "follow", says: "on: the view moves along with the car" },
];

/// What is found on the road by name.
pub const THINGS: &[Things] = &[
    Things {
        kind: "Where the rays begin",
        word: "rule",
        many: false,
        rows: || {
            let thing =
                |row: &SearchRow| Thing { value: row.id.to_owned(), title: row.title, says: row.says };
            SEARCH_RULES.iter().map(thing).collect()
        },
    },
    Things {
        kind: "Wheel of the car",
        word: "wheel",
        many: false,
        rows: || {
            let thing = |wheel| Thing {
                value: wheel_id(wheel),
                title: WHEEL_NAMES[wheel],
                says: "The wheel whose ray is taken apart in the inspector.",
            };
            (0..WHEEL_NAMES.len()).map(thing).collect()
        },
    },
];

/// Words of the road, looked up. What is `None` or empty stays as it is.
#[derive(Clone, Default)]
pub struct RoadWords {
    /// Start of the random numbers of the terrain.
    pub seed: Option<u64>,
    /// About how many triangles the terrain has.
    pub triangles: Option<usize>,
    /// Where the wheels' rays begin.
    pub rule: Option<&'static SearchRow>,
    /// Whether the arrow keys drive.
    pub by_keys: Option<bool>,
    /// How fast it drives by itself, metres per second.
    pub speed: Option<f64>,
    /// So many frames after the start of the drive.
    pub frame: Option<u64>,
    /// The methods of the panes.
    pub methods: Vec<&'static Method>,
    /// The pane in focus, from 0.
    pub focus: Option<usize>,
    /// The wheel that is taken apart, an index into [`WHEEL_NAMES`].
    pub wheel: Option<usize>,
    /// Whether the view moves along with the car.
    pub follow: Option<bool>,
    /// Settings of one method: value by `(method, setting)`, written `method.setting`.
    pub settings: BTreeMap<(String, String), String>,
}

/// A wheel as in `wheel=…`.
pub fn wheel_id(wheel: usize) -> String {
    WHEEL_NAMES[wheel].replace(' ', "-")
}

impl RoadWords {
    /// Looks all words up. Nothing is built.
    pub fn of(words: &Words) -> Result<Self, LabError> {
        let mut read = Self::default();
        for (name, value) in words.iter() {
            read.set(name, value)?;
        }
        Ok(read)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), LabError> {
        match name {
            "seed" => self.seed = Some(whole(name, value)?),
            "triangles" => self.triangles = Some(whole_in(name, value, FEWEST..=MOST)?),
            "rule" => {
                self.rule = Some(one_of(name, value, SEARCH_RULES.iter().map(|row| (row.id, row)))?);
            }
            "driver" => self.by_keys = Some(switch(name, value, "keys", "route")?),
            "speed" => {
                let speed = value.parse().ok().filter(|speed| DRIVING_SPEEDS.contains(speed));
                let right =
                    format!("it is a number from {} to {}", DRIVING_SPEEDS.start(), DRIVING_SPEEDS.end());
                self.speed = Some(checked(name, value, speed, &right)?);
            }
            "frame" => self.frame = Some(whole(name, value)?),
            "method" => {
                let rows = METHODS.iter().map(|row| (row.id, row));
                self.methods = panes(name, value, |id| one_of(name, id, rows.clone()))?;
            }
            "focus" => self.focus = Some(pane(name, value)?),
            "wheel" => {
                self.wheel = Some(one_of(name, value, (0..4).map(|wheel| (wheel_id(wheel), wheel)))?);
            }
            "follow" => self.follow = Some(switch(name, value, "on", "off")?),
            _ => {
                let setting =
                    method_setting(name, value, "the road", |id| methods::find(id).map(|row| &row.about))?;
                self.settings.insert(setting, value.to_owned());
            }
        }
        Ok(())
    }
}

/// What the lab shows, in words, with `all` methods' settings at their defaults as well. A terrain from a file is not
/// among them, see [`super::saved`].
pub fn of(lab: &RoadLab, all: bool) -> Words {
    let mut words = Words::default();
    if let &TerrainSource::Seeded { seed, triangles } = lab.source() {
        words.set("seed", seed.to_string());
        words.set("triangles", triangles.to_string());
    }
    words.set("rule", lab.road.rule().row().id);
    words.set("driver", if lab.by_keys() { "keys" } else { "route" });
    words.set("speed", lab.speed().to_string());
    words.set("frame", lab.road.frame().to_string());
    words.set("method", lab.methods().iter().map(|method| method.id).collect::<Vec<_>>().join(","));
    if lab.methods().len() > 1 {
        words.set("focus", (lab.focus() + 1).to_string());
    }
    for (method, settings) in METHODS.iter().zip(lab.settings()) {
        put_settings(&mut words, method, settings, all);
    }
    words.set("wheel", wheel_id(lab.wheel));
    words.set("follow", if lab.follows() { "on" } else { "off" });
    words
}
