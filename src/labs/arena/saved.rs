//! The arena's part of a scene file that parameters cannot express: paths of meshes, and the state of every
//! body.

use std::path::{Path, PathBuf};

use nalgebra::{Quaternion, UnitQuaternion};
use serde::{Deserialize, Serialize};

use super::Arena;
use super::model::Model;
use super::words;
use super::words::Config;
use super::words::Start;
use crate::exhibit::Params;
use crate::files;
use crate::files::path_in_file::PathInFile;
use crate::geometry::{Pose, Vector, import};
use crate::labs::lab::{LabError, Saved, Takes, part_of_file};
use crate::labs::word_values::check_counts;
use crate::world::body::Motion;
use crate::world::{Body, Mix, Parameters};

/// Mesh files that become bodies of the arena.
pub const TAKES: Takes =
    Takes { says: "a mesh as shape of the bodies", endings: &import::ENDINGS, read: of_paths };

/// An arena's state in a scene file, besides its parameters.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ArenaFile {
    /// Bodies from files instead of the experiment's or the preset's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub models: Option<ModelsFile>,
    /// Frames since the start of the world.
    pub frame: u64,
    /// State of every body; empty at the start, unless a body was moved by hand.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bodies: Vec<BodyFile>,
}

/// The experiment with bodies from files.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelsFile {
    /// Paths of the meshes, relative to the scene file.
    pub paths: Vec<PathInFile>,
    /// The parameters of the experiment.
    #[serde(default)]
    pub parameters: ParametersFile,
    /// The poses of the bodies, one per mesh: then every mesh is one body, with the size and the origin of its file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub poses: Vec<PoseFile>,
}

/// Pose of a body that keeps the size of its file.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PoseFile {
    /// Position of the mesh's origin in the world, metres.
    pub position: [f64; 3],
    /// A unit quaternion, x, y, z, w.
    pub rotation: [f64; 4],
}

/// [`Parameters`] with the field names of the command line; a field missing from the file has its default.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[allow(missing_docs)]
pub struct ParametersFile {
    pub seed: u64,
    pub bodies: usize,
    pub density: f64,
    pub level: u32,
    /// Longest side of a body, metres.
    pub size: f64,
    /// Cones, cylinders, cubes and spheres, in proportion.
    pub mix: [f64; 4],
    /// Share of the bodies that rest.
    pub resting: f64,
}

/// Pose and motion of one body.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BodyFile {
    /// Position of the body's origin in the world, metres.
    pub position: [f64; 3],
    /// A unit quaternion, x, y, z, w.
    pub rotation: [f64; 4],
    /// Velocity, metres per frame.
    pub velocity: [f64; 3],
    /// Axis times radians per frame.
    pub spin: [f64; 3],
}

/// A checked [`ArenaFile`] with its models loaded.
#[derive(Clone)]
pub struct SavedArena {
    /// The experiment with bodies from files, if the file has one.
    pub models: Option<Start>,
    /// Frames since the start of the world.
    pub frame: u64,
    /// State of every body; empty at the start.
    pub motions: Vec<Motion>,
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
            resting: p.resting,
        }
    }
}

impl From<ParametersFile> for Parameters {
    fn from(p: ParametersFile) -> Self {
        let mix = Mix { shares: p.mix };
        let ParametersFile { seed, bodies: count, density, level, size, resting, .. } = p;
        Self { seed, count, density, level, size, mix, resting }
    }
}

/// Reads and checks the file's content; loading meshes may take long.
pub fn read(file: &serde_json::Value, folder: &Path) -> Result<Saved, LabError> {
    checked(part_of_file(file)?, folder)
}

fn checked(file: ArenaFile, folder: &Path) -> Result<Saved, LabError> {
    if file.frame > 0 && file.bodies.is_empty() {
        return Err(LabError(format!(
            "\"frame\": {} requires \"bodies\" with their state in that frame",
            file.frame
        )));
    }
    check_counts(&[("frame", file.frame)])?;
    let motions = file.bodies.iter().enumerate().map(motion_of).collect::<Result<_, _>>()?;
    let models = match &file.models {
        None => None,
        Some(models) if models.paths.is_empty() => {
            return Err(LabError("\"paths\": name at least one mesh".to_owned()));
        }
        Some(ModelsFile { paths, poses, .. }) if ![0, paths.len()].contains(&poses.len()) => {
            let (poses, paths) = (poses.len(), paths.len());
            return Err(LabError(format!(
                "\"poses\": there are {poses}, but {paths} \"paths\"; give one for each"
            )));
        }
        Some(ModelsFile { paths, parameters, poses }) => {
            let mut loaded: Vec<Model> = Vec::new();
            for (index, path) in paths.iter().enumerate() {
                let path = folder.join(path);
                let pose = poses.get(index).map(|pose| pose_of("poses", index, pose.position, pose.rotation));
                let pose = pose.transpose()?;
                // A file that is listed twice is read once.
                let known =
                    loaded.iter().find(|model| std::path::absolute(&path).is_ok_and(|p| p == model.path));
                let mut model =
                    known.cloned().map_or_else(|| Model::load_at(&path, pose, &mut |_| true), Ok)?;
                model.placed = pose;
                loaded.push(model);
            }
            Some(Start::Models(loaded.into(), (*parameters).into()))
        }
    };
    let notes = match &models {
        Some(Start::Models(models, _)) => models.iter().flat_map(Model::lines).collect(),
        _ => Vec::new(),
    };
    Ok(Saved { state: Box::new(SavedArena { models, frame: file.frame, motions }), notes })
}

/// The experiment given by `words`, with bodies from these files.
fn of_paths(words: &Params, paths: &[PathBuf]) -> Result<Saved, LabError> {
    let named = words::read(words, Config::default()).map(|read| read.next.start.parameters());
    let parameters = named.unwrap_or_default().into();
    let paths = paths.iter().map(PathInFile::from).collect();
    let models = Some(ModelsFile { paths, parameters, poses: Vec::new() });
    checked(ArenaFile { models, ..ArenaFile::default() }, Path::new(""))
}

/// The arena's part of a scene file. Paths of models inside `folder` are relative to it. Bodies are listed
/// only after frame 0 or if one was moved by hand, because otherwise the start determines them.
pub fn write(arena: &Arena, folder: &Path) -> serde_json::Value {
    let (start, frame) = (arena.start(), arena.world().frame());
    let relative = |path: &Path| files::seen_from(folder, path);
    let models = match start {
        Start::Models(models, parameters) => Some(ModelsFile {
            paths: models.iter().map(|model| relative(&model.path)).collect(),
            parameters: (*parameters).into(),
            poses: models.iter().filter_map(|model| model.placed.as_ref().map(PoseFile::from)).collect(),
        }),
        Start::Experiment(_) | Start::Preset(_) => None,
    };
    let listed = frame > 0 || arena.is_by_hand();
    let bodies = if listed { arena.bodies().iter().map(body_file).collect() } else { Vec::new() };
    let file = ArenaFile { models, frame, bodies };
    if file == ArenaFile::default() {
        return serde_json::Value::Null;
    }
    serde_json::to_value(file).unwrap_or_default()
}

fn body_file(body: &Body) -> BodyFile {
    BodyFile {
        position: body.pose.translation.vector.into(),
        rotation: body.pose.rotation.coords.into(),
        velocity: body.velocity.into(),
        spin: body.spin.into(),
    }
}

/// Motion of a body from the file.
fn motion_of((index, body): (usize, &BodyFile)) -> Result<Motion, LabError> {
    let pose = pose_of("bodies", index, body.position, body.rotation)?;
    Ok((pose, Vector::from(body.velocity), Vector::from(body.spin)))
}

/// A pose of the list `field`. The quaternion keeps its exact bits.
fn pose_of(field: &str, index: usize, position: [f64; 3], [x, y, z, w]: [f64; 4]) -> Result<Pose, LabError> {
    let quaternion = Quaternion::new(w, x, y, z);
    let is_unit = (quaternion.norm() - 1.0).abs() < 1e-6;
    if !is_unit {
        let why = format!("\"{field}\": the rotation of body {index} is not a unit quaternion x, y, z, w");
        return Err(LabError(why));
    }
    Ok(Pose::from_parts(Vector::from(position).into(), UnitQuaternion::new_unchecked(quaternion)))
}

impl From<&Pose> for PoseFile {
    fn from(pose: &Pose) -> Self {
        Self { position: pose.translation.vector.into(), rotation: pose.rotation.coords.into() }
    }
}
