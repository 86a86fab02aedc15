//! Scene files of version 1, when the arena was the only lab, converted to the current version.

use anyhow::{anyhow, bail};
use serde::Deserialize;
use std::collections::BTreeMap;

use super::scene_format::{CameraFile, SceneFile, VERSION, yes};
use crate::exhibit::SceneLink;
use crate::files::path_in_file::PathInFile;
use crate::labs;

/// A whole file of version 1.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneFile1 {
    #[serde(rename = "collidoscope")]
    _version: u32,
    /// The source of the world.
    world: World1,
    /// Frames since the start of the world.
    #[serde(default)]
    frame: u64,
    /// The state of every body, passed on unchanged.
    #[serde(default)]
    bodies: Vec<serde_json::Value>,
    /// The scene's page, panes, pair, step and pixel, as in a link.
    #[serde(default)]
    show: String,
    /// Index of the active pane, from 0.
    #[serde(default)]
    focus: usize,
    /// The settings of each method that differ from their defaults.
    #[serde(default)]
    settings: BTreeMap<String, BTreeMap<String, String>>,
    driver: Option<String>,
    broad_phase: Option<String>,
    #[serde(default = "yes")]
    cameras_linked: bool,
    #[serde(default)]
    cameras: Vec<CameraFile>,
    #[serde(default)]
    overlays: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum World1 {
    Preset(String),
    Experiment(Parameters1),
    Models { paths: Vec<PathInFile>, parameters: Parameters1 },
}

/// Parameters of a world; missing parameters have their defaults. Values are passed on unchanged.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Parameters1 {
    seed: Option<u64>,
    bodies: Option<usize>,
    density: Option<f64>,
    level: Option<u32>,
    size: Option<f64>,
    mix: Option<[f64; 4]>,
}

impl Parameters1 {
    /// The parameters with their current names.
    fn words(&self) -> impl Iterator<Item = (&'static str, String)> {
        let mix = self.mix.map(|shares| shares.map(|share| share.to_string()).join(","));
        [
            ("seed", self.seed.map(|n| n.to_string())),
            ("bodies", self.bodies.map(|n| n.to_string())),
            ("density", self.density.map(|x| x.to_string())),
            ("level", self.level.map(|n| n.to_string())),
            ("size", self.size.map(|x| x.to_string())),
            ("mix", mix),
        ]
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
    }

    /// These parameters in the form in which the arena stores them in a scene file of the current version.
    fn value(&self) -> serde_json::Value {
        let mut map = serde_json::Map::new();
        let mut put = |name: &str, value: Option<serde_json::Value>| {
            map.extend(value.map(|value| (name.to_owned(), value)));
        };
        put("seed", self.seed.map(Into::into));
        put("bodies", self.bodies.map(Into::into));
        put("density", self.density.map(Into::into));
        put("level", self.level.map(Into::into));
        put("size", self.size.map(Into::into));
        put("mix", self.mix.map(|mix| mix.to_vec().into()));
        map.into()
    }
}

/// Converts a file to the current version. The error is one line.
pub fn upgrade(file: SceneFile1) -> anyhow::Result<SceneFile> {
    let mut exhibit: SceneLink = file.show.parse().map_err(|why| anyhow!("\"show\": {why}"))?;
    for name in ["preset", "seed", "bodies", "frame"] {
        if exhibit.words.get(name).is_some() {
            bail!("\"show\": the world belongs in \"world\" and \"frame\"");
        }
    }
    exhibit.lab = Some("arena".to_owned());
    let words = &mut exhibit.words;
    let mut lab = serde_json::Map::new();
    match &file.world {
        World1::Preset(name) => words.set("preset", name.as_str()),
        World1::Experiment(parameters) => {
            // A world with a seed is a generated one, so the seed is set even if all parameters have their defaults.
            words.set("seed", "1");
            parameters.words().for_each(|(name, value)| words.set(name, value));
        }
        World1::Models { paths, parameters } => {
            let models = serde_json::json!({ "paths": paths, "parameters": parameters.value() });
            lab.insert("models".to_owned(), models);
        }
    }
    if file.frame > 0 {
        lab.insert("frame".to_owned(), file.frame.into());
    }
    if !file.bodies.is_empty() {
        lab.insert("bodies".to_owned(), file.bodies.into());
    }
    for (method, settings) in &file.settings {
        labs::method(labs::find("arena")?, method).map_err(|why| anyhow!("\"settings\": {why}"))?;
        for (setting, value) in settings {
            words.set(&format!("{method}.{setting}"), value.as_str());
        }
    }
    if let Some(driver) = file.driver {
        words.set("driver", driver);
    }
    if let Some(broad_phase) = file.broad_phase {
        words.set("broad-phase", broad_phase);
    }
    if !file.overlays.is_empty() {
        words.set("overlays", file.overlays.join(","));
    }
    words.set("focus", file.focus.saturating_add(1).to_string());
    Ok(SceneFile {
        collidoscope: VERSION,
        show: exhibit.to_string(),
        lab: if lab.is_empty() { serde_json::Value::Null } else { lab.into() },
        cameras_linked: file.cameras_linked,
        cameras: file.cameras,
        inspector_camera: None,
    })
}
