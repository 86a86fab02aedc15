//! The part of a scene file that parameters cannot express: the level's file and the state of the walk.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::exhibit::Params;
use crate::files;
use crate::files::path_in_file::PathInFile;
use crate::geometry::Vector;
use crate::labs::car_words::CarFile;
use crate::labs::lab::{LabError, Saved, Takes, only_path, part_of_file};
use crate::labs::word_values::check_counts;
use crate::level::driving::Drive;
use crate::level::own_level::{self, OwnLevel};
use crate::level::walk;
use crate::level::walking::State;

/// Files that the lab opens.
pub const TAKES: Takes =
    Takes { says: "a closed mesh or a .map file as level", endings: own_level::ENDINGS, read: of_paths };

/// The lab's part of a scene file, beside the parameters.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LevelFile {
    /// Path of the level's file, relative to the scene file; `None` for a level from a seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<PathInFile>,
    /// State of the walk; `None` at its start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<StateFile>,
}

/// State of the walk.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StateFile {
    /// Frames since the start.
    pub frame: u64,
    /// The mover's reference point, metres.
    pub place: [f64; 3],
    /// Velocity, metres per second.
    pub velocity: [f64; 3],
    /// Normal of the floor under the mover; `None` while it falls.
    pub floor: Option<[f64; 3]>,
    /// Heading of the mover: radians around the vertical axis from +z to +x.
    pub heading: f64,
    /// Index of the path point that the mover heads for.
    pub next: usize,
    /// Smallest distance from this path point so far, metres; `None` at the beginning.
    pub nearest: Option<f64>,
    /// Seconds since the smallest distance last decreased.
    pub waiting: f64,
    /// Number of times the mover was reset to the path.
    pub set_back: u64,
    /// The state of the car, if the mover is a car, with lengths in metres of a car of scale 1 and times on the
    /// scaled car's clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub car: Option<CarFile>,
}

/// A checked [`LevelFile`] with its level read.
#[derive(Clone)]
pub struct SavedLevel {
    /// Absolute path and content of the level's file.
    pub file: Option<(PathBuf, OwnLevel)>,
    /// State of the walk; `None` at its start.
    pub state: Option<State>,
}

/// Reads and checks the value that [`write()`] returns; a level may take long to read.
pub fn read(file: &serde_json::Value, folder: &Path) -> Result<Saved, LabError> {
    checked(part_of_file(file)?, folder)
}

fn checked(file: LevelFile, folder: &Path) -> Result<Saved, LabError> {
    let level = file.level.map(|path| OwnLevel::read(&folder.join(path))).transpose()?;
    let state = file.state.as_ref().map(state_of).transpose()?;
    let notes = level.iter().map(|(path, own)| format!("{}: {}", path.display(), own.summary())).collect();
    Ok(Saved { state: Box::new(SavedLevel { file: level, state }), notes })
}

fn of_paths(_words: &Params, paths: &[PathBuf]) -> Result<Saved, LabError> {
    let level = only_path(paths, "a level is one file; got several")?;
    checked(LevelFile { level, ..LevelFile::default() }, Path::new(""))
}

/// The lab's part of a scene file; `Null` at the start of a walk through a level from a seed. A level file inside
/// `folder` has a path relative to it.
pub fn write(level: Option<&Path>, state: &State, folder: &Path) -> serde_json::Value {
    let level = level.map(|path| files::seen_from(folder, path));
    let file = LevelFile { level, state: (state.frame > 0).then(|| state_file(state)) };
    if file == LevelFile::default() {
        return serde_json::Value::Null;
    }
    serde_json::to_value(file).unwrap_or_default()
}

fn state_file(state: &State) -> StateFile {
    let walk::State { place, velocity, floor } = state.walker;
    let [nearest, waiting] = state.nearest;
    StateFile {
        frame: state.frame,
        place: place.into(),
        velocity: velocity.into(),
        floor: floor.map(Into::into),
        heading: state.heading,
        next: state.next,
        nearest: nearest.is_finite().then_some(nearest),
        waiting,
        set_back: state.set_back,
        car: state.drive.as_ref().map(|drive| CarFile::of(&drive.car, &drive.progress)),
    }
}

/// Checks a saved state; JSON has no infinite numbers or NaN.
fn state_of(file: &StateFile) -> Result<State, LabError> {
    /// Largest coordinate that is accepted.
    const FARTHEST: f64 = 1e12;
    let numbers = file.place.iter().chain(&file.velocity).chain(file.floor.iter().flatten());
    if numbers.chain([&file.heading]).any(|number| number.abs() > FARTHEST) {
        return Err(LabError("\"state\": positions and velocities must lie within 1e12".to_owned()));
    }
    check_counts(&[("frame", file.frame), ("set_back", file.set_back)])?;
    let car = file.car.as_ref().map(CarFile::read).transpose()?;
    Ok(State {
        frame: file.frame,
        walker: walk::State {
            place: file.place.into(),
            velocity: file.velocity.into(),
            floor: file.floor.map(Vector::from),
        },
        heading: file.heading,
        next: file.next,
        nearest: [file.nearest.unwrap_or(f64::INFINITY), file.waiting],
        set_back: file.set_back,
        drive: car.map(|(car, progress)| Drive { car, progress }),
    })
}
