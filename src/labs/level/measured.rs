//! The numbers of the level: what a method answered to one move, or to the ray of one wheel.

use super::lane::Answer;
use crate::labs::car_words::WHEELS;
use crate::labs::measured::{Metric, milliseconds};
use crate::level::figure::{Figure, KINDS};

/// Columns of the file, and figures on the right.
pub const METRICS: &[Metric<Answer>] = &[
    Metric::column("hits", |answer| Some(f64::from(answer.hit.is_some()))),
    Metric::column("t", |answer| answer.hit.map(|hit| hit.time)),
    Metric::column("early_mm", |answer| Some(1e3 * answer.early)),
    Metric::figure("nodes", "Nodes", "Nodes of the tree that were visited.", |answer| {
        Some(answer.cost.nodes as f64)
    }),
    Metric::figure("planes", "Planes", "Planes that were shifted.", |answer| Some(answer.cost.planes as f64)),
    Metric::figure("bevels", "Bevels", "Bevel planes that were tested.", |answer| {
        Some(answer.cost.bevels as f64)
    }),
    Metric::figure("cells", "Cells", "Solid leaves, or brushes, that were reached.", |answer| {
        Some(answer.cost.cells as f64)
    }),
    Metric::figure("distances", "Distances", "Distances that were computed.", |answer| {
        Some(answer.cost.distances as f64)
    }),
    Metric::figure("time_ms", "Time", "Time of the current answer.", |answer| milliseconds(answer.time)),
];

/// What is asked besides the frame: the mover, and of a car which wheel's ray.
pub fn question(figure: &Figure, wheel: usize) -> String {
    let Figure { kind, radius, height, .. } = figure;
    let mover = format!("mover={} radius={radius} height={height}", KINDS[*kind].id);
    if figure.is_car() { format!("{mover} wheel={}", WHEELS[wheel].0) } else { mover }
}
