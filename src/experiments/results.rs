//! An experiment's record as files: its figures as CSV, their plot as PNG.

use std::path::{Path, PathBuf};

use anyhow::Context as _;

use super::plot;
use super::record::Record;
use crate::files::{write_png, write_whole};

/// What an experiment has measured so far as `NAME.csv` and `NAME.png` in `folder`. Returns both paths.
pub fn write_results(record: &Record, folder: &Path, name: &str) -> anyhow::Result<[PathBuf; 2]> {
    let [csv, png] = ["csv", "png"].map(|ending| folder.join(format!("{name}.{ending}")));
    write_whole(&csv, &record.csv().context("the figures cannot be written as CSV")?)?;
    write_png(&png, &image::DynamicImage::ImageRgb8(plot::draw(record)?).to_rgba8())?;
    Ok([csv, png])
}
