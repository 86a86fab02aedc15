//! What is on show, as plain data: a lesson's scene, a link in its text, a scene file, the command line.
//!
//! As one line it reads like the query of an address, `lab=arena&page=inspector&preset=containment&step=3`. Only the
//! syntax is known here. What the words mean, and whether there is such a lab, page, method or setting, is looked up by
//! [`crate::labs::check`], before anything is changed. Whatever is not named stays as it is.

use std::fmt;
use std::str::FromStr;

/// A page of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// The lab's scene with its panels.
    Scene,
    /// One subject of the lab, step by step.
    Inspector,
    /// The experiments of the sources, with their plots.
    Experiments,
    /// A page of the lab's own, by its word.
    Own(&'static str),
}

impl Page {
    /// The pages that every lab has, with their words in `page=…`.
    pub const COMMON: [(Self, &'static str); 3] =
        [(Self::Scene, "lab"), (Self::Inspector, "inspector"), (Self::Experiments, "experiments")];

    /// The page's word, as in `page=word`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Own(word) => word,
            _ => Self::COMMON.iter().find(|(page, _)| *page == self).map_or("", |(_, word)| word),
        }
    }
}

/// A position in a story, counted in steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// After so many steps; 0 is before the first.
    At(usize),
    /// After the last step.
    Last,
}

impl Position {
    /// The number of steps; [`usize::MAX`], which cursors take as the end, for the last position.
    pub const fn steps(self) -> usize {
        match self {
            Self::At(steps) => steps,
            Self::Last => usize::MAX,
        }
    }
}

impl FromStr for Position {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "last" => Ok(Self::Last),
            _ => text.parse().map(Self::At).map_err(|_| "a step is a whole number, or last".to_owned()),
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::At(step) => step.fmt(f),
            Self::Last => f.write_str("last"),
        }
    }
}

/// Names with their values, in order, a name at most once. `name=value&name=value` as one line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words(Vec<(String, String)>);

impl Words {
    /// Sets a name; one that is there already gets the new value and keeps its place.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some((_, place)) => *place = value.into(),
            None => self.0.push((name.to_owned(), value.into())),
        }
    }

    /// The value of a name; `None` if it is not there.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Removes a name and returns its value.
    pub fn take(&mut self, name: &str) -> Option<String> {
        let at = self.0.iter().position(|(known, _)| known == name)?;
        Some(self.0.remove(at).1)
    }

    /// All names with their values, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Whether nothing is named.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromStr for Words {
    type Err = String;

    /// The error is one line that names the word and what would be right.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut words = Self::default();
        for word in text.split('&').filter(|word| !word.is_empty()) {
            let (name, value) =
                word.split_once('=').ok_or_else(|| format!("{word:?}: this takes NAME=VALUE"))?;
            if words.get(name).is_some() {
                return Err(format!("{name} is given twice; once is right"));
            }
            words.set(name, value);
        }
        Ok(words)
    }
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (name, value)) in self.0.iter().enumerate() {
            write!(f, "{}{name}={value}", if index > 0 { "&" } else { "" })?;
        }
        Ok(())
    }
}

/// What is on show: the lab, the page, and words for both.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exhibit {
    /// The lab's id; `None`: the one on show.
    pub lab: Option<String>,
    /// The page's word; `None`: as it is.
    pub page: Option<String>,
    /// From where the pane in focus looks or, on the inspector's page, from where its picture in space is seen; `None`: as
    /// it is. Scene files say it of every pane and of that picture, beside this line.
    pub camera: Option<String>,
    /// Where the inspector stands, what it compares with and which pixel it probes.
    pub inspected: Inspected,
    /// Everything else, for the lab.
    pub words: Words,
}

/// What is said of the inspector, whatever the lab.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inspected {
    /// The id of the method beside the first; `Some(None)` for none, `None`: as it is.
    pub compare: Option<Option<String>>,
    /// The position in the story; `None`: as it is.
    pub step: Option<Position>,
    /// The probed pixel, x and y from the lower left.
    pub pixel: Option<[u32; 2]>,
}

impl FromStr for Exhibit {
    type Err = String;

    /// The error is one line that names the word and what would be right.
    fn from_str(text: &str) -> Result<Self, String> {
        Self::of(text.parse()?)
    }
}

impl Exhibit {
    /// Sorts words into lab, page, inspector and the lab's own.
    pub fn of(mut words: Words) -> Result<Self, String> {
        let lab = words.take("lab");
        let page = words.take("page");
        let camera = words.take("camera");
        let compare = words.take("compare").map(|id| (id != "none").then_some(id));
        let wrong = |name: &str, value: &str, right: &str| format!("{name}={value}: {right}");
        let step = match words.take("step") {
            Some(text) => Some(text.parse().map_err(|right: String| wrong("step", &text, &right))?),
            None => None,
        };
        let pixel = match words.take("pixel") {
            Some(text) => {
                let ends = text.split_once(',').and_then(|(x, y)| Some([x.parse().ok()?, y.parse().ok()?]));
                let right = "a pixel is two whole numbers, such as 3,5";
                Some(ends.ok_or_else(|| wrong("pixel", &text, right))?)
            }
            None => None,
        };
        Ok(Self { lab, page, camera, inspected: Inspected { compare, step, pixel }, words })
    }

    /// As words, lab and page first, the inspector's last.
    pub fn to_words(&self) -> Words {
        let mut all = Words::default();
        let mut say = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                all.set(name, value);
            }
        };
        say("lab", self.lab.clone());
        say("page", self.page.clone());
        self.words.iter().for_each(|(name, value)| say(name, Some(value.to_owned())));
        let Inspected { compare, step, pixel } = &self.inspected;
        say("camera", self.camera.clone());
        say("compare", compare.clone().map(|id| id.unwrap_or_else(|| "none".to_owned())));
        say("step", step.map(|step| step.to_string()));
        say("pixel", pixel.map(|[x, y]| format!("{x},{y}")));
        all
    }
}

impl fmt::Display for Exhibit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_words().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_what_is_on_show_and_is_said_again() {
        let line = "lab=arena&page=inspector&preset=containment&method=stencil,recode&pair=0-1&resolution=64\
                    &camera=picked,above&compare=none&step=3&pixel=4,5";
        let exhibit: Exhibit = line.parse().unwrap();
        assert_eq!(exhibit.to_string(), line);
        assert_eq!(exhibit.words.get("pair"), Some("0-1"));
        assert_eq!(exhibit.inspected.pixel, Some([4, 5]));
        assert_eq!("".parse(), Ok(Exhibit::default()));
        assert_eq!("step=last".parse::<Exhibit>().unwrap().inspected.step, Some(Position::Last));
    }

    #[test]
    fn what_is_wrong_is_named_with_what_would_be_right() {
        for (line, says) in [
            ("step=two", "whole number"),
            ("step", "NAME=VALUE"),
            ("pixel=1", "3,5"),
            ("seed=1&seed=2", "given twice"),
        ] {
            let why = line.parse::<Exhibit>().unwrap_err();
            assert!(why.contains(says), "{line}: {why}");
        }
    }
}
