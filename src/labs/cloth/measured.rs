//! What every lane answered in every frame, and the file that it is saved in: a row per frame and method.

use std::sync::Arc;
use std::time::Duration;

use super::lane::{Judged, Lane};
use crate::cloth::detect::{Counts, Times};
use crate::cloth::frame::Frame;
use crate::cloth::methods::Method;
use crate::labs::measured_file::{Rows, csv_of, settings_column};
use crate::settings::Settings;

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

/// What a lane answered in a frame.
#[derive(Clone)]
pub struct Row {
    frame: u64,
    method: &'static Method,
    settings: Settings,
    counts: Counts,
    times: Times,
    contacts: usize,
    /// Missed contacts and false hits; `None` where there was no reference.
    wrong: Option<[usize; 2]>,
    simulation: Duration,
    stopped: usize,
}

/// A row of a lane for a frame; `None` if the lane has not answered.
pub fn row(number: u64, frame: &Arc<Frame>, lane: &Lane) -> Option<Row> {
    let found = lane.answer()?;
    let wrong = |judged: &Judged| [judged.missed.len(), judged.false_hits.len()];
    Some(Row {
        frame: number,
        method: lane.method(),
        settings: lane.settings().clone(),
        counts: found.counts,
        times: found.times,
        contacts: found.contacts.len(),
        wrong: lane.judged().map(wrong),
        simulation: frame.took,
        stopped: frame.guarded.stopped,
    })
}

/// The rows as CSV, with a heading. `renderer` and `scene` stand in every row.
pub fn csv(rows: &Rows<Row>, renderer: &str, scene: &str) -> Result<Vec<u8>, csv::Error> {
    let fields = |row: &Row| {
        let (counts, times) = (&row.counts, &row.times);
        let ms = |time: Duration| format!("{:.6}", 1e3 * time.as_secs_f64());
        let wrong = |which: usize| row.wrong.map_or_else(String::new, |wrong| wrong[which].to_string());
        [
            row.frame.to_string(),
            row.method.id.to_owned(),
            row.contacts.to_string(),
            wrong(0),
            wrong(1),
            counts.refitted.to_string(),
            counts.box_tests.to_string(),
            counts.cone_prunes.to_string(),
            counts.contour_refusals.to_string(),
            counts.certificates.to_string(),
            counts.certified.to_string(),
            counts.leaf_pairs.to_string(),
            counts.centroid_drops.to_string(),
            counts.feature_pairs.to_string(),
            counts.feature_box_drops.to_string(),
            counts.same_side_drops.to_string(),
            counts.exact_tests.to_string(),
            counts.hits.to_string(),
            ms(times.refit),
            ms(times.walk),
            ms(times.exact),
            ms(row.simulation),
            row.stopped.to_string(),
            renderer.to_owned(),
            scene.to_owned(),
            settings_column(&row.settings),
        ]
    };
    csv_of(COLUMNS, rows.iter().map(fields))
}
