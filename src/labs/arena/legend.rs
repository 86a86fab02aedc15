//! Legend of the marks in the arena's scene, which `crates/raster/src/render/` draws.

use crate::render::palette;
use crate::ui::legend::{LegendRow, Mark};

/// Marks by importance; marks with a switch are last.
pub const ROWS: &[LegendRow] = &[
    row(Mark::Body(palette::COLLIDING, palette::COLLIDING_OUTLINE, 2.5), "Colliding, by this method"),
    row(Mark::Body(palette::TINTS[3], palette::QUIET_OUTLINE, 1.5), "Not colliding"),
    row(Mark::DashedRings(palette::MISSED), "Missed: colliding, not reported"),
    row(Mark::CrossedRings(palette::FALSE_HIT), "False hit: separated, reported as colliding"),
    row(Mark::Outline(palette::SELECTED), "Picked body"),
    row(Mark::Rings(palette::PICKED), "Picked pair"),
    with("candidates", Mark::Link(palette::CANDIDATE), "Candidate pair: the boxes overlap"),
    with("boxes", Mark::Box(palette::AABB), "Bounding box of a body"),
    with("hulls", Mark::Box(palette::HULL), "Convex hull of a concave body"),
    with("windows", Mark::Box(palette::WINDOW), "View window of the method"),
    with("velocity", Mark::Arrow(palette::VELOCITY), "Velocity: path over the next 20 frames"),
];

const fn row(mark: Mark, says: &'static str) -> LegendRow {
    LegendRow { mark, says, with: None }
}

/// A mark that is drawn only while this overlay is on.
const fn with(switch: &'static str, mark: Mark, says: &'static str) -> LegendRow {
    LegendRow { mark, says, with: Some(switch) }
}
