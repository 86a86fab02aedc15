//! The potentially colliding set of CULLIDE: bodies that may collide, found by drawing the whole scene.
//!
//! Source: Govindaraju, Redon, Lin & Manocha 2003 (CULLIDE), with R-CULLIDE 2004 (`reliable`) and Quick-CULLIDE 2005
//! (`quick`) as settings. A body that hides behind no other one, seen along an axis, touches none of them
//! (`docs/proofs/cullide.md`). Two passes find all such bodies at once: the forward pass counts each body's samples at
//! or behind the bodies before it, the backward pass those at or behind the bodies after it; bodies with two zeros
//! leave. Views along x, y and z are repeated over the remaining bodies until a whole round frees none.
//! Fails where: contacts smaller than a pixel of the whole scene are lost, and so are open surfaces seen edge-on;
//! `reliable` loses none ([`enlarged`]). Bodies that are behind others in every view stay, touching or not.
//! Cost: per view at most 4 draws and 2 queries a body, all queries of a pass before the first result is read.
//! It is no row of the table of broad phases: those get boxes only and must return every pair of boxes that overlap,
//! whereas this set comes from surfaces, needs a context to draw in, and is meant to return fewer pairs.

pub mod enlarged;
pub mod groups;
pub mod passes;
pub mod record;
pub mod rules;
pub mod twin;

use passes::{Canvas, Drawing};
use record::{Recording, Watched};
use rules::Culling;

use crate::detector::{Cost, DetectError};
use crate::geometry::Aabb;
use crate::gpu::{Gpu, GpuError};
use crate::image_space::options::{CullideOptions, Order};
use crate::world::Body;

/// Finds the potentially colliding set.
pub struct PotentialSet {
    canvas: Canvas,
    options: CullideOptions,
}

impl PotentialSet {
    /// Compiles the shader and creates the target.
    pub fn new(gpu: &Gpu, options: CullideOptions) -> Result<Self, GpuError> {
        let CullideOptions { resolution, reliable, split_culling, .. } = options;
        Ok(Self { canvas: Canvas::new(gpu, resolution, reliable, split_culling)?, options })
    }

    /// Takes over other options; false if that needs another shader or other meshes.
    pub fn adapt(&mut self, options: CullideOptions) -> bool {
        let CullideOptions { resolution, reliable, split_culling, .. } = options;
        let adapts =
            reliable == self.options.reliable && self.canvas.adapt(resolution, split_culling).is_ok();
        if adapts {
            self.options = options;
        }
        adapts
    }

    /// Culls the bodies with these indices. `boxes` has the world box of each of them, by index.
    pub fn cull(
        &mut self,
        bodies: &[Body],
        boxes: &[Aabb],
        members: Vec<usize>,
        cost: &mut Cost,
    ) -> Result<Culling, DetectError> {
        self.canvas.forget_unused();
        let order = in_order(members, boxes, self.options.order);
        let mut drawing = Drawing::new(&mut self.canvas, bodies, boxes, cost);
        let culling = rules::cull(order, self.options.quick, &mut drawing)?;
        cost.gpu = self.canvas.take_gpu_time();
        Ok(culling)
    }

    /// Like [`PotentialSet::cull`], and keeps the counts of every body in every view.
    pub fn record(
        &mut self,
        bodies: &[Body],
        boxes: &[Aabb],
        members: Vec<usize>,
    ) -> Result<Recording, DetectError> {
        let mut cost = Cost::default();
        let order = in_order(members, boxes, self.options.order);
        let mut drawing = Watched::new(Drawing::new(&mut self.canvas, bodies, boxes, &mut cost));
        let culling = rules::cull(order.clone(), self.options.quick, &mut drawing)?;
        let recording = Recording::new(order, culling, &drawing.passes);
        self.canvas.take_gpu_time();
        Ok(recording)
    }
}

/// The bodies in the order of the forward pass. It is the same in all views, since the bits that `quick` keeps refer
/// to it.
fn in_order(mut members: Vec<usize>, boxes: &[Aabb], order: Order) -> Vec<usize> {
    if order == Order::FarFirst {
        // The first view looks along +x, so the far side is that of the largest x. Ties keep their order.
        members.sort_by(|&a, &b| boxes[b].max.x.total_cmp(&boxes[a].max.x));
    }
    members
}
