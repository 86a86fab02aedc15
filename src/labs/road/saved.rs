//! What words cannot say of a road: the mesh it is driven on, and the car as it stands. Part of a scene file.

use std::path::{Path, PathBuf};

use nalgebra::{Quaternion, UnitQuaternion};
use serde::{Deserialize, Serialize};

use super::State;
use super::car::Car;
use super::driver::Progress;
use super::terrain::Terrain;
use crate::exhibit::Words;
use crate::files;
use crate::files::path_in_file::PathInFile;
use crate::geometry::{Pose, Vector, import};
use crate::labs::lab::{LabError, Saved, Takes};
use crate::labs::word_values::check_counts;

/// Files that become part of the lab.
pub const TAKES: Takes = Takes { says: "a mesh as terrain", endings: &import::ENDINGS, written: with_meshes };

/// What a scene file holds of a road beside its words.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RoadFile {
    /// The terrain's mesh, relative to the scene file; the seeded terrain if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mesh: Option<PathInFile>,
    /// The drive as it stood; its start if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<StateFile>,
}

/// The drive as it stood.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StateFile {
    /// Frames since the start.
    pub frame: u64,
    /// The car, in metres and seconds of the world.
    #[serde(flatten)]
    pub car: CarFile,
    /// Per wheel, the frame since which it is blind.
    pub blind_since: [Option<u64>; 4],
    /// How often a wheel went blind since the start.
    pub blindings: u64,
    /// How often the car was put back onto the route since the start.
    pub recoveries: u64,
}

/// A car as it stood, on the road or in a level. Its clock and its metres are those of what holds it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CarFile {
    /// The centre of mass, metres.
    pub position: [f64; 3],
    /// From the car's axes to the world's: a unit quaternion, x, y, z, w.
    pub rotation: [f64; 4],
    /// Velocity of the centre of mass in world axes, metres per second.
    pub velocity: [f64; 3],
    /// Angular velocity in world axes, radians per second.
    pub spin: [f64; 3],
    /// Angle of the front wheels, radians, positive to the left.
    pub steer: f64,
    /// How far each wheel has rolled, radians.
    pub rolled: [f64; 4],
    /// How far the car has come along its route, metres.
    pub along: f64,
    /// Seconds on side or roof, without ground, and without motion.
    pub trouble: [f64; 3],
}

impl CarFile {
    /// What is written of a car.
    pub fn of(car: &Car, progress: &Progress) -> Self {
        let Car { pose, velocity, spin, steer, rolled } = *car;
        Self {
            position: pose.translation.vector.into(),
            rotation: pose.rotation.coords.into(),
            velocity: velocity.into(),
            spin: spin.into(),
            steer,
            rolled,
            along: progress.along,
            trouble: progress.trouble,
        }
    }

    /// The car of a file, checked.
    pub fn read(&self) -> Result<(Car, Progress), LabError> {
        let &Self { position, rotation, velocity, spin, steer, rolled, along, trouble } = self;
        let pose = pose_of(position, rotation)?;
        let car = Car { pose, velocity: velocity.into(), spin: spin.into(), steer, rolled };
        Ok((car, Progress { along, trouble }))
    }
}

/// A [`RoadFile`], checked, its mesh loaded.
#[derive(Clone)]
pub struct SavedRoad {
    /// The mesh's file and the terrain made of it.
    pub mesh: Option<(PathBuf, Terrain)>,
    /// The drive as it stood.
    pub state: Option<State>,
}

/// Reads and checks what [`write()`] wrote; a mesh may take long to load.
pub fn read(file: &serde_json::Value, folder: &Path) -> Result<Saved, LabError> {
    let file: RoadFile = match file {
        serde_json::Value::Null => RoadFile::default(),
        _ if file["mesh"].is_array() => {
            return Err(LabError("the road takes one mesh, which is its terrain".to_owned()));
        }
        _ => serde_json::from_value(file.clone()).map_err(|why| LabError(why.to_string()))?,
    };
    let mesh = file.mesh.map(|path| load(&folder.join(path))).transpose()?;
    let state = file.state.as_ref().map(state_of).transpose()?;
    let note = |(path, terrain): &(PathBuf, Terrain)| {
        format!("{}: {} triangles", path.display(), terrain.mesh().triangles().len())
    };
    let notes = mesh.iter().map(note).collect();
    Ok(Saved { state: Box::new(SavedRoad { mesh, state }), notes })
}

/// The file, absolute, and the terrain made of it, all of it prepared.
pub fn load(path: &Path) -> Result<(PathBuf, Terrain), LabError> {
    let mesh = import::load(path).map_err(|why| LabError(why.to_string()))?;
    let terrain = Terrain::from_mesh(mesh);
    let terrain = terrain.map_err(|why| LabError(format!("{}: {why}", path.display())))?;
    Ok((files::absolute(path), terrain.prepared()))
}

/// What a file would say of the road on this mesh. Several meshes are written as a list, which [`read`] refuses.
fn with_meshes(_words: &Words, paths: &[PathBuf]) -> serde_json::Value {
    let paths: Vec<_> = paths.iter().map(PathInFile::from).collect();
    match &paths[..] {
        [path] => serde_json::json!({ "mesh": path }),
        _ => serde_json::json!({ "mesh": paths }),
    }
}

/// What a file says of the drive, `Null` at its start on a seeded terrain. The mesh is named relative to `folder` where it lies below it.
pub fn write(mesh: Option<&Path>, state: &State, folder: &Path) -> serde_json::Value {
    let mesh = mesh.map(|path| files::seen_from(folder, path));
    let file = RoadFile { mesh, state: (state.frame > 0).then(|| state_file(state)) };
    if file == RoadFile::default() {
        return serde_json::Value::Null;
    }
    serde_json::to_value(file).unwrap_or_default()
}

fn state_file(state: &State) -> StateFile {
    StateFile {
        frame: state.frame,
        car: CarFile::of(&state.car, &state.progress),
        blind_since: state.blind_since,
        blindings: state.blindings,
        recoveries: state.recoveries,
    }
}

/// The pose of a car from a file, of its centre of mass and a unit quaternion x, y, z, w, which stays as it was written, to
/// the last bit. (No number of JSON is infinite or NaN.)
fn pose_of(position: [f64; 3], [x, y, z, w]: [f64; 4]) -> Result<Pose, LabError> {
    let quaternion = Quaternion::new(w, x, y, z);
    let is_unit = (quaternion.norm() - 1.0).abs() < 1e-6;
    let is_near = position.iter().all(|c| c.abs() <= super::ray::LARGEST);
    if !is_unit || !is_near {
        let why = "\"state\": the rotation is a unit quaternion x, y, z, w, and no place is beyond 1e50 m";
        return Err(LabError(why.to_owned()));
    }
    Ok(Pose::from_parts(Vector::from(position).into(), UnitQuaternion::new_unchecked(quaternion)))
}

fn state_of(file: &StateFile) -> Result<State, LabError> {
    let counts = [("frame", file.frame), ("blindings", file.blindings), ("recoveries", file.recoveries)];
    check_counts(&counts)?;
    let (car, progress) = file.car.read()?;
    Ok(State {
        frame: file.frame,
        car,
        progress,
        blind_since: file.blind_since,
        blindings: file.blindings,
        recoveries: file.recoveries,
    })
}
