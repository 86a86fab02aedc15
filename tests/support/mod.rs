//! What several test modules share: seeded pairs of bodies.

pub mod mesh_files;
pub mod pairs;
pub mod rays;
pub mod visitor;
pub mod window;

use collidoscope::gpu::{Gpu, Severity};

/// A context without a display, with debug messages on.
pub fn gpu() -> Gpu {
    Gpu::open_surfaceless(true).expect("the tests need EGL and a driver, Mesa's software one at least")
}

/// Fails the test when the driver has reported an error or undefined behaviour.
pub fn assert_no_complaints(gpu: &Gpu) {
    let bad: Vec<_> =
        gpu.take_messages().into_iter().filter(|m| m.severity == Severity::High).map(|m| m.text).collect();
    assert!(bad.is_empty(), "the driver complained: {bad:#?}");
}
