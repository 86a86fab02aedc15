//! State that the window keeps from one start to the next: a JSON file in the user's configuration folder.
//!
//! A file that is broken or of a newer version is renamed and reported, and the window opens with the defaults.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use etcetera::BaseStrategy as _;
use serde::{Deserialize, Serialize};

use super::scene_file::SceneFile;
use crate::files;
use crate::files::json_size;
use crate::files::path_in_file::PathInFile;
use crate::files::reading::read_file;
use crate::files::text::unmarked;
use crate::ui::group::{MORE, NUMBERS};

/// The version that this program writes, and the highest that it reads.
const VERSION: u32 = 1;
/// The name of the file with the memory, inside its folder.
pub const FILE: &str = "remembered.json";
/// Maximum size; a larger file is set aside. A scene of 100,000 bodies takes a third of this.
const MOST_BYTES: u64 = 128 << 20;

/// The stored state. A field that the file lacks has its default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Memory {
    /// Version of this file's format.
    pub version: u32,
    /// Id of the chosen language; `None` for the language of the system.
    pub language: Option<String>,
    /// Id of the chosen theme; `None` for the dark theme.
    pub theme: Option<String>,
    /// Id of the chosen quality of pictures; `None` for the default.
    pub quality: Option<String>,
    /// Size of the window in points, without its frame.
    pub window: Option<[f64; 2]>,
    /// Whether the window was maximized.
    pub maximized: bool,
    /// Whether the panels around the scene were hidden.
    pub panels_hidden: bool,
    /// Whether the legend was hidden.
    pub legend_hidden: bool,
    /// Whether the first look was shown and left.
    pub welcomed: bool,
    /// Ids of the collapsed groups in panels.
    pub folded: Vec<String>,
    /// Id of the last open lesson.
    pub lesson: Option<String>,
    /// Ids of all lessons that were ever opened.
    pub lessons_seen: Vec<String>,
    /// The predictions whose answers are shown, as `LESSON/NUMBER`, counted from 0.
    pub predictions_shown: Vec<String>,
    /// The last slide reached in each lesson, counted from 0, by the lesson's id.
    pub slides_reached: BTreeMap<String, usize>,
    /// The choices made on slides, counted from 0, by `LESSON/SLIDE`.
    pub slides_chosen: BTreeMap<String, usize>,
    /// The last scene.
    pub scene: Option<SceneFile>,
    /// The folder used last for opening or saving.
    pub folder: Option<PathInFile>,
    /// Scene files that were opened or saved, the latest first.
    pub recent: Vec<PathInFile>,
    /// The lecture of one's own.
    pub lecture: Option<KeptLecture>,
}

/// A lecture of one's own between two starts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptLecture {
    /// Whether its list was open.
    pub is_open: bool,
    /// Its file, if it has one.
    pub path: Option<PathInFile>,
    /// Its text, if it has changes that no file has.
    pub unsaved: Option<String>,
}

impl Default for Memory {
    fn default() -> Self {
        Self {
            version: VERSION,
            language: None,
            theme: None,
            quality: None,
            window: None,
            maximized: false,
            panels_hidden: false,
            legend_hidden: false,
            welcomed: false,
            folded: vec![MORE.to_owned(), NUMBERS.to_owned()],
            lesson: None,
            lessons_seen: Vec::new(),
            predictions_shown: Vec::new(),
            slides_reached: BTreeMap::new(),
            slides_chosen: BTreeMap::new(),
            scene: None,
            folder: None,
            recent: Vec::new(),
            lecture: None,
        }
    }
}

/// The program's folder in the user's configuration folder; `None` if the system has none, or only a relative path.
pub fn folder() -> Option<PathBuf> {
    let folder = etcetera::choose_base_strategy().ok()?.config_dir().join("collidoscope");
    folder.is_absolute().then_some(folder)
}

impl Memory {
    /// Reads the file in `folder`; returns the defaults if there is no file or it is invalid. For an invalid file,
    /// which is set aside under another name, the second value is a notice of one line.
    pub fn load(folder: &Path) -> (Self, Option<String>) {
        let path = folder.join(FILE);
        if !path.exists() {
            return (Self::default(), None);
        }
        match Self::read(&path) {
            Ok(memory) => (memory, None),
            Err(why) => {
                let aside = files::free_name(folder, "remembered.aside", "json");
                let notice = match std::fs::rename(&path, &aside) {
                    Ok(()) => format!("{why:#}; the file is set aside as {}", aside.display()),
                    Err(_) => format!("{why:#}; the file is left unchanged"),
                };
                (Self::default(), Some(notice))
            }
        }
    }

    fn read(path: &Path) -> anyhow::Result<Self> {
        /// The only field that files of every version have.
        #[derive(Deserialize)]
        struct Version {
            version: u32,
        }
        let name = || path.display().to_string();
        let bytes = read_file(path, MOST_BYTES).map_err(anyhow::Error::msg).with_context(name)?;
        let text = unmarked(&bytes).map_err(anyhow::Error::msg).with_context(name)?;
        json_size::check(text).map_err(anyhow::Error::msg).with_context(name)?;
        let Version { version } = serde_json::from_slice(text).with_context(name)?;
        anyhow::ensure!(
            version <= VERSION,
            "{} has version {version}; this program reads versions up to {VERSION}",
            name()
        );
        serde_json::from_slice(text).with_context(name)
    }

    /// Writes the file into `folder`, creating the folder if necessary; only the user can read them.
    pub fn save(&self, folder: &Path) -> anyhow::Result<()> {
        files::make_private(folder).with_context(|| folder.display().to_string())?;
        files::write_private(&folder.join(FILE), &serde_json::to_vec_pretty(self)?)
    }
}
