//! What the targets share: bytes as a file, read as the program reads files that people give it.

use std::path::PathBuf;
use std::sync::LazyLock;

use collidoscope::geometry::import;

/// A folder of this process's own. A file in it is written anew for every input.
static FOLDER: LazyLock<tempfile::TempDir> =
    LazyLock::new(|| tempfile::tempdir().expect("the system has a folder for temporary files"));

/// The bytes as a file with this ending.
pub fn file(ending: &str, bytes: &[u8]) -> PathBuf {
    let path = FOLDER.path().join(format!("input.{ending}"));
    std::fs::write(&path, bytes).expect("a temporary file can be written");
    path
}

/// Imports the bytes as a mesh. What comes out must be finite, and its triangles must name vertices that are there;
/// a refusal must be one line.
pub fn import(ending: &str, bytes: &[u8]) {
    match import::load(&file(ending, bytes)) {
        Ok(mesh) => {
            let count = mesh.vertices().len();
            assert!(mesh.vertices().iter().all(|v| v.iter().all(|c| c.is_finite())));
            assert!(mesh.triangles().as_flattened().iter().all(|&v| (v as usize) < count));
        }
        Err(why) => assert_one_line(&why.to_string()),
    }
}

/// A refusal is one line without control characters.
pub fn assert_one_line(why: &str) {
    assert!(!why.is_empty() && !why.chars().any(char::is_control), "{why:?}");
}
