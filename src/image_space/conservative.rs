//! `occlusion-conservative`: the occlusion query that never misses, an addition to Xu et al. (source 1). And
//! its opposite, a query whose hits are certain, which [`crate::combined`]'s sandwich needs beside it.
//!
//! A common point of two bodies lies within half a pixel's diagonal of a sample. Bodies that are fatter by
//! that much share the sample's ray at that depth: so every vertex is moved outwards, in the vertex shader,
//! by (1/2 + 1/128) diagonals along its push-out vector, and the passes of `occlusion-query` count again.
//! To that come the sizes that numbers are rounded to, and what a ball's mesh lacks of the ball.
//! Thin: bodies shrunk by more than all rounding cannot be counted unless the true ones share a point.
//! Where a steep side covers a sample only because its corners are snapped to the raster, its depth there
//! is made up: every depth is therefore moved inwards by what it changes over 1/64 pixel, and slivers, whose
//! depth is rounding all over, are left out.
//! Fails where: nothing is missed; false hits end where the fat bodies do, about a pixel from each surface,
//! and farther at a sharp vertex (half angle α: 0.7/sin α pixels).
//! Cost: that of `occlusion-query`, and three more floats per vertex.

use super::occlusion_query;
use super::pass::{Outline, PassProgram};
use super::view::View;

/// Passes of `occlusion-query` over fatter bodies: never misses a collision.
pub const FAT: PassProgram = PassProgram { outline: Outline::Fat, ..occlusion_query::PROGRAM };
/// The same over thinner bodies: never reports bodies that are apart.
pub const THIN: PassProgram = PassProgram { outline: Outline::Thin, ..occlusion_query::PROGRAM };

/// Pixel diagonals from a common point to the nearest sample, and what the raster adds to that.
const TO_A_SAMPLE: f64 = 0.5 + 1.0 / 128.0;
/// Pixel diagonals by which the raster may move a point.
const SNAPPING: f64 = 1.0 / 64.0;
/// Pixels over which a thin body's depths are taken back: see the shader.
pub const SLOPE_SHIFT_PX: f32 = 1.0 / 64.0;
/// Share of a body's size to which its vertices on the GPU, its flat faces and its matrix are exact: 32
/// steps of an f32, and the millionth that a mesh may be out of line.
const OF_SIZE: f64 = 4e-6;
/// Share of the window's depth to which depths are exact: 8 steps of 24 bits.
const OF_DEPTH: f64 = 5e-7;

/// The numbers from which a body is drawn fatter or thinner, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Girth {
    /// Longest side of the shape's own box.
    pub size: f64,
    /// Metres that the sharpest vertex moves per metre by which the body gets fatter.
    pub longest_push: f64,
    /// Metres by which the solid reaches beyond its mesh.
    pub excess: f64,
}

/// Metres by which the surfaces of a pair are moved outwards, negative for inwards. The window is made deep
/// enough to show them.
pub fn margins(outline: Outline, view: &mut View, resolution: u32, pair: [Girth; 2]) -> [f64; 2] {
    let along = usize::from(view.axis);
    let mut sides = view.volume.extents();
    let depth = std::mem::take(&mut sides[along]);
    let diagonal = sides.norm() / f64::from(resolution);
    match outline {
        Outline::True => [0.0; 2],
        Outline::Thin => pair.map(|body| -(SNAPPING * diagonal + OF_SIZE * body.size + OF_DEPTH * depth)),
        Outline::Fat => {
            let margins = pair.map(|body| {
                let raster = TO_A_SAMPLE * diagonal;
                // The window grows deeper with what it shows; a second step would change this by a
                // millionth.
                let reach = body.longest_push * (raster + body.excess);
                let rounding = OF_SIZE * (body.size + reach) + OF_DEPTH * (depth + 4.0 * reach);
                raster + rounding + body.excess
            });
            let pad = (margins.iter().zip(pair)).map(|(m, body)| m * body.longest_push).fold(0.0, f64::max);
            view.volume.min[along] -= pad;
            view.volume.max[along] += pad;
            margins
        }
    }
}

/// Metres by which a body's box must be widened so that boxes which are apart mean bodies which are:
/// positions far from the origin are rounded, too (`farthest_coordinate` in metres).
pub fn box_margin(girth: &Girth, farthest_coordinate: f64) -> f64 {
    girth.excess + 1e-9 * girth.size + 4.0 * f64::EPSILON * farthest_coordinate
}
