//! What every lane took in every frame that was looked at, and the file that it is saved in: a row per frame and method.

use std::collections::VecDeque;
use std::time::Duration;

use super::lane::{Answered, Lane};
use crate::hierarchies::methods::Method;
use crate::hierarchies::query::Answer;
use crate::settings::Settings;

/// Most rows that are kept: four panes for five minutes at 60 frames a second.
const MOST_ROWS: usize = 72_000;

/// Columns of the file, in order.
pub const COLUMNS: [&str; 13] = [
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
    "renderer",
    "scene",
    "settings",
];

struct Row {
    frame: u64,
    method: &'static Method,
    query: &'static str,
    settings: Settings,
    /// Without its pairs.
    answer: Answer,
    pairs: usize,
    time: Duration,
}

/// All rows since the start, oldest first.
#[derive(Default)]
pub struct Measured {
    rows: VecDeque<Row>,
}

impl Measured {
    /// Writes down what a lane answered in a frame. The oldest rows go when there are too many.
    pub fn push(&mut self, frame: u64, query: &'static str, lane: &Lane, answered: &Answered) {
        if self.rows.len() >= MOST_ROWS {
            self.rows.pop_front();
        }
        let pairs = answered.answer.pairs.len();
        let answer = Answer { pairs: Vec::new(), cost: answered.answer.cost, ..answered.answer };
        let (method, settings) = (lane.method(), lane.settings().clone());
        self.rows.push_back(Row { frame, method, query, settings, answer, pairs, time: answered.time });
    }

    /// Drops all rows.
    pub fn clear(&mut self) {
        self.rows.clear();
    }

    /// Whether nothing has been measured yet.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The rows as CSV, with a heading. `renderer` and `scene` stand in every row.
    pub fn csv(&self, renderer: &str, scene: &str) -> Result<Vec<u8>, csv::Error> {
        let mut file = csv::Writer::from_writer(Vec::new());
        file.write_record(COLUMNS)?;
        for Row { frame, method, query, settings, answer, pairs, time } in &self.rows {
            let settings = settings.iter().map(|(setting, value)| format!("{}={value}", setting.id));
            file.write_record([
                &frame.to_string(),
                method.id,
                query,
                &answer.colliding.to_string(),
                &pairs.to_string(),
                &answer.distance.map_or_else(String::new, |distance| distance.to_string()),
                &answer.cost.volume_tests.to_string(),
                &answer.cost.triangle_tests.to_string(),
                &answer.cost.updates.to_string(),
                &format!("{:.3}", 1e6 * time.as_secs_f64()),
                renderer,
                scene,
                &settings.collect::<Vec<_>>().join(" "),
            ])?;
        }
        file.into_inner().map_err(|why| csv::Error::from(why.into_error()))
    }
}
