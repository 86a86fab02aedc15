//! `occlusion-conservative`: the occlusion query that never misses. And its opposite, a query whose hits are
//! certain, which [`crate::combined`]'s sandwich needs beside it. Both are this project's own: the passes are
//! those of Xu et al. (source 1), who draw bodies as they are and say nothing of what lies between the samples.
//!
//! A common point of two bodies lies within half a pixel's diagonal of a sample. Bodies that are fatter by
//! that much share the sample's ray at that depth: so the vertex shader moves every corner outwards along its
//! push-out vector ([`crate::geometry::push_out`]), and the passes of `occlusion-query` count again.
//! To that come the sizes that numbers are rounded to, and what a ball's mesh lacks of the ball.
//! Thin: bodies shrunk by more than all rounding cannot be counted unless the true ones share a point.
//! Neither draws depths that are interpolated: where a triangle is narrow on the raster, as what is left of one that
//! the window's side cuts near a corner, these are rounding all over. The shader computes the depth of the triangle's
//! plane at the sample and moves it inwards by what it changes over a few steps: a sample beside a steep side may be
//! covered only because corners are snapped.
//! `docs/proofs/conservative.md` has every inequality, numbered as here, with the test that attacks it.
//! Fails where: nothing is missed; false hits end where the fat bodies do, 3 pixels of the window apart at most,
//! and for round bodies farther by what their mesh lacks.
//! Cost: that of `occlusion-query`, three corners of ten floats per triangle, a depth per fragment, and the bevels of
//! sharp vertices.

use super::occlusion_query;
use super::pass::{Outline, PassProgram};
use super::view::View;
use crate::geometry::Shape;
use crate::geometry::push_out::PushOut;

/// Passes of `occlusion-query` over fatter bodies: never misses a collision.
pub const FAT: PassProgram = PassProgram { outline: Outline::Fat, ..occlusion_query::PROGRAM };
/// The same over thinner bodies: never reports bodies that are apart.
pub const THIN: PassProgram = PassProgram { outline: Outline::Thin, ..occlusion_query::PROGRAM };

/// Inequality 1: pixel diagonals from a common point to the nearest sample.
const TO_A_SAMPLE: f64 = 0.5;
/// Inequality 2: steps of snapping, along a pixel's diagonal: one by which the raster may move a corner, one more for
/// depths on a slope.
const FAT_STEPS: f64 = 2.0;
/// Inequality 7: the same for a thin body. A sample it covers is nearer to it than 2 of them.
const THIN_STEPS: f64 = 4.0;
/// Inequality 3: share of a body's size to which its corners are exact on their way through f32: 32 roundings.
const OF_SIZE: f64 = 2e-6;
/// Inequality 4: steps over which a fat body's depths are taken back: more than the raster may move a corner, fewer
/// than the margin has.
const SHIFT_STEPS: f64 = 1.5;
/// Inequality 4: share of a body's size to which the shader places a triangle's plane in f32: 50 roundings.
const OF_PLANE: f64 = 3e-6;
/// Inequality 4: share of the window's depth to which depths are exact: 8 steps of 24 bits.
const OF_DEPTH: f64 = 5e-7;
/// Inequality 5: share of the farthest coordinate to which f64 turns and adds coordinates.
const OF_PLACE: f64 = 16.0 * f64::EPSILON;
/// Inequality 6: share by which the window is deeper than the fat bodies, so that no rounding clips them.
const DEEPER: f64 = 1.05;

/// The pixels of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Raster {
    /// Pixels along a side.
    pub resolution: u32,
    /// Corners of triangles are snapped to this many bits below a pixel.
    pub subpixel_bits: u32,
}

/// The numbers from which a body is drawn fatter or thinner, in metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Girth {
    /// Longest side of the shape's own box.
    pub size: f64,
    /// Metres that the sharpest vertex moves per metre by which the body gets fatter.
    pub longest_push: f64,
    /// Metres by which the solid reaches beyond the planes of the surface that is pushed.
    pub excess: f64,
    /// The largest coordinate of the shape's own box.
    pub farthest: f64,
}

impl Girth {
    /// The girth of a shape that is drawn by `push_out`.
    pub fn of(shape: &Shape, push_out: &PushOut) -> Self {
        let bounds = shape.local_aabb();
        Self {
            size: shape.size(),
            longest_push: push_out.longest,
            excess: push_out.excess,
            farthest: bounds.min.coords.amax().max(bounds.max.coords.amax()),
        }
    }
}

/// Metres by which the surfaces of a pair are moved outwards, negative for inwards. The window is made deep
/// enough to show them.
pub fn margins(outline: Outline, view: &mut View, raster: &Raster, pair: [Girth; 2]) -> [f64; 2] {
    let along = usize::from(view.axis);
    let depth = view.volume.extents()[along];
    let diagonal = diagonal(view, raster);
    let step = diagonal * step_px(raster.subpixel_bits);
    match outline {
        Outline::True => [0.0; 2],
        Outline::Thin => pair.map(|body| {
            let rounding = (OF_SIZE + OF_PLANE) * body.size + OF_DEPTH * depth + OF_PLACE * body.farthest;
            -(THIN_STEPS * step + rounding)
        }),
        Outline::Fat => {
            let margins = pair.map(|body| {
                let to_a_sample = TO_A_SAMPLE * diagonal + FAT_STEPS * step;
                // The window grows deeper with what it shows; a second step would change this by a
                // millionth.
                let reach = body.longest_push * (to_a_sample + body.excess);
                let rounding = (OF_SIZE + OF_PLANE) * (body.size + reach)
                    + OF_DEPTH * (depth + 4.0 * reach)
                    + OF_PLACE * body.farthest;
                to_a_sample + rounding + body.excess
            });
            let pad = (margins.iter().zip(pair)).map(|(m, body)| m * body.longest_push).fold(0.0, f64::max);
            view.volume.min[along] -= DEEPER * pad;
            view.volume.max[along] += DEEPER * pad;
            margins
        }
    }
}

/// Metres over which a body's depths are moved inwards by what they change: its whole margin for a thin one, less
/// than the steps and the rounding in its margin for a fat one.
pub fn shift(outline: Outline, view: &View, raster: &Raster, body: &Girth, margin: f64) -> f64 {
    match outline {
        Outline::True => 0.0,
        Outline::Thin => -margin,
        Outline::Fat => {
            SHIFT_STEPS * diagonal(view, raster) * step_px(raster.subpixel_bits) + OF_SIZE * body.size
        }
    }
}

/// Metres from corner to corner of a pixel.
fn diagonal(view: &View, raster: &Raster) -> f64 {
    let mut sides = view.volume.extents();
    sides[usize::from(view.axis)] = 0.0;
    sides.norm() / f64::from(raster.resolution)
}

/// The step to which corners are snapped, in pixels; 12 bits at most, which f32 still tells apart over 512 pixels.
fn step_px(subpixel_bits: u32) -> f64 {
    0.5_f64.powi(subpixel_bits.min(12) as i32)
}

/// Metres by which the box of a solid must be widened so that boxes which are apart mean bodies which are:
/// positions far from the origin are rounded, too (`farthest_coordinate` in metres).
pub fn box_margin(girth: &Girth, farthest_coordinate: f64) -> f64 {
    1e-9 * girth.size + OF_PLACE * farthest_coordinate
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Aabb, Point};
    use crate::image_space::view::ViewVolume;

    #[test]
    fn fewer_subpixel_bits_make_wider_margins() {
        let cube = Aabb::cube(Point::origin(), 1.0);
        let girth = Girth { size: 2.0, longest_push: 1.7, excess: 0.0, farthest: 1.0 };
        let margin = |outline, subpixel_bits| {
            let mut view = View::of(&cube, &cube, 2, ViewVolume::Union).unwrap();
            margins(outline, &mut view, &Raster { resolution: 32, subpixel_bits }, [girth; 2])[0]
        };
        let diagonal = 2.0 * 2_f64.sqrt() / 32.0;
        for (bits, step) in [(4, 1.0 / 16.0), (8, 1.0 / 256.0)] {
            let (fat, thin) = (margin(Outline::Fat, bits), margin(Outline::Thin, bits));
            let view = View::of(&cube, &cube, 2, ViewVolume::Union).unwrap();
            let raster = Raster { resolution: 32, subpixel_bits: bits };
            let shift = |outline, margin| shift(outline, &view, &raster, &girth, margin);
            assert!((shift(Outline::Fat, fat) - 1.5 * step * diagonal).abs() < 1e-4 * diagonal);
            assert_eq!(shift(Outline::Thin, thin), -thin);
            assert!((fat - (0.5 + 2.0 * step) * diagonal).abs() < 3e-4 * diagonal, "{bits} bits: {fat}");
            assert!((thin + 4.0 * step * diagonal).abs() < 3e-4 * diagonal, "{bits} bits: {thin}");
        }
    }
}
