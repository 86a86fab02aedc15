//! Scenes to and from files: what the window shows, written down, and put on show again.

use std::path::Path;

use anyhow::{Context as _, anyhow, bail};

use super::present;
use super::scene_file::{self, CameraFile, SceneFile, VERSION};
use super::shell::Shell;
use crate::exhibit::Exhibit;
use crate::geometry::Point;
use crate::labs::lab::{LabRow, Saved};
use crate::labs::{self, LABS};
use crate::render::camera::Camera;

/// A file that has been read, checked, and whose models are loaded.
pub struct Scene {
    row: &'static LabRow,
    show: Exhibit,
    saved: Saved,
    cameras_linked: bool,
    cameras: Vec<CameraFile>,
}

impl Scene {
    /// Reads and checks everything; loading models may take long. The error is one line that names the file.
    pub fn load(path: &Path) -> anyhow::Result<Self> {
        let file = scene_file::read(path)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        Self::check(file, folder).with_context(|| path.display().to_string())
    }

    /// Checks a file whose models lie in or below `folder`: its lab is built once without a GPU, so that what cannot be
    /// is found before anything is opened.
    pub fn check(file: SceneFile, folder: &Path) -> anyhow::Result<Self> {
        let show: Exhibit = file.show.parse().map_err(|why: String| anyhow!("\"show\": {why}"))?;
        let (row, _) = labs::check(&show, LABS[0]).map_err(|why| anyhow!("\"show\": {why}"))?;
        let saved = (row.read)(&file.lab, folder).map_err(|why| anyhow!("\"lab\": {why}"))?;
        let trial = (row.build)(None, &show.words, Some(&saved))?;
        if file.cameras.len() > trial.panes() {
            bail!("\"cameras\": {} are listed; there are {} panes", file.cameras.len(), trial.panes());
        }
        let SceneFile { cameras_linked, cameras, .. } = file;
        Ok(Self { row, show, saved, cameras_linked, cameras })
    }
}

/// What the window shows. Models are named relative to `folder` where they lie below it.
pub fn scene_file(shell: &Shell, folder: &Path) -> SceneFile {
    let cameras = (0..shell.lab.panes()).map(|pane| camera_file(&shell.cameras.of(pane)));
    SceneFile {
        collidoscope: VERSION,
        show: present::exhibit(shell).to_string(),
        lab: shell.lab.save(folder),
        cameras_linked: shell.cameras.linked(),
        cameras: cameras.collect(),
    }
}

/// Puts a scene on show: all of it or nothing. The error is one line.
pub fn open_scene(shell: &mut Shell, scene: &Scene) -> Result<(), String> {
    let Scene { row, show, saved, cameras_linked, cameras } = scene;
    let gpu = shell.lab.gpu().cloned();
    let lab = (row.build)(gpu.as_ref(), &show.words, Some(saved)).map_err(|why| why.to_string())?;
    shell.replace(lab);
    shell.lab.playback().playing = false;
    // The lab has its words.
    let rest = Exhibit { words: Default::default(), ..show.clone() };
    present::present(shell, &rest)?;
    shell.cameras.link(false, shell.lab.focus());
    for (pane, camera) in cameras.iter().enumerate() {
        let target = Point::from(camera.target);
        shell.cameras.steer(pane, |c| c.place(target, camera.distance, camera.yaw, camera.pitch));
    }
    shell.cameras.link(*cameras_linked, shell.lab.focus());
    shell.notice = None;
    Ok(())
}

fn camera_file(camera: &Camera) -> CameraFile {
    let (yaw, pitch) = camera.angles();
    CameraFile { target: camera.target().coords.into(), distance: camera.distance(), yaw, pitch }
}
