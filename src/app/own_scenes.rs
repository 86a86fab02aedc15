//! The user's own scenes: scene files in the configuration folder, listed with the scenes of their lab.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow};

use super::scene_file;
use super::scene_format::{ENDING, SceneFile};
use crate::exhibit::SceneLink;
use crate::files;
use crate::labs::LABS;
use crate::labs::lab::Lab;
use crate::language::t;
use crate::ui::requests::OwnScene;

/// Maximum length of a name, characters.
const LONGEST: usize = 60;

/// The user's own scenes, and the dialog that lists them.
#[derive(Default)]
pub struct OwnScenes {
    /// The folder of the scenes; `None` if the window keeps no state.
    folder: Option<PathBuf>,
    /// All scenes, sorted by name.
    scenes: Vec<OwnScene>,
    /// The scene opened last: its name, the id of its lab, and the run that it started:
    /// [`Playhead::run_id`](crate::labs::playhead::Playhead::run_id).
    opened: Option<(String, &'static str, u64)>,
    /// Errors of unreadable scene files, one line each.
    pub broken: Vec<String>,
    /// Whether the dialog is open.
    pub is_open: bool,
    /// The text of the name field.
    pub draft: String,
    /// The scene whose removal awaits confirmation.
    pub removing: Option<String>,
}

impl OwnScenes {
    /// Records that a scene file was opened: one of the user's own scenes, or another file.
    pub fn opened(&mut self, name: Option<&str>, lab: &dyn Lab) {
        self.opened = name.map(|name| (name.to_owned(), lab.row().id, lab.run_id()));
    }

    /// Marks the current scene in the list: the scene opened last, as long as its run lasts. A restart or another
    /// scene begins a new run.
    pub fn mark_shown(&mut self, lab: &dyn Lab) {
        let opened =
            self.opened.as_ref().filter(|(_, id, run_id)| (*id, *run_id) == (lab.row().id, lab.run_id()));
        let shown = opened.map(|(name, ..)| name.as_str());
        self.scenes.iter_mut().for_each(|scene| scene.is_shown = shown == Some(scene.name.as_str()));
    }

    /// Reads the scenes in the configuration folder `folder`.
    pub fn in_folder(folder: &Path) -> Self {
        let mut own = Self { folder: Some(folder.join("scenes")), ..Self::default() };
        own.reload();
        own
    }

    /// All scenes, sorted by name.
    pub fn scenes(&self) -> &[OwnScene] {
        &self.scenes
    }

    /// Whether scenes can be kept in this window.
    pub fn can_be_kept(&self) -> bool {
        self.folder.is_some()
    }

    /// Whether there is a scene file with this name, even if the list lacks it because another window has written it
    /// or because it cannot be read.
    pub fn has(&self, name: &str) -> bool {
        let path = self.path_of(name.trim()).filter(|_| refusal(name).is_none());
        path.is_some_and(|path| path.exists())
    }

    /// The file of the scene with this name.
    pub fn path_of(&self, name: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(format!("{name}.{ENDING}")))
    }

    /// The name of the scene in this file, if it is one of the user's own.
    pub fn name_of(&self, path: &Path) -> Option<&str> {
        let is_it = |scene: &&OwnScene| self.path_of(&scene.name).is_some_and(|own| own == path);
        self.scenes.iter().find(is_it).map(|scene| scene.name.as_str())
    }

    /// Keeps a scene under this name, replacing one with the same name.
    pub fn keep(&mut self, name: &str, file: &SceneFile) -> anyhow::Result<()> {
        let name = name.trim();
        if let Some(why) = refusal(name) {
            return Err(anyhow!(why));
        }
        let path = self
            .path_of(name)
            .context("this window saves nothing between sessions, so it cannot save scenes")?;
        if let Some(folder) = path.parent() {
            files::make_private(folder).with_context(|| folder.display().to_string())?;
        }
        files::write_private(&path, &scene_file::bytes(file)?)?;
        self.reload();
        Ok(())
    }

    /// Deletes a scene's file.
    pub fn remove(&mut self, name: &str) -> anyhow::Result<()> {
        let path = self.path_of(name).filter(|_| self.has(name));
        let path = path.with_context(|| format!("you have no saved scene named {name:?}"))?;
        let removed = std::fs::remove_file(&path);
        self.reload();
        removed.with_context(|| format!("{}: cannot be removed", path.display()))
    }

    /// Reads the folder again.
    pub fn reload(&mut self) {
        self.scenes.clear();
        self.broken.clear();
        let entries = self.folder.as_ref().and_then(|folder| std::fs::read_dir(folder).ok());
        for path in entries.into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path()) {
            let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            let Some(name) = name.strip_suffix(&format!(".{ENDING}")) else { continue };
            match lab_of(&path) {
                Ok(lab) => self.scenes.push(OwnScene { name: name.to_owned(), lab, is_shown: false }),
                Err(why) => self.broken.push(format!("{why:#}")),
            }
        }
        self.scenes.sort_by_key(|scene| scene.name.to_lowercase());
        self.broken.sort();
    }
}

/// Reason why a scene cannot have this name, if any.
pub fn refusal(name: &str) -> Option<String> {
    let name = name.trim();
    let is_bad = |c: char| c.is_control() || "/\\:*?\"<>|".contains(c);
    if name.is_empty() {
        Some(t!("Type a name.").into_owned())
    } else if name.chars().count() > LONGEST {
        Some(t!("The name is longer than %{most} characters.", most = LONGEST).into_owned())
    } else if name.starts_with('.') || name.chars().any(is_bad) {
        Some(t!("A name must not start with a full stop or contain any of / \\ : * ? \" < > |").into_owned())
    } else {
        None
    }
}

/// The id of the lab that a scene file names.
fn lab_of(path: &Path) -> anyhow::Result<String> {
    let show = scene_file::read(path)?.show;
    let exhibit: SceneLink = show.parse().map_err(|why: String| scene_file::refused(path, &anyhow!(why)))?;
    Ok(exhibit.lab.unwrap_or_else(|| LABS[0].id.to_owned()))
}
