//! Draws a dissection.
//!
//! Passes, each with its whole state: (1) background; (2) solid parts; (3) translucent parts, farthest first,
//! back faces before front faces; (4) lines, faint where solid parts hide them; (5) lines on top.

use super::fabric::Uploaded;
use super::surfaces::Surfaces;
use super::{Dissection, Sheet, Stroke, Surface};
use crate::geometry::Vector;
use crate::gpu::geometry_buffer::Assembly;
use crate::gpu::{
    Attribute, Clear, Compare, Cull, DepthState, GeometryBuffer, Gpu, GpuError, PassState, Program, Rect,
    Target, Uniform,
};
use crate::render::camera::Camera;
use crate::render::lines;
use crate::render::lines::{FromEye, Lines};
use crate::render::palette;
use crate::render::renderer::{HIDDEN_OPACITY, Quality, background_buffer, in_quality, to_key_light};
use crate::render::shaders;
use crate::render::shaders::LiveProgram;

/// Draws [`Dissection`]s. Owns its GPU resources; freed when dropped.
pub struct DissectionRenderer {
    gpu: Gpu,
    programs: [LiveProgram; 5],
    surfaces: Surfaces,
    background: GeometryBuffer,
    sheets: GeometryBuffer,
    lines: GeometryBuffer,
    /// A target of twice the last size, for [`Quality::Super`].
    large: Option<Target>,
}

/// Instance data of the sheet shader.
#[repr(C)]
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
struct SheetInstance {
    corner: [f32; 4],
    sides: [[f32; 4]; 2],
    tint: [f32; 4],
}

/// A translucent part, for sorting by depth.
enum Layer<'a> {
    Body(&'a Surface),
    Sheets(&'a [Sheet]),
}

/// Draws one dissection with smooth edges, with a temporary renderer.
pub fn draw_alone(
    gpu: &Gpu,
    dissection: &Dissection,
    camera: &Camera,
    target: &Target,
) -> Result<(), GpuError> {
    DissectionRenderer::new(gpu)?.draw(dissection, camera, target, Quality::Super, 1.0)
}

impl DissectionRenderer {
    /// Compiles the shaders. Errors come from the driver.
    pub fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        let [surface, background, sheet, line, fabric] =
            shaders::OF_DISSECTION.map(|source| LiveProgram::new(gpu, source));
        Ok(Self {
            gpu: gpu.clone(),
            programs: [surface?, background?, sheet?, line?, fabric?],
            surfaces: Surfaces::default(),
            background: background_buffer(gpu)?,
            sheets: sheet_buffer(gpu)?,
            lines: lines::buffer(gpu)?,
            large: None,
        })
    }

    /// Draws over the whole of `target`, which has colour and depth. `pixel_scale`: pixels per point of the window.
    pub fn draw(
        &mut self,
        dissection: &Dissection,
        camera: &Camera,
        target: &Target,
        quality: Quality,
        pixel_scale: f32,
    ) -> Result<(), GpuError> {
        let mut large = self.large.take();
        let gpu = self.gpu.clone();
        let drawn = in_quality(&gpu, quality, &mut large, target, |target, factor| {
            self.draw_into(dissection, camera, target, factor * pixel_scale)
        });
        self.large = large;
        drawn
    }

    fn draw_into(
        &mut self,
        dissection: &Dissection,
        camera: &Camera,
        target: &Target,
        pixel_scale: f32,
    ) -> Result<(), GpuError> {
        let view = FromEye::new(camera);
        let forward = -camera.directions()[2];
        self.surfaces.gather(&self.gpu, &dissection.surfaces)?;
        let fabrics = dissection.fabrics.iter().map(|fabric| Uploaded::new(&self.gpu, fabric));
        let fabrics = fabrics.collect::<Result<Vec<_>, _>>()?;
        let [width, height] = target.size();
        let view_projection = lines::matrix_uniform(&view.projection([width, height]));
        let state = |blend, depth: Option<(Compare, bool)>, cull| PassState {
            blend,
            depth: depth.map(|(test, write)| DepthState { test, write }),
            cull,
            ..PassState::plain(Rect::of_size(width, height))
        };
        let gpu = &self.gpu;
        let [surface, background, sheet, line, fabric] = self.programs.each_mut().map(|p| p.current(gpu));

        // 1. Background.
        target.bind();
        gpu.set_state(&state(false, None, Cull::None));
        gpu.clear(&Clear { depth: Some(1.0), ..Clear::default() });
        let [top, bottom] = palette::BACKGROUND;
        background.bind();
        background.set("top", Uniform::Vec3(top.rgb));
        background.set("bottom", Uniform::Vec3(bottom.rgb));
        self.background.draw();

        // 2. Solid parts, both faces.
        let lit = |program: &Program| {
            program.bind();
            program.set("view_projection", view_projection);
            program.set("to_key_light", Uniform::Vec3(to_key_light(camera)));
            program.set("haze", Uniform::Vec3([0.0; 3]));
            // The haze starts beyond any depth, so that there is none.
            program.set("haze_depths", Uniform::Vec2([1e9, 2e9]));
        };
        lit(surface);
        gpu.set_state(&state(false, Some((Compare::Less, true)), Cull::None));
        for solid in dissection.surfaces.iter().filter(|surface| !surface.see_through) {
            self.surfaces.draw(solid, surface, &view);
        }
        // Front and back have their own colours.
        let both_sides = |cloth: &Uploaded, blend: bool| {
            for (cull, front) in [(Cull::Clockwise, true), (Cull::CounterClockwise, false)] {
                gpu.set_state(&state(blend, Some((Compare::Less, !blend)), cull));
                cloth.draw(fabric, &view, front);
            }
        };
        if !fabrics.is_empty() {
            lit(fabric);
        }
        fabrics.iter().filter(|cloth| !cloth.see_through()).for_each(|cloth| both_sides(cloth, false));

        // 3. Translucent parts.
        if fabrics.iter().any(Uploaded::see_through) {
            fabric.bind();
            fabrics.iter().filter(|cloth| cloth.see_through()).for_each(|cloth| both_sides(cloth, true));
        }
        for layer in layers(dissection, &view, &forward) {
            match layer {
                Layer::Body(body) => {
                    surface.bind();
                    for cull in [Cull::CounterClockwise, Cull::Clockwise] {
                        gpu.set_state(&state(true, Some((Compare::Less, false)), cull));
                        self.surfaces.draw(body, surface, &view);
                    }
                }
                Layer::Sheets(sheets) => {
                    sheet.bind();
                    sheet.set("view_projection", view_projection);
                    gpu.set_state(&state(true, Some((Compare::Less, false)), Cull::None));
                    let instances: Vec<_> = sheets.iter().map(|s| instance(s, &view)).collect();
                    self.sheets.draw_instances(&instances);
                }
            }
        }

        // 4. and 5. Lines.
        let mut within = Lines::default();
        strokes(&mut within, &dissection.lines, &view);
        for surface in &dissection.surfaces {
            self.surfaces.edges(&mut within, surface, &view);
        }
        let mut on_top = Lines::default();
        strokes(&mut on_top, &dissection.on_top, &view);
        let lists = [
            (&within, HIDDEN_OPACITY, Some(Compare::GreaterEqual)),
            (&within, 1.0, Some(Compare::Less)),
            (&on_top, 1.0, None),
        ];
        let viewport = Rect::of_size(width, height);
        lines::draw(gpu, line, &self.lines, &view, viewport, pixel_scale, &lists);
        Ok(())
    }
}

/// Translucent bodies, and all sheets as one layer, farthest first.
fn layers<'a>(dissection: &'a Dissection, view: &FromEye, forward: &Vector) -> Vec<Layer<'a>> {
    let bodies = dissection.surfaces.iter().filter(|surface| surface.see_through);
    let mut layers: Vec<(f64, Layer)> =
        bodies.map(|body| (Surfaces::depth(body, view, forward), Layer::Body(body))).collect();
    if let Some(first) = dissection.sheets.first() {
        let middle = first.corner + (first.sides[0] + first.sides[1]) * 0.5;
        layers.push(((middle - view.eye()).dot(forward), Layer::Sheets(&dissection.sheets)));
    }
    layers.sort_by(|i, j| j.0.total_cmp(&i.0));
    layers.into_iter().map(|(_, layer)| layer).collect()
}

fn strokes(lines: &mut Lines, strokes: &[Stroke], view: &FromEye) {
    for stroke in strokes {
        lines.segment(view, stroke.ends, stroke.width_px, stroke.color);
    }
}

fn instance(sheet: &Sheet, view: &FromEye) -> SheetInstance {
    let [x, y, z] = view.point(&sheet.corner);
    let side = |side: Vector| {
        let [x, y, z] = (side * view.per_metre()).cast::<f32>().into();
        [x, y, z, 0.0]
    };
    SheetInstance { corner: [x, y, z, 1.0], sides: sheet.sides.map(side), tint: sheet.color.premultiplied() }
}

/// The unit square that the sheet shader places, with room for [`SheetInstance`]s.
fn sheet_buffer(gpu: &Gpu) -> Result<GeometryBuffer, GpuError> {
    let corners = [[0f32, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let corner = [Attribute { location: 0, components: 2, offset: 0 }];
    let sheet = [1, 2, 3, 4].map(|location| Attribute {
        location,
        components: 4,
        offset: 16 * (location as i32 - 1),
    });
    GeometryBuffer::new(gpu, Assembly::Triangles, &corners, &corner, &[0, 1, 2, 0, 2, 3])?
        .with_instances(size_of::<SheetInstance>(), &sheet)
}
