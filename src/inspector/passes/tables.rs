//! What was recorded of a method's tables of passes, with the rows as the source has them.

use super::rows::{self, Row};
use crate::image_space::pass::PassProgram;
use crate::image_space::recording::{PassRecording, Step};
use crate::inspector::case::Case;

/// A pair, and the passes that were run for it.
pub struct Tables {
    /// The bodies, the method and its verdict.
    pub case: Case,
    /// The method's tables; as many of them were run as left the pair open.
    pub programs: &'static [&'static PassProgram],
    /// The tables that were run; at least one.
    pub recorded: Vec<PassRecording>,
    /// All rows of all tables, whether they were run or not.
    pub rows: Vec<Row>,
    /// Positions after which another round begins.
    pub landmarks: Vec<usize>,
}

impl Tables {
    /// Derives the rows and the ends of rounds from the recordings.
    pub fn new(case: Case, programs: &'static [&'static PassProgram], recorded: Vec<PassRecording>) -> Self {
        let rows = rows::of(programs, &recorded);
        let landmarks = rows::ends_of_rounds(&rows);
        Self { case, programs, recorded, rows, landmarks }
    }

    /// Whether any row of its tables tests or writes the stencil buffer.
    pub fn uses_stencil(&self) -> bool {
        self.programs.iter().any(|program| program.uses_stencil())
    }

    /// How many passes were run.
    pub fn steps_run(&self) -> usize {
        self.recorded.iter().map(|table| table.steps.len()).sum()
    }

    /// The row that a position has just run, or else the last one before it.
    pub fn row_before(&self, position: usize) -> Option<&Row> {
        self.rows.iter().rfind(|row| row.was_run() && row.number <= position)
    }
}

/// The table that a position lies in, and the index of its step there; the first table and `None` before the first
/// step, the last step past the end.
pub fn at(recorded: &[PassRecording], position: usize) -> Option<(&PassRecording, Option<usize>)> {
    let Some(mut index) = position.checked_sub(1) else { return Some((recorded.first()?, None)) };
    for table in recorded {
        if index < table.steps.len() {
            return Some((table, Some(index)));
        }
        index -= table.steps.len();
    }
    let last = recorded.last()?;
    Some((last, last.steps.len().checked_sub(1)))
}

/// The step that a position has just run.
pub fn step_at(recorded: &[PassRecording], position: usize) -> Option<&Step> {
    let (table, index) = at(recorded, position)?;
    table.steps.get(index?)
}
