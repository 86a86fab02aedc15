//! What is on show, as plain data: a lesson's scene, a link in its text, a scene file, `shot`'s arguments.
//!
//! As one line it reads like the query of an address, `preset=containment&method=stencil&step=3`. Whatever is not
//! named stays as it is. A name that is none of the words below is that of a method's setting.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use crate::labs::arena::lineup::MOST_PANES;
use crate::methods::{self, METHODS};
use crate::world::{PRESETS, Pair};

/// What is on show.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Exhibit {
    /// A hand-made world.
    pub preset: Option<String>,
    /// The published experiment with this start of the random numbers.
    pub seed: Option<u64>,
    /// The published experiment with so many bodies.
    pub bodies: Option<usize>,
    /// So many frames after the start of the world.
    pub frame: Option<u64>,
    /// Which page the window is turned to.
    pub place: Option<Place>,
    /// The methods of the panes, by id; the first is the one that is inspected. Empty: as they are.
    pub methods: Vec<String>,
    /// The method beside it in the inspector; `Some(None)` for none.
    pub compare: Option<Option<String>>,
    /// The picked pair.
    pub pair: Option<Pair>,
    /// Where the inspector stands.
    pub step: Option<Position>,
    /// The probed pixel, from the lower left.
    pub pixel: Option<[u32; 2]>,
    /// Bodies that nobody can see are not drawn.
    pub occlusion_culling: Option<bool>,
    /// Of every method that has them.
    pub settings: BTreeMap<String, String>,
}

/// What the window is turned to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// The lab's scene with its panels.
    Scene,
    /// One subject of the lab, step by step.
    Inspector,
    /// The sources' experiments.
    Experiments,
    /// A page of the lab's own, by its word.
    Own(&'static str),
}

/// Which page the window is turned to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Bodies in a box.
    Lab,
    /// A pair, step by step.
    Inspector,
    /// All pairs' tiles.
    Tiles,
    /// How the candidates of this frame were found.
    BroadPhase,
    /// The sources' experiments.
    Experiments,
}

impl Place {
    /// With their words.
    pub const ALL: [(Self, &'static str); 5] = [
        (Self::Lab, "lab"),
        (Self::Inspector, "inspector"),
        (Self::Tiles, "tiles"),
        (Self::BroadPhase, "broad-phase"),
        (Self::Experiments, "experiments"),
    ];
}

/// A position in a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// After so many steps.
    At(usize),
    /// After the last.
    Last,
}

impl FromStr for Exhibit {
    type Err = String;

    /// The error is one line that names the word and what would be right.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut exhibit = Self::default();
        for word in text.split('&').filter(|word| !word.is_empty()) {
            let (name, value) =
                word.split_once('=').ok_or_else(|| format!("{word:?}: this takes NAME=VALUE"))?;
            exhibit.set(name, value)?;
        }
        Ok(exhibit)
    }
}

impl Exhibit {
    /// Says one thing more, or anew.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let wrong = |right: &str| format!("{name}={value}: {right}");
        match name {
            "preset" => {
                let names = || PRESETS.iter().map(|p| p.id).collect::<Vec<_>>().join(", ");
                if !PRESETS.iter().any(|preset| preset.id == value) {
                    return Err(wrong(&format!("there is no such preset; there are {}", names())));
                }
                self.preset = Some(value.to_owned());
            }
            "seed" => self.seed = Some(value.parse().map_err(|_| wrong("the seed is a whole number"))?),
            "bodies" => {
                self.bodies = Some(value.parse().map_err(|_| wrong("how many is a whole number"))?);
            }
            "frame" => self.frame = Some(value.parse().map_err(|_| wrong("a frame is a whole number"))?),
            "page" => {
                let words = || Place::ALL.map(|(_, word)| word).join(", ");
                let found = Place::ALL.into_iter().find(|(_, word)| *word == value);
                self.place = Some(found.ok_or_else(|| wrong(&format!("the pages are {}", words())))?.0);
            }
            "method" => {
                self.methods = value.split(',').map(method_id).collect::<Result<_, _>>()?;
                if self.methods.len() > MOST_PANES {
                    return Err(wrong(&format!("there are {MOST_PANES} panes at most")));
                }
            }
            "compare" if value == "none" => self.compare = Some(None),
            "compare" => self.compare = Some(Some(method_id(value)?)),
            "pair" => {
                let ends = value.split_once('-').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
                let (a, b) = ends.ok_or_else(|| wrong("a pair is two numbers of bodies, such as 0-1"))?;
                self.pair = Some(Pair { a, b });
            }
            "step" if value == "last" => self.step = Some(Position::Last),
            "step" => {
                let step = value.parse().map_err(|_| wrong("a step is a whole number, or last"))?;
                self.step = Some(Position::At(step));
            }
            "pixel" => {
                let ends = value.split_once(',').and_then(|(x, y)| Some([x.parse().ok()?, y.parse().ok()?]));
                self.pixel = Some(ends.ok_or_else(|| wrong("a pixel is two whole numbers, such as 3,5"))?);
            }
            "occlusion-culling" => {
                let words = [("on", true), ("off", false)];
                let found = words.into_iter().find(|(word, _)| *word == value);
                self.occlusion_culling = Some(found.ok_or_else(|| wrong("it is on or off"))?.1);
            }
            _ => {
                let mut with_it =
                    METHODS.iter().filter(|m| m.settings.iter().any(|s| s.id == name)).peekable();
                if with_it.peek().is_none() {
                    return Err(format!("{name:?} is no word of a scene and no method's setting"));
                }
                let mut refusal = None;
                let taken = with_it.any(|method| {
                    let set = method.default_settings().set(name, value);
                    refusal = refusal.take().or(set.as_ref().err().map(ToString::to_string));
                    set.is_ok()
                });
                if !taken {
                    return Err(refusal.unwrap_or_default());
                }
                self.settings.insert(name.to_owned(), value.to_owned());
            }
        }
        Ok(())
    }
}

fn method_id(id: &str) -> Result<String, String> {
    methods::named(id).map(|method| method.id.to_owned())
}

impl fmt::Display for Exhibit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = Vec::new();
        let mut say = |name: &str, value: Option<String>| {
            words.extend(value.map(|value| format!("{name}={value}")));
        };
        say("preset", self.preset.clone());
        say("seed", self.seed.map(|n| n.to_string()));
        say("bodies", self.bodies.map(|n| n.to_string()));
        say("frame", self.frame.map(|n| n.to_string()));
        let word = |place| Place::ALL.iter().find(|(other, _)| *other == place).map(|(_, word)| *word);
        say("page", self.place.and_then(word).map(str::to_owned));
        say("method", (!self.methods.is_empty()).then(|| self.methods.join(",")));
        say("compare", self.compare.clone().map(|id| id.unwrap_or_else(|| "none".into())));
        say("pair", self.pair.map(|pair| format!("{}-{}", pair.a, pair.b)));
        say(
            "step",
            self.step.map(|step| match step {
                Position::At(step) => step.to_string(),
                Position::Last => "last".into(),
            }),
        );
        say("pixel", self.pixel.map(|[x, y]| format!("{x},{y}")));
        say("occlusion-culling", self.occlusion_culling.map(|on| if on { "on" } else { "off" }.into()));
        for (name, value) in &self.settings {
            say(name, Some(value.clone()));
        }
        f.write_str(&words.join("&"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_what_is_on_show_and_is_said_again() {
        let line = "preset=containment&page=inspector&method=stencil,recode&compare=none&pair=0-1&step=3\
                    &pixel=4,5&occlusion-culling=on&resolution=64&view-volume=overlap";
        let exhibit: Exhibit = line.parse().unwrap();
        assert_eq!(exhibit.to_string(), line);
        assert_eq!(exhibit.pair, Some(Pair { a: 0, b: 1 }));
        assert_eq!("".parse(), Ok(Exhibit::default()));
        assert_eq!("step=last".parse::<Exhibit>().unwrap().step, Some(Position::Last));
        assert_eq!(
            "seed=7&bodies=20&frame=3".parse::<Exhibit>().unwrap().to_string(),
            "seed=7&bodies=20&frame=3"
        );
    }

    #[test]
    fn what_is_wrong_is_named_with_what_would_be_right() {
        for (line, says) in [
            ("preset=nowhere", "containment"),
            ("step=two", "whole number"),
            ("step", "NAME=VALUE"),
            ("page=garden", "inspector"),
            ("method=magic", "occlusion-query"),
            ("pair=3", "0-1"),
            ("pixel=1", "3,5"),
            ("colour=red", "no word of a scene"),
            ("resolution=9", "16"),
            ("seed=-1", "whole number"),
        ] {
            let why = line.parse::<Exhibit>().unwrap_err();
            assert!(why.contains(says), "{line}: {why}");
        }
    }
}
