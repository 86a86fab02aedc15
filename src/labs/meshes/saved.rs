//! The part of a scene file that parameters cannot express: two meshes from files.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::exhibit::Params;
use crate::files;
use crate::files::path_in_file::PathInFile;
use crate::geometry::{Mesh, import};
use crate::hierarchies::scaling::size;
use crate::labs::lab::{LabError, Saved, Takes, part_of_file};
use crate::labs::reading::Reading;
use crate::meshes::source::{Meshes, Source};

/// Files that the lab opens.
pub const TAKES: Takes = Takes { says: "a file for mesh A or B", endings: &import::ENDINGS, read: of_paths };

/// The lab's part of a scene file, beside the parameters.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MeshesFile {
    /// Paths of A and B relative to the scene file; one path if both are the same mesh, none for a seeded scene.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub meshes: Vec<PathInFile>,
}

/// A checked [`MeshesFile`] with its meshes loaded.
#[derive(Clone)]
pub struct SavedMeshes {
    /// Absolute paths and their meshes; `None` for a seeded scene.
    pub files: Option<Files>,
}

/// Two files and their meshes; the same `Arc` twice if both are one file.
pub type Files = ([PathBuf; 2], [Arc<Mesh>; 2]);

/// Two files that are being read.
pub(super) struct ReadingFiles {
    /// Paths of A and of B.
    pub(super) paths: [PathBuf; 2],
    /// The job that reads the meshes, with notes, and computes the path of B; both are slow for large meshes.
    pub(super) reading: Reading<(Meshes, Vec<String>)>,
}

/// Reads and checks the value that [`write()`] returns; meshes may take long to load.
pub fn read(file: &serde_json::Value, folder: &Path) -> Result<Saved, LabError> {
    checked(part_of_file(file)?, folder)
}

fn checked(file: MeshesFile, folder: &Path) -> Result<Saved, LabError> {
    let read = match &file.meshes[..] {
        [] => None,
        [both] => Some(load([&folder.join(both), &folder.join(both)])?),
        [a, b] => Some(load([&folder.join(a), &folder.join(b)])?),
        _ => return Err(LabError("expected one mesh, used for A and B, or two; got more".to_owned())),
    };
    let (files, notes) = read.unzip();
    let note = |(paths, meshes): &Files| {
        [0, 1].map(|i: usize| format!("{}: {} triangles", paths[i].display(), meshes[i].triangles().len()))
    };
    let notes = files.iter().flat_map(note).chain(notes.into_iter().flatten()).collect();
    Ok(Saved { state: Box::new(SavedMeshes { files }), notes })
}

/// Range of the largest coordinate of a mesh, metres.
const SIZES: RangeInclusive<f64> = 1e-9..=1e12;

/// Loads two mesh files, which may be triangle soups. Also returns notes on parts of the files that are skipped.
pub fn load(paths: [&Path; 2]) -> Result<(Files, Vec<String>), LabError> {
    let mut notes = Vec::new();
    let mut read = |path: &Path| {
        let (mesh, skipped) = import::read_triangles(path).map_err(|why| LabError(why.to_string()))?;
        notes.extend(skipped.iter().map(|note| format!("{}: {note}", path.display())));
        let largest = size(&mesh);
        if largest != 0.0 && !SIZES.contains(&largest) {
            return Err(LabError(format!(
                "{}: its largest coordinate is {largest:e} m, but must be from {:e} to {:e} m; scale it, or use the command meshes",
                path.display(),
                SIZES.start(),
                SIZES.end()
            )));
        }
        Ok::<_, LabError>(Arc::new(mesh))
    };
    let absolute = paths.map(files::absolute);
    let a = read(&absolute[0])?;
    let b = if absolute[0] == absolute[1] { Arc::clone(&a) } else { read(&absolute[1])? };
    Ok(((absolute, [a, b]), notes))
}

fn of_paths(_words: &Params, paths: &[PathBuf]) -> Result<Saved, LabError> {
    checked(MeshesFile { meshes: paths.iter().map(PathInFile::from).collect() }, Path::new(""))
}

/// The lab's part of a scene file; `Null` for a seeded scene. Paths below `folder` become relative.
pub fn write(source: &Source, folder: &Path) -> serde_json::Value {
    let Source::Files(paths) = source else { return serde_json::Value::Null };
    let meshes = paths.iter().map(|path| files::seen_from(folder, path)).collect();
    serde_json::to_value(MeshesFile { meshes }).unwrap_or_default()
}
