//! The recorded pass tables of a method, their rows as in the publication that the method follows, and the
//! numbers that claims in lessons check.

use std::cell::OnceCell;

use super::rows::{self, Row};
use super::telling::{self, Telling};
use crate::image_space::explained::relation::Relation;
use crate::image_space::explained::tally::Tally;
use crate::image_space::pass::{PassProgram, Takes};
use crate::image_space::recording::{PassRecording, Step};
use crate::stories::arena::case::Case;

/// A pair and the passes that were run for it.
pub struct Tables {
    /// The bodies, the method and its verdict.
    pub case: Case,
    /// The method's tables. A table is run only if the previous one left the pair undecided.
    pub programs: Vec<PassProgram>,
    /// The tables that were run; at least one.
    pub recorded: Vec<PassRecording>,
    /// All rows of all tables, including those that were not run.
    pub rows: Vec<Row>,
    /// Numbers of steps after which a round begins.
    pub landmarks: Vec<usize>,
    /// The pixel at which the story opens, found when it is first shown.
    pub telling: OnceCell<Option<Telling>>,
    /// Numbers of pixels of the last table that was run, counted when they are first needed.
    pub tally: OnceCell<Tally>,
}

impl Tables {
    /// Makes the rows, and the positions at which rounds begin, from the recordings.
    pub fn new(case: Case, programs: Vec<PassProgram>, recorded: Vec<PassRecording>) -> Self {
        let rows = rows::of(&programs, &recorded);
        let landmarks = rows::ends_of_rounds(&rows);
        Self { case, programs, recorded, rows, landmarks, telling: OnceCell::new(), tally: OnceCell::new() }
    }

    /// The pixel at which the story opens; `None` if no body covers a pixel.
    pub fn telling(&self) -> Option<Telling> {
        *self.telling.get_or_init(|| self.recorded.last().and_then(telling::find))
    }

    /// True if any row of the tables tests or writes the stencil buffer.
    pub fn uses_stencil(&self) -> bool {
        self.programs.iter().any(|program| program.uses_stencil())
    }

    /// Number of passes that were run.
    pub fn steps_run(&self) -> usize {
        self.recorded.iter().map(|table| table.steps.len()).sum()
    }

    /// The last row that was run within the first `position` steps.
    pub fn row_before(&self, position: usize) -> Option<&Row> {
        self.rows.iter().rfind(|row| row.was_run() && row.number <= position)
    }
}

/// The pass table that is current after `position` steps, and the index in it of the last step that was run.
/// Before the first step: the first table and `None`; past the end: the last step.
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

/// The last step that was run after `position` steps; `None` before the first step.
pub fn step_at(recorded: &[PassRecording], position: usize) -> Option<&Step> {
    let (table, index) = at(recorded, position)?;
    table.steps.get(index?)
}

/// The numbers that claims can check after `at` steps: `steps`, the number of steps; `side`, the number of
/// pixels along a side of the buffers; `relation`, once for each way in which the depth intervals of the two
/// bodies lie to each other somewhere in the recording. After a step also its `samples`, and `stencil` once
/// for each value in the stencil buffer.
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

/// The ways in which the depth intervals of the two bodies lie to each other, at pixels that both bodies
/// cover together with all neighbouring pixels. None for a table that takes concave bodies, which can have several
/// intervals on a pixel.
fn relations(recording: &PassRecording) -> Vec<u8> {
    if recording.table.takes != Takes::Convex {
        return Vec::new();
    }
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
