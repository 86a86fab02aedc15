//! What every lane answered in every frame, and the file that it is saved in: a row per frame and method.

use std::collections::VecDeque;

use super::figure::{Figure, KINDS};
use super::lane::{Answer, Lane};
use crate::level::methods::Method;
use crate::settings::Settings;

/// Most rows that are kept: four panes for ten minutes.
const MOST_ROWS: usize = 72_000;

/// Columns of the file, in order.
pub const COLUMNS: [&str; 15] = [
    "frame",
    "method",
    "mover",
    "radius",
    "height",
    "hit",
    "t",
    "early_mm",
    "nodes",
    "planes",
    "bevels",
    "microseconds",
    "renderer",
    "scene",
    "settings",
];

struct Row {
    frame: u64,
    method: &'static Method,
    settings: Settings,
    figure: Figure,
    answer: Answer,
}

/// All rows since the start, oldest first.
#[derive(Default)]
pub struct Measured {
    rows: VecDeque<Row>,
}

impl Measured {
    /// Writes down what a lane answered in a frame, if it did. The oldest rows go when there are too many.
    pub fn push(&mut self, frame: u64, figure: Figure, lane: &Lane) {
        let Some(answer) = lane.answer() else { return };
        if self.rows.len() >= MOST_ROWS {
            self.rows.pop_front();
        }
        let (method, settings) = (lane.method(), lane.tool().settings().clone());
        self.rows.push_back(Row { frame, method, settings, figure, answer: *answer });
    }

    /// Drops all rows.
    pub fn clear(&mut self) {
        self.rows.clear();
    }

    /// Whether nothing has been measured yet.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The rows as CSV, with a heading. `renderer` and `scene` (the level) stand in every row.
    pub fn csv(&self, renderer: &str, scene: &str) -> Result<Vec<u8>, csv::Error> {
        let mut file = csv::Writer::from_writer(Vec::new());
        file.write_record(COLUMNS)?;
        for Row { frame, method, settings, figure, answer } in &self.rows {
            let settings = settings.iter().map(|(setting, value)| format!("{}={value}", setting.id));
            file.write_record([
                &frame.to_string(),
                method.id,
                KINDS[figure.kind].id,
                &figure.radius.to_string(),
                &figure.height.to_string(),
                &answer.hit.is_some().to_string(),
                &answer.hit.map_or_else(String::new, |hit| hit.time.to_string()),
                &format!("{:.6}", 1e3 * answer.early),
                &answer.cost.nodes.to_string(),
                &answer.cost.planes.to_string(),
                &answer.cost.bevels.to_string(),
                &format!("{:.3}", 1e6 * answer.time.as_secs_f64()),
                renderer,
                scene,
                &settings.collect::<Vec<_>>().join(" "),
            ])?;
        }
        file.into_inner().map_err(|why| csv::Error::from(why.into_error()))
    }
}
