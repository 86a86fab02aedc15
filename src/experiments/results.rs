//! The files of an experiment's record: figures as CSV, the plot as PNG and on request as SVG.

use std::path::{Path, PathBuf};

use anyhow::Context as _;

use super::ALL;
use super::plot;
use super::record::{COLUMNS, Record};
use crate::files::reading::{LARGEST_FILE, read_file};
use crate::files::{free_stem, png, write_all_whole};

/// The extensions of the two files.
const ENDINGS: [&str; 2] = ["csv", "png"];
/// The extension of the plot as SVG.
const SVG: &str = "svg";

/// Writes the results so far as `NAME.csv` and `NAME.png` in `folder`, and with `svg` as `NAME.svg`, all or none, and
/// returns their paths.
pub fn write_results(record: &Record, folder: &Path, name: &str, svg: bool) -> anyhow::Result<Vec<PathBuf>> {
    let csv = record.csv().context("the figures cannot be written as CSV")?;
    let plot = png(&plot::picture(record, ALL)?)?;
    let mut files: Vec<_> = paths(folder, name).into_iter().zip([csv, plot]).collect();
    if svg {
        files.push((folder.join(format!("{name}.{SVG}")), plot::svg(record, ALL)?.into_bytes()));
    }
    write_all_whole(&files)?;
    Ok(files.into_iter().map(|(path, _)| path).collect())
}

/// A name for which none of the files exists.
pub fn free_name(folder: &Path, id: &str) -> String {
    free_stem(folder, id, &[&ENDINGS[..], &[SVG]].concat())
}

/// The name of a run's files in `folder`: the experiment's id, unless that would replace files that took longer to
/// measure; then an unused name. An incomplete run replaces nothing, and a quick run only the files of a quick run.
pub fn name_of(record: &Record, folder: &Path) -> String {
    let id = record.experiment.id;
    let [csv, _] = paths(folder, id);
    let may_replace = record.is_complete() && (!record.is_quick() || is_of_quick_run(&csv));
    if may_replace { id.to_owned() } else { free_name(folder, id) }
}

/// Whether the file is the CSV of a quick run, according to the settings in its first row.
fn is_of_quick_run(csv: &Path) -> bool {
    let Ok(bytes) = read_file(csv, LARGEST_FILE) else { return false };
    let row = csv::Reader::from_reader(&bytes[..]).records().next();
    let settings = COLUMNS.iter().position(|name| *name == "settings");
    let says = settings.zip(row.and_then(Result::ok)).and_then(|(at, row)| row.get(at).map(str::to_owned));
    says.is_some_and(|says| says.split(';').any(|setting| setting == "quick=yes"))
}

/// The paths of the CSV file and the PNG file with this name.
fn paths(folder: &Path, name: &str) -> [PathBuf; 2] {
    ENDINGS.map(|ending| folder.join(format!("{name}.{ending}")))
}
