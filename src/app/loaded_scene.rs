//! Scenes from files: read, and checked by building their lab once.

use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use serde_json::Value;

use super::scene_file;
use super::scene_format::{CameraFile, SceneFile};
use crate::exhibit::SceneLink;
use crate::geometry::import;
use crate::labs::lab::{LabRow, Saved};
use crate::labs::{self, LABS};

/// A scene file that has been read and checked, with its meshes loaded.
pub struct LoadedScene {
    /// The scene's lab.
    pub row: &'static LabRow,
    /// The link to the scene, with the lab's parameters.
    pub show: SceneLink,
    /// The lab's state beyond its parameters.
    pub saved: Saved,
    /// Other files that were read for the scene, such as meshes.
    pub files: Vec<PathBuf>,
    /// Whether all panes share one camera.
    pub cameras_linked: bool,
    /// The camera of each pane; empty: all panes show the whole scene.
    pub cameras: Vec<CameraFile>,
    /// The camera of the inspector's 3D view; `None`: the story's default.
    pub inspector_camera: Option<CameraFile>,
}

impl LoadedScene {
    /// Reads and checks everything; loading meshes may take long. The error is one line that names the file.
    pub fn load(path: &Path) -> anyhow::Result<Self> {
        let file = scene_file::read(path)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        Self::check(file, folder).map_err(|why| scene_file::refused(path, &why))
    }

    /// Checks the content of a file in `folder`, the base of its relative paths. Builds the lab once without a GPU,
    /// so that errors are found before the current scene changes.
    pub fn check(file: SceneFile, folder: &Path) -> anyhow::Result<Self> {
        let show: SceneLink = file.show.parse().map_err(|why: String| anyhow!("\"show\": {why}"))?;
        let (row, _) = labs::check(&show, LABS[0]).map_err(|why| anyhow!("\"show\": {why}"))?;
        let saved = (row.read)(&file.lab, folder).map_err(|why| anyhow!("\"lab\": {why}"))?;
        let trial = (row.build)(None, &show.words, Some(&saved))?;
        if file.cameras.len() > trial.panes().count() {
            bail!("\"cameras\": {} cameras for {} panes", file.cameras.len(), trial.panes().count());
        }
        let all = file.cameras.iter().chain(&file.inspector_camera);
        let known = |id: &&String| row.viewpoints.iter().any(|viewpoint| viewpoint.id == **id);
        if let Some(id) = all.filter_map(|c| c.stays_with.as_ref()).find(|id| !known(id)) {
            let ids: Vec<_> = row.viewpoints.iter().map(|viewpoint| viewpoint.id).collect();
            bail!("\"cameras\": \"stays_with\": no viewpoint is called {id:?}; there are {}", ids.join(", "));
        }
        let mut all = file.cameras.iter().chain(&file.inspector_camera);
        all.try_for_each(CameraFile::check).map_err(|why| anyhow!("\"cameras\": {why}"))?;
        let files = named(&file.lab, folder);
        let SceneFile { cameras_linked, cameras, inspector_camera, .. } = file;
        Ok(Self { row, show, saved, files, cameras_linked, cameras, inspector_camera })
    }
}

/// The files to which the lab's part of a scene file in `folder` refers. Labs write paths as strings.
fn named(part: &Value, folder: &Path) -> Vec<PathBuf> {
    match part {
        Value::String(text) => {
            let path = folder.join(text);
            if path.is_file() { import::files_of(&path) } else { Vec::new() }
        }
        Value::Array(parts) => parts.iter().flat_map(|part| named(part, folder)).collect(),
        Value::Object(parts) => parts.values().flat_map(|part| named(part, folder)).collect(),
        _ => Vec::new(),
    }
}
