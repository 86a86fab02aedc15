//! The part of a scene file that parameters cannot express: a garment's file, and the drags of each frame.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::garment::Garment;
use crate::cloth::simulation::Hand;
use crate::exhibit::Params;
use crate::files;
use crate::files::path_in_file::PathInFile;
use crate::geometry::import;
use crate::labs::lab::{LabError, Saved, Takes, only_path, part_of_file};

/// Files that the lab opens.
pub const TAKES: Takes = Takes { says: "a mesh as garment", endings: &import::ENDINGS, read: of_paths };

/// The lab's part of a scene file, beside the parameters.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ClothFile {
    /// Path of the garment, relative to the scene file; `None` for a square cloth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub garment: Option<PathInFile>,
    /// Drags: frame, particle and position of the hand, metres.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hands: Vec<(u64, usize, [f64; 3])>,
}

/// A checked [`ClothFile`] with its mesh read.
#[derive(Clone, Default)]
pub struct SavedCloth {
    /// The garment; `None` for a square cloth.
    pub garment: Option<Arc<Garment>>,
    /// Drags by frame.
    pub hands: BTreeMap<u64, Hand>,
}

/// Reads and checks the value that [`write()`] returns; a mesh may take long to read.
pub fn read(file: &serde_json::Value, folder: &Path) -> Result<Saved, LabError> {
    checked(part_of_file(file)?, folder)
}

fn checked(file: ClothFile, folder: &Path) -> Result<Saved, LabError> {
    /// Largest coordinate of a hand that is accepted from a file, metres.
    const FARTHEST: f64 = 1e6;
    if file.hands.iter().any(|(_, _, place)| place.iter().any(|x| x.abs() > FARTHEST)) {
        return Err(LabError("\"hands\": positions must lie within 1e6 m".to_owned()));
    }
    let hands = file.hands.into_iter().map(|(frame, particle, place)| (frame, (particle, place.into())));
    let garment = file.garment.map(|path| Garment::read(&folder.join(path))).transpose()?;
    let (garment, notes) = garment.map_or((None, Vec::new()), |(garment, notes)| (Some(garment), notes));
    let state = SavedCloth { garment: garment.map(Arc::new), hands: hands.collect() };
    Ok(Saved { state: Box::new(state), notes })
}

fn of_paths(_words: &Params, paths: &[PathBuf]) -> Result<Saved, LabError> {
    let garment = only_path(paths, "a garment is one mesh; got several")?;
    checked(ClothFile { garment, ..ClothFile::default() }, Path::new(""))
}

/// The lab's part of a scene file; `Null` if there is neither a garment nor a drag. A garment inside `folder` has a
/// path relative to it.
pub fn write(hands: &BTreeMap<u64, Hand>, garment: Option<&Path>, folder: &Path) -> serde_json::Value {
    let hands = hands.iter().map(|(frame, (particle, place))| (*frame, *particle, (*place).into()));
    let garment = garment.map(|path| files::seen_from(folder, path));
    let file = ClothFile { garment, hands: hands.collect() };
    if file == ClothFile::default() {
        return serde_json::Value::Null;
    }
    serde_json::to_value(file).unwrap_or_default()
}
