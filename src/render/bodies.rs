//! The bodies on the GPU: a mesh per shape, uploaded once, and an instance per body, every frame.
//!
//! Bodies are drawn nearest first, in batches, and within a batch shape by shape: the same order whatever is
//! left out, so that a pixel where two bodies are equally deep shows the same one always.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use super::lines::{FromEye, Lines, WIDEST_OUTLINE};
use super::occlusion_culling::{BodyCounts, Onlooker, Outlook, batches};
use super::palette;
use super::palette::Color;
use super::render_mesh::{RenderMesh, Vertex};
use super::scene::Scene;
use crate::geometry::{Shape, Vector};
use crate::gpu::geometry_buffer::Assembly;
use crate::gpu::{Attribute, Cull, GeometryBuffer, Gpu, GpuError, ShapeCache};
use crate::world::Body;

/// As the body shader reads it: three rows of an affine matrix, and the colour.
#[repr(C)]
#[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
struct Instance {
    rows: [[f32; 4]; 3],
    tint: [f32; 4],
}

/// Scale of a convex piece that is shown by itself, so that the cuts between pieces show.
const PIECE_SCALE: f64 = 0.94;

/// A shape that has been uploaded.
struct Drawn {
    mesh: RenderMesh,
    buffer: GeometryBuffer,
}

/// A body in its turn.
struct Queued {
    body: usize,
    /// Which of its convex pieces, where these are shown instead of the whole.
    piece: Option<usize>,
    /// Equal for equal shapes, in the order of their first bodies.
    shape: usize,
    /// Distance of the middle from the eye along the view direction, metres.
    depth: f64,
    instance: Instance,
}

/// How colliding bodies are drawn where others hide them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shine {
    /// Convex ones, which never hide themselves.
    Convex,
    /// Marks in the stencil where a concave one is seen. 1 comes with a clear stencil.
    Mark(u8),
    /// The same body where it is hidden and not marked, each pixel once.
    Unmarked(u8),
}

/// All uploaded shapes that are still in use, and this frame's bodies.
#[derive(Default)]
pub struct Bodies {
    drawn: ShapeCache<Drawn>,
    queue: Vec<Queued>,
    /// Per body: whether it is to be drawn.
    visible: Vec<bool>,
    instances: Vec<Instance>,
    counts: BodyCounts,
    seen: Vec<bool>,
}

impl Bodies {
    /// Drops shapes that are no longer used elsewhere, uploads new ones, and puts the bodies into their order.
    /// `forward`: unit vector along which the camera looks. All are to be drawn.
    pub fn gather(
        &mut self,
        gpu: &Gpu,
        scene: &Scene,
        view: &FromEye,
        forward: &Vector,
    ) -> Result<(), GpuError> {
        self.drawn.forget_unused();
        self.queue.clear();
        let kinds = kinds(scene.bodies);
        for (index, body) in scene.bodies.iter().enumerate().filter(|(index, _)| scene.shows(*index)) {
            let drawn = self.drawn.require(&body.shape, || Drawn::new(gpu, &body.shape))?;
            let (shape, quiet) = kinds[&Arc::as_ptr(&body.shape)];
            let colliding = scene.is_colliding(index);
            let depth = (body.pose * drawn.mesh.center - view.eye()).dot(forward);
            if !scene.overlays.pieces || body.shape.pieces().is_empty() {
                let instance = drawn.instance(body, colliding, quiet, 1.0, view);
                self.queue.push(Queued { body: index, piece: None, shape, depth, instance });
                continue;
            }
            // Each piece in a tint of its own and a little smaller, so that the cuts show.
            let pieces = body.shape.pieces().iter().zip(palette::TINTS.iter().cycle());
            for (piece, (part, tint)) in pieces.enumerate() {
                let drawn = self.drawn.require(part, || Drawn::new(gpu, part))?;
                let instance = drawn.instance(body, colliding, *tint, PIECE_SCALE, view);
                self.queue.push(Queued { body: index, piece: Some(piece), shape, depth, instance });
            }
        }
        self.queue.sort_unstable_by(|i, j| {
            i.depth.total_cmp(&j.depth).then((i.body, i.piece).cmp(&(j.body, j.piece)))
        });
        for batch in batches(self.queue.len()) {
            self.queue[batch].sort_by_key(|queued| (queued.shape, queued.piece));
        }
        self.visible.clear();
        self.visible.extend((0..scene.bodies.len()).map(|body| scene.shows(body)));
        self.counts = BodyCounts { drawn: scene.shown().count(), ..BodyCounts::default() };
        Ok(())
    }

    /// Finds out which bodies of a batch are to be drawn. `ask` tells of each rectangle whether some of it can be
    /// seen; where there is nothing in front yet it need not be asked. The selected body is always drawn, for its
    /// outline is shown through others.
    pub fn cull(
        &mut self,
        batch: &Range<usize>,
        scene: &Scene,
        onlooker: &Onlooker,
        ask: impl FnOnce(&[([f32; 4], f32)]) -> Result<Vec<bool>, GpuError>,
    ) -> Result<(), GpuError> {
        let (mut asked, mut rectangles) = (Vec::new(), Vec::new());
        // A body in pieces may be spread over batches, and is drawn in any case.
        for &Queued { body, .. } in self.queue[batch.clone()].iter().filter(|queued| queued.piece.is_none()) {
            match onlooker.outlook(&scene.bodies[body]) {
                _ if scene.selected == Some(body) => {}
                Outlook::Near => {}
                Outlook::Outside => {
                    self.visible[body] = false;
                    self.counts.outside += 1;
                }
                Outlook::Within(rectangle, depth) => {
                    asked.push(body);
                    rectangles.push((rectangle, depth));
                }
            }
        }
        if batch.start > 0 {
            for (body, visible) in asked.into_iter().zip(ask(&rectangles)?) {
                self.visible[body] = visible;
                self.counts.hidden += usize::from(!visible);
            }
        }
        self.counts.drawn = scene.bodies.len() - self.counts.hidden - self.counts.outside;
        Ok(())
    }

    /// One draw per shape, closed ones without their far sides.
    pub fn draw(&mut self, batch: &Range<usize>, scene: &Scene, mut set_culling: impl FnMut(bool)) {
        for run in self.queue[batch.clone()].chunk_by(|i, j| (i.shape, i.piece) == (j.shape, j.piece)) {
            let whole = &scene.bodies[run[0].body].shape;
            let shape = run[0].piece.map_or(whole, |piece| &whole.pieces()[piece]);
            let Some(drawn) = self.drawn.get(shape) else { continue };
            self.instances.clear();
            let visible = run.iter().filter(|queued| self.visible[queued.body]);
            self.instances.extend(visible.map(|queued| queued.instance));
            set_culling(shape.convexity().is_ok());
            drawn.buffer.draw_instances(&self.instances);
        }
    }

    /// Farthest first and one by one, of each its far side before its near one: for bodies that one sees through.
    pub fn draw_through(&mut self, scene: &Scene, mut set_culling: impl FnMut(Cull)) {
        let mut order: Vec<usize> = (0..self.queue.len()).collect();
        order.sort_by(|&i, &j| self.queue[j].depth.total_cmp(&self.queue[i].depth));
        for queued in order.into_iter().map(|index| &self.queue[index]) {
            let whole = &scene.bodies[queued.body].shape;
            let shape = queued.piece.map_or(whole, |piece| &whole.pieces()[piece]);
            let Some(drawn) = self.drawn.get(shape) else { continue };
            for cull in [Cull::CounterClockwise, Cull::Clockwise] {
                set_culling(cull);
                drawn.buffer.draw_instances(std::slice::from_ref(&queued.instance));
            }
        }
    }

    /// Colliding bodies once more, to be drawn where others hide them: convex ones one draw per shape, concave ones one by
    /// one.
    pub fn draw_hidden(&mut self, scene: &Scene, mut set_state: impl FnMut(Shine)) {
        let mut mark = 0;
        for run in self.queue.chunk_by(|i, j| (i.shape, i.piece) == (j.shape, j.piece)) {
            let whole = &scene.bodies[run[0].body].shape;
            let shape = run[0].piece.map_or(whole, |piece| &whole.pieces()[piece]);
            let Some(drawn) = self.drawn.get(shape) else { continue };
            self.instances.clear();
            let colliding = run.iter().filter(|queued| scene.is_colliding(queued.body));
            self.instances.extend(colliding.map(|queued| queued.instance));
            if shape.convexity().is_ok() {
                set_state(Shine::Convex);
                drawn.buffer.draw_instances(&self.instances);
                continue;
            }
            for instance in self.instances.chunks(1) {
                mark = mark % u8::MAX + 1;
                for shine in [Shine::Mark(mark), Shine::Unmarked(mark)] {
                    set_state(shine);
                    drawn.buffer.draw_instances(instance);
                }
            }
        }
    }

    /// The bodies of this frame, batch by batch.
    pub fn batches(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        batches(self.queue.len())
    }

    /// How many bodies were drawn, hidden and outside in this frame.
    pub fn counts(&self) -> BodyCounts {
        self.counts
    }

    /// Bright around colliding bodies, dark around the others, and the selected one's in `selected`; of the
    /// bodies that were drawn.
    pub fn outlines(&mut self, lines: &mut Lines, selected: &mut Lines, scene: &Scene, view: &FromEye) {
        for (index, body) in scene.bodies.iter().enumerate() {
            if !self.visible.get(index).is_none_or(|visible| *visible) {
                continue;
            }
            let Some(drawn) = self.drawn.get(&body.shape) else { continue };
            let (width_px, color) = if scene.is_colliding(index) {
                (WIDEST_OUTLINE, palette::COLLIDING_OUTLINE)
            } else {
                (1.5, palette::QUIET_OUTLINE)
            };
            let eye = body.pose.inverse_transform_point(&view.camera().source());
            // Of a body that looks small, lines as wide as ever would leave nothing to see.
            let center = body.pose * drawn.mesh.center;
            let angle = body.shape.size() / view.camera().apparent_distance(&center);
            let width_px = width_px * (angle * 25.0).clamp(0.5, 1.0) as f32;
            for ends in drawn.mesh.outline(&eye, &mut self.seen) {
                let ends = ends.map(|p| body.pose * p);
                lines.segment(view, ends, width_px, color);
                if scene.selected == Some(index) {
                    selected.segment(view, ends, 6.0, palette::SELECTED);
                }
            }
        }
    }
}

impl Drawn {
    fn new(gpu: &Gpu, shape: &Arc<Shape>) -> Result<Self, GpuError> {
        let mesh = RenderMesh::new(shape);
        let vertex =
            [0, 1].map(|location| Attribute { location, components: 3, offset: 12 * location as i32 });
        let instance =
            [0, 1, 2, 3].map(|row| Attribute { location: 2 + row, components: 4, offset: 16 * row as i32 });
        let buffer =
            GeometryBuffer::new::<Vertex>(gpu, Assembly::Triangles, &mesh.vertices, &vertex, &mesh.indices)?
                .with_instances(size_of::<Instance>(), &instance)?;
        Ok(Self { mesh, buffer })
    }

    fn instance(&self, body: &Body, colliding: bool, quiet: Color, scale: f64, view: &FromEye) -> Instance {
        let rotation = body.pose.rotation.to_rotation_matrix();
        let axes = (rotation.matrix() * (scale * self.mesh.unit * view.per_metre())).cast::<f32>();
        let position = view.point(&(body.pose * self.mesh.center));
        let row = |i: usize| [axes[(i, 0)], axes[(i, 1)], axes[(i, 2)], position[i]];
        let color = if colliding { palette::COLLIDING } else { quiet };
        let [r, g, b] = color.linear();
        // A colliding body glows a little, so that it is clearly red on its dark side too.
        let glow = if colliding { 0.18 } else { 0.0 };
        Instance { rows: [row(0), row(1), row(2)], tint: [r, g, b, glow] }
    }
}

/// A number and a colour for each shape that occurs: the number by first appearance; the colour by number of
/// triangles, so that a kind of body looks the same whatever the seed, then by first appearance.
fn kinds(bodies: &[Body]) -> HashMap<*const Shape, (usize, Color)> {
    let mut shapes: Vec<(usize, &Arc<Shape>)> = Vec::new();
    let mut seen = HashSet::new();
    let firsts = bodies.iter().map(|b| &b.shape).filter(|shape| seen.insert(Arc::as_ptr(shape)));
    shapes.extend(firsts.enumerate());
    shapes.sort_by_key(|(_, shape)| shape.mesh().triangles().len());
    shapes
        .iter()
        .zip(palette::TINTS.iter().cycle())
        .map(|((number, shape), tint)| (Arc::as_ptr(shape), (*number, *tint)))
        .collect()
}
