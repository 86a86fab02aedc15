//! What every lane took in every frame, and the file that it is saved in: a row per frame and method.

use super::lane::{Lane, Statistics};
use crate::labs::measured_file::{Rows, csv_of, settings_column};
use crate::road::methods::Method;
use crate::road::wheel::SearchRule;
use crate::settings::Settings;

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
pub struct Row {
    frame: u64,
    method: &'static Method,
    settings: Settings,
    rule: SearchRule,
    took: Statistics,
}

/// All rows since the start.
pub type Measured = Rows<Row>;

impl Rows<Row> {
    /// Writes down what a lane took in a frame.
    pub fn write_down(&mut self, frame: u64, rule: SearchRule, lane: &Lane) {
        let (method, settings) = (lane.method(), lane.settings().clone());
        self.push(Row { frame, method, settings, rule, took: lane.last() });
    }

    /// The rows as CSV, with a heading. `renderer` and `scene` (the terrain) stand in every row.
    pub fn csv(&self, renderer: &str, scene: &str) -> Result<Vec<u8>, csv::Error> {
        csv_of(
            COLUMNS,
            self.iter().map(|Row { frame, method, settings, rule, took }| {
                [
                    frame.to_string(),
                    method.id.to_owned(),
                    took.rays.to_string(),
                    took.without_hit.to_string(),
                    took.nodes.to_string(),
                    took.triangles.to_string(),
                    took.differences.to_string(),
                    format!("{:.3}", 1e6 * took.time.as_secs_f64()),
                    rule.row().id.to_owned(),
                    renderer.to_owned(),
                    scene.to_owned(),
                    settings_column(settings),
                ]
            }),
        )
    }
}
