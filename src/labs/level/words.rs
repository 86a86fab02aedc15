//! The words of the lab: what links, lessons, scene files and the command line say of it, read and checked.

use std::collections::BTreeMap;

use super::figure::{HEIGHTS, KINDS, Kind, RADII};
use super::ground::{FEWEST, MOST, Source};
use super::level_lab::LevelLab;
use super::walking::{AHEAD, SPEEDS};
use crate::exhibit::Words;
use crate::labs::found::{Thing, Things};
use crate::labs::lab::{LabError, WordRow};
use crate::labs::road::words::wheel_id;
use crate::labs::word_values::{
    checked, method_setting, one_of, pane, panes, put_settings, switch, whole, whole_in,
};
use crate::level::methods::{self, METHODS, Method};

/// Every word beside the methods' settings.
pub const WORDS: &[WordRow] = &[
    WordRow { id: "seed", says: "start of the random numbers of the level" },
    WordRow { id: "faces", says: "about how many faces the level has" },
    WordRow { id: "mover", says: "what walks: point, sphere, cylinder or hull; or what drives: car" },
    WordRow { id: "radius", says: "radius of the mover, metres" },
    WordRow { id: "height", says: "height of the mover, metres" },
    WordRow { id: "speed", says: "how fast it walks, metres per second" },
    WordRow { id: "steer", says: "path: it walks by itself; keys: by the keys W, A, S and D" },
    WordRow { id: "driver", says: "the method that decides where the walk is stopped" },
    WordRow { id: "ahead", says: "how long the move is that all methods are asked about, metres" },
    WordRow { id: "wheel", says: "the wheel of the car whose ray is shown" },
    WordRow { id: "frame", says: "frames after the start of the walk" },
    WordRow { id: "method", says: "the methods of the panes, separated by commas" },
    WordRow { id: "focus", says: "the pane in focus, from 1" },
    WordRow { id: "volume", says: "off: what the move sweeps is not drawn" },
    WordRow { id: "planes", says: "on: the planes at which the path is cut are drawn" },
    WordRow { id: "cut", says: "off: the level is drawn whole, not cut off above the mover" },
    WordRow { id: "slice", says: "off: the plan slice is not drawn below the scene" },
    WordRow { id: "tree", says: "off: the tree is not drawn below the scene" },
];

/// What is found in the lab by name.
pub const THINGS: &[Things] = &[Things {
    kind: "Mover",
    word: "mover",
    many: false,
    rows: || {
        let thing = |row: &Kind| Thing { value: row.id.to_owned(), title: row.title, says: row.says };
        KINDS.iter().map(thing).collect()
    },
}];

/// Words of the lab, looked up. What is `None` or empty stays as it is.
#[derive(Clone, Default)]
pub struct LevelWords {
    /// Start of the random numbers.
    pub seed: Option<u64>,
    /// About how many faces the level has.
    pub faces: Option<usize>,
    /// Index into [`KINDS`].
    pub mover: Option<usize>,
    /// Metres.
    pub radius: Option<f64>,
    /// Metres.
    pub height: Option<f64>,
    /// Metres per second.
    pub speed: Option<f64>,
    /// Whether keys steer.
    pub by_keys: Option<bool>,
    /// The method that decides the walk.
    pub driver: Option<&'static Method>,
    /// Metres.
    pub ahead: Option<f64>,
    /// The picked wheel of the car, an index into [`WHEEL_NAMES`](crate::labs::road::car::WHEEL_NAMES).
    pub wheel: Option<usize>,
    /// Frames after the start.
    pub frame: Option<u64>,
    /// The methods of the panes.
    pub methods: Vec<&'static Method>,
    /// The pane in focus, from 0.
    pub focus: Option<usize>,
    /// Whether the swept volume is drawn.
    pub volume: Option<bool>,
    /// Whether the planes are drawn.
    pub planes: Option<bool>,
    /// Whether the level is drawn cut off.
    pub cut: Option<bool>,
    /// Whether the slice is drawn.
    pub slice: Option<bool>,
    /// Whether the tree is drawn.
    pub tree: Option<bool>,
    /// Settings of one method: value by `(method, setting)`, written `method.setting`.
    pub settings: BTreeMap<(String, String), String>,
}

impl LevelWords {
    /// Looks all words up. Nothing is built.
    pub fn of(words: &Words) -> Result<Self, LabError> {
        let mut read = Self::default();
        for (name, value) in words.iter() {
            read.set(name, value)?;
        }
        Ok(read)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), LabError> {
        let on = |value| switch(name, value, "on", "off");
        let method = |id: &str| one_of(name, id, METHODS.iter().map(|row| (row.id, row)));
        match name {
            "seed" => self.seed = Some(whole(name, value)?),
            "faces" => self.faces = Some(whole_in(name, value, FEWEST..=MOST)?),
            "mover" => {
                let rows = KINDS.iter().enumerate().map(|(index, row)| (row.id, index));
                self.mover = Some(one_of(name, value, rows)?);
            }
            "radius" => self.radius = Some(real_in(name, value, RADII)?),
            "height" => self.height = Some(real_in(name, value, HEIGHTS)?),
            "speed" => self.speed = Some(real_in(name, value, SPEEDS)?),
            "steer" => self.by_keys = Some(switch(name, value, "keys", "path")?),
            "driver" => self.driver = Some(method(value)?),
            "ahead" => self.ahead = Some(real_in(name, value, AHEAD)?),
            "wheel" => {
                self.wheel = Some(one_of(name, value, (0..4).map(|wheel| (wheel_id(wheel), wheel)))?);
            }
            "frame" => self.frame = Some(whole(name, value)?),
            "method" => self.methods = panes(name, value, method)?,
            "focus" => self.focus = Some(pane(name, value)?),
            "volume" => self.volume = Some(on(value)?),
            "planes" => self.planes = Some(on(value)?),
            "cut" => self.cut = Some(on(value)?),
            "slice" => self.slice = Some(on(value)?),
            "tree" => self.tree = Some(on(value)?),
            _ => {
                let setting =
                    method_setting(name, value, "the level", |id| methods::find(id).map(|row| &row.about))?;
                self.settings.insert(setting, value.to_owned());
            }
        }
        Ok(())
    }
}

/// A number of a range, not a whole one.
fn real_in(name: &str, value: &str, range: std::ops::RangeInclusive<f64>) -> Result<f64, LabError> {
    let right = format!("it is a number from {} to {}", range.start(), range.end());
    checked(name, value, value.parse().ok().filter(|number| range.contains(number)), &right)
}

/// What the lab shows, in words, with `all` methods' settings at their defaults as well. A level from a file is not among
/// them, see [`super::saved`].
pub fn of(lab: &LevelLab, all: bool) -> Words {
    let mut words = Words::default();
    if let &Source::Made { seed, faces } = lab.ground().source() {
        words.set("seed", seed.to_string());
        words.set("faces", faces.to_string());
    }
    let figure = lab.figure();
    words.set("mover", KINDS[figure.kind].id);
    words.set("radius", figure.radius.to_string());
    words.set("height", figure.height.to_string());
    words.set("speed", lab.speed().to_string());
    words.set("steer", if lab.by_keys() { "keys" } else { "path" });
    words.set("driver", lab.driver().id);
    words.set("ahead", lab.ahead().to_string());
    words.set("wheel", wheel_id(lab.wheel()));
    words.set("frame", lab.frame().to_string());
    words.set("method", lab.methods().map(|method| method.id).collect::<Vec<_>>().join(","));
    if lab.lanes().len() > 1 {
        words.set("focus", (lab.focus() + 1).to_string());
    }
    for (method, settings) in METHODS.iter().zip(lab.settings()) {
        put_settings(&mut words, method, settings, all);
    }
    let switch = |is_on| if is_on { "on" } else { "off" };
    words.set("volume", switch(lab.view.volume));
    words.set("planes", switch(lab.view.planes));
    words.set("cut", switch(lab.view.cut));
    words.set("slice", switch(lab.view.slice));
    words.set("tree", switch(lab.view.tree));
    words
}
