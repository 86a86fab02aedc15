//! The shaders of draws that change or test depths only.

use crate::gpu::{Gpu, GpuError, Program};

const VERTEX: &str = include_str!("../../../../shaders/image_space/depth_only.vert");
const FRAGMENT: &str = include_str!("../../../../shaders/image_space/depth_only.frag");
const COUNT: &str = include_str!("../../../../shaders/image_space/count.frag");

/// Compiles the shader; `defines` are the lines that select a variant of the vertex shader.
///
/// On a GPU the fragment shader may discard a fragment, and never does. With an empty shader, drivers test depths
/// before shading by bounds of whole blocks of pixels. An NVIDIA H100 (driver 580) then counted up to 220 % too many
/// samples in an occlusion query whose depth test (greater or equal) turns the one of the draw before (less or equal),
/// and other numbers in every run; with this shader its counts are those of llvmpipe, but for single samples. The
/// depths themselves were right.
pub fn program(gpu: &Gpu, name: &'static str, defines: &str) -> Result<Program, GpuError> {
    let vertex = format!("{defines}{VERTEX}");
    match gpu.capabilities().is_software() {
        true => Program::new(gpu, name, &vertex, FRAGMENT),
        false => Program::new(gpu, name, &vertex, &format!("#define MAY_DISCARD\n{FRAGMENT}")),
    }
}

/// Like [`program`], with a shader that counts the fragments of each pair in a storage buffer.
pub fn counting(gpu: &Gpu, name: &'static str, defines: &str) -> Result<Program, GpuError> {
    Program::new(gpu, name, &format!("{defines}{VERTEX}"), COUNT)
}
