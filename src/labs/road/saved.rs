//! The part of a road's scene file that parameters cannot express: the terrain's mesh and the car's state.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::exhibit::Params;
use crate::files;
use crate::files::path_in_file::PathInFile;
use crate::geometry::import;
use crate::labs::car_words::CarFile;
use crate::labs::lab::{LabError, Saved, Takes, only_path, part_of_file};
use crate::labs::word_values::check_counts;
use crate::road::recorded::State;
use crate::road::terrain::Terrain;

/// Files that the lab opens.
pub const TAKES: Takes = Takes { says: "a mesh as terrain", endings: &import::ENDINGS, read: of_paths };

/// The road's part of a scene file, beside the parameters.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RoadFile {
    /// Path of the terrain's mesh, relative to the scene file; `None` for a seeded terrain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mesh: Option<PathInFile>,
    /// State of the drive; `None` at its start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<StateFile>,
}

/// State of the drive.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StateFile {
    /// Frames since the start.
    pub frame: u64,
    /// The car, in metres and seconds of the world.
    #[serde(flatten)]
    pub car: CarFile,
    /// Per wheel, the frame in which it went blind; `None` if it is not blind.
    pub blind_since: [Option<u64>; 4],
    /// How often a wheel went blind since the start.
    pub blindings: u64,
    /// How often the car was put back onto the route since the start.
    pub recoveries: u64,
}

/// A checked [`RoadFile`] with its mesh loaded.
#[derive(Clone)]
pub struct SavedRoad {
    /// The mesh's path and the terrain made from it.
    pub mesh: Option<(PathBuf, Terrain)>,
    /// State of the drive; `None` at its start.
    pub state: Option<State>,
}

/// Reads and checks the value that [`write()`] returns; a mesh may take long to load.
pub fn read(file: &serde_json::Value, folder: &Path) -> Result<Saved, LabError> {
    checked(part_of_file(file)?, folder)
}

fn checked(file: RoadFile, folder: &Path) -> Result<Saved, LabError> {
    let (mesh, notes) = file.mesh.map(|path| load(&folder.join(path))).transpose()?.unzip();
    let state = file.state.as_ref().map(state_of).transpose()?;
    let note = |(path, terrain): &(PathBuf, Terrain)| {
        format!("{}: {} triangles", path.display(), terrain.mesh().triangles().len())
    };
    let notes = mesh.iter().map(note).chain(notes.into_iter().flatten()).collect();
    Ok(Saved { state: Box::new(SavedRoad { mesh, state }), notes })
}

/// Loads a mesh; returns its absolute path and the prepared terrain, and notes on repairs and skipped parts.
pub fn load(path: &Path) -> Result<((PathBuf, Terrain), Vec<String>), LabError> {
    let imported = import::read(path).map_err(|why| LabError(why.to_string()))?;
    let notes = imported.notes.iter().map(|note| format!("{}: {note}", path.display())).collect();
    let terrain = Terrain::from_mesh(imported.mesh);
    let terrain = terrain.map_err(|why| LabError(format!("{}: {why}", path.display())))?;
    Ok(((files::absolute(path), terrain.prepared()), notes))
}

fn of_paths(_words: &Params, paths: &[PathBuf]) -> Result<Saved, LabError> {
    let mesh = only_path(paths, "a road has one mesh, its terrain; got several")?;
    checked(RoadFile { mesh, ..RoadFile::default() }, Path::new(""))
}

/// The road's part of a scene file; `Null` if the car is at the start and the terrain comes from a seed. The path of a
/// mesh below `folder` becomes relative.
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
