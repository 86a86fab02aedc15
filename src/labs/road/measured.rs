//! What every lane took in every frame, and the file that it is saved in: a row per frame and method.

use std::collections::VecDeque;

use super::lane::{Lane, Statistics};
use super::methods::Method;
use super::wheel::SearchRule;
use crate::settings::Settings;

/// Most rows that are kept: four panes for five minutes at 60 frames a second.
const MOST_ROWS: usize = 72_000;

/// Columns of the file, in order. Times are of the casts of all four rays together.
pub const COLUMNS: [&str; 12] = [
    "frame",
    "method",
    "rays",
    "without-hit",
    "nodes",
    "triangles",
    "differences",
    "microseconds",
    "rule",
    "renderer",
    "scene",
    "settings",
];

/// What one lane took in one frame.
struct Row {
    frame: u64,
    method: &'static Method,
    settings: Settings,
    rule: SearchRule,
    took: Statistics,
}

/// All rows since the start, oldest first.
#[derive(Default)]
pub struct Measured {
    rows: VecDeque<Row>,
}

/// What the lab keeps of a drive that was restarted, beside its frames.
pub(super) struct Before {
    pub measured: Measured,
    /// Which of all drives that have begun it was.
    pub begun: u64,
}

impl Measured {
    /// Writes down what a lane took in a frame. The oldest rows go when there are too many.
    pub fn push(&mut self, frame: u64, rule: SearchRule, lane: &Lane) {
        if self.rows.len() >= MOST_ROWS {
            self.rows.pop_front();
        }
        let (method, settings) = (lane.method(), lane.settings().clone());
        self.rows.push_back(Row { frame, method, settings, rule, took: lane.last() });
    }

    /// About how much memory the rows take.
    pub fn bytes(&self) -> usize {
        self.rows.len() * size_of::<Row>()
    }

    /// Drops all rows.
    pub fn clear(&mut self) {
        self.rows.clear();
    }

    /// Whether nothing has been measured yet.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The rows as CSV, with a heading. `renderer` and `scene` (the terrain) stand in every row.
    pub fn csv(&self, renderer: &str, scene: &str) -> Result<Vec<u8>, csv::Error> {
        let mut file = csv::Writer::from_writer(Vec::new());
        file.write_record(COLUMNS)?;
        for Row { frame, method, settings, rule, took } in &self.rows {
            let settings = settings.iter().map(|(setting, value)| format!("{}={value}", setting.id));
            file.write_record([
                &frame.to_string(),
                method.id,
                &took.rays.to_string(),
                &took.without_hit.to_string(),
                &took.nodes.to_string(),
                &took.triangles.to_string(),
                &took.differences.to_string(),
                &format!("{:.3}", 1e6 * took.time.as_secs_f64()),
                rule.row().id,
                renderer,
                scene,
                &settings.collect::<Vec<_>>().join(" "),
            ])?;
        }
        file.into_inner().map_err(|why| csv::Error::from(why.into_error()))
    }
}
