//! `collidoscope` without a command: opens the window. Its world and method are chosen by the same
//! arguments as those of `shot`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::bail;
use clap::Args;

use super::shared::{find_method, parse_setting};
use super::terminal::note;
use crate::app::scenes::Scene;
use crate::app::{self, Beginning, WindowOptions};
use crate::exhibit::{Exhibit, Place};
use crate::labs::arena::lineup::MOST_PANES;
use crate::labs::arena::model::Model;
use crate::labs::arena::{Setup, Start};
use crate::methods::{METHODS, Method};
use crate::world::parameters::{BODIES, SEED};
use crate::world::{PRESETS, Parameters};

#[derive(Args)]
pub struct WindowArguments {
    /// A scene file to open, as --open
    #[arg(value_name = "SCENE", conflicts_with = "open")]
    file: Option<PathBuf>,
    /// What the window is turned to: arena, inspector, tiles, broad-phase or experiments
    #[arg(long, value_name = "LAB", default_value = "arena")]
    lab: String,
    /// A lesson to open, with its scene
    #[arg(long, value_name = "NAME")]
    lesson: Option<String>,
    #[command(flatten)]
    methods: MethodArguments,
    #[command(flatten)]
    scene: SceneArguments,
    #[command(flatten)]
    inspected: InspectedArguments,
    /// Run this many frames as fast as they can be drawn, and leave
    #[arg(long, value_name = "N")]
    frames: Option<u64>,
    /// With --frames: save the window's last picture as PNG
    #[arg(long, value_name = "FILE", requires = "frames")]
    screenshot: Option<PathBuf>,
}

/// Who decides.
#[derive(Args)]
pub struct MethodArguments {
    /// Whose verdicts are on show
    #[arg(long, value_name = "ID", default_value = METHODS[0].id)]
    method: String,
    /// Several methods side by side, one to four
    #[arg(long, value_name = "ID,ID,…", value_delimiter = ',', conflicts_with = "method")]
    panes: Vec<String>,
    /// A setting of every shown method that has it; may be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
}

/// What is in the scene.
#[derive(Args)]
pub struct SceneArguments {
    #[arg(long = SEED.id, help = SEED.short_help(), value_name = "N", default_value_t = Parameters::default().seed)]
    seed: u64,
    #[arg(long = BODIES.id, help = BODIES.short_help(), value_name = "N", default_value_t = Parameters::default().count)]
    bodies: usize,
    /// Bodies in the shape of this mesh instead of the experiment's four kinds; several share the bodies
    #[arg(long, value_name = "FILE")]
    mesh: Vec<PathBuf>,
    /// A hand-made world of a few bodies instead of the experiment
    #[arg(long, value_name = "NAME", conflicts_with_all = ["seed", "bodies", "mesh"])]
    preset: Option<String>,
    /// A scene file: world, methods, cameras and what is looked at, as they were saved
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "bodies", "mesh", "preset", "method", "panes", "set"])]
    open: Option<PathBuf>,
}

/// What the inspector shows.
#[derive(Args, Clone)]
pub struct InspectedArguments {
    /// The pair that is inspected, by the bodies' numbers
    #[arg(long, value_name = "A-B")]
    pair: Option<String>,
    /// After so many steps of the method, or last
    #[arg(long, value_name = "N")]
    step: Option<String>,
    /// The method beside it, step by step
    #[arg(long, value_name = "ID")]
    compare: Option<String>,
    /// The pixel that is probed, counted from the lower left
    #[arg(long, value_name = "X,Y")]
    pixel: Option<String>,
}

impl InspectedArguments {
    /// Whether a film is asked for, `--step all`, and the rest.
    pub fn without_all(&self) -> (bool, Self) {
        let is_all = self.step.as_deref() == Some("all");
        (is_all, Self { step: self.step.clone().filter(|_| !is_all), ..self.clone() })
    }

    /// As words of an exhibit, checked, with the page `lab`.
    pub fn exhibit(&self, lab: &str) -> anyhow::Result<Exhibit> {
        let words = [
            ("page", Some(if lab == "arena" { "lab" } else { lab })),
            ("pair", self.pair.as_deref()),
            ("step", self.step.as_deref()),
            ("compare", self.compare.as_deref()),
            ("pixel", self.pixel.as_deref()),
        ];
        let mut exhibit = Exhibit::default();
        for (name, value) in words {
            if let Some(value) = value {
                exhibit.set(name, value).map_err(|why| anyhow::anyhow!("--{why}"))?;
            }
        }
        Ok(exhibit)
    }
}

pub fn run(arguments: &WindowArguments) -> anyhow::Result<ExitCode> {
    let WindowArguments { lab, file, lesson, methods, scene, inspected, frames, screenshot } = arguments;
    require_lab(lab)?;
    let beginning = beginning(methods, scene, file.as_deref(), lesson.clone(), inspected.exhibit(lab)?)?;
    app::run(WindowOptions { beginning, frames: *frames, screenshot: screenshot.clone() })?;
    Ok(ExitCode::SUCCESS)
}

/// What window and picture open with.
pub fn beginning(
    methods: &MethodArguments,
    scene: &SceneArguments,
    file: Option<&Path>,
    lesson: Option<String>,
    mut show: Exhibit,
) -> anyhow::Result<Beginning> {
    let Chosen { panes, settings } = methods.choose()?;
    let scene_file = file.or(scene.open.as_deref());
    let opened = scene_file.map(|path| Scene::load(path).map(Arc::new)).transpose()?;
    if (opened.is_some() || lesson.is_some()) && show.place == Some(Place::Lab) {
        // Not asked for: the scene says which page.
        show.place = None;
    }
    let setup = Setup { start: scene.start()?, method: panes[0] };
    Ok(Beginning { setup, panes, settings, scene: opened, lesson, show })
}

/// The labs, as the command line calls them.
pub const LABS: [&str; 5] = ["arena", "inspector", "tiles", "broad-phase", "experiments"];

/// One of [`LABS`].
pub fn require_lab(lab: &str) -> anyhow::Result<()> {
    if !LABS.contains(&lab) {
        bail!("no lab is called {lab:?}; there are {}", LABS.join(", "));
    }
    Ok(())
}

/// Methods of the panes, at least one, and their settings as `(name, value)`; checked.
pub struct Chosen {
    pub panes: Vec<&'static Method>,
    pub settings: Vec<(String, String)>,
}

impl MethodArguments {
    /// Who was chosen.
    pub fn choose(&self) -> anyhow::Result<Chosen> {
        let ids = if self.panes.is_empty() { std::slice::from_ref(&self.method) } else { &self.panes };
        if ids.len() > MOST_PANES {
            bail!("--panes takes one to {MOST_PANES} methods, not {}", ids.len());
        }
        let panes = ids.iter().map(|id| find_method(id)).collect::<anyhow::Result<Vec<_>>>()?;
        let mut settings = Vec::new();
        for text in &self.set {
            let (name, value) = parse_setting(text)?;
            let has_it = |method: &&&'static Method| method.settings.iter().any(|s| s.id == name);
            let who = panes.iter().find(has_it).unwrap_or(&panes[0]);
            let checked = who.default_settings().set(name, value);
            checked.map_err(|why| anyhow::anyhow!("{}: {why}", who.id))?;
            settings.push((name.to_owned(), value.to_owned()));
        }
        Ok(Chosen { panes, settings })
    }
}

impl SceneArguments {
    /// World, checked.
    pub fn start(&self) -> anyhow::Result<Start> {
        if let Some(name) = &self.preset {
            let names = || PRESETS.iter().map(|p| p.id).collect::<Vec<_>>().join(", ");
            return match PRESETS.iter().find(|p| p.id == name) {
                Some(preset) => Ok(Start::Preset(preset)),
                None => bail!("no preset is called {name:?}; there are {}", names()),
            };
        }
        let range = BODIES.wholes();
        if !range.contains(&(self.bodies as u64)) {
            bail!("--bodies is a number from {} to {}, not {}", range.start(), range.end(), self.bodies);
        }
        let parameters = Parameters { seed: self.seed, count: self.bodies, ..Parameters::default() };
        if self.mesh.is_empty() {
            return Ok(Start::Experiment(parameters));
        }
        let load = |path: &PathBuf| Model::load(path, &mut |_| true).map_err(anyhow::Error::msg);
        let models: Vec<Model> = self.mesh.iter().map(load).collect::<Result<_, _>>()?;
        models.iter().for_each(|model| note(&format!("{}: {}", model.name, model.says())));
        Ok(Start::Models(models.into(), parameters))
    }
}
