//! The files of the kernels; pictures; and results that come with the program.

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

macro_rules! files {
    ($($id:literal)*) => {
        &[$(($id, include_bytes!(concat!("../../results/llvmpipe/", $id, ".csv")))),*]
    };
}

/// Ids of experiments with the files of `results/llvmpipe/`: full runs on Mesa's software rasteriser.
const SHIPPED: &[(&str, &[u8])] = files![
    "balance" "best-k" "broad-phase" "bsp-bevels" "bsp-error" "bsp-movers" "bsp-peers" "bsp-scale" "ccd" "cloth-filters" "cloth-rivals"
    "cloth-guard" "cloth-scale" "cloth-table-1" "cloth-table-2" "cloth-table-3" "cloth-table-4" "cloth-table-5"
    "cloth-table-6" "cloth-threshold" "construction" "cost-function" "cullide" "depth-maps" "descent" "distance"
    "figure-3" "figure-4" "front" "image-space" "kdop-updates" "leaf-size" "limit" "obbtree-gap" "on-demand" "overlap"
    "peers" "processor-load" "resolution" "resting" "road" "schedules" "shortcuts" "split-rules" "table-1-tightness" "table-2-boxes"
    "table-3-cascades" "time-critical" "truth" "truth-images" "truth-sweeps"
];

/// The results of an experiment that come with the program, as CSV; `None` if there are none.
pub fn shipped_csv(experiment: &str) -> Option<&'static [u8]> {
    SHIPPED.iter().find(|(id, _)| *id == experiment).map(|(_, csv)| *csv)
}
