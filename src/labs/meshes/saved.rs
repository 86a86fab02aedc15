//! What words cannot say: two meshes from files. Part of a scene file.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::exhibit::Words;
use crate::files;
use crate::files::path_in_file::PathInFile;
use crate::geometry::{Mesh, import};
use crate::labs::lab::{LabError, Saved, Takes};
use crate::labs::reading::Reading;
use crate::meshes::source::{Meshes, Source};

/// Files that become part of the lab.
pub const TAKES: Takes =
    Takes { says: "a mesh as one of the two", endings: &import::ENDINGS, written: with_meshes };

/// What a scene file holds beside the words.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MeshesFile {
    /// The files of A and of B, relative to the scene file; one for a mesh and its own copy; none for a seeded scene.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub meshes: Vec<PathInFile>,
}

/// A [`MeshesFile`], checked, its meshes loaded.
#[derive(Clone)]
pub struct SavedMeshes {
    /// The files, absolute, and what is in them.
    pub files: Option<Files>,
}

/// Two files and their meshes; the same `Arc` twice if both are one file.
pub type Files = ([PathBuf; 2], [Arc<Mesh>; 2]);

/// Two files that are being read.
pub(super) struct ReadingFiles {
    /// Of A and of B.
    pub(super) paths: [PathBuf; 2],
    /// Read, and put on their path, which takes long for large ones, too.
    pub(super) reading: Reading<Meshes>,
}

/// Reads and checks what [`write()`] wrote; meshes may take long to load.
pub fn read(file: &serde_json::Value, folder: &Path) -> Result<Saved, LabError> {
    let file: MeshesFile = match file {
        serde_json::Value::Null => MeshesFile::default(),
        _ => serde_json::from_value(file.clone()).map_err(|why| LabError(why.to_string()))?,
    };
    let files = match &file.meshes[..] {
        [] => None,
        [both] => Some(load([&folder.join(both), &folder.join(both)])?),
        [a, b] => Some(load([&folder.join(a), &folder.join(b)])?),
        _ => return Err(LabError("this lab takes one mesh, for both, or two".to_owned())),
    };
    let note = |(paths, meshes): &Files| {
        [0, 1].map(|i: usize| format!("{}: {} triangles", paths[i].display(), meshes[i].triangles().len()))
    };
    let notes = files.iter().flat_map(note).collect();
    Ok(Saved { state: Box::new(SavedMeshes { files }), notes })
}

/// Two files, triangle soup and all.
pub fn load(paths: [&Path; 2]) -> Result<Files, LabError> {
    let read = |path: &Path| {
        let mesh = import::read_triangles(path).map_err(|why| LabError(why.to_string()))?;
        Ok::<_, LabError>(Arc::new(mesh))
    };
    let absolute = paths.map(files::absolute);
    let a = read(&absolute[0])?;
    let b = if absolute[0] == absolute[1] { Arc::clone(&a) } else { read(&absolute[1])? };
    Ok((absolute, [a, b]))
}

/// What a file would say of these meshes. Too many are written as well, and refused by [`read`].
fn with_meshes(_words: &Words, paths: &[PathBuf]) -> serde_json::Value {
    let paths: Vec<_> = paths.iter().map(PathInFile::from).collect();
    serde_json::json!({ "meshes": paths })
}

/// What a file says of the meshes, `Null` of a seeded scene. Files are named relative to `folder` where they lie below it.
pub fn write(source: &Source, folder: &Path) -> serde_json::Value {
    let Source::Files(paths) = source else { return serde_json::Value::Null };
    let meshes = paths.iter().map(|path| files::seen_from(folder, path)).collect();
    serde_json::to_value(MeshesFile { meshes }).unwrap_or_default()
}
