//! The file of what a lab measured.

use super::lab::LabError;
use crate::gpu::Gpu;

/// What `csv` writes for the name of the renderer, which is `none` without a GPU.
pub fn measured_file(
    gpu: Option<&Gpu>,
    csv: impl FnOnce(&str) -> Result<Vec<u8>, csv::Error>,
) -> Result<Vec<u8>, LabError> {
    let renderer = gpu.map_or_else(|| "none".to_owned(), |gpu| gpu.capabilities().device());
    csv(&renderer).map_err(|why| LabError(why.to_string()))
}
