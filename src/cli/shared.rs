//! What several commands read or open in the same way.

use crate::gpu::{Gpu, GpuError};
use crate::methods::{self, Method};

/// The method of this id, or a line that lists the ids.
pub fn find_method(id: &str) -> anyhow::Result<&'static Method> {
    methods::named(id).map_err(anyhow::Error::msg)
}

/// `NAME=VALUE`, as `--set` takes it.
pub fn parse_setting(text: &str) -> anyhow::Result<(&str, &str)> {
    text.split_once('=').ok_or_else(|| anyhow::anyhow!("--set takes NAME=VALUE, not {text:?}"))
}

/// A context without a display, if a method needs one; debug builds collect the driver's messages.
pub fn open_gpu() -> Result<Gpu, GpuError> {
    Gpu::open_surfaceless(cfg!(debug_assertions))
}
