//! What a lab measured, row by row, and the file of it.

use std::collections::VecDeque;

use super::lab::LabError;
use crate::gpu::Gpu;
use crate::settings::Settings;

/// Most rows that a lab keeps: four panes for five minutes at 60 frames a second.
pub const MOST_ROWS: usize = 72_000;

/// Rows since the start, oldest first. The oldest go when there are too many.
#[derive(Clone)]
pub struct Rows<R>(VecDeque<R>);

impl<R> Rows<R> {
    /// Writes one down.
    pub fn push(&mut self, row: R) {
        if self.0.len() >= MOST_ROWS {
            self.0.pop_front();
        }
        self.0.push_back(row);
    }

    /// Drops all.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Whether nothing has been measured yet.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &R> {
        self.0.iter()
    }

    /// About how much memory they take.
    pub fn bytes(&self) -> usize {
        self.0.len() * size_of::<R>()
    }
}

impl<R> Default for Rows<R> {
    fn default() -> Self {
        Self(VecDeque::new())
    }
}

/// The column "settings": what a method was set to.
pub fn settings_column(settings: &Settings) -> String {
    let said = settings.iter().map(|(setting, value)| format!("{}={value}", setting.id));
    said.collect::<Vec<_>>().join(" ")
}

/// A file of comma-separated values: the columns' names, and the fields of every row.
pub fn csv_of<const N: usize>(
    columns: [&str; N],
    rows: impl Iterator<Item = [String; N]>,
) -> Result<Vec<u8>, csv::Error> {
    let mut file = csv::Writer::from_writer(Vec::new());
    file.write_record(columns)?;
    for row in rows {
        file.write_record(row)?;
    }
    file.into_inner().map_err(|why| csv::Error::from(why.into_error()))
}

/// What `csv` writes for the name of the renderer, which is `none` without a GPU.
pub fn measured_file(
    gpu: Option<&Gpu>,
    csv: impl FnOnce(&str) -> Result<Vec<u8>, csv::Error>,
) -> Result<Vec<u8>, LabError> {
    let renderer = gpu.map_or_else(|| "none".to_owned(), |gpu| gpu.capabilities().device());
    csv(&renderer).map_err(|why| LabError(why.to_string()))
}
