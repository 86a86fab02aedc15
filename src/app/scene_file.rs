//! Scene files: what is on show, to be opened again, here or elsewhere.
//!
//! JSON with the version in front. The world is kept as what it was made from and as it stood: seed and parameters
//! (or preset, or mesh files), and every body's pose, velocity and spin, to the last bit. What is looked at stands
//! in one line, in the words of [`Exhibit`]. Opening is all or nothing.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};
use serde::{Deserialize, Serialize};

use crate::exhibit::Exhibit;
use crate::files;
use crate::methods::REFERENCE;
use crate::world::{Mix, Parameters};

/// The version that this program writes, and the highest that it reads.
pub const VERSION: u32 = 1;
/// What such a file's name ends with.
pub const ENDING: &str = "collidoscope.json";
/// Longer files are refused: 100,000 bodies take a third of it.
const MOST_BYTES: u64 = 128 << 20;

/// A whole file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneFile {
    /// Its version.
    pub collidoscope: u32,
    /// What the world was made from.
    pub world: WorldFile,
    /// How often it had moved.
    #[serde(default)]
    pub frame: u64,
    /// Every body as it stood; empty at the start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bodies: Vec<BodyFile>,
    /// Pages, panes, pair, step and pixel, as a link of a lesson says them.
    #[serde(default)]
    pub show: String,
    /// Which pane is in focus, from 0.
    #[serde(default)]
    pub focus: usize,
    /// Per method those settings that are not at their defaults.
    #[serde(default)]
    pub settings: BTreeMap<String, BTreeMap<String, String>>,
    /// The method that moves the world.
    #[serde(default = "default_driver")]
    pub driver: String,
    /// How candidates are found.
    #[serde(default = "default_broad_phase")]
    pub broad_phase: String,
    /// Whether the panes' cameras are one.
    #[serde(default = "yes")]
    pub cameras_linked: bool,
    /// Of each pane; empty: all look at the whole box.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cameras: Vec<CameraFile>,
    /// What is drawn over the bodies, by name.
    #[serde(default)]
    pub overlays: Vec<String>,
}

/// What a world was made from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum WorldFile {
    /// A hand-made one, by name.
    Preset(String),
    /// The published experiment.
    Experiment(ParametersFile),
    /// The experiment with bodies from files.
    Models {
        /// Relative to the scene file.
        paths: Vec<PathBuf>,
        /// Everything else.
        parameters: ParametersFile,
    },
}

/// [`Parameters`], by the names of the command line; what is missing is at its default.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[allow(missing_docs)]
pub struct ParametersFile {
    pub seed: u64,
    pub bodies: usize,
    pub density: f64,
    pub level: u32,
    /// Metres.
    pub size: f64,
    /// Cones, cylinders, cubes and spheres, in proportion.
    pub mix: [f64; 4],
}

/// One body as it stood.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BodyFile {
    /// Metres.
    pub position: [f64; 3],
    /// A unit quaternion, x, y, z, w.
    pub rotation: [f64; 4],
    /// Metres per frame.
    pub velocity: [f64; 3],
    /// Axis times radians per frame.
    pub spin: [f64; 3],
}

/// Where a pane is seen from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CameraFile {
    /// What it looks at, metres.
    pub target: [f64; 3],
    /// From there, metres.
    pub distance: f64,
    /// Around the upright, radians.
    pub yaw: f64,
    /// Above the horizon, radians.
    pub pitch: f64,
}

fn default_driver() -> String {
    REFERENCE.to_owned()
}

fn default_broad_phase() -> String {
    crate::broad_phase::BROAD_PHASES[0].id.to_owned()
}

fn yes() -> bool {
    true
}

impl Default for ParametersFile {
    fn default() -> Self {
        Parameters::default().into()
    }
}

impl From<Parameters> for ParametersFile {
    fn from(p: Parameters) -> Self {
        Self {
            seed: p.seed,
            bodies: p.count,
            density: p.density,
            level: p.level,
            size: p.size,
            mix: p.mix.shares,
        }
    }
}

impl From<ParametersFile> for Parameters {
    fn from(p: ParametersFile) -> Self {
        let mix = Mix { shares: p.mix };
        Self { seed: p.seed, count: p.bodies, density: p.density, level: p.level, size: p.size, mix }
    }
}

/// Reads a file's text. The error is one line with the place.
pub fn parse(text: &str) -> anyhow::Result<SceneFile> {
    /// All that every version has.
    #[derive(Deserialize)]
    struct Version {
        collidoscope: serde_json::Number,
    }
    let version: Version = serde_json::from_str(text).map_err(|why| {
        let end = "a scene file is JSON and begins with {\"collidoscope\": 1, …";
        anyhow!("line {}: {}; {end}", why.line(), says(&why))
    })?;
    match version.collidoscope.as_u64() {
        Some(newer) if newer > u64::from(VERSION) => bail!(
            "it is of version {newer} and this program reads up to {VERSION}; open it with a newer Collidoscope"
        ),
        Some(1..) => {}
        _ => bail!("its version is {}; there are versions 1 to {VERSION}", version.collidoscope),
    }
    let file: SceneFile =
        serde_json::from_str(text).map_err(|why| anyhow!("line {}: {}", why.line(), says(&why)))?;
    let _: Exhibit = file.show.parse().map_err(|why: String| anyhow!("\"show\": {why}"))?;
    Ok(file)
}

/// Without serde's own place at the end.
fn says(why: &serde_json::Error) -> String {
    let text = why.to_string();
    text.rsplit_once(" at line ").map_or(text.clone(), |(says, _)| says.to_owned())
}

/// Reads a file. The error is one line with the file, the place and the mend.
pub fn read(path: &Path) -> anyhow::Result<SceneFile> {
    let name = path.display();
    let size = std::fs::metadata(path).with_context(|| format!("{name}: cannot be read"))?.len();
    if size > MOST_BYTES {
        bail!("{name}: has {size} bytes; a scene file has at most {MOST_BYTES}");
    }
    let text = std::fs::read_to_string(path).with_context(|| format!("{name}: cannot be read as text"))?;
    parse(&text).map_err(|why| anyhow!("{name}: {why}"))
}

/// Writes a file, whole or not at all.
pub fn write(path: &Path, file: &SceneFile) -> anyhow::Result<()> {
    let mut bytes = serde_json::to_vec_pretty(file).context("the scene cannot be written down")?;
    bytes.push(b'\n');
    files::write_whole(path, &bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_file_is_enough() {
        let file = parse(r#"{"collidoscope": 1, "world": {"preset": "containment"}}"#).unwrap();
        assert_eq!(file.world, WorldFile::Preset("containment".into()));
        assert_eq!((file.frame, file.driver.as_str(), file.cameras_linked), (0, "gjk", true));
        let file = parse(r#"{"collidoscope": 1, "world": {"experiment": {"seed": 7}}}"#).unwrap();
        let WorldFile::Experiment(parameters) = file.world else { panic!("{:?}", file.world) };
        assert_eq!(Parameters::from(parameters), Parameters { seed: 7, ..Parameters::default() });
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        for (text, says) in [
            ("", "line 1"),
            ("[]", "begins with"),
            ("{\"world\": {}}", "collidoscope"),
            (r#"{"collidoscope": 2, "anything": 1}"#, "version 2 and this program reads up to 1"),
            (r#"{"collidoscope": 0}"#, "versions 1 to 1"),
            (r#"{"collidoscope": -1}"#, "versions 1 to 1"),
            (r#"{"collidoscope": 1}"#, "world"),
            ("{\"collidoscope\": 1,\n\"world\": {\"preset\": 5}}", "line 2"),
            (r#"{"collidoscope": 1, "world": {"preset": "a"}, "color": 1}"#, "unknown field `color`"),
            (r#"{"collidoscope": 1, "world": {"experiment": {"speed": 1}}}"#, "unknown field `speed`"),
            (r#"{"collidoscope": 1, "world": {"preset": "a"}, "show": "step=x"}"#, "\"show\": step=x"),
        ] {
            let why = parse(text).unwrap_err().to_string();
            assert!(why.contains(says) && !why.contains('\n'), "{text}: {why}");
        }
    }
}
