//! Scenes to and from files: what the window shows, written down, and put on show again.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};
use nalgebra::{Quaternion, UnitQuaternion};

use super::present;
use super::scene_file::{self, BodyFile, CameraFile, SceneFile, VERSION, WorldFile};
use super::shell::Shell;
use crate::broad_phase::{BROAD_PHASES, BroadPhaseRow};
use crate::exhibit::Exhibit;
use crate::geometry::{Point, Pose, Vector};
use crate::labs::arena;
use crate::labs::arena::Start;
use crate::labs::arena::lineup::MOST_PANES;
use crate::labs::arena::model::Model;
use crate::methods::{self, METHODS, Method};
use crate::render::camera::Camera;
use crate::render::scene::Overlays;
use crate::world::{Body, Motion, PRESETS};

/// A file that has been read, checked, and whose models are loaded.
#[derive(Clone)]
pub struct Scene {
    file: SceneFile,
    start: Start,
    motions: Vec<Motion>,
    show: Exhibit,
    panes: Vec<&'static Method>,
    driver: &'static Method,
    broad_phase: &'static BroadPhaseRow,
    overlays: Overlays,
}

impl Scene {
    /// Reads and checks everything; loading models may take long. The error is one line that names the file.
    pub fn load(path: &Path) -> anyhow::Result<Self> {
        let file = scene_file::read(path)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        Self::check(file, folder).with_context(|| path.display().to_string())
    }

    /// Checks a file whose models lie in or below `folder`.
    pub fn check(file: SceneFile, folder: &Path) -> anyhow::Result<Self> {
        let start = match &file.world {
            WorldFile::Preset(name) => {
                let names = || PRESETS.iter().map(|p| p.id).collect::<Vec<_>>().join(", ");
                let found = PRESETS.iter().find(|preset| preset.id == name);
                Start::Preset(found.ok_or_else(|| {
                    anyhow!("\"preset\": no preset is called {name:?}; there are {}", names())
                })?)
            }
            WorldFile::Experiment(parameters) => Start::Experiment((*parameters).into()),
            WorldFile::Models { paths, parameters } => {
                if paths.is_empty() {
                    bail!("\"paths\": name at least one mesh");
                }
                let load = |path: &PathBuf| Model::load(&folder.join(path), &mut |_| true);
                let models =
                    paths.iter().map(load).collect::<Result<Vec<_>, _>>().map_err(anyhow::Error::msg)?;
                Start::Models(models.into(), (*parameters).into())
            }
        };
        let motions: Vec<Motion> =
            file.bodies.iter().enumerate().map(motion_of).collect::<anyhow::Result<_>>()?;
        let mut trial = arena::world_of(&start).map_err(|why| anyhow!("\"world\": {why}"))?;
        if !motions.is_empty() && trial.restore(file.frame, &motions).is_none() {
            let (listed, there) = (motions.len(), trial.bodies().len());
            bail!("\"bodies\": {listed} are listed, in or near the box; this world has {there}");
        }
        if motions.is_empty() && file.frame > 0 {
            bail!("\"frame\": {} needs \"bodies\", as they stood then", file.frame);
        }

        let show: Exhibit = file.show.parse().map_err(|why| anyhow!("\"show\": {why}"))?;
        let bodies = trial.bodies().len();
        if let Some(pair) = show.pair.filter(|p| p.a == p.b || p.a.max(p.b) >= bodies) {
            bail!("\"show\": pair={}-{}: there are bodies 0 to {}", pair.a, pair.b, bodies - 1);
        }
        if show.preset.is_some() || show.seed.is_some() || show.bodies.is_some() || show.frame.is_some() {
            bail!("\"show\": the world stands in \"world\" and \"frame\"");
        }
        let panes: Vec<_> = show.methods.iter().filter_map(|id| methods::find(id)).collect();
        if file.focus >= panes.len().max(1) || file.cameras.len() > MOST_PANES {
            bail!("\"focus\" or \"cameras\": there are {} panes", panes.len().max(1));
        }
        for (id, settings) in &file.settings {
            let mut defaults = methods::named(id).map_err(anyhow::Error::msg)?.default_settings();
            for (name, value) in settings {
                defaults.set(name, value).map_err(|why| anyhow!("\"settings\": {id}: {why}"))?;
            }
        }
        let driver = methods::named(&file.driver).map_err(anyhow::Error::msg)?;
        let rows = || BROAD_PHASES.iter().map(|row| row.id).collect::<Vec<_>>().join(", ");
        let broad_phase = BROAD_PHASES.iter().find(|row| row.id == file.broad_phase);
        let broad_phase = broad_phase.ok_or_else(|| {
            anyhow!("\"broad_phase\": there is no {:?}; there are {}", file.broad_phase, rows())
        })?;
        let mut overlays = Overlays::default();
        for name in &file.overlays {
            let names = || Overlays::ROWS.map(|row| row.setting.id).join(", ");
            let row = Overlays::ROWS.iter().find(|row| row.setting.id == name);
            let row =
                row.ok_or_else(|| anyhow!("\"overlays\": there is no {name:?}; there are {}", names()))?;
            *(row.of)(&mut overlays) = true;
        }
        Ok(Self { file, start, motions, show, panes, driver, broad_phase, overlays })
    }
}

/// What the window shows. Models are named relative to `folder` where they lie below it.
pub fn scene_file(shell: &Shell, folder: &Path) -> SceneFile {
    let arena = &shell.arena;
    let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let relative = |path: &Path| path.strip_prefix(&folder).unwrap_or(path).to_owned();
    let world = match arena.start() {
        Start::Preset(preset) => WorldFile::Preset(preset.id.to_owned()),
        Start::Experiment(parameters) => WorldFile::Experiment((*parameters).into()),
        Start::Models(models, parameters) => WorldFile::Models {
            paths: models.iter().map(|model| relative(&model.path)).collect(),
            parameters: (*parameters).into(),
        },
    };
    let frame = arena.world().frame();
    let not_default = |method: &'static Method| {
        let now = arena.settings_of(method);
        let pairs = now.iter().zip(method.default_settings().iter().collect::<Vec<_>>());
        let changed = pairs.filter(|((_, value), (_, default))| value != default);
        changed.map(|((setting, value), _)| (setting.id.to_owned(), value.to_string())).collect()
    };
    let settings = METHODS.iter().map(|method| (method.id.to_owned(), not_default(method)));
    let exhibit = present::exhibit(shell);
    let show = Exhibit {
        preset: None,
        seed: None,
        bodies: None,
        frame: None,
        settings: Default::default(),
        ..exhibit
    };
    let mut overlays = shell.arena.overlays;
    let named = Overlays::ROWS.iter().filter(|row| *(row.of)(&mut overlays));
    SceneFile {
        collidoscope: VERSION,
        world,
        frame,
        bodies: if frame > 0 { arena.bodies().iter().map(body_file).collect() } else { Vec::new() },
        show: show.to_string(),
        focus: arena.lineup().focus(),
        settings: settings
            .filter(|(_, changed): &(_, std::collections::BTreeMap<_, _>)| !changed.is_empty())
            .collect(),
        driver: arena.roles().driver.id.to_owned(),
        broad_phase: arena.broad_phase().id.to_owned(),
        cameras_linked: shell.cameras.linked(),
        cameras: (0..arena.lineup().panes().len()).map(|pane| camera_file(&shell.cameras.of(pane))).collect(),
        overlays: named.map(|row| row.setting.id.to_owned()).collect(),
    }
}

/// Puts a scene on show.
pub fn open_scene(shell: &mut Shell, scene: &Scene) -> Result<(), String> {
    let Scene { file, start, motions, show, panes, driver, broad_phase, overlays } = scene;
    shell.begin(start.clone());
    shell.frame_all();
    shell.arena.set_broad_phase(broad_phase);
    for method in METHODS {
        let wanted = file.settings.get(method.id);
        for (setting, default) in method.default_settings().iter() {
            let value = wanted.and_then(|w| w.get(setting.id)).cloned();
            let value = value.unwrap_or_else(|| default.to_string());
            shell.arena.set_of(method, setting.id, &value)?;
        }
    }
    if shell.arena.roles().driver.id != driver.id {
        shell.arena.let_drive(driver);
    }
    if !motions.is_empty() {
        shell.arena.restore(file.frame, motions);
    }
    shell.arena.playback.playing = false;
    if panes.is_empty() {
        shell.arena.open_panes(1);
    }
    present::present(shell, show)?;
    shell.arena.focus_on(file.focus);
    shell.arena.overlays = *overlays;
    shell.cameras.link(false, shell.arena.lineup().focus());
    for (pane, camera) in file.cameras.iter().enumerate() {
        let target = Point::from(camera.target);
        shell.cameras.steer(pane, |c| c.place(target, camera.distance, camera.yaw, camera.pitch));
    }
    shell.cameras.link(file.cameras_linked, shell.arena.lineup().focus());
    shell.notice = None;
    Ok(())
}

fn body_file(body: &Body) -> BodyFile {
    BodyFile {
        position: body.pose.translation.vector.into(),
        rotation: body.pose.rotation.coords.into(),
        velocity: body.velocity.into(),
        spin: body.spin.into(),
    }
}

/// The quaternion stays as it was written, to the last bit.
fn motion_of((index, body): (usize, &BodyFile)) -> anyhow::Result<Motion> {
    let [x, y, z, w] = body.rotation;
    let quaternion = Quaternion::new(w, x, y, z);
    let is_unit = (quaternion.norm() - 1.0).abs() < 1e-6;
    if !is_unit {
        bail!("\"bodies\": the rotation of body {index} is no unit quaternion x, y, z, w");
    }
    let pose =
        Pose::from_parts(Vector::from(body.position).into(), UnitQuaternion::new_unchecked(quaternion));
    Ok((pose, Vector::from(body.velocity), Vector::from(body.spin)))
}

fn camera_file(camera: &Camera) -> CameraFile {
    let (yaw, pitch) = camera.angles();
    CameraFile { target: camera.target().coords.into(), distance: camera.distance(), yaw, pitch }
}
