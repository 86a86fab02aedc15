//! Opening files: the kind of a file for the current lab, and scene files, read and checked on a thread of their
//! own.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::scene_file::LoadedScene;
use crate::files::reading::open_regular;
use crate::files::text;
use crate::labs::LABS;
use crate::labs::lab::LabRow;
use crate::labs::reading::Reading;
use crate::names::one_line;

/// The kind of a file for a given lab. Dropped files, chosen files and files named on the command line are all
/// classified by [`Given::of`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// A scene file of any lab.
    Scene,
    /// A lecture of one's own.
    Lecture,
    /// A file that becomes part of the current lab, by [`LabRow::takes`].
    OfLab,
    /// A document of the current lab, by [`LabRow::documents`].
    Document,
}

impl Given {
    /// Determines the kind from the file's extension or, if no lab knows the extension, from the content: scene
    /// files are JSON. The error is one English line that lists the files the lab opens.
    pub fn of(path: &Path, row: &LabRow) -> Result<Self, String> {
        let is_scene = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
        let takes_it = |row: &LabRow| row.takes.is_some_and(|takes| takes.has_ending(path));
        if is_scene {
            return Ok(Self::Scene);
        }
        if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml")) {
            return Ok(Self::Lecture);
        }
        let has_it = |row: &LabRow| row.documents.is_some_and(|kind| kind.has_ending(path));
        if has_it(row) {
            return Ok(Self::Document);
        }
        if takes_it(row) {
            return Ok(Self::OfLab);
        }
        let others: Vec<&str> =
            LABS.iter().filter(|row| takes_it(row) || has_it(row)).map(|row| row.id).collect();
        if others.is_empty() && (!path.is_file() || begins_as_json(path)) {
            // A missing file counts as a scene file, because reading it then gives a suitable error.
            return Ok(Self::Scene);
        }
        let what = match row.takes {
            Some(takes) => {
                format!("a scene file (.json), a lecture (.toml), or {} ({})", takes.says, takes.listed())
            }
            None => "a scene file (.json), or a lecture (.toml)".to_owned(),
        };
        let elsewhere = match others.as_slice() {
            [] => String::new(),
            labs => format!("; this file is for the lab {}", labs.join(", ")),
        };
        let path = one_line(&path.display().to_string());
        Err(format!("{path}: the lab {} opens {what}{elsewhere}", row.id))
    }
}

/// Whether the first character of a regular file is that of a JSON object.
fn begins_as_json(path: &Path) -> bool {
    const LOOKED_AT: u64 = 256;
    let mut bytes = Vec::new();
    let read = open_regular(path).and_then(|file| file.take(LOOKED_AT).read_to_end(&mut bytes));
    read.is_ok() && text::unmarked(&bytes).is_ok_and(|text| text.trim_ascii_start().starts_with(b"{"))
}

/// Starts reading and checking a scene file.
pub fn read_scene(path: PathBuf) -> Reading<Arc<LoadedScene>> {
    Reading::begin(path, |path, _| LoadedScene::load(path).map(Arc::new).map_err(|why| format!("{why:#}")))
}
