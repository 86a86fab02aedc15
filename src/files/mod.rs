//! The files of the kernels; and pictures.

pub use collidoscope_kernels::files::*;

use std::path::Path;

use anyhow::Context as _;

/// Writes an image as PNG, complete or not at all.
pub fn write_png(path: &Path, picture: &image::RgbaImage) -> anyhow::Result<()> {
    write_whole(path, &png(picture)?)
}

/// An image as the bytes of a PNG file.
pub fn png(picture: &image::RgbaImage) -> anyhow::Result<Vec<u8>> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut bytes, image::ImageFormat::Png).context("the picture cannot be encoded")?;
    Ok(bytes.into_inner())
}
