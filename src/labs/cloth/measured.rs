//! Measurements of the cloth: a method's contacts in one step, and their cost.

use std::time::Duration;

use crate::cloth::detect::{Counts, Found, Judged, Times};
use crate::cloth::simulation::Frame;
use crate::labs::measured::{Metric, milliseconds};

/// A method's answer to a step, as a row of measurements.
pub struct Answered {
    counts: Counts,
    times: Times,
    contacts: usize,
    /// Numbers of missed contacts and false hits; `None` without a reference.
    wrong: Option<[usize; 2]>,
    simulation: Duration,
    stopped: usize,
}

impl Answered {
    /// The row for an answer to a frame's step; `judged` compares the answer with the reference's.
    pub fn of(frame: &Frame, found: &Found, judged: Option<&Judged>) -> Self {
        Self {
            counts: found.counts,
            times: found.times,
            contacts: found.contacts.len(),
            wrong: judged.map(|judged| [judged.missed.len(), judged.false_hits.len()]),
            simulation: frame.took,
            stopped: frame.guarded.stopped,
        }
    }
}

/// Columns of the measurements file.
pub const METRICS: &[Metric<Answered>] = &[
    Metric::column("contacts", |a| Some(a.contacts as f64)),
    Metric::column("missed", |a| Some(a.wrong?[0] as f64)),
    Metric::column("false_hits", |a| Some(a.wrong?[1] as f64)),
    Metric::column("refitted", |a| Some(a.counts.refitted as f64)),
    Metric::column("box_tests", |a| Some(a.counts.box_tests as f64)),
    Metric::column("cells", |a| Some(a.counts.cells as f64)),
    Metric::column("cell_entries", |a| Some(a.counts.entries as f64)),
    Metric::column("cone_prunes", |a| Some(a.counts.cone_prunes as f64)),
    Metric::column("contour_refusals", |a| Some(a.counts.contour_refusals as f64)),
    Metric::column("certificates", |a| Some(a.counts.certificates as f64)),
    Metric::column("certified", |a| Some(a.counts.certified as f64)),
    Metric::column("leaf_pairs", |a| Some(a.counts.leaf_pairs as f64)),
    Metric::column("centroid_drops", |a| Some(a.counts.centroid_drops as f64)),
    Metric::column("feature_pairs", |a| Some(a.counts.feature_pairs as f64)),
    Metric::column("feature_box_drops", |a| Some(a.counts.feature_box_drops as f64)),
    Metric::column("same_side_drops", |a| Some(a.counts.same_side_drops as f64)),
    Metric::column("exact_tests", |a| Some(a.counts.exact_tests as f64)),
    Metric::column("hits", |a| Some(a.counts.hits as f64)),
    Metric::column("refit_ms", |a| milliseconds(a.times.refit)),
    Metric::column("walk_ms", |a| milliseconds(a.times.walk)),
    Metric::column("exact_ms", |a| milliseconds(a.times.exact)),
    Metric::column("time_ms", |a| milliseconds(a.times.total())),
    Metric::column("simulation_ms", |a| milliseconds(a.simulation)),
    Metric::column("stopped", |a| Some(a.stopped as f64)),
];
