//! Draws a dissection.
//!
//! Passes, each with its whole state: (0) the shadow map, if the look has shadows; (1) background; (2) solid parts, and
//! ambient occlusion, if the look has it; the floor; (3) translucent parts, farthest first, back faces before front
//! faces; (4) lines, faint where solid parts hide them; (5) lines on top.

use super::fabric::Uploaded;
use super::surfaces::Surfaces;
use super::{Dissection, Material, Sheet, Stroke, Surface};
use crate::geometry::Vector;
use crate::gpu::geometry_buffer::Assembly;
use crate::gpu::{
    Attribute, Clear, Compare, Cull, DepthState, GeometryBuffer, Gpu, GpuError, PassState, Program, Rect,
    Target, Uniform,
};
use crate::render::camera::Camera;
use crate::render::floor;
use crate::render::lighting::{Caster, Lighting, Lit, Look, Shadows, background_buffer};
use crate::render::lines;
use crate::render::lines::{FromEye, Lines};
use crate::render::renderer::{HIDDEN_OPACITY, Sampling, sampled};
use crate::render::shaders::{self, LitProgram, LiveProgram};

/// Draws [`Dissection`]s. Owns its GPU resources; freed when dropped.
pub struct DissectionRenderer {
    gpu: Gpu,
    programs: [LiveProgram; 3],
    /// Surfaces, ground, fabrics and decals.
    lit: [LitProgram; 4],
    lighting: Lighting,
    look: Look,
    surfaces: Surfaces,
    background: GeometryBuffer,
    sheets: GeometryBuffer,
    decals: GeometryBuffer,
    lines: GeometryBuffer,
    /// A target of twice the last size, for [`Sampling::Four`].
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
enum TranslucentLayer<'a> {
    Body(&'a Surface),
    Sheets(&'a [Sheet]),
}

/// Draws one dissection with smooth edges, with a temporary renderer.
pub fn draw_alone(
    gpu: &Gpu,
    dissection: &Dissection,
    camera: &Camera,
    target: &Target,
    look: Look,
) -> Result<(), GpuError> {
    let mut renderer = DissectionRenderer::new(gpu)?;
    renderer.set_look(look);
    renderer.draw(dissection, camera, target, Sampling::Four, 1.0)
}

impl DissectionRenderer {
    /// Compiles the shaders. Errors come from the driver.
    pub fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        let [background, sheet, line] =
            [shaders::BACKGROUND, shaders::SHEET, shaders::LINE].map(|source| LiveProgram::new(gpu, source));
        let [surface, ground, fabric, decal] =
            [shaders::SURFACES, shaders::GROUNDS, shaders::FABRICS, shaders::DECALS].map(LitProgram::new);
        Ok(Self {
            gpu: gpu.clone(),
            programs: [background?, sheet?, line?],
            lit: [surface, ground, fabric, decal],
            lighting: Lighting::new(gpu)?,
            look: Look::default(),
            surfaces: Surfaces::default(),
            background: background_buffer(gpu)?,
            sheets: sheet_buffer(gpu)?,
            decals: floor::buffer(gpu)?,
            lines: lines::buffer(gpu)?,
            large: None,
        })
    }

    /// Sets the scheme and the effects of the light for the following pictures.
    pub fn set_look(&mut self, look: Look) {
        self.look = look;
    }

    /// Draws over the whole of `target`, which has colour and depth. `pixel_scale`: pixels per point of the window.
    pub fn draw(
        &mut self,
        dissection: &Dissection,
        camera: &Camera,
        target: &Target,
        sampling: Sampling,
        pixel_scale: f32,
    ) -> Result<(), GpuError> {
        let mut large = self.large.take();
        let gpu = self.gpu.clone();
        let drawn = sampled(&gpu, sampling, &mut large, target, |target, factor| {
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
        let view = FromEye::new(camera).in_scheme(self.look.scheme);
        let forward = -camera.directions()[2];
        self.surfaces.gather(&self.gpu, &dissection.surfaces)?;
        let fabrics = dissection.fabrics.iter().map(|fabric| Uploaded::new(&self.gpu, fabric));
        let fabrics = fabrics.collect::<Result<Vec<_>, _>>()?;
        let shadows = self.cast_shadows(dissection, &fabrics, &view)?;
        let size = target.size();
        let state = |blend, depth: Option<(Compare, bool)>, cull| PassState {
            blend,
            depth: depth.map(|(test, write)| DepthState { test, write }),
            cull,
            ..PassState::plain(Rect::of_size(size[0], size[1]))
        };
        let gpu = &self.gpu;
        let [background, sheet, line] = self.programs.each_mut().map(|p| p.current(gpu));
        let [surface, ground, fabric, decal] = &mut self.lit;
        let lit = Lit {
            look: self.look,
            view: &view,
            size,
            haze: dissection.is_landscape().then(|| haze_depths(dissection, camera)),
            floor: dissection.floor.map(|floor| [floor.middle.y, floor.half[0] * DARKENED]),
            shadows: shadows.as_ref(),
        };
        let shaded = shadows.is_some();

        // 1. Background.
        target.bind();
        gpu.set_state(&state(false, None, Cull::None));
        gpu.clear(&Clear { depth: Some(1.0), ..Clear::default() });
        lit.bind_background(background);
        self.background.draw();

        // 2. Solid parts, both faces.
        gpu.set_state(&state(false, Some((Compare::Less, true)), Cull::None));
        for (material, program) in [(Material::Ground, ground), (Material::Plain, &mut *surface)] {
            let solids = dissection.surfaces.iter().filter(|surface| !surface.see_through);
            let mut solids = solids.filter(|surface| surface.material == material).peekable();
            if solids.peek().is_some() {
                let program = program.current(gpu, shaded)?;
                lit.bind(program);
                solids.for_each(|solid| self.surfaces.draw(solid, program, &view));
            }
        }
        // Front and back have their own colours.
        let both_sides = |cloth: &Uploaded, program: &Program, blend: bool| {
            for (cull, front) in [(Cull::Clockwise, true), (Cull::CounterClockwise, false)] {
                gpu.set_state(&state(blend, Some((Compare::Less, !blend)), cull));
                cloth.draw(program, &view, front);
            }
        };
        let fabric = if fabrics.is_empty() { None } else { Some(fabric.current(gpu, shaded)?) };
        if let Some(fabric) = fabric {
            lit.bind(fabric);
            let solid = fabrics.iter().filter(|cloth| !cloth.see_through());
            solid.for_each(|cloth| both_sides(cloth, fabric, false));
        }
        if self.look.occlusion {
            self.lighting.darken(target, &view)?;
        }
        if let Some(disc) = dissection.floor.and_then(|floor| floor.disc(&view)) {
            let decal = decal.current(gpu, shaded)?;
            lit.bind(decal);
            decal.set("shadow_tint", Uniform::Vec4(self.look.scheme.surroundings().shadow.premultiplied()));
            gpu.set_state(&state(true, Some((Compare::Less, false)), Cull::None));
            self.decals.draw_instances(&[disc]);
        }

        // 3. Translucent parts.
        if let Some(fabric) = fabric {
            fabric.bind();
            let glass = fabrics.iter().filter(|cloth| cloth.see_through());
            glass.for_each(|cloth| both_sides(cloth, fabric, true));
        }
        let surface = surface.current(gpu, shaded)?;
        lit.bind(surface);
        for layer in layers(dissection, &view, &forward) {
            match layer {
                TranslucentLayer::Body(body) => {
                    surface.bind();
                    for cull in [Cull::CounterClockwise, Cull::Clockwise] {
                        gpu.set_state(&state(true, Some((Compare::Less, false)), cull));
                        self.surfaces.draw(body, surface, &view);
                    }
                }
                TranslucentLayer::Sheets(sheets) => {
                    sheet.bind();
                    sheet.set("view_projection", lines::matrix_uniform(&view.projection(size)));
                    gpu.set_state(&state(true, Some((Compare::Less, false)), Cull::None));
                    let instances: Vec<_> = sheets.iter().map(|s| instance(s, &view)).collect();
                    self.sheets.draw_instances(&instances);
                }
            }
        }

        // 4. and 5. Lines.
        let (mut grid, mut within) = (Lines::default(), Lines::default());
        if let Some(floor) = &dissection.floor {
            floor.grid(&mut grid, &view);
        }
        strokes(&mut within, &dissection.lines, &view);
        for surface in &dissection.surfaces {
            self.surfaces.edges(&mut within, surface, &view);
        }
        let mut on_top = Lines::default();
        strokes(&mut on_top, &dissection.on_top, &view);
        let lists = [
            (&grid, 1.0, Some(Compare::Less)),
            (&within, HIDDEN_OPACITY, Some(Compare::GreaterEqual)),
            (&within, 1.0, Some(Compare::Less)),
            (&on_top, 1.0, None),
        ];
        let viewport = Rect::of_size(size[0], size[1]);
        lines::draw(gpu, line, &self.lines, &view, viewport, pixel_scale, &lists);
        Ok(())
    }
}

impl DissectionRenderer {
    /// Draws the shadow map of all solid parts; `None` if the picture has no shadows.
    fn cast_shadows(
        &mut self,
        dissection: &Dissection,
        fabrics: &[Uploaded],
        view: &FromEye,
    ) -> Result<Option<Shadows>, GpuError> {
        let shadows = self.look.shadows.then(|| Shadows::within(&dissection.casters(), view)).flatten();
        let Some(shadows) = shadows else { return Ok(None) };
        self.lighting.begin_map()?;
        let program = self.lighting.caster(Caster::Surfaces, &shadows)?;
        for solid in dissection.surfaces.iter().filter(|surface| !surface.see_through) {
            self.surfaces.cast(solid, program, view);
        }
        if !fabrics.is_empty() {
            let program = self.lighting.caster(Caster::Fabrics, &shadows)?;
            let solid = fabrics.iter().filter(|cloth| !cloth.see_through());
            solid.for_each(|cloth| cloth.cast(program, view));
        }
        Ok(Some(shadows))
    }
}

/// Height up to which the floor darkens what is above it, in halves of the floor.
const DARKENED: f64 = 0.15;
/// Depths of the haze over a landscape: its start, in distances of the camera from its target, and its end, as a share
/// of the depth of the farthest corner.
const HAZE: [f64; 2] = [1.5, 0.85];

/// Depths of the haze over a landscape, metres.
fn haze_depths(dissection: &Dissection, camera: &Camera) -> [f64; 2] {
    let [.., back] = camera.directions();
    let depths = dissection.casters().corners().map(|corner| (camera.eye() - corner).dot(&back));
    let start = HAZE[0] * camera.distance();
    [start, (HAZE[1] * depths.into_iter().fold(0.0, f64::max)).max(2.0 * start)]
}

/// Translucent bodies, and all sheets as one layer, farthest first.
fn layers<'a>(dissection: &'a Dissection, view: &FromEye, forward: &Vector) -> Vec<TranslucentLayer<'a>> {
    let bodies = dissection.surfaces.iter().filter(|surface| surface.see_through);
    let mut layers: Vec<(f64, TranslucentLayer)> =
        bodies.map(|body| (Surfaces::depth(body, view, forward), TranslucentLayer::Body(body))).collect();
    if let Some(first) = dissection.sheets.first() {
        let middle = first.corner + (first.sides[0] + first.sides[1]) * 0.5;
        layers.push(((middle - view.eye()).dot(forward), TranslucentLayer::Sheets(&dissection.sheets)));
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
    let tint = sheet.color.line_in(view.scheme()).premultiplied();
    SheetInstance { corner: [x, y, z, 1.0], sides: sheet.sides.map(side), tint }
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
