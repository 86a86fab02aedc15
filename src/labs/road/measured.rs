//! The numbers of the road: what the four rays of a method took, in a frame or since the start.

use super::lane::Statistics;
use crate::labs::measured::{Metric, milliseconds};

/// Columns of the file, and figures on the right.
pub const METRICS: &[Metric<Statistics>] = &[
    Metric::column("rays", |took| Some(took.rays as f64)),
    Metric::column("without_hit", |took| Some(took.without_hit as f64)),
    Metric::figure("nodes", "Nodes", "Inner nodes opened; each holds two boxes.", |took| {
        Some(took.nodes as f64)
    }),
    Metric::figure("triangles", "Triangles", "Triangles that the rays were tested against.", |took| {
        Some(took.triangles as f64)
    }),
    Metric::figure("time_ms", "Time", "Of the casts alone, all four rays.", |took| milliseconds(took.time)),
    Metric::column("differences", |took| Some(took.differences as f64)),
];
