//! Occlusion culling: hidden bodies are not drawn. What occlusion queries were made for, before Xu and others
//! (source 1) found collisions with them.
//!
//! Bodies come in batches, nearest first. Before a batch is drawn, the screen's rectangle around each of its
//! boxes, at the depth of the box's nearest corner, is drawn into nothing: if no sample of it passes the depth
//! test against the batches before, no part of the body can, nor of its outline. All decisions are about this
//! frame alone: nothing pops up late.
//!
//! The picture is the same to the last bit, for bodies are always drawn in this order, culled or not, and the
//! rectangle is never smaller or farther than what it stands for. A box that crosses the near plane has no such
//! rectangle, so its body is drawn.
//!
//! It pays when bodies stand many deep; each body asked about costs a query, and each batch a wait for the
//! answers. Measured on llvmpipe at 1280×800, medians of CPU time in turns within one run, drawing all divided by
//! culling: 1,000 bodies at a density of 5 %, of which 7 are hidden, 0.83; 3,000 at 30 %, of which 1,648 are
//! hidden, 1.31, and 1.98 with the camera among them; 2,000 at 30 % with finer meshes (level 6) 1.50 and 2.33.

use std::ops::Range;

use nalgebra::{Matrix4, Vector4};

use super::lines::{FromEye, TOWARDS_EYE, WIDEST_OUTLINE};
use crate::gpu::geometry_buffer::Assembly;
use crate::gpu::{Attribute, Counted, GeometryBuffer, Gpu, GpuError, Program, QueryPool, Uniform};
use crate::world::Body;

/// Bodies in the first batch, at least.
const FIRST_BATCH: usize = 32;
/// Share of all bodies that is in the first batch. Each batch holds as many as all before it.
const FIRST_SHARE: f64 = 1.0 / 16.0;

/// Drawn nearer than the box by so much (in −1…1), many times what f32 and 24 bits of depth lose.
const DEPTH_SLACK: f64 = 2e-6;

/// What became of the bodies of a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BodyCounts {
    /// Number sent to be drawn.
    pub drawn: usize,
    /// Number skipped because others hide them.
    pub hidden: usize,
    /// Number skipped because they lie beside the picture or behind the eye.
    pub outside: usize,
}

/// What is known of a body before it is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outlook {
    /// It has to be drawn: it crosses the near plane.
    Near,
    /// No part of it is in the picture.
    Outside,
    /// It is seen only if some of this rectangle is: left, bottom, right, top, and the depth, −1…1.
    Within([f32; 4], f32),
}

/// The occlusion queries for rectangles around bodies, and what they are drawn with.
pub struct OcclusionCulling {
    queries: QueryPool,
    rectangle: GeometryBuffer,
}

impl OcclusionCulling {
    /// Compiles its program and makes its queries. The error is that of the driver.
    pub fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        let corners = [[0f32, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        let corner = [Attribute { location: 0, components: 2, offset: 0 }];
        let indices = [0, 1, 2, 0, 2, 3];
        Ok(Self {
            queries: QueryPool::new(gpu, Counted::Samples),
            rectangle: GeometryBuffer::new(gpu, Assembly::Triangles, &corners, &corner, &indices)?,
        })
    }

    /// Draws the rectangles and waits for the counts: per rectangle, whether some of it can be seen. The caller
    /// has set a state that tests depth (≤) and writes nothing.
    pub fn ask(&mut self, program: &Program, rectangles: &[([f32; 4], f32)]) -> Result<Vec<bool>, GpuError> {
        program.bind();
        for (index, &(rectangle, depth)) in rectangles.iter().enumerate() {
            program.set("rectangle", Uniform::Vec4(rectangle));
            program.set("depth", Uniform::Float(depth));
            self.queries.begin(index)?;
            self.rectangle.draw();
            self.queries.end();
        }
        Ok((0..rectangles.len()).map(|index| self.queries.count(index) > 0).collect())
    }
}

/// Where the batches begin and end, for so many bodies.
pub fn batches(count: usize) -> impl Iterator<Item = Range<usize>> {
    let first = FIRST_BATCH.max((count as f64 * FIRST_SHARE) as usize);
    let ends = std::iter::successors(Some(first), |end| Some(2 * end));
    let mut begin = 0;
    ends.map(move |end| std::mem::replace(&mut begin, end.min(count))..end.min(count))
        .take_while(|batch| !batch.is_empty())
}

/// Projects boxes of bodies to the picture.
pub struct Onlooker<'a> {
    view: &'a FromEye,
    /// From coordinates relative to the eye to clip coordinates.
    matrix: &'a Matrix4<f64>,
    /// How far an outline reaches beyond its body, in halves of the picture's width and height.
    reach: [f64; 2],
}

impl<'a> Onlooker<'a> {
    /// `viewport`: width and height in pixels; `pixel_scale`: the factor by which lines are widened.
    pub fn new(view: &'a FromEye, matrix: &'a Matrix4<f64>, viewport: [u32; 2], pixel_scale: f32) -> Self {
        // Half the line, the pixel over which it fades, and one for rounding.
        let reach_px = 0.5 * f64::from(WIDEST_OUTLINE * pixel_scale).max(1.0) + 2.0;
        Self { view, matrix, reach: viewport.map(|side| 2.0 * reach_px / f64::from(side)) }
    }

    /// Where the body's own box, which turns with it, and the outline around the body lie in the picture.
    pub fn outlook(&self, body: &Body) -> Outlook {
        let local = body.shape.local_aabb();
        let (center, half) = (body.pose * local.center(), 0.5 * local.extents());
        let per_metre = self.view.per_metre();
        let middle = self.matrix * ((center - self.view.eye()) * per_metre).push(1.0);
        let sides = [0, 1, 2].map(|axis| {
            let mut along = half;
            (0..3).filter(|other| *other != axis).for_each(|other| along[other] = 0.0);
            self.matrix * (body.pose.rotation * along * per_metre).push(0.0)
        });
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        let (mut nearest, mut farthest) = (f64::INFINITY, f64::NEG_INFINITY);
        for corner in 0..8 {
            let signed = |axis: usize| if corner >> axis & 1 == 0 { -sides[axis] } else { sides[axis] };
            let corner: Vector4<f64> = middle + signed(0) + signed(1) + signed(2);
            (nearest, farthest) = (nearest.min(corner.w), farthest.max(corner.w));
            for axis in 0..2 {
                let at = corner[axis] / corner.w;
                (low[axis], high[axis]) = (low[axis].min(at), high[axis].max(at));
            }
        }
        if farthest <= 0.0 || self.depth_at(farthest) < -1.0 - DEPTH_SLACK {
            return Outlook::Outside;
        }
        // The lines of an outline are drawn a little towards the eye.
        let depth = self.depth_at(nearest * (1.0 - f64::from(TOWARDS_EYE))) - DEPTH_SLACK;
        // Written so that no number goes to the safe side.
        if !(nearest > 0.0 && depth > -1.0) {
            return Outlook::Near;
        }
        for axis in 0..2 {
            low[axis] = (low[axis] - self.reach[axis]).max(-1.0);
            high[axis] = (high[axis] + self.reach[axis]).min(1.0);
        }
        if low[0] >= high[0] || low[1] >= high[1] || depth > 1.0 {
            return Outlook::Outside;
        }
        Outlook::Within([low[0], low[1], high[0], high[1]].map(|x| x as f32), depth as f32)
    }

    /// Clip coordinates have z = α·w + β for every point; depth is z / w.
    fn depth_at(&self, w: f64) -> f64 {
        let (row_z, row_w) = (self.matrix.fixed_view::<1, 3>(2, 0), self.matrix.fixed_view::<1, 3>(3, 0));
        row_z.dot(&row_w) / row_w.norm_squared() + self.matrix[(2, 3)] / w
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_cover_everything_once_and_double() {
        for count in [0, 1, 31, 32, 33, 64, 100, 512, 5000, 100_000] {
            let all: Vec<_> = batches(count).collect();
            assert_eq!(all.iter().map(Range::len).sum::<usize>(), count);
            assert!(all.windows(2).all(|w| w[0].end == w[1].start));
            assert!(all.len() <= 6, "{count} bodies: {} waits", all.len());
        }
        assert_eq!(batches(1024).map(|b| b.len()).collect::<Vec<_>>(), [64, 64, 128, 256, 512]);
    }
}
