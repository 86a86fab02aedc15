//! An experiment's record as files: its figures as CSV, their plot as PNG.

use std::path::{Path, PathBuf};

use anyhow::Context as _;

use super::plot;
use super::record::Record;
use crate::files::{free_stem, png, write_all_whole};

/// What the two files' names end with.
const ENDINGS: [&str; 2] = ["csv", "png"];

/// What an experiment has measured so far as `NAME.csv` and `NAME.png` in `folder`, both or neither. Returns both
/// paths.
pub fn write_results(record: &Record, folder: &Path, name: &str) -> anyhow::Result<[PathBuf; 2]> {
    let paths = paths(folder, name);
    let csv = record.csv().context("the figures cannot be written as CSV")?;
    let plot = png(&image::DynamicImage::ImageRgb8(plot::draw(record)?).to_rgba8())?;
    let [csv_path, png_path] = paths.clone();
    write_all_whole(&[(csv_path, csv), (png_path, plot)])?;
    Ok(paths)
}

/// A name under which neither of the two files is there yet.
pub fn free_name(folder: &Path, id: &str) -> String {
    free_stem(folder, id, &ENDINGS)
}

fn paths(folder: &Path, name: &str) -> [PathBuf; 2] {
    ENDINGS.map(|ending| folder.join(format!("{name}.{ending}")))
}
