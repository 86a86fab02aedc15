//! Surfaces on the GPU: a mesh per shape, drawn whole or in part, and edges.

use std::sync::Arc;

use super::{Material, Surface};
use crate::geometry::{Shape, Vector};
use crate::gpu::geometry_buffer::Assembly;
use crate::gpu::{Attribute, GeometryBuffer, Gpu, GpuError, Program, ShapeCache, Uniform};
use crate::render::lines::{FromEye, Lines};
use crate::render::palette;
use crate::render::render_mesh::{CREASE_ANGLE, Part, RenderMesh, Vertex};

/// Opacity of a translucent body.
const GLASS: f32 = 0.16;

/// Uploaded shapes still in use.
#[derive(Default)]
pub struct Surfaces {
    drawn: ShapeCache<UploadedShape>,
    seen: Vec<bool>,
}

struct UploadedShape {
    mesh: RenderMesh,
    buffer: GeometryBuffer,
}

impl Surfaces {
    /// Drops unused shapes and uploads new ones. Errors come from the driver.
    pub fn gather(&mut self, gpu: &Gpu, surfaces: &[Surface]) -> Result<(), GpuError> {
        self.drawn.forget_unused();
        for surface in surfaces {
            self.drawn.require(&surface.shape, || UploadedShape::new(gpu, &surface.shape))?;
        }
        Ok(())
    }

    /// Draws all of a surface into the shadow map, with the bound program.
    pub fn cast(&self, surface: &Surface, program: &Program, view: &FromEye) {
        if let Some(UploadedShape { mesh, buffer }) = self.drawn.get(&surface.shape) {
            place(surface, mesh, program, view);
            buffer.draw();
        }
    }

    /// Draws a surface with the bound program and the current state.
    pub fn draw(&self, surface: &Surface, program: &Program, view: &FromEye) {
        let Some(UploadedShape { mesh, buffer }) = self.drawn.get(&surface.shape) else { return };
        place(surface, mesh, program, view);
        let [r, g, b] = surface.color.linear();
        // A highlighted part is bright on its dark side too.
        let glow = match surface.part {
            _ if surface.see_through => 0.0,
            Part::Whole => 0.04,
            Part::Facing(_) | Part::Averted(_) => 0.28,
        };
        program.set("tint", Uniform::Vec4([r, g, b, glow]));
        program.set("opacity", Uniform::Float(if surface.see_through { GLASS } else { 1.0 }));
        if surface.material == Material::Ground {
            let [x, y, z] = mesh.center.coords.cast::<f32>().into();
            program.set("metres", Uniform::Vec4([x, y, z, mesh.unit as f32]));
        }
        buffer.draw_ranges(&mesh.part(&surface.local_part()));
    }

    /// Adds the edges of a surface: silhouette, creases, or the rim of a part.
    pub fn edges(&mut self, lines: &mut Lines, surface: &Surface, view: &FromEye) {
        let Some(UploadedShape { mesh, .. }) = self.drawn.get(&surface.shape).filter(|_| surface.outlined)
        else {
            return;
        };
        let mut draw = |ends: [_; 2], width_px, color| {
            lines.segment(view, ends.map(|p| surface.pose * p), width_px, color);
        };
        match surface.local_part() {
            Part::Facing(direction) | Part::Averted(direction) => {
                for ends in mesh.rim(&direction, &mut self.seen) {
                    draw(ends, 2.5, palette::RIM);
                }
            }
            Part::Whole if surface.see_through => {
                let eye = surface.pose.inverse_transform_point(&view.camera().source());
                for ends in mesh.outline(&eye, &mut self.seen) {
                    draw(ends, 1.5, surface.color.faded(0.9));
                }
                for ends in mesh.creases() {
                    draw(ends, 1.0, surface.color.faded(0.45));
                }
            }
            Part::Whole => {
                let eye = surface.pose.inverse_transform_point(&view.camera().source());
                for ends in mesh.outline(&eye, &mut self.seen) {
                    draw(ends, 1.75, palette::RIM);
                }
            }
        }
    }

    /// Depth of a surface's centre along `forward`, for sorting.
    pub fn depth(surface: &Surface, view: &FromEye, forward: &Vector) -> f64 {
        (surface.pose * surface.shape.local_aabb().center() - view.eye()).dot(forward)
    }
}

/// Sets pose and size of a surface, relative to the eye.
fn place(surface: &Surface, mesh: &RenderMesh, program: &Program, view: &FromEye) {
    let turn = surface.pose.rotation.to_rotation_matrix();
    let axes = (turn.matrix() * (mesh.unit * view.per_metre())).cast::<f32>();
    let position = view.point(&(surface.pose * mesh.center));
    for (row, name) in ["row_x", "row_y", "row_z"].into_iter().enumerate() {
        let of_row = [axes[(row, 0)], axes[(row, 1)], axes[(row, 2)], position[row]];
        program.set(name, Uniform::Vec4(of_row));
    }
}

impl UploadedShape {
    fn new(gpu: &Gpu, shape: &Arc<Shape>) -> Result<Self, GpuError> {
        let mesh = RenderMesh::new(shape.mesh(), CREASE_ANGLE);
        let vertex =
            [0, 1].map(|location| Attribute { location, components: 3, offset: 12 * location as i32 });
        let buffer =
            GeometryBuffer::new::<Vertex>(gpu, Assembly::Triangles, &mesh.vertices, &vertex, &mesh.indices)?;
        Ok(Self { mesh, buffer })
    }
}
