//! The displayed scene as plain data: the common form of links, a lesson's scene, scene files and the command line.
//!
//! As one line it looks like a URL query: `lab=arena&page=inspector&preset=containment&step=3`. This file knows only
//! the syntax. [`crate::labs::check`] looks up the lab, page, methods and settings before anything changes. Parameters
//! that are not given keep their values.

use std::fmt;
use std::str::FromStr;

/// A page of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// The lab's scene with its panels.
    Scene,
    /// The lab's subject, shown step by step.
    Inspector,
    /// The sources' experiments and their plots.
    Experiments,
    /// A page that only this lab has, identified by its name in links.
    Own(&'static str),
}

impl Page {
    /// The pages that every lab has, with their values in `page=…`.
    pub const COMMON: [(Self, &'static str); 3] =
        [(Self::Scene, "lab"), (Self::Inspector, "inspector"), (Self::Experiments, "experiments")];

    /// The page's value in `page=…`.
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
    /// After this many steps; 0 is before the first.
    At(usize),
    /// After the last step.
    Last,
}

impl Position {
    /// The number of steps; for the last position [`usize::MAX`], which cursors clamp to the end.
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
            _ => text.parse().map(Self::At).map_err(|_| "expected a whole number, or last".to_owned()),
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

/// Parameters in order, each name at most once; as one line, `name=value&name=value`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Params(Vec<(String, String)>);

impl Params {
    /// Sets a parameter; an existing parameter gets the new value at its old position.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some((_, place)) => *place = value.into(),
            None => self.0.push((name.to_owned(), value.into())),
        }
    }

    /// The value of a parameter; `None` if it is not set.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Removes a parameter and returns its value.
    pub fn take(&mut self, name: &str) -> Option<String> {
        let at = self.0.iter().position(|(known, _)| known == name)?;
        Some(self.0.remove(at).1)
    }

    /// All parameters, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Whether no parameter is set.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromStr for Params {
    type Err = String;

    /// Parses one line. The error is one line that names the parameter and what would be valid.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut words = Self::default();
        for word in text.split('&').filter(|word| !word.is_empty()) {
            let (name, value) =
                word.split_once('=').ok_or_else(|| format!("{word:?}: expected NAME=VALUE"))?;
            if words.get(name).is_some() {
                return Err(format!("{name} is given twice; give it once"));
            }
            words.set(name, value);
        }
        Ok(words)
    }
}

impl fmt::Display for Params {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (name, value)) in self.0.iter().enumerate() {
            write!(f, "{}{name}={value}", if index > 0 { "&" } else { "" })?;
        }
        Ok(())
    }
}

/// A link's content: the lab, the page, and parameters for both.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SceneLink {
    /// The lab's id; `None` for the current lab.
    pub lab: Option<String>,
    /// The page's word; `None` keeps the current page.
    pub page: Option<String>,
    /// The viewpoint of the active pane or, on the inspector's page, of its 3D view; `None` keeps the current one.
    /// Scene files store the cameras of all panes and of the 3D view beside this line.
    pub camera: Option<String>,
    /// The inspector's step, second method and probed pixel.
    pub inspected: Inspected,
    /// All other parameters, which the lab reads.
    pub words: Params,
}

/// The inspector's parameters, which are the same in every lab.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inspected {
    /// The id of the second method; `Some(None)` removes it, `None` keeps it.
    pub compare: Option<Option<String>>,
    /// The position in the story; `None` keeps the current one.
    pub step: Option<Position>,
    /// The probed pixel, x and y from the lower left.
    pub pixel: Option<[u32; 2]>,
}

impl FromStr for SceneLink {
    type Err = String;

    /// Parses one line. The error is one line that names the parameter and what would be valid.
    fn from_str(text: &str) -> Result<Self, String> {
        Self::of(text.parse()?)
    }
}

impl SceneLink {
    /// Splits parameters into those of lab, page and inspector, and those that the lab reads.
    pub fn of(mut words: Params) -> Result<Self, String> {
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
                let right = "expected two whole numbers, such as 3,5";
                Some(ends.ok_or_else(|| wrong("pixel", &text, right))?)
            }
            None => None,
        };
        Ok(Self { lab, page, camera, inspected: Inspected { compare, step, pixel }, words })
    }

    /// All parameters: lab and page first, the inspector's last.
    pub fn to_words(&self) -> Params {
        let mut all = Params::default();
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

impl fmt::Display for SceneLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_words().fmt(f)
    }
}
