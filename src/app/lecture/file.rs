//! The text of lecture files: what a lecture shows, in order, as TOML.
//!
//! ```text
//! title = "Buffers, then trees"
//! minutes = 45
//!
//! [[item]]
//! lesson = "buffers"
//! slides = "1-3"
//! notes = "Ask before the third slide."
//!
//! [[item]]
//! scene = "tower.collidoscope.json"
//! title = "The tower"
//! lines = ["It falls in frame 40"]
//! ```
//!
//! This file knows only the syntax; [`super::loaded`] looks everything up that the items name.

use std::path::Path;

use serde::Deserialize;

use crate::exhibit::{Page, SceneLink};

/// Extension of lecture files, without the leading dot.
pub const ENDING: &str = "lecture.toml";
/// Most minutes of a lecture: a day.
pub const MOST_MINUTES: u32 = 24 * 60;

/// The name of a lecture's file without its extensions.
pub fn stem_of(path: &Path) -> String {
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let stem = name.strip_suffix(&format!(".{ENDING}")).or(name.strip_suffix(".toml")).unwrap_or(&name);
    stem.to_owned()
}

/// The content of a lecture file.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LectureFile {
    /// The title; may be empty.
    #[serde(default)]
    pub title: String,
    /// Planned length, minutes.
    pub minutes: Option<u32>,
    /// The items in order.
    #[serde(default, rename = "item")]
    pub items: Vec<ItemFile>,
}

/// An item of a lecture. Exactly one of the first five fields is given; it says what the item shows.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ItemFile {
    /// Id of a lesson whose slides are shown.
    pub lesson: Option<String>,
    /// Id of a lesson whose page is shown beside its scene.
    pub page: Option<String>,
    /// Path of a scene file, relative to the lecture's folder.
    pub scene: Option<String>,
    /// A link to a scene, in the syntax of [`crate::exhibit`].
    pub link: Option<String>,
    /// Id of an experiment whose page is shown.
    pub experiment: Option<String>,
    /// The series that its plot shows: names separated by commas, or `all`; `None`: those of the publication's figure.
    pub series: Option<String>,
    /// The shown slides of the lesson, counted from 1, such as `2`, `2-4` or `3-last`; `None`: all.
    pub slides: Option<String>,
    /// Title of the text beside the scene, link or experiment.
    pub title: Option<String>,
    /// Lines of this text.
    #[serde(default)]
    pub lines: Vec<String>,
    /// Lines that appear with the next key.
    #[serde(default)]
    pub answer: Vec<String>,
    /// The part of the page that is shown large, as in the head of a slide.
    pub large: Option<String>,
    /// Steps of the story that the key goes through, such as `1-4` or `1-last`.
    pub walk: Option<String>,
    /// Whether the scene plays when the item opens.
    #[serde(default)]
    pub play: bool,
    /// Notes for the presenter's window, Markdown.
    pub notes: Option<String>,
}

impl LectureFile {
    /// Reads the text of a file. The error is one line that names the line of the text, and the item.
    pub fn parse(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|why| {
            let message = why.message().split_whitespace().collect::<Vec<_>>().join(" ");
            let before = why.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
            let line = 1 + before.matches('\n').count();
            let message = of_bare_word(text.lines().nth(line - 1).unwrap_or_default()).unwrap_or(message);
            let item = match before.lines().filter(|line| line.trim_start().starts_with("[[item]]")).count() {
                0 => String::new(),
                item => format!(", item {item}"),
            };
            format!("line {line}{item}: {message}")
        })
    }

    /// The text of the file, which [`Self::parse`] reads back.
    pub fn text(&self) -> String {
        let mut text = String::new();
        if !self.title.is_empty() {
            text += &format!("title = {}\n", quoted(&self.title));
        }
        if let Some(minutes) = self.minutes {
            text += &format!("minutes = {minutes}\n");
        }
        for item in &self.items {
            text += &format!("\n[[item]]\n{}", item.text());
        }
        text
    }
}

impl ItemFile {
    /// The fields that are texts, by name, in the order in which they are written.
    fn texts(&self) -> [(&'static str, &Option<String>); 7] {
        [
            ("lesson", &self.lesson),
            ("page", &self.page),
            ("scene", &self.scene),
            ("link", &self.link),
            ("experiment", &self.experiment),
            ("slides", &self.slides),
            ("series", &self.series),
        ]
    }

    /// The names of the given fields that say what the item shows.
    pub fn kinds(&self) -> Vec<&'static str> {
        self.texts()[..5].iter().filter(|(_, value)| value.is_some()).map(|(name, _)| *name).collect()
    }

    /// The value of the field that says what the item shows.
    pub fn shown(&self) -> &str {
        let all = [&self.lesson, &self.page, &self.scene, &self.link, &self.experiment];
        all.into_iter().flatten().next().map_or("", String::as_str)
    }

    /// The link of the item, if it has a valid one.
    pub fn scene_link(&self) -> Option<SceneLink> {
        self.link.as_ref()?.parse().ok()
    }

    /// Whether the item shows a page with steps.
    pub fn has_steps(&self) -> bool {
        let page = self.scene_link().and_then(|link| link.page);
        page.is_some_and(|page| page != Page::Scene.word())
    }

    fn text(&self) -> String {
        let mut text = String::new();
        let mut put = |name: &str, value: String| text += &format!("{name} = {value}\n");
        for (name, value) in self.texts() {
            if let Some(value) = value {
                put(name, quoted(value));
            }
        }
        if let Some(title) = &self.title {
            put("title", quoted(title));
        }
        for (name, lines) in [("lines", &self.lines), ("answer", &self.answer)] {
            if !lines.is_empty() {
                let lines: Vec<_> = lines.iter().map(|line| quoted(line)).collect();
                put(name, format!("[{}]", lines.join(", ")));
            }
        }
        for (name, value) in [("large", &self.large), ("walk", &self.walk)] {
            if let Some(value) = value {
                put(name, quoted(value));
            }
        }
        if self.play {
            put("play", "true".to_owned());
        }
        if let Some(notes) = &self.notes {
            put("notes", quoted(notes));
        }
        text
    }
}

/// The error of a line whose value is a word without quotes, such as `minutes = twenty`; the reader of TOML takes it for
/// a misspelt `true`.
fn of_bare_word(line: &str) -> Option<String> {
    let (name, value) = line.split_once('=')?;
    let (name, value) = (name.trim(), value.trim());
    let is_word =
        value.starts_with(char::is_alphabetic) && !matches!(value, "true" | "false" | "inf" | "nan");
    is_word.then(|| format!("{name} = {value}: a text needs quotes, and a number has digits"))
}

/// A text as a TOML string; over several lines if the text has several.
fn quoted(text: &str) -> String {
    let is_long = text.contains('\n');
    let mut quoted = String::new();
    for c in text.chars() {
        match c {
            '\\' | '"' => quoted.extend(['\\', c]),
            '\n' if is_long => quoted.push(c),
            '\t' => quoted += "\\t",
            c if c.is_control() => quoted += &format!("\\u{:04X}", u32::from(c)),
            c => quoted.push(c),
        }
    }
    if is_long { format!("\"\"\"\n{quoted}\"\"\"") } else { format!("\"{quoted}\"") }
}
