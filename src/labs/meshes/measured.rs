//! What every lane took in every frame that was looked at, and the file that it is saved in: a row per frame and method.

use std::collections::BTreeMap;
use std::time::Duration;

use super::budget::Budget;
use super::lane::{Answered, Lane};
use crate::hierarchies::methods::Method;
use crate::hierarchies::query::Answer;
use crate::labs::measured_file::{MOST_ROWS, csv_of, settings_column};
use crate::settings::Settings;

/// Columns of the file, in order.
pub const COLUMNS: [&str; 15] = [
    "frame",
    "method",
    "query",
    "colliding",
    "triangle_pairs",
    "distance",
    "bv_tests",
    "triangle_tests",
    "updates",
    "time_us",
    "budget",
    "undecided_pairs",
    "renderer",
    "scene",
    "settings",
];

struct Row {
    method: &'static Method,
    query: &'static str,
    settings: Settings,
    /// Without its pairs.
    answer: Answer,
    pairs: usize,
    budget: Budget,
    undecided: u64,
    time: Duration,
}

/// All rows since the start, by their frame.
#[derive(Default)]
pub struct Measured {
    rows: BTreeMap<u64, Vec<Row>>,
    count: usize,
}

impl Measured {
    /// Writes down what a lane answered in a frame, once for a method with its settings, a question and a budget. The first
    /// frames go when there are too many rows.
    pub fn push(
        &mut self,
        frame: u64,
        (query, budget): (&'static str, Budget),
        lane: &Lane,
        answered: &Answered,
    ) {
        let rows = self.rows.entry(frame).or_default();
        let is_it = |row: &Row| {
            (row.method.id, row.query, row.budget) == (lane.method().id, query, budget)
                && row.settings == *lane.settings()
        };
        if rows.iter().any(is_it) {
            return;
        }
        let pairs = answered.answer.pairs.len();
        let answer = Answer { pairs: Vec::new(), cost: answered.answer.cost, ..answered.answer };
        let (method, settings) = (lane.method(), lane.settings().clone());
        let undecided = answered.open.as_ref().map_or(0, |open| open.triangles);
        rows.push(Row { method, query, settings, answer, pairs, budget, undecided, time: answered.time });
        self.count += 1;
        if self.count > MOST_ROWS {
            self.count -= self.rows.pop_first().map_or(0, |(_, rows)| rows.len());
        }
    }

    /// The last frame that was measured.
    pub fn last_frame(&self) -> Option<u64> {
        self.rows.last_key_value().map(|(frame, _)| *frame)
    }

    /// Whether nothing has been measured yet.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The rows as CSV, with a heading. `renderer` and `scene` stand in every row.
    pub fn csv(&self, renderer: &str, scene: &str) -> Result<Vec<u8>, csv::Error> {
        let rows = self.rows.iter().flat_map(|(frame, rows)| rows.iter().map(move |row| (frame, row)));
        csv_of(
            COLUMNS,
            rows.map(|(frame, Row { method, query, settings, answer, pairs, budget, undecided, time })| {
                [
                    frame.to_string(),
                    method.id.to_owned(),
                    (*query).to_owned(),
                    answer.colliding.to_string(),
                    pairs.to_string(),
                    answer.distance.map_or_else(String::new, |distance| distance.to_string()),
                    answer.cost.volume_tests.to_string(),
                    answer.cost.triangle_tests.to_string(),
                    answer.cost.updates.to_string(),
                    format!("{:.3}", 1e6 * time.as_secs_f64()),
                    budget.said(),
                    undecided.to_string(),
                    renderer.to_owned(),
                    scene.to_owned(),
                    settings_column(settings),
                ]
            }),
        )
    }
}
