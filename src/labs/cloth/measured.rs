//! What every lane answered in every frame, and the file that it is saved in: a row per frame and method.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use super::lane::{Judged, Lane};
use super::motion::Frame;
use crate::cloth::detect::Found;
use crate::cloth::methods::Method;
use crate::settings::Settings;

/// Most rows that are kept: four panes for ten minutes.
const MOST_ROWS: usize = 72_000;

/// Columns of the file, in order.
pub const COLUMNS: [&str; 26] = [
    "frame",
    "method",
    "contacts",
    "missed",
    "false_hits",
    "refitted",
    "box_tests",
    "cone_prunes",
    "contour_refusals",
    "certificates",
    "certified",
    "leaf_pairs",
    "centroid_drops",
    "feature_pairs",
    "feature_box_drops",
    "same_side_drops",
    "exact_tests",
    "hits",
    "refit_ms",
    "walk_ms",
    "exact_ms",
    "simulation_ms",
    "stopped",
    "renderer",
    "scene",
    "settings",
];

struct Row {
    frame: u64,
    method: &'static Method,
    settings: Settings,
    found: Found,
    contacts: usize,
    /// Missed contacts and false hits; `None` where there was no reference.
    wrong: Option<[usize; 2]>,
    simulation: Duration,
    stopped: usize,
}

/// All rows since the start, oldest first.
#[derive(Default)]
pub struct Measured {
    rows: VecDeque<Row>,
}

impl Measured {
    /// Writes down what a lane answered in a frame, if it did. The oldest rows go when there are too many.
    pub fn push(&mut self, number: u64, frame: &Arc<Frame>, lane: &Lane) {
        let Some(found) = lane.answer() else { return };
        if self.rows.len() >= MOST_ROWS {
            self.rows.pop_front();
        }
        let wrong = |judged: &Judged| [judged.missed.len(), judged.false_hits.len()];
        self.rows.push_back(Row {
            frame: number,
            method: lane.method(),
            settings: lane.settings().clone(),
            // The contacts themselves are not written.
            found: Found { contacts: Vec::new(), ..**found },
            contacts: found.contacts.len(),
            wrong: lane.judged().map(wrong),
            simulation: frame.took,
            stopped: frame.guarded.stopped,
        });
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
        for row in &self.rows {
            let counts = &row.found.counts;
            let ms = |time: Duration| format!("{:.6}", 1e3 * time.as_secs_f64());
            let wrong = |which: usize| row.wrong.map_or_else(String::new, |wrong| wrong[which].to_string());
            let settings = row.settings.iter().map(|(setting, value)| format!("{}={value}", setting.id));
            let mut cells = vec![
                row.frame.to_string(),
                row.method.id.to_owned(),
                row.contacts.to_string(),
                wrong(0),
                wrong(1),
            ];
            cells.extend(
                [
                    counts.refitted,
                    counts.box_tests,
                    counts.cone_prunes,
                    counts.contour_refusals,
                    counts.certificates,
                    counts.certified,
                    counts.leaf_pairs,
                    counts.centroid_drops,
                    counts.feature_pairs,
                    counts.feature_box_drops,
                    counts.same_side_drops,
                    counts.exact_tests,
                    counts.hits,
                ]
                .map(|count| count.to_string()),
            );
            let times = &row.found.times;
            cells.extend([times.refit, times.walk, times.exact, row.simulation].map(ms));
            cells.push(row.stopped.to_string());
            cells.extend([renderer, scene].map(str::to_owned));
            cells.push(settings.collect::<Vec<_>>().join(" "));
            file.write_record(cells)?;
        }
        file.into_inner().map_err(|why| csv::Error::from(why.into_error()))
    }
}
