//! The numbers of the two meshes: what a method answered in one pose.

use super::lane::Answered;
use crate::labs::measured::{Metric, milliseconds};

/// Columns of the file.
pub const METRICS: &[Metric<Answered>] = &[
    Metric::column("colliding", |answered| Some(f64::from(answered.answer.colliding))),
    Metric::column("triangle_pairs", |answered| Some(answered.answer.pairs.len() as f64)),
    Metric::column("distance_m", |answered| answered.answer.distance),
    Metric::column("volume_tests", |answered| Some(answered.answer.cost.volume_tests as f64)),
    Metric::column("triangle_tests", |answered| Some(answered.answer.cost.triangle_tests as f64)),
    Metric::column("updates", |answered| Some(answered.answer.cost.updates as f64)),
    Metric::column("time_ms", |answered| milliseconds(answered.time)),
    Metric::column("undecided_pairs", |answered| {
        Some(answered.open.as_ref().map_or(0.0, |open| open.triangles as f64))
    }),
];
