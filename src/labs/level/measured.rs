//! What every lane answered in every frame, and the file that it is saved in: a row per frame and method.

use super::figure::{Figure, KINDS};
use super::lane::{Answer, Lane};
use crate::labs::measured_file::{Rows, csv_of, settings_column};
use crate::level::methods::Method;
use crate::settings::Settings;

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

/// What one lane answered in one frame.
pub struct Row {
    frame: u64,
    method: &'static Method,
    settings: Settings,
    figure: Figure,
    answer: Answer,
}

/// All rows since the start.
pub type Measured = Rows<Row>;

impl Rows<Row> {
    /// Writes down what a lane answered in a frame, if it did.
    pub fn write_down(&mut self, frame: u64, figure: Figure, lane: &Lane) {
        let Some(answer) = lane.answer() else { return };
        let (method, settings) = (lane.method(), lane.tool().settings().clone());
        self.push(Row { frame, method, settings, figure, answer: *answer });
    }

    /// The rows as CSV, with a heading. `renderer` and `scene` (the level) stand in every row.
    pub fn csv(&self, renderer: &str, scene: &str) -> Result<Vec<u8>, csv::Error> {
        csv_of(
            COLUMNS,
            self.iter().map(|Row { frame, method, settings, figure, answer }| {
                [
                    frame.to_string(),
                    method.id.to_owned(),
                    KINDS[figure.kind].id.to_owned(),
                    figure.radius.to_string(),
                    figure.height.to_string(),
                    answer.hit.is_some().to_string(),
                    answer.hit.map_or_else(String::new, |hit| hit.time.to_string()),
                    format!("{:.6}", 1e3 * answer.early),
                    answer.cost.nodes.to_string(),
                    answer.cost.planes.to_string(),
                    answer.cost.bevels.to_string(),
                    format!("{:.3}", 1e6 * answer.time.as_secs_f64()),
                    renderer.to_owned(),
                    scene.to_owned(),
                    settings_column(settings),
                ]
            }),
        )
    }
}
