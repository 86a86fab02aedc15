//! The words of the lab: what links, lessons, scene files and the command line say of it, read and checked.

use std::collections::BTreeMap;

use super::apart::APART;
use super::beginning::{BENDING, DAMPING, GRAVITY, SIDES, WIND, WIND_TO};
use super::cloth_lab::ClothLab;
use super::pair_word;
use super::reference::REFERENCES;
use super::view::{LEVELS, PAINTS};
use crate::cloth::methods::{self, METHODS, Method};
use crate::cloth::motion::scenes::{SCENES, Scene};
use crate::cloth::step::Features;
use crate::exhibit::Words;
use crate::labs::found::{Thing, Things};
use crate::labs::lab::{LabError, WordRow};
use crate::labs::word_values::{
    checked, method_setting, one_of, pane, panes, put_settings, switch, whole, whole_in,
};

/// Every word beside the methods' settings.
pub const WORDS: &[WordRow] = &[
    WordRow { id: "scene", says: "where the cloth begins, what holds it and what lies in its way" },
    WordRow { id: "side", says: "particles along a side of a square cloth" },
    WordRow { id: "seed", says: "start of the random numbers of the cloth" },
    WordRow { id: "gravity", says: "gravity downwards, metres per second squared" },
    WordRow { id: "wind", says: "strength of the wind, metres per second" },
    WordRow { id: "wind-to", says: "where the wind blows to, degrees: 0 is +x, 90 is +z" },
    WordRow { id: "damping", says: "how fast the cloth loses its speed, per second" },
    WordRow { id: "bending", says: "stiffness against bending, times the usual one of this size" },
    WordRow { id: "itself", says: "off: the cloth may pass through itself" },
    WordRow { id: "obstacles", says: "off: the cloth may pass through floor and obstacles" },
    WordRow { id: "frame", says: "steps after the beginning, 1/60 s each" },
    WordRow { id: "method", says: "the methods of the panes, separated by commas" },
    WordRow { id: "focus", says: "the pane in focus, from 1" },
    WordRow {
        id: "reference",
        says: "the method that answers are held against: auto, brute-force or cloth-fast",
    },
    WordRow { id: "paint", says: "stages: the cloth is coloured by the last stage that a triangle came to" },
    WordRow {
        id: "level",
        says: "the level of the tree whose boxes, cones and contours are drawn; 0 is the root",
    },
    WordRow { id: "boxes", says: "on: the boxes of the level are drawn" },
    WordRow { id: "cones", says: "on: the cones of normals of the level are drawn" },
    WordRow { id: "contours", says: "on: contours of the level that may cross themselves are drawn" },
    WordRow { id: "funnel", says: "off: the funnel is not drawn below the scene" },
    WordRow { id: "pair", says: "the picked pair: v12f34 (particle, triangle), e3e9 (edges), or none" },
    WordRow { id: "apart", says: "what the inspector takes apart: walk, cones or pair" },
];

/// What is found in the lab by name.
pub const THINGS: &[Things] = &[Things {
    kind: "Cloth in motion",
    word: "scene",
    many: false,
    rows: || {
        let thing = |row: &Scene| Thing { value: row.id.to_owned(), title: row.title, says: row.says };
        SCENES.iter().map(thing).collect()
    },
}];

/// Words of the lab, looked up. What is `None` or empty stays as it is.
#[derive(Clone, Default)]
pub struct ClothWords {
    /// Where the cloth begins.
    pub scene: Option<&'static Scene>,
    /// Particles along a side.
    pub side: Option<usize>,
    /// Start of the random numbers.
    pub seed: Option<u64>,
    /// m/s².
    pub gravity: Option<f64>,
    /// m/s.
    pub wind: Option<f64>,
    /// Degrees.
    pub wind_to: Option<f64>,
    /// 1/s.
    pub damping: Option<f64>,
    /// Times the usual one.
    pub bending: Option<f64>,
    /// Whether the cloth is kept from passing through itself.
    pub itself: Option<bool>,
    /// The same through floor and obstacles.
    pub obstacles: Option<bool>,
    /// Steps after the beginning.
    pub frame: Option<u64>,
    /// The methods of the panes.
    pub methods: Vec<&'static Method>,
    /// The pane in focus, from 0.
    pub focus: Option<usize>,
    /// Index into [`REFERENCES`].
    pub reference: Option<usize>,
    /// Index into [`PAINTS`].
    pub paint: Option<usize>,
    /// The level that is drawn.
    pub level: Option<usize>,
    /// Whether boxes are drawn.
    pub boxes: Option<bool>,
    /// Whether cones are drawn.
    pub cones: Option<bool>,
    /// Whether contours are drawn.
    pub contours: Option<bool>,
    /// Whether the funnel is drawn.
    pub funnel: Option<bool>,
    /// The picked pair, if any.
    pub pair: Option<Option<Features>>,
    /// Index into [`APART`].
    pub apart: Option<usize>,
    /// Settings of one method: value by `(method, setting)`, written `method.setting`.
    pub settings: BTreeMap<(String, String), String>,
}

impl ClothWords {
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
        let row = |rows: &[(&'static str, &str, &str)]| {
            one_of(name, value, rows.iter().enumerate().map(|(index, row)| (row.0, index)))
        };
        match name {
            "scene" => self.scene = Some(one_of(name, value, SCENES.iter().map(|row| (row.id, row)))?),
            "side" => self.side = Some(whole_in(name, value, SIDES)?),
            "seed" => self.seed = Some(whole(name, value)?),
            "gravity" => self.gravity = Some(real_in(name, value, GRAVITY)?),
            "wind" => self.wind = Some(real_in(name, value, WIND)?),
            "wind-to" => self.wind_to = Some(real_in(name, value, WIND_TO)?),
            "damping" => self.damping = Some(real_in(name, value, DAMPING)?),
            "bending" => self.bending = Some(real_in(name, value, BENDING)?),
            "itself" => self.itself = Some(on(value)?),
            "obstacles" => self.obstacles = Some(on(value)?),
            "frame" => self.frame = Some(whole(name, value)?),
            "method" => {
                let rows = METHODS.iter().map(|row| (row.id, row));
                self.methods = panes(name, value, |id| one_of(name, id, rows.clone()))?;
            }
            "focus" => self.focus = Some(pane(name, value)?),
            "reference" => self.reference = Some(row(&REFERENCES)?),
            "paint" => self.paint = Some(row(&PAINTS)?),
            "level" => self.level = Some(whole_in(name, value, LEVELS)?),
            "boxes" => self.boxes = Some(on(value)?),
            "cones" => self.cones = Some(on(value)?),
            "contours" => self.contours = Some(on(value)?),
            "funnel" => self.funnel = Some(on(value)?),
            "pair" => {
                let pair = if value == "none" { Some(None) } else { pair_word::read(value).map(Some) };
                self.pair = Some(checked(name, value, pair, "it is none or a pair such as v12f34 or e3e9")?);
            }
            "apart" => self.apart = Some(row(&APART)?),
            _ => {
                let setting =
                    method_setting(name, value, "the cloth", |id| methods::find(id).map(|row| &row.about))?;
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

/// What the lab shows, in words, with `all` methods' settings at their defaults as well. What the hand did is not among
/// them, see [`super::saved`].
pub fn of(lab: &ClothLab, all: bool) -> Words {
    let mut words = Words::default();
    let switch = |is_on| if is_on { "on" } else { "off" };
    let from = lab.beginning();
    words.set("scene", from.scene.id);
    // A size would bring a square cloth back.
    if lab.garment().is_none() {
        words.set("side", from.side.to_string());
    }
    words.set("seed", from.seed.to_string());
    words.set("gravity", from.gravity.to_string());
    words.set("wind", from.wind.to_string());
    words.set("wind-to", from.wind_to.to_string());
    words.set("damping", from.damping.to_string());
    words.set("bending", from.bending.to_string());
    words.set("itself", switch(from.response.itself));
    words.set("obstacles", switch(from.response.obstacles));
    words.set("frame", lab.frame().to_string());
    words.set("method", lab.methods().map(|method| method.id).collect::<Vec<_>>().join(","));
    if lab.lanes().len() > 1 {
        words.set("focus", (lab.focus() + 1).to_string());
    }
    words.set("reference", REFERENCES[lab.reference()].0);
    for (method, settings) in METHODS.iter().zip(lab.settings()) {
        put_settings(&mut words, method, settings, all);
    }
    words.set("paint", PAINTS[lab.view.paint].0);
    words.set("level", lab.view.level.to_string());
    words.set("boxes", switch(lab.view.boxes));
    words.set("cones", switch(lab.view.cones));
    words.set("contours", switch(lab.view.contours));
    words.set("funnel", switch(lab.view.funnel));
    words.set("pair", lab.pair.map_or_else(|| "none".to_owned(), pair_word::said));
    words.set("apart", APART[lab.apart].0);
    words
}
