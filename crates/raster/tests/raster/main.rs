//! Tests of the passes that need no OpenGL: tables, schedules, and cascades as plain data.

mod camera_framing;
mod own_passes;
mod presets;
mod round_beside_concave;
#[path = "../../../kernels/tests/kernels/support/mod.rs"]
mod support;
