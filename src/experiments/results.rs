//! The files of an experiment's record: figures as CSV, the plot as PNG.

use std::path::{Path, PathBuf};

use anyhow::Context as _;

use super::plot;
use super::record::{COLUMNS, Record};
use crate::files::reading::{LARGEST_FILE, read_file};
use crate::files::{free_stem, png, write_all_whole};

/// The extensions of the two files.
const ENDINGS: [&str; 2] = ["csv", "png"];

/// Writes the results so far as `NAME.csv` and `NAME.png` in `folder`, both or neither, and returns their
/// paths.
pub fn write_results(record: &Record, folder: &Path, name: &str) -> anyhow::Result<[PathBuf; 2]> {
    let paths = paths(folder, name);
    let csv = record.csv().context("the figures cannot be written as CSV")?;
    let plot = png(&image::DynamicImage::ImageRgb8(plot::draw(record)?).to_rgba8())?;
    let [csv_path, png_path] = paths.clone();
    write_all_whole(&[(csv_path, csv), (png_path, plot)])?;
    Ok(paths)
}

/// A name for which neither of the two files exists.
pub fn free_name(folder: &Path, id: &str) -> String {
    free_stem(folder, id, &ENDINGS)
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

fn paths(folder: &Path, name: &str) -> [PathBuf; 2] {
    ENDINGS.map(|ending| folder.join(format!("{name}.{ending}")))
}

#[cfg(test)]
mod tests {
    use super::super::{EXPERIMENTS, Figure, RunError};
    use super::*;

    #[test]
    fn no_run_replaces_what_took_longer_to_measure() {
        let folder = tempfile::tempdir().unwrap();
        let experiment = &EXPERIMENTS[0];
        let run = |quick: bool, outcome| {
            let mut record = Record::new(experiment, quick, 1);
            record.figures.push(Figure::new("gjk", (1.0, "bodies"), "time", (2.0, "ms")));
            record.outcome = Some(outcome);
            record
        };
        let (full, quick) = (run(false, Ok(())), run(true, Ok(())));
        let stopped = run(false, Err(RunError::Stopped));
        let name = |record: &Record| name_of(record, folder.path());
        let (id, beside) = (experiment.id.to_owned(), format!("{}-1", experiment.id));
        let [csv, _] = paths(folder.path(), &id);
        for record in [&full, &quick, &stopped] {
            assert_eq!(name(record), id, "nothing is there");
        }
        for (earlier, of_quick) in [(&quick, &id), (&full, &beside), (&stopped, &beside)] {
            std::fs::write(&csv, earlier.csv().unwrap()).unwrap();
            let expected = [&id, of_quick, &beside].map(String::clone);
            assert_eq!([name(&full), name(&quick), name(&stopped)], expected);
        }
        std::fs::write(&csv, "measured for hours").unwrap();
        assert_eq!(name(&quick), beside, "of something else");
    }
}
