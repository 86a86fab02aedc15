//! Code that the fuzz targets share: a file with the fuzzer's bytes, read as the program reads user files,
//! and mutators that keep most files valid.

pub mod mutate;
pub mod maps;
pub mod moves;
pub mod scenes;

use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use collidoscope::geometry::import;

/// A temporary folder of this process. A file in it is overwritten for every input; beside it are a mesh and
/// a map that inputs may name.
static FOLDER: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("the system has a folder for temporary files");
    let beside = [
        ("m.obj", include_str!("../seeds/obj/tetrahedron.obj")),
        ("m.map", include_str!("../seeds/map/room.map")),
    ];
    for (name, text) in beside {
        std::fs::write(folder.path().join(name), text).expect("a temporary file can be written");
    }
    folder
});

/// The folder that contains the input file.
pub fn folder() -> &'static Path {
    FOLDER.path()
}

/// Writes the bytes to a file with this extension and returns its path.
pub fn file(ending: &str, bytes: &[u8]) -> PathBuf {
    let path = folder().join(format!("input.{ending}"));
    std::fs::write(&path, bytes).expect("a temporary file can be written");
    path
}

/// Counts an input, and prints the number of accepted inputs whenever the number of inputs is a power of two.
pub fn count(accepted: bool) {
    static COUNTS: [AtomicU64; 2] = [AtomicU64::new(0), AtomicU64::new(0)];
    let all = COUNTS[0].fetch_add(1, Ordering::Relaxed) + 1;
    let good = COUNTS[1].fetch_add(accepted.into(), Ordering::Relaxed) + u64::from(accepted);
    if all.is_power_of_two() {
        eprintln!("accepted: {good} of {all}");
    }
}

/// Imports the bytes as a mesh. The mesh must be finite and its triangles must refer to existing vertices; an
/// error must be one line.
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

/// Asserts that an error is one line without control characters.
pub fn assert_one_line(why: &str) {
    assert!(!why.is_empty() && !why.chars().any(char::is_control), "{why:?}");
}
