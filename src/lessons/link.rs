//! Targets of links in a lesson's text.

use std::fmt;
use std::str::FromStr;

use crate::exhibit::SceneLink;
use crate::labs::{self, LABS};

/// The target of a link.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// `show:LINE` opens a scene, of the arena unless the line names another lab.
    Show(Box<SceneLink>),
    /// `lesson:ID` opens another lesson.
    Lesson(String),
    /// `https://…`, the address of a publication.
    Web(String),
}

impl FromStr for Target {
    type Err = String;

    /// Parses a link's target. The error is one line that describes valid input.
    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(line) = text.strip_prefix("show:") {
            let exhibit: SceneLink = line.parse().map_err(|why| format!("the link {text}: {why}"))?;
            if exhibit == SceneLink::default() {
                return Err(format!("the link {text} sets nothing; add a parameter, as in show:step=3"));
            }
            labs::check(&exhibit, LABS[0]).map_err(|why| format!("the link {text}: {why}"))?;
            return Ok(Self::Show(Box::new(exhibit)));
        }
        match text.strip_prefix("lesson:") {
            Some(id) => Ok(Self::Lesson(id.to_owned())),
            None if text.starts_with("https://") => Ok(Self::Web(text.to_owned())),
            None => Err(format!("the link {text}: a link is show:NAME=VALUE, lesson:ID or https://…")),
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Show(exhibit) => write!(f, "show:{exhibit}"),
            Self::Lesson(id) => write!(f, "lesson:{id}"),
            Self::Web(address) => f.write_str(address),
        }
    }
}
