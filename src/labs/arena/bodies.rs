//! The bodies on the GPU: a mesh per shape, uploaded once, and an instance per body, every frame.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::lines::{FromEye, Lines};
use super::palette::{self, Color};
use super::render_mesh::{RenderMesh, Vertex};
use super::scene::Scene;
use crate::geometry::Shape;
use crate::gpu::{Attribute, GeometryBuffer, Gpu, GpuError, ShapeCache, geometry_buffer::Assembly};
use crate::world::Body;

/// As the body shader reads it: three rows of an affine matrix, and the colour.
#[repr(C)]
#[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
struct Instance {
    rows: [[f32; 4]; 3],
    tint: [f32; 4],
}

/// Of a convex piece that is shown by itself.
const PIECE_SCALE: f64 = 0.94;

/// A shape that was drawn before.
struct Drawn {
    mesh: RenderMesh,
    buffer: GeometryBuffer,
    instances: Vec<Instance>,
}

/// All shapes that are or were drawn and that somebody still holds.
#[derive(Default)]
pub struct Bodies {
    drawn: ShapeCache<Drawn>,
    seen: Vec<bool>,
}

impl Bodies {
    /// Forgets shapes that nobody else holds, uploads new ones, and sorts the bodies by shape.
    pub fn gather(&mut self, gpu: &Gpu, scene: &Scene, view: &FromEye) -> Result<(), GpuError> {
        self.drawn.forget_unused();
        for drawn in self.drawn.values_mut() {
            drawn.instances.clear();
        }
        let tints = tints(scene.bodies);
        for (index, body) in scene.bodies.iter().enumerate() {
            let drawn = self.drawn.require(&body.shape, || Drawn::new(gpu, &body.shape))?;
            let (quiet, colliding) = (tints[&Arc::as_ptr(&body.shape)], scene.is_colliding(index));
            if scene.overlays.pieces && !body.shape.pieces().is_empty() {
                self.gather_pieces(gpu, body, colliding, view)?;
                continue;
            }
            let instance = drawn.instance(body, colliding, quiet, 1.0, view);
            drawn.instances.push(instance);
        }
        Ok(())
    }

    /// Each piece in a tint of its own and a little smaller, so that the cuts show.
    fn gather_pieces(
        &mut self,
        gpu: &Gpu,
        body: &Body,
        colliding: bool,
        view: &FromEye,
    ) -> Result<(), GpuError> {
        for (piece, tint) in body.shape.pieces().iter().zip(palette::TINTS.iter().cycle()) {
            let drawn = self.drawn.require(piece, || Drawn::new(gpu, piece))?;
            let instance = drawn.instance(body, colliding, *tint, PIECE_SCALE, view);
            drawn.instances.push(instance);
        }
        Ok(())
    }

    /// One draw per shape, closed ones without their far sides.
    pub fn draw(&self, mut set_culling: impl FnMut(bool)) {
        for (shape, drawn) in self.drawn.iter().filter(|(_, drawn)| !drawn.instances.is_empty()) {
            set_culling(shape.convexity().is_ok());
            drawn.buffer.draw_instances(&drawn.instances);
        }
    }

    /// Bright around colliding bodies, dark around the others, and the selected one's in `selected`.
    pub fn outlines(&mut self, lines: &mut Lines, selected: &mut Lines, scene: &Scene, view: &FromEye) {
        for (index, body) in scene.bodies.iter().enumerate() {
            let Some(drawn) = self.drawn.get(&body.shape) else { continue };
            let (width_px, color) = if scene.is_colliding(index) {
                (2.0, palette::COLLIDING_OUTLINE)
            } else {
                (1.5, palette::QUIET_OUTLINE)
            };
            let eye = body.pose.inverse_transform_point(view.eye());
            // Of a body that looks small, lines as wide as ever would leave nothing to see.
            let angle = body.shape.size() / (eye - drawn.mesh.center).norm();
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
        Ok(Self { mesh, buffer, instances: Vec::new() })
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

/// A colour for each shape that occurs: by number of triangles, so that a kind of body looks the same
/// whatever the seed, then by first appearance.
fn tints(bodies: &[Body]) -> HashMap<*const Shape, Color> {
    let mut shapes: Vec<&Arc<Shape>> = Vec::new();
    let mut seen = HashSet::new();
    shapes.extend(bodies.iter().map(|b| &b.shape).filter(|shape| seen.insert(Arc::as_ptr(shape))));
    shapes.sort_by_key(|shape| shape.mesh().triangles().len());
    shapes
        .iter()
        .zip(palette::TINTS.iter().cycle())
        .map(|(shape, tint)| (Arc::as_ptr(shape), *tint))
        .collect()
}
