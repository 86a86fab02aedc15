//! Measurements of a lab, one row per answer, and their CSV file, in one format for all labs.
//!
//! A row holds the answer of one method in one frame. The first columns are shared by all labs
//! ([`CONDITIONS`]); one column per [`Metric`] follows. Cells of unmeasured numbers are empty.

use std::collections::VecDeque;

use egui::{Grid, Label, RichText, Ui};

use super::lab::LabError;
use crate::about::MethodInfo;
use crate::gpu::Gpu;
use crate::language::{t, tr};
use crate::settings::Settings;
use crate::ui::format::{grouped, time};
use crate::ui::theme;

/// Maximum number of rows that a lab keeps: four panes for five minutes at 60 frames a second.
const MOST_ROWS: usize = 72_000;

/// Minimum width of a column of figures, points: enough for a time.
const COLUMN: f32 = 58.0;

/// First columns of every measurements file. The name of the first column is the format's version; the column
/// holds the lab's id. The column `question` describes the query within the frame, as in `mover=car
/// wheel=front-left`.
pub const CONDITIONS: [&str; 7] =
    ["collidoscope_2", "renderer", "scene", "question", "method", "settings", "frame"];

/// A number measured from an answer of type `A`, declared once. It is a column of the measurements file and,
/// if it has a caption, a line in the figures of the right panel.
pub struct Metric<A: 'static> {
    /// Column name: words joined by `_`, with the unit at the end.
    pub id: &'static str,
    /// Caption, in English; empty for a number that is only in the measurements file.
    pub label: &'static str,
    /// Explanation, in English.
    pub help: &'static str,
    /// Returns the number; `None` if it was not measured.
    pub of: fn(&A) -> Option<f64>,
}

impl<A> Metric<A> {
    /// A number that is only in the measurements file.
    pub const fn column(id: &'static str, of: fn(&A) -> Option<f64>) -> Self {
        Self::figure(id, "", "", of)
    }

    /// A number that is in the measurements file and in the figures of the right panel.
    pub const fn figure(
        id: &'static str,
        label: &'static str,
        help: &'static str,
        of: fn(&A) -> Option<f64>,
    ) -> Self {
        Self { id, label, help, of }
    }
}

/// A time in milliseconds, to the nanosecond.
pub fn milliseconds(time: std::time::Duration) -> Option<f64> {
    Some(time.as_nanos() as f64 / 1e6)
}

/// The answer of one method in one frame.
#[derive(Clone, PartialEq)]
pub struct Row {
    /// The frame.
    pub frame: u64,
    /// The method's id.
    pub method: &'static str,
    /// Settings of the method.
    pub settings: String,
    /// Description of the query within the frame, such as the wheel of a ray; empty if a frame has one query.
    pub question: String,
    /// One value per metric.
    values: Vec<Option<f64>>,
}

impl Row {
    /// A row with the metrics of an answer.
    pub fn of<A>(
        frame: u64,
        (method, settings): (&MethodInfo, &Settings),
        question: String,
        metrics: &[Metric<A>],
        answer: &A,
    ) -> Self {
        let values = metrics.iter().map(|metric| (metric.of)(answer)).collect();
        Self { frame, method: method.id, settings: settings_text(settings), question, values }
    }

    /// A row with given values in column order and an empty question.
    pub fn with(frame: u64, (method, settings): (&MethodInfo, &Settings), values: Vec<Option<f64>>) -> Self {
        Self { frame, method: method.id, settings: settings_text(settings), question: String::new(), values }
    }
}

/// Settings as text: `id=value`, separated by spaces.
fn settings_text(settings: &Settings) -> String {
    let texts = settings.iter().map(|(setting, value)| format!("{}={}", setting.id, setting.brief(&value)));
    texts.collect::<Vec<_>>().join(" ")
}

/// Rows since the start, oldest first. The oldest are dropped beyond `MOST_ROWS`.
#[derive(Clone, Default)]
pub struct Measured(VecDeque<Row>);

impl Measured {
    /// Appends a row of the newest frame.
    pub fn push(&mut self, row: Row) {
        if self.0.len() >= MOST_ROWS {
            self.0.pop_front();
        }
        self.0.push_back(row);
    }

    /// Inserts a row of any frame, keeping frame order; ignored if that frame already has a row with the same
    /// method, settings and question.
    pub fn push_once(&mut self, row: Row) {
        let at = self.0.partition_point(|known| known.frame <= row.frame);
        let is_it = |known: &&Row| {
            (known.method, &known.settings, &known.question) == (row.method, &row.settings, &row.question)
        };
        let of_frame = self.0.range(..at).rev().take_while(|known| known.frame == row.frame);
        if of_frame.clone().any(|known| is_it(&known)) {
            return;
        }
        self.0.insert(at, row);
        if self.0.len() > MOST_ROWS {
            self.0.pop_front();
        }
    }

    /// The frame of the last row.
    pub fn last_frame(&self) -> Option<u64> {
        self.0.back().map(|row| row.frame)
    }

    /// Drops all rows.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Whether nothing has been measured yet.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All rows, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Row> {
        self.0.iter()
    }

    /// Approximate memory use, bytes.
    pub fn bytes(&self) -> usize {
        let of_row = |row: &Row| {
            size_of::<Row>() + row.settings.len() + row.question.len() + size_of_val(row.values.as_slice())
        };
        self.0.front().map_or(0, of_row) * self.0.len()
    }

    /// The CSV file; `None` if nothing was measured. `scene` describes the scene.
    pub fn file<A>(
        &self,
        lab: &str,
        gpu: Option<&Gpu>,
        scene: &str,
        metrics: &[Metric<A>],
    ) -> Option<Result<Vec<u8>, LabError>> {
        let columns: Vec<_> = metrics.iter().map(|metric| metric.id).collect();
        (!self.is_empty()).then(|| file(lab, gpu, scene, &columns, self.iter()))
    }
}

/// A CSV file of these rows; `scene` describes the scene.
pub fn file<'a>(
    lab: &str,
    gpu: Option<&Gpu>,
    scene: &str,
    columns: &[&str],
    rows: impl Iterator<Item = &'a Row>,
) -> Result<Vec<u8>, LabError> {
    let renderer = gpu.map_or_else(|| "none".to_owned(), |gpu| gpu.capabilities().device());
    let write = || -> Result<Vec<u8>, csv::Error> {
        let mut file = csv::Writer::from_writer(Vec::new());
        file.write_record(CONDITIONS.iter().chain(columns))?;
        for row in rows {
            let frame = row.frame.to_string();
            let conditions = [lab, &renderer, scene, &row.question, row.method, &row.settings, &frame];
            conditions.iter().try_for_each(|cell| file.write_field(cell))?;
            let values = row.values.iter().map(|value| value.map_or_else(String::new, |n| n.to_string()));
            file.write_record(values)?;
        }
        file.into_inner().map_err(|why| csv::Error::from(why.into_error()))
    };
    write().map_err(|why| LabError(why.to_string()))
}

/// Adds the figures of a pane: a line per metric that has a caption, with its value in this frame (`now`) and
/// its mean. The mean is the value of the metric in the totals `all`, times `share`. A metric that is zero in
/// both has no line.
pub fn figures<A>(
    ui: &mut Ui,
    pane: usize,
    metrics: &[Metric<A>],
    now: &A,
    (all, share, mean_help): (&A, f64, &str),
) {
    // Numbers of changing length do not move the means beside them.
    let columns = Grid::new(("figures", pane)).num_columns(3).spacing([8.0, 1.0]).min_col_width(COLUMN);
    columns.show(ui, |ui| {
        for metric in metrics.iter().filter(|metric| !metric.label.is_empty()) {
            let (Some(now), Some(sum)) = ((metric.of)(now), (metric.of)(all)) else { continue };
            if now == 0.0 && sum == 0.0 {
                continue;
            }
            let is_time = metric.id.ends_with("_ms");
            let text = |number: f64| match number {
                ms if is_time => time(1e-3 * ms),
                few if few < 1000.0 && few.fract() != 0.0 => format!("{few:.1}"),
                many => grouped(many.round() as u64),
            };
            ui.add(Label::new(RichText::new(tr(metric.label)).small().color(theme::weak())))
                .on_hover_text(tr(metric.help));
            ui.label(RichText::new(text(now)).small().monospace().color(theme::strong()))
                .on_hover_text(t!("Value in this frame."));
            let mean = t!("mean %{n}", n = text(sum * share));
            ui.label(RichText::new(mean).small().color(theme::weak())).on_hover_text(mean_help);
            ui.end_row();
        }
    });
}
