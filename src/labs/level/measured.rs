//! What every lane answered in every frame, and the file that it is saved in: a row per frame and method, and per wheel of a car.

use super::lane::{Answer, Lane};
use crate::labs::car_words::WHEELS;
use crate::labs::measured_file::{Rows, csv_of, settings_column};
use crate::level::figure::{Figure, KINDS};
use crate::level::methods::Method;
use crate::settings::Settings;

/// Columns of the file, in order.
pub const COLUMNS: [&str; 16] = [
    "frame",
    "method",
    "mover",
    "wheel",
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
    /// Of a car, the wheel whose ray it was.
    wheel: Option<usize>,
    answer: Answer,
}

/// All rows since the start.
pub type Measured = Rows<Row>;

impl Rows<Row> {
    /// Writes down what a lane answered in a frame, if it did: of a car a row per wheel.
    pub fn write_down(&mut self, frame: u64, figure: Figure, lane: &Lane) {
        for (wheel, answer) in lane.answers().iter().enumerate() {
            let (method, settings) = (lane.method(), lane.tool().settings().clone());
            let wheel = figure.is_car().then_some(wheel);
            self.push(Row { frame, method, settings, figure, wheel, answer: *answer });
        }
    }

    /// The rows as CSV, with a heading. `renderer` and `scene` (the level) stand in every row.
    pub fn csv(&self, renderer: &str, scene: &str) -> Result<Vec<u8>, csv::Error> {
        csv_of(
            COLUMNS,
            self.iter().map(|Row { frame, method, settings, figure, wheel, answer }| {
                [
                    frame.to_string(),
                    method.id.to_owned(),
                    KINDS[figure.kind].id.to_owned(),
                    wheel.map_or_else(String::new, |wheel| WHEELS[wheel].0.to_owned()),
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
