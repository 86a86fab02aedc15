//! The recorded tables of passes of a method, with the rows as in the source, and the numbers that claims
//! check.

use super::rows::{self, Row};
use crate::image_space::explained::relation::Relation;
use crate::image_space::pass::PassProgram;
use crate::image_space::recording::{PassRecording, Step};
use crate::stories::arena::case::Case;

/// A pair and the passes that were run for it.
pub struct Tables {
    /// The bodies, the method and its verdict.
    pub case: Case,
    /// The method's tables. A table is run only if the previous one left the pair undecided.
    pub programs: &'static [&'static PassProgram],
    /// The tables that were run; at least one.
    pub recorded: Vec<PassRecording>,
    /// All rows of all tables, including those that were not run.
    pub rows: Vec<Row>,
    /// Positions after which a round begins.
    pub landmarks: Vec<usize>,
}

impl Tables {
    /// Derives the rows and the ends of rounds from the recordings.
    pub fn new(case: Case, programs: &'static [&'static PassProgram], recorded: Vec<PassRecording>) -> Self {
        let rows = rows::of(programs, &recorded);
        let landmarks = rows::ends_of_rounds(&rows);
        Self { case, programs, recorded, rows, landmarks }
    }

    /// True if any row of the tables tests or writes the stencil buffer.
    pub fn uses_stencil(&self) -> bool {
        self.programs.iter().any(|program| program.uses_stencil())
    }

    /// Number of passes that were run.
    pub fn steps_run(&self) -> usize {
        self.recorded.iter().map(|table| table.steps.len()).sum()
    }

    /// The last row run at or before a position.
    pub fn row_before(&self, position: usize) -> Option<&Row> {
        self.rows.iter().rfind(|row| row.was_run() && row.number <= position)
    }
}

/// The table of a position, and the index of its step there; the first table and `None` before the first
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

/// The step that ends at a position.
pub fn step_at(recorded: &[PassRecording], position: usize) -> Option<&Step> {
    let (table, index) = at(recorded, position)?;
    table.steps.get(index?)
}

/// The numbers of a position: `steps`; `side`, the pixels along a side of the buffers; `relation`, once for
/// each relation of the two bodies' depth intervals in the recording; and after a step its `samples`, and
/// `stencil` once for each value in the buffer.
pub fn facts(tables: &Tables, at: usize) -> Vec<(&'static str, u64)> {
    let mut facts = vec![("steps", tables.steps_run() as u64)];
    facts.extend(tables.recorded.first().map(|table| ("side", table.side() as u64)));
    let relations: Vec<u8> = tables.recorded.iter().flat_map(relations).collect();
    facts.extend(distinct(relations).into_iter().map(|number| ("relation", number.into())));
    if let Some(step) = step_at(&tables.recorded, at).filter(|_| at <= tables.steps_run()) {
        facts.push(("samples", step.samples.into()));
        facts.extend(distinct(step.stencil.clone()).into_iter().map(|value| ("stencil", value.into())));
    }
    facts
}

fn distinct(mut values: Vec<u8>) -> Vec<u8> {
    values.sort_unstable();
    values.dedup();
    values
}

/// The relations between the depth intervals of the pair's bodies, at pixels where both bodies cover the
/// pixel and all its neighbours.
fn relations(recording: &PassRecording) -> Vec<u8> {
    let side = recording.side();
    let first = recording.roles.iter().position(|role| *role == 0).unwrap_or(0);
    let [a, b] = [&recording.intervals[first], &recording.intervals[1 - first]];
    let is_inside = |pixel: &usize| {
        let (x, y) = (pixel % side, pixel / side);
        let around = |at: usize| at.checked_sub(1).filter(|_| at + 1 < side).map(|before| before..=at + 1);
        let (Some(columns), Some(rows)) = (around(x), around(y)) else { return false };
        rows.flat_map(|row| columns.clone().map(move |column| row * side + column))
            .all(|near| a[near].is_some() && b[near].is_some())
    };
    let relation = |pixel: usize| {
        let [a, b] = [a[pixel]?, b[pixel]?].map(|interval| interval.map(f64::from));
        Some(Relation::of(a, b).number())
    };
    (0..side * side).filter(is_inside).filter_map(relation).collect()
}
