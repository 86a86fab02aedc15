//! Shared by several test modules: GL contexts, plain scenes, and inputs in the files next to this one.

pub mod gallery;
pub mod labs;
pub mod rays;
pub mod visitor;
pub mod window;

#[path = "../../crates/kernels/tests/kernels/support/mod.rs"]
mod of_kernels;
pub use of_kernels::{cloths, levels, mesh_files, pairs, roads, solids};

use collidoscope::geometry::Aabb;
use collidoscope::gpu::{Gpu, Severity};
use collidoscope::render::scene::{Marks, Overlays, Scene};
use collidoscope::world::Body;

/// A GL context without a display, with debug messages.
pub fn gpu() -> Gpu {
    Gpu::open_surfaceless(true).expect("the tests need EGL and a driver, Mesa's software one at least")
}

/// Fails the test if the driver has reported an error or undefined behaviour.
pub fn assert_no_complaints(gpu: &Gpu) {
    let bad: Vec<_> =
        gpu.take_messages().into_iter().filter(|m| m.severity == Severity::High).map(|m| m.text).collect();
    assert!(bad.is_empty(), "the driver complained: {bad:#?}");
}

/// A scene of bodies only: no overlay, no mark, no selection.
pub fn plain_scene<'a>(bodies: &'a [Body], container: Aabb, colliding: &'a [bool]) -> Scene<'a> {
    Scene {
        bodies,
        container,
        colliding,
        selected: None,
        candidates: &[],
        verdicts: &[],
        windows: &[],
        marks: Marks::default(),
        only: None,
        overlays: Overlays::default(),
    }
}
