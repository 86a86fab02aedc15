//! Programs of one's own: right, wrong and broken ones, their grades, and the starter kits.

mod broken;
mod command;
mod families;
mod fuzz;
mod kits;
mod pane;
mod passes;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use collidoscope::geometry::{Pose, Shape, Vector, primitives};
use collidoscope::world::Body;

/// Compiles a Rust program with `rustc`, once per content, into the folder of the tests. Tests of other processes may
/// do the same at the same time.
pub fn compiled(source: &Path) -> PathBuf {
    let text = std::fs::read(source).unwrap();
    let hash = text.iter().fold(7_u64, |hash, byte| hash.wrapping_mul(1_000_003) ^ u64::from(*byte));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    std::fs::create_dir_all(folder).unwrap();
    let stem = source.file_stem().unwrap().to_str().unwrap();
    let program = folder.join(format!("{stem}-{hash:016x}{}", std::env::consts::EXE_SUFFIX));
    if !program.exists() {
        let own = tempfile::tempdir_in(folder).unwrap();
        let made = own.path().join("made");
        let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let output =
            Command::new(rustc).args(["-O", "--edition", "2021", "-o"]).arg(&made).arg(source).output();
        let output = output.expect("rustc runs, since it has built this test");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        std::fs::rename(&made, &program).unwrap();
    }
    program
}

/// The command line of the helper that behaves like this.
pub fn helper(how: &str) -> String {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/window/own_programs/helper.rs");
    format!("'{}' {how}", compiled(&source).display())
}

/// Two unit cubes this far from each other along x.
pub fn cubes(distance: f64) -> [Body; 2] {
    let cube = Arc::new(Shape::polyhedron(primitives::cuboid(Vector::repeat(0.5))));
    [0.0, distance].map(|x| Body::at_rest(cube.clone(), Pose::translation(x, 0.0, 0.0)))
}
