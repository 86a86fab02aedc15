//! `occlusion-conservative`: an occlusion query that never misses; and its opposite, a query without false hits,
//! which the sandwich in [`crate::combined`] needs too. Both are this project's own: the passes are those of Xu et al.
//! (source 1), who draw exact bodies and do not discuss overlaps between the samples.
//!
//! A common point of two bodies lies within half a pixel's diagonal of a sample. Bodies enlarged by that much overlap
//! on the sample's ray: so the vertex shader moves every corner outwards along its push-out vector
//! ([`crate::geometry::push_out`]), and the passes of `occlusion-query` count as before. The margin also covers
//! rounding and the gap between a ball and its mesh.
//! Thin bodies are shrunk by more than all rounding, so they overlap only if the true bodies share a point.
//! Interpolated depths are not used: where a triangle is narrow on the raster, for example after clipping near a
//! corner, they are mostly rounding error. The shader computes the depth of the triangle's plane at the sample. It
//! then moves this depth inwards by its change over a few snapping steps, because a sample beside a steep side may be
//! covered only as a result of corner snapping.
//! `docs/proofs/conservative.md` has every inequality, numbered as here, with its test.
//! Fails where: it misses nothing. Separated bodies are reported as colliding only if the enlarged bodies overlap,
//! which is impossible if their gap exceeds 3 pixels of the window. For round bodies the limit is 3 pixels plus the
//! distance between solid and mesh.
//! Cost: that of `occlusion-query`, plus three corners of ten floats for each triangle, a computed depth for each
//! fragment, and the extra triangles (bevels) at sharp vertices.

use super::occlusion_query;
use super::pass::{Outline, PassProgram};
use super::view::View;
use crate::geometry::Shape;
use crate::geometry::push_out::PushOut;

/// Passes of `occlusion-query` over fatter bodies: never misses a collision.
pub const FAT: PassProgram = PassProgram { outline: Outline::Fat, ..occlusion_query::PROGRAM };
/// Passes of `occlusion-query` over thinner bodies: never reports separated bodies.
pub const THIN: PassProgram = PassProgram { outline: Outline::Thin, ..occlusion_query::PROGRAM };

/// Inequality 1: largest distance across the view from a point that both bodies contain to the nearest sample (pixel
/// centre), in diagonals of a pixel.
const TO_A_SAMPLE: f64 = 0.5;
/// Inequality 2: part of a fat body's margin, in snapping steps along a pixel's diagonal. (A snapping step is the
/// spacing of the subpixel grid to which the raster moves corners.) The raster may move a corner by one step; the
/// other step is for the depths on a slope, see inequality 4.
pub(super) const FAT_STEPS: f64 = 2.0;
/// Inequality 7: part of a thin body's margin, in snapping steps along a pixel's diagonal. After snapping the raster
/// may cover samples beside the thin body, but only samples less than 2 steps away from it.
const THIN_STEPS: f64 = 4.0;
/// Inequality 3: error of a corner's position after all transformations in f32, as a fraction of the body's size: 32
/// roundings.
pub(super) const OF_SIZE: f64 = 2e-6;
/// Inequality 4: a fat body's depths are moved inwards by their change over this distance, in snapping steps. It is
/// longer than the 1 step by which the raster may move a corner, and shorter than the [`FAT_STEPS`] of the margin.
const SHIFT_STEPS: f64 = 1.5;
/// Inequality 4: error in the position of a triangle's plane, which the shader computes in f32, as a fraction of the
/// body's size: 50 roundings.
const OF_PLANE: f64 = 3e-6;
/// Inequality 4: error of a stored depth, as a fraction of the window's depth: 8 steps of a 24-bit depth buffer.
const OF_DEPTH: f64 = 5e-7;
/// Inequality 5: error of a corner's position after rotation and translation in f64, as a fraction of the largest
/// coordinate of the shape's own box.
const OF_PLACE: f64 = 16.0 * f64::EPSILON;
/// Inequality 6: at both ends the window is deepened by the largest displacement of a fat body's vertex, times this
/// factor. Rounding then cannot make the near or far plane clip a fat body.
const DEEPER: f64 = 1.05;

/// The pixel grid of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Raster {
    /// Pixels along a side.
    pub resolution: u32,
    /// Number of subpixel bits to which triangle corners are snapped.
    pub subpixel_bits: u32,
}

/// Sizes of a shape, in metres. They determine the margin: the distance by which a fat body is enlarged or a thin body
/// is shrunk.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Girth {
    /// Longest side of the shape's own box.
    pub size: f64,
    /// Largest displacement of a vertex in metres, when the surface is moved outwards by 1 m.
    pub longest_push: f64,
    /// Distance in metres to which a round solid extends beyond the planes of its mesh; 0 for a polyhedron.
    pub excess: f64,
    /// The largest coordinate of the shape's own box.
    pub farthest: f64,
}

impl Girth {
    /// The girth of a shape drawn with `push_out`.
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

/// The margins of A and B: the distances, in metres, by which their surfaces are moved outwards (negative: inwards).
/// For fat bodies it also deepens the window `view`, so that the window contains them.
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
                // The margin depends on the window's depth, which grows with the margin. One iteration is enough: a
                // second one would change the margin by a millionth.
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

/// A distance across the window, in metres. The depths of a fat or thin body are moved inwards by their change over
/// this distance. For a thin body it is the whole margin, for a fat one only the snapping steps and the rounding.
pub fn shift(outline: Outline, view: &View, raster: &Raster, body: &Girth, margin: f64) -> f64 {
    match outline {
        Outline::True => 0.0,
        Outline::Thin => -margin,
        Outline::Fat => {
            SHIFT_STEPS * diagonal(view, raster) * step_px(raster.subpixel_bits) + OF_SIZE * body.size
        }
    }
}

/// A pixel's diagonal, metres.
fn diagonal(view: &View, raster: &Raster) -> f64 {
    let mut sides = view.volume.extents();
    sides[usize::from(view.axis)] = 0.0;
    sides.norm() / f64::from(raster.resolution)
}

/// The snapping step of corners, in pixels. No more than 12 subpixel bits are assumed, which f32 still resolves over
/// 512 pixels.
pub(super) fn step_px(subpixel_bits: u32) -> f64 {
    0.5_f64.powi(subpixel_bits.min(12) as i32)
}

/// The distance, in metres, by which the box of a solid is enlarged, so that separated boxes prove separated bodies.
/// It covers the rounding of positions far from the origin; `farthest_coordinate` is in metres.
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
