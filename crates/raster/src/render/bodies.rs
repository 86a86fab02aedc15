//! The bodies on the GPU: a mesh per shape, uploaded once, and an instance per body and frame.
//!
//! Bodies are drawn nearest first, in batches, and shape by shape within a batch. The order does not depend on
//! culling, so where two bodies have equal depth, the same body always wins.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use super::details::coarser;
use super::lines::{FromEye, Lines, WIDEST_OUTLINE};
use super::occlusion_culling::{BodyCounts, BoxProjector, Visibility, batches};
use super::palette;
use super::palette::Color;
use super::render_mesh::{CREASE_ANGLE, RenderMesh, Vertex};
use super::scene::Scene;
use crate::geometry::{Point, Shape, Vector};
use crate::gpu::geometry_buffer::Assembly;
use crate::gpu::{Attribute, Cull, GeometryBuffer, Gpu, GpuError, ShapeCache};
use crate::world::{Body, Pair};

/// Instance data of the body shader: three rows of an affine matrix, and the colour.
#[repr(C)]
#[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
struct Instance {
    rows: [[f32; 4]; 3],
    tint: [f32; 4],
}

/// Scale of a convex piece, so that gaps show the cuts between pieces.
const PIECE_SCALE: f64 = 0.94;

/// Crease angle of coarser meshes, radians: their faces meet at angles of up to 45 degrees where the solid is round.
const COARSE_CREASE_ANGLE: f64 = 50.0 * std::f64::consts::PI / 180.0;

/// The uploaded meshes of a shape, coarsest first; the last is the shape's own mesh.
struct UploadedShape {
    details: Vec<Detail>,
    /// Longest side of the shape, metres.
    size: f64,
}

/// An uploaded mesh.
struct Detail {
    mesh: RenderMesh,
    buffer: GeometryBuffer,
    /// Largest size on the screen, in pixels along the shape's longest side, at which this mesh is shown.
    most_px: f64,
}

/// The view for which bodies are gathered.
#[derive(Clone, Copy)]
pub struct Viewed<'a> {
    /// The coordinates for the GPU.
    pub view: &'a FromEye,
    /// Unit vector of the view direction.
    pub forward: Vector,
    /// Size of the picture, pixels.
    pub size: [u32; 2],
}

/// A body in the drawing order.
struct Queued {
    body: usize,
    /// Index of the convex piece, if pieces are shown instead of the whole body.
    piece: Option<usize>,
    /// Number of the shape, in the order of first appearance.
    shape: usize,
    /// Index of the mesh among the shape's levels of detail.
    detail: usize,
    /// Depth of the centre along the view direction, metres from the eye.
    depth: f64,
    instance: Instance,
}

/// Passes that show colliding bodies behind others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HiddenPass {
    /// Draws convex bodies where others hide them. A convex body never hides a part of itself, so it needs no marks.
    Convex,
    /// Prepares one concave body: writes this stencil value on the pixels where the body is visible. With value 1, the
    /// stencil buffer is cleared first.
    Mark(u8),
    /// Draws the same concave body where it is hidden: on pixels without this stencil value, each pixel once.
    Unmarked(u8),
}

/// Uploaded shapes still in use, and the bodies of the current frame.
#[derive(Default)]
pub struct Bodies {
    drawn: ShapeCache<UploadedShape>,
    queue: Vec<Queued>,
    /// Whether each body is drawn.
    visible: Vec<bool>,
    /// Whether each body is translucent.
    glass: Vec<bool>,
    /// The level of detail of each body, also of one that is shown in pieces.
    details: Vec<usize>,
    instances: Vec<Instance>,
    counts: BodyCounts,
    seen: Vec<bool>,
}

impl Bodies {
    /// Drops unused shapes, uploads new ones, chooses levels of detail, and sorts the bodies. All bodies start as
    /// visible.
    pub fn gather(&mut self, gpu: &Gpu, scene: &Scene, viewed: Viewed) -> Result<(), GpuError> {
        let view = viewed.view;
        self.drawn.forget_unused();
        self.queue.clear();
        self.details.clear();
        self.details.resize(scene.bodies.len(), 0);
        let kinds = kinds(scene.bodies);
        for (index, body) in scene.bodies.iter().enumerate().filter(|(index, _)| scene.shows(*index)) {
            let drawn = self.drawn.require(&body.shape, || UploadedShape::new(gpu, &body.shape))?;
            let (shape, quiet) = kinds[&Arc::as_ptr(&body.shape)];
            let colliding = scene.is_colliding(index);
            let center = body.pose * body.shape.local_aabb().center();
            let depth = (center - view.eye()).dot(&viewed.forward);
            let detail = drawn.detail(&center, viewed);
            self.details[index] = detail;
            if !scene.overlays.pieces || body.shape.pieces().is_empty() {
                let instance = drawn.details[detail].instance(body, colliding, quiet, 1.0, view);
                self.queue.push(Queued { body: index, piece: None, shape, detail, depth, instance });
                continue;
            }
            // Each piece has its own tint and is slightly smaller, so that the cuts show.
            let pieces = body.shape.pieces().iter().zip(palette::TINTS.iter().cycle());
            for (piece, (part, tint)) in pieces.enumerate() {
                let drawn = self.drawn.require(part, || UploadedShape::new(gpu, part))?;
                let detail = drawn.detail(&center, viewed);
                let instance = drawn.details[detail].instance(body, colliding, *tint, PIECE_SCALE, view);
                self.queue.push(Queued { body: index, piece: Some(piece), shape, detail, depth, instance });
            }
        }
        self.queue.sort_unstable_by(|i, j| {
            i.depth.total_cmp(&j.depth).then((i.body, i.piece).cmp(&(j.body, j.piece)))
        });
        for batch in batches(self.queue.len()) {
            self.queue[batch].sort_by_key(Queued::mesh);
        }
        self.visible.clear();
        self.visible.extend((0..scene.bodies.len()).map(|body| scene.shows(body)));
        self.glass.clear();
        let hides = |body| scene.overlays.see_through || hides_picked_pair(scene, viewed, body);
        self.glass.extend((0..scene.bodies.len()).map(hides));
        self.counts = BodyCounts { drawn: scene.shown().count(), ..BodyCounts::default() };
        Ok(())
    }

    /// Determines which bodies of a batch are visible. `ask` is given screen rectangles around bodies and returns for
    /// each whether any part of it is visible. It is not called for the first batch, which nothing can hide. The
    /// selected body is always drawn, because its outline is shown through other bodies.
    pub fn cull(
        &mut self,
        batch: &Range<usize>,
        scene: &Scene,
        projector: &BoxProjector,
        ask: impl FnOnce(&[([f32; 4], f32)]) -> Result<Vec<bool>, GpuError>,
    ) -> Result<(), GpuError> {
        let (mut asked, mut rectangles) = (Vec::new(), Vec::new());
        // A body in pieces may span several batches, so it is always drawn.
        for &Queued { body, .. } in self.queue[batch.clone()].iter().filter(|queued| queued.piece.is_none()) {
            match projector.visibility(&scene.bodies[body]) {
                _ if scene.selected == Some(body) => {}
                Visibility::Near => {}
                Visibility::Outside => {
                    self.visible[body] = false;
                    self.counts.outside += 1;
                }
                Visibility::Within(rectangle, depth) => {
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

    /// Whether any body is translucent.
    pub fn has_glass(&self) -> bool {
        self.glass.contains(&true)
    }

    /// Draws the opaque bodies of a batch with one draw per shape. The back faces of closed shapes are culled.
    pub fn draw(&mut self, batch: &Range<usize>, scene: &Scene, mut set_culling: impl FnMut(bool)) {
        for run in self.queue[batch.clone()].chunk_by(|i, j| i.mesh() == j.mesh()) {
            let Some((shape, drawn)) = mesh_of(&self.drawn, scene, &run[0]) else { continue };
            self.instances.clear();
            let visible = run.iter().filter(|queued| self.visible[queued.body] && !self.glass[queued.body]);
            self.instances.extend(visible.map(|queued| queued.instance));
            set_culling(shape.convexity().is_ok());
            drawn.buffer.draw_instances(&self.instances);
        }
    }

    /// Draws translucent bodies one by one, farthest first, back faces before front faces.
    pub fn draw_through(&mut self, scene: &Scene, mut set_culling: impl FnMut(Cull)) {
        let mut order: Vec<usize> = (0..self.queue.len()).collect();
        order.sort_by(|&i, &j| self.queue[j].depth.total_cmp(&self.queue[i].depth));
        let is_drawn = |queued: &&Queued| self.glass[queued.body] && self.visible[queued.body];
        for queued in order.into_iter().map(|index| &self.queue[index]).filter(is_drawn) {
            let Some((_, drawn)) = mesh_of(&self.drawn, scene, queued) else { continue };
            for cull in [Cull::CounterClockwise, Cull::Clockwise] {
                set_culling(cull);
                drawn.buffer.draw_instances(std::slice::from_ref(&queued.instance));
            }
        }
    }

    /// Draws colliding bodies again where others hide them: convex ones with one draw per shape, concave ones
    /// one by one.
    pub fn draw_hidden(&mut self, scene: &Scene, mut set_state: impl FnMut(HiddenPass)) {
        let mut mark = 0;
        for run in self.queue.chunk_by(|i, j| i.mesh() == j.mesh()) {
            let Some((shape, drawn)) = mesh_of(&self.drawn, scene, &run[0]) else { continue };
            self.instances.clear();
            let colliding = run.iter().filter(|queued| scene.is_colliding(queued.body));
            self.instances.extend(colliding.map(|queued| queued.instance));
            if shape.convexity().is_ok() {
                set_state(HiddenPass::Convex);
                drawn.buffer.draw_instances(&self.instances);
                continue;
            }
            for instance in self.instances.chunks(1) {
                mark = mark % u8::MAX + 1;
                for pass in [HiddenPass::Mark(mark), HiddenPass::Unmarked(mark)] {
                    set_state(pass);
                    drawn.buffer.draw_instances(instance);
                }
            }
        }
    }

    /// Index ranges of this frame's batches.
    pub fn batches(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        batches(self.queue.len())
    }

    /// Numbers of drawn, hidden and outside bodies in this frame.
    pub fn counts(&self) -> BodyCounts {
        self.counts
    }

    /// Outlines of the drawn bodies: bright for colliding bodies, dark for others; the selected body's outline is
    /// added to `selected`. The bodies are those that [`Bodies::gather`] has gathered for this view.
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
            let center = body.pose * body.shape.local_aabb().center();
            let detail = self.details.get(index).copied().unwrap_or(0);
            // Bodies that look small get thinner lines, so that the outline does not cover them.
            let angle = body.shape.size() / view.camera().apparent_distance(&center);
            let width_px = width_px * (angle * 25.0).clamp(0.5, 1.0) as f32;
            for ends in drawn.details[detail].mesh.outline(&eye, &mut self.seen) {
                let ends = ends.map(|p| body.pose * p);
                lines.segment(view, ends, width_px, color);
                if scene.selected == Some(index) {
                    selected.segment(view, ends, 6.0, palette::SELECTED);
                }
            }
        }
    }
}

/// Share of the radius of a picked body that no other body may hide.
const CORE: f64 = 0.5;

/// Whether a body is in front of the middle of a picked body, which the view therefore shows through it.
fn hides_picked_pair(scene: &Scene, viewed: Viewed, body: usize) -> bool {
    let is_other = |pair: &Pair| body != pair.a && body != pair.b && pair.a.max(pair.b) < scene.bodies.len();
    let Some(pair) = scene.marks.selected.filter(is_other) else { return false };
    // The bounding sphere of a body, as its centre and radius.
    let sphere = |body: &Body| {
        let local = body.shape.local_aabb();
        (body.pose * local.center(), 0.5 * local.extents().norm())
    };
    let source = viewed.view.camera().source();
    let (center, radius) = sphere(&scene.bodies[body]);
    [pair.a, pair.b].map(|picked| &scene.bodies[picked]).into_iter().any(|picked| {
        let (target, core) = sphere(picked);
        let ray = target - source;
        let along = (center - source).dot(&ray) / ray.norm_squared();
        let off = (center - (source + along * ray)).norm();
        (0.0..1.0).contains(&along) && off < radius + CORE * core * along
    })
}

impl Queued {
    /// Sort key; equal for the bodies that one draw can draw.
    fn mesh(&self) -> (usize, Option<usize>, usize) {
        (self.shape, self.piece, self.detail)
    }
}

/// The shape of a body or piece in the drawing order, and the mesh to draw for it.
fn mesh_of<'a>(
    uploaded: &'a ShapeCache<UploadedShape>,
    scene: &Scene<'a>,
    queued: &Queued,
) -> Option<(&'a Shape, &'a Detail)> {
    let whole = &scene.bodies[queued.body].shape;
    let shape = queued.piece.map_or(whole, |piece| &whole.pieces()[piece]);
    Some((shape, &uploaded.get(shape)?.details[queued.detail]))
}

impl UploadedShape {
    fn new(gpu: &Gpu, shape: &Shape) -> Result<Self, GpuError> {
        let own = (RenderMesh::new(shape.mesh(), CREASE_ANGLE), f64::INFINITY);
        let coarser = coarser(shape).into_iter();
        let coarser = coarser.map(|one| (RenderMesh::new(&one.mesh, COARSE_CREASE_ANGLE), one.most_px));
        let details = coarser.chain([own]).map(|(mesh, most_px)| Detail::new(gpu, mesh, most_px));
        Ok(Self { details: details.collect::<Result<_, _>>()?, size: shape.size() })
    }

    /// Index of the level of detail for a body whose centre is at this point.
    fn detail(&self, center: &Point, viewed: Viewed) -> usize {
        let size_px = self.size * viewed.view.camera().pixels_per_metre(center, viewed.size);
        let is_enough = |detail: &Detail| size_px <= detail.most_px;
        self.details.iter().position(is_enough).unwrap_or(self.details.len() - 1)
    }
}

impl Detail {
    fn new(gpu: &Gpu, mesh: RenderMesh, most_px: f64) -> Result<Self, GpuError> {
        let vertex =
            [0, 1].map(|location| Attribute { location, components: 3, offset: 12 * location as i32 });
        let instance =
            [0, 1, 2, 3].map(|row| Attribute { location: 2 + row, components: 4, offset: 16 * row as i32 });
        let buffer =
            GeometryBuffer::new::<Vertex>(gpu, Assembly::Triangles, &mesh.vertices, &vertex, &mesh.indices)?
                .with_instances(size_of::<Instance>(), &instance)?;
        Ok(Self { mesh, buffer, most_px })
    }

    fn instance(&self, body: &Body, colliding: bool, quiet: Color, scale: f64, view: &FromEye) -> Instance {
        let rotation = body.pose.rotation.to_rotation_matrix();
        let axes = (rotation.matrix() * (scale * self.mesh.unit * view.per_metre())).cast::<f32>();
        let position = view.point(&(body.pose * self.mesh.center));
        let row = |i: usize| [axes[(i, 0)], axes[(i, 1)], axes[(i, 2)], position[i]];
        let color = if colliding { palette::COLLIDING } else { quiet };
        let [r, g, b] = color.linear();
        // A colliding body glows slightly, so that its dark side looks red too.
        let glow = if colliding { 0.18 } else { 0.0 };
        Instance { rows: [row(0), row(1), row(2)], tint: [r, g, b, glow] }
    }
}

/// A number and a colour for each shape. Numbers follow the order of first appearance. Colours follow the number of
/// triangles, then first appearance, so that a kind of body looks the same whatever the seed.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Aabb, Pose, Solid};
    use crate::render::camera::Camera;
    use crate::render::scene::{Marks, Overlays};

    #[test]
    fn a_body_in_front_of_the_picked_pair_is_translucent() {
        let ball = Arc::new(Shape::primitive(Solid::Ball { radius: 1.0 }, 2).unwrap());
        // From front to back: a body, the pair, another body; and one beside the line of sight.
        let places = [[0.0, 0.0, 5.0], [0.0, 0.0, 0.5], [0.0, 0.0, -0.5], [0.0, 0.0, -5.0], [6.0, 0.0, 5.0]];
        let body = |[x, y, z]: [f64; 3]| Body::at_rest(Arc::clone(&ball), Pose::translation(x, y, z));
        let bodies = places.map(body);
        let container = Aabb::cube(Point::origin(), 8.0);
        let scene = Scene {
            bodies: &bodies,
            container,
            colliding: &[],
            selected: None,
            candidates: &[],
            verdicts: &[],
            windows: &[],
            marks: Marks { selected: Some(Pair { a: 1, b: 2 }), ..Marks::default() },
            only: None,
            overlays: Overlays::default(),
        };
        let camera = Camera::framing_from(&container, &Vector::z());
        let viewed =
            Viewed { view: &FromEye::new(&camera), forward: -camera.directions()[2], size: [400, 400] };
        let glass = |scene: &Scene| [0, 1, 2, 3, 4].map(|body| hides_picked_pair(scene, viewed, body));
        assert_eq!(glass(&scene), [true, false, false, false, false]);
        assert_eq!(glass(&Scene { marks: Marks::default(), ..scene }), [false; 5], "no pair is picked");
    }
}
