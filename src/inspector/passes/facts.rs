//! What a position of a table of passes has in numbers: for lessons' claims.

use super::tables::{Tables, step_at};
use crate::image_space::explained::relation::Relation;
use crate::image_space::recording::PassRecording;

/// `steps` and `side` (pixels along a side of the buffers); `relation`, once per relation of the two bodies' depth
/// intervals that is seen in the recording; after a step its `samples`, and `stencil` once per value in the buffer.
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

/// How the intervals of the pair's first and second body lie on the pixels that both cover, neighbours and all.
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
