//! The head of a slide: the scene beside its text. `src/lessons/slides.rs` describes the syntax.

use super::page::Mistake;
use crate::exhibit::{Position, SceneLink};
use crate::figures;
use crate::labs::{self, LABS};

/// The names of the views that a story may have, as values of `large:`.
pub const VIEWS: &[&str] = &[
    "table",
    "buffers",
    "fragments",
    "space",
    "pixel",
    "code",
    "cascade",
    "axes",
    "plan",
    "difference",
    "tree",
    "trees",
    "heap",
    "decision",
    "angles",
    "cubic",
    "boxes",
    "places",
];

/// The names of the lines of a head, for error messages.
const LINES: &str = "show, large, walk, reveal and reveal-large";

/// The settings in the head of a slide.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Head {
    /// Parameters that override those of the lesson's scene.
    pub show: SceneLink,
    /// The part of the page that is shown large.
    pub large: Large,
    /// The steps that the presenter's key goes through.
    pub walk: Option<Walk>,
    /// The parameters and the large part that replace `show` and `large` once the answer is shown.
    pub reveal: Option<(SceneLink, Large)>,
}

/// The part of the page that is shown beside a slide's text.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Large {
    /// The whole page, as outside a lecture.
    #[default]
    Page,
    /// The 3D view of the lab.
    Scene,
    /// A view of the story, one of [`VIEWS`].
    View(String),
    /// A drawing of [`crate::figures`].
    Figure(String),
}

/// The range of positions in a story that a slide steps through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walk {
    /// The position when the slide opens.
    pub first: usize,
    /// The position at the end of the slide.
    pub last: Position,
}

/// A line with its number, counted from 1.
pub type Line<'a> = (usize, &'a str);

/// Reads the lines of a head. The error names the line.
pub fn read(lines: &[Line]) -> Result<Head, Mistake> {
    let mut head = Head::default();
    let (mut reveal, mut reveal_large) = (None, None);
    let mut seen: Vec<&str> = Vec::new();
    for &(number, line) in lines {
        let (name, value) = line.split_once(": ").unwrap_or((line, ""));
        let wrong = |why: String| (number, format!("{name}: {why}"));
        if seen.contains(&name) {
            return Err((number, format!("one line `{name}: …` is right")));
        }
        seen.push(name);
        match name {
            "show" => head.show = read_show(value).map_err(wrong)?,
            "reveal" => reveal = Some(read_show(value).map_err(wrong)?),
            "reveal-large" => reveal_large = Some(read_large(value).map_err(wrong)?),
            "large" => head.large = read_large(value).map_err(wrong)?,
            "walk" => head.walk = Some(read_walk(value).map_err(wrong)?),
            _ => return Err((number, format!("{line:?}: the head has lines {LINES}"))),
        }
        if head.walk.is_some() && head.show.inspected.step.is_some() {
            return Err((number, "the walk sets the step; leave `step` out of `show`".into()));
        }
        if head.walk.is_some() && (reveal.is_some() || reveal_large.is_some()) {
            return Err((number, "a slide walks or reveals, not both".into()));
        }
    }
    if reveal.is_some() || reveal_large.is_some() {
        let show = reveal.unwrap_or_else(|| head.show.clone());
        head.reveal = Some((show, reveal_large.unwrap_or_else(|| head.large.clone())));
    }
    Ok(head)
}

fn read_show(value: &str) -> Result<SceneLink, String> {
    let exhibit: SceneLink = value.parse()?;
    labs::check(&exhibit, LABS[0]).map_err(|why| why.to_string())?;
    Ok(exhibit)
}

/// Reads the value of `large:`. The error lists the possible values.
pub fn read_large(value: &str) -> Result<Large, String> {
    match value.split_once(' ').unwrap_or((value, "")) {
        ("page", "") => Ok(Large::Page),
        ("scene", "") => Ok(Large::Scene),
        ("figure", name) if figures::NAMES.contains(&name) => Ok(Large::Figure(name.into())),
        ("figure", _) => Err(format!("the figures are {}", figures::NAMES.join(", "))),
        (view, "") if VIEWS.contains(&view) => Ok(Large::View(view.into())),
        _ => Err(format!("{value:?}: expected page, scene, figure NAME, {}", VIEWS.join(", "))),
    }
}

/// Reads the value of `walk:`.
pub fn read_walk(value: &str) -> Result<Walk, String> {
    let ends =
        value.split_once('-').and_then(|(first, last)| Some((first.parse().ok()?, last.parse().ok()?)));
    match ends {
        Some((first, Position::At(last))) if last < first => {
            Err("the last step lies before the first".into())
        }
        Some((first, last)) => Ok(Walk { first, last }),
        None => Err("a walk is two steps, such as 2-6 or 1-last".into()),
    }
}
