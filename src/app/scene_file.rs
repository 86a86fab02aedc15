//! Scene files: their format; everything that is needed to open a scene again, on this or another machine; and scenes
//! read from them, checked by building their lab once.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::exhibit::SceneLink;
use crate::files::reading::read_text;
use crate::files::{self, json_size};
use crate::geometry::import;
use crate::labs::lab::{LabRow, Saved};
use crate::labs::{self, LABS};
use crate::names::one_line;
use crate::render::camera::Lens;

/// Maximum size of a file: 100,000 bodies take a third of this.
const MOST_BYTES: u64 = 128 << 20;

/// Parses the text of a file. The error names the position, and may quote the text unescaped.
pub fn parse(text: &str) -> anyhow::Result<SceneFile> {
    /// The only field that files of every version have.
    #[derive(Deserialize)]
    struct Version {
        collidoscope: serde_json::Number,
    }
    json_size::check(text.as_bytes()).map_err(anyhow::Error::msg)?;
    let version: Version = serde_json::from_str(text).map_err(|why| {
        let end = "a scene file is JSON and begins with {\"collidoscope\": 2, …";
        anyhow!("line {}: {}; {end}", why.line(), says(&why))
    })?;
    let file: SceneFile = match version.collidoscope.as_u64() {
        Some(newer) if newer > u64::from(VERSION) => bail!(
            "the file has version {newer} and this program reads version {VERSION}; open it with a newer \
             Collidoscope"
        ),
        Some(2) => {
            serde_json::from_str(text).map_err(|why| anyhow!("line {}: {}", why.line(), says(&why)))?
        }
        _ => bail!("unknown version {}; this program reads version {VERSION}", version.collidoscope),
    };
    let _: SceneLink = file.show.parse().map_err(|why: String| anyhow!("\"show\": {why}"))?;
    Ok(file)
}

/// Serde's message without the position at its end.
fn says(why: &serde_json::Error) -> String {
    let text = why.to_string();
    text.rsplit_once(" at line ").map_or(text.clone(), |(says, _)| says.to_owned())
}

/// Reads a file. The error is one line with the file, the position and the remedy.
pub fn read(path: &Path) -> anyhow::Result<SceneFile> {
    let read = || {
        let text = read_text(path, MOST_BYTES).map_err(|why| anyhow!("{why}"))?;
        parse(&text)
    };
    read().map_err(|why| refused(path, &why))
}

/// An error about a file, in one line that starts with the file's name. Control characters from the file, which
/// serde quotes unescaped, are replaced.
pub fn refused(path: &Path, why: &anyhow::Error) -> anyhow::Error {
    anyhow!("{}: {}", one_line(&path.display().to_string()), one_line(&format!("{why:#}")))
}

/// Writes a file, completely or not at all.
pub fn write(path: &Path, file: &SceneFile) -> anyhow::Result<()> {
    files::write_whole(path, &bytes(file)?)
}

/// The bytes of a scene file.
pub fn bytes(file: &SceneFile) -> anyhow::Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec_pretty(file).context("the scene cannot be encoded as JSON")?;
    bytes.push(b'\n');
    Ok(bytes)
}

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
        let file = read(path)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        Self::check(file, folder).map_err(|why| refused(path, &why))
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

/// The version that this program writes and reads.
pub const VERSION: u32 = 2;
/// File name extension, without the leading dot.
pub const ENDING: &str = "collidoscope.json";

/// The content of a scene file, as JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneFile {
    /// Version of the format.
    pub collidoscope: u32,
    /// Lab, page, world, methods and view, as a link.
    pub show: String,
    /// The lab's state beyond its parameters.
    #[serde(default, skip_serializing_if = "serde_json::Value::is_null")]
    pub lab: serde_json::Value,
    /// Whether all panes share one camera.
    #[serde(default = "yes")]
    pub cameras_linked: bool,
    /// The camera of each pane; empty: all panes show the whole scene.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cameras: Vec<CameraFile>,
    /// The camera of the inspector's 3D view; `None`: the story's default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inspector_camera: Option<CameraFile>,
}

/// A stored camera.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CameraFile {
    /// The point that the camera looks at and orbits, in world space, metres.
    pub target: [f64; 3],
    /// Distance from the camera to the target, metres.
    pub distance: f64,
    /// Angle around the vertical, radians.
    pub yaw: f64,
    /// Angle above the horizon, radians.
    pub pitch: f64,
    /// Whether the projection is parallel.
    #[serde(default, skip_serializing_if = "is_off")]
    pub parallel: bool,
    /// Id of the lab's viewpoint that the camera follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stays_with: Option<String>,
}

/// Largest accepted distance, and largest coordinate of a target, metres.
const FARTHEST: f64 = 1e15;

impl CameraFile {
    /// Refuses values that no camera can have.
    pub fn check(&self) -> Result<(), String> {
        if !(self.distance > 0.0 && self.distance <= FARTHEST) {
            return Err(format!(
                "\"distance\": {:?}; expected more than 0 m and at most {FARTHEST:e} m",
                self.distance
            ));
        }
        match self.target.iter().find(|x| x.abs() > FARTHEST) {
            Some(x) => Err(format!("\"target\": {x:?}; expected at most {FARTHEST:e} m")),
            None => Ok(()),
        }
    }

    /// The camera's projection.
    pub fn lens(&self) -> Lens {
        if self.parallel { Lens::Parallel } else { Lens::Perspective }
    }

    /// Id of the viewpoint that the camera follows, if the lab has it.
    pub fn viewpoint(&self, row: &LabRow) -> Option<&'static str> {
        let id = self.stays_with.as_deref()?;
        row.viewpoints.iter().map(|viewpoint| viewpoint.id).find(|known| *known == id)
    }
}

fn is_off(switch: &bool) -> bool {
    !switch
}

/// Default value of a switch that is on unless the file turns it off.
fn yes() -> bool {
    true
}
