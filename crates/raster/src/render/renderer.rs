//! The 3-D view: lit bodies in their container, and overlays.
//!
//! Passes, each with its whole state: (0) the shadow map, if the look has shadows; (1) bodies, nearest first, an
//! instanced draw per batch and shape; (2) the background where no body is; (3) ambient occlusion, if the look has it;
//! floor and shadows, then translucent bodies, farthest first, and colliding bodies that others hide; (4) lines:
//! container, overlays (first faint where hidden, then opaque), outlines, and lines on top.

use super::bodies::{Bodies, HiddenPass, Viewed};
use super::camera::{Camera, Lens};
use super::lighting::{Caster, Lighting, Lit, Look, Shadows, background_buffer};
use super::lines;
use super::lines::{FromEye, Lines};
use super::occlusion_culling::{BodyCounts, BoxProjector, OcclusionCulling};
use super::scene::Scene;
use super::shaders::{self, LitProgram, LiveProgram};
use super::{floor, overlays};
use crate::geometry::Aabb;
use crate::gpu::target::Holds;
use crate::gpu::{
    Clear, Compare, Cull, DepthState, GeometryBuffer, Gpu, GpuError, PassState, Rect, StencilOp,
    StencilState, Target, Uniform,
};

/// Opacity of the parts of an overlay that bodies hide.
pub(super) const HIDDEN_OPACITY: f32 = 0.25;

/// Opacity of translucent bodies.
const GLASS: f32 = 0.2;

/// Opacity of a colliding body that is shown through others.
const SHINE: f32 = 0.45;

/// How smooth the edges between bodies are drawn. Outlines and lines are always smooth.
///
/// Measured with 100 bodies (about 44,000 triangles) at 900×600 on llvmpipe, on two busy cores: `Once` 10 to
/// 14 ms, `Four` 21 to 24 ms, four samples per pixel 20 to 29 ms. There is no multisampled variant, because
/// it costs as much as supersampling, which smooths shading as well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sampling {
    /// One sample per pixel.
    #[default]
    Once,
    /// Drawn at twice the size and averaged. Fails if the driver does not support so large a target.
    Four,
}

/// Draws [`Scene`]s. Owns its GPU resources; freed when dropped.
pub struct SceneRenderer {
    gpu: Gpu,
    programs: [LiveProgram; 3],
    lit: [LitProgram; 2],
    lighting: Lighting,
    look: Look,
    bodies: Bodies,
    culling: OcclusionCulling,
    culls: bool,
    background: GeometryBuffer,
    decals: GeometryBuffer,
    lines: GeometryBuffer,
    batches: Batches,
    sampling: Sampling,
    pixel_scale: f32,
    /// A target of twice the last size, for [`Sampling::Four`].
    large: Option<Target>,
}

/// The lines of a frame, grouped by the pass that draws them.
#[derive(Default)]
struct Batches {
    ground: Lines,
    overlays: Lines,
    outlines: Lines,
    on_top: Lines,
    decals: Vec<floor::Decal>,
}

impl SceneRenderer {
    /// Compiles the shaders. Errors come from the driver.
    pub fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        let [background, line, rectangle] = [shaders::BACKGROUND, shaders::LINE, shaders::RECTANGLE]
            .map(|source| LiveProgram::new(gpu, source));
        Ok(Self {
            gpu: gpu.clone(),
            programs: [background?, line?, rectangle?],
            lit: [shaders::BODIES, shaders::DECALS].map(LitProgram::new),
            lighting: Lighting::new(gpu)?,
            look: Look::default(),
            bodies: Bodies::default(),
            culling: OcclusionCulling::new(gpu)?,
            culls: false,
            background: background_buffer(gpu)?,
            decals: floor::buffer(gpu)?,
            lines: lines::buffer(gpu)?,
            batches: Batches::default(),
            sampling: Sampling::default(),
            pixel_scale: 1.0,
            large: None,
        })
    }

    /// Sets the smoothness of edges for the following frames.
    pub fn set_sampling(&mut self, sampling: Sampling) {
        self.sampling = sampling;
    }

    /// Sets the scheme and the effects of the light for the following frames.
    pub fn set_look(&mut self, look: Look) {
        self.look = look;
    }

    /// Whether to cull hidden bodies. The image is the same, bit by bit.
    pub fn set_occlusion_culling(&mut self, on: bool) {
        self.culls = on;
    }

    /// Numbers of drawn and culled bodies in the last frame.
    pub fn body_counts(&self) -> BodyCounts {
        self.bodies.counts()
    }

    /// Sets the pixels per point of the window, which scale line widths.
    pub fn set_pixel_scale(&mut self, pixels_per_point: f32) {
        self.pixel_scale = pixels_per_point;
    }

    /// Draws a frame over the whole of `target`, which has colour and depth.
    pub fn draw(&mut self, scene: &Scene, camera: &Camera, target: &Target) -> Result<(), GpuError> {
        let mut large = self.large.take();
        let gpu = self.gpu.clone();
        let drawn = sampled(&gpu, self.sampling, &mut large, target, |target, factor| {
            self.draw_into(scene, camera, target, factor * self.pixel_scale)
        });
        self.large = large;
        drawn
    }

    fn draw_into(
        &mut self,
        scene: &Scene,
        camera: &Camera,
        target: &Target,
        pixel_scale: f32,
    ) -> Result<(), GpuError> {
        let view = FromEye::new(camera).in_scheme(self.look.scheme);
        let viewed = Viewed { view: &view, forward: -camera.directions()[2], size: target.size() };
        self.bodies.gather(&self.gpu, scene, viewed)?;
        let see_through = scene.overlays.see_through;
        let shadows = self.cast_shadows(scene, &view)?;

        let [width, height] = target.size();
        let matrix = view.projection([width, height]);
        let viewport = Rect::of_size(width, height);
        let state = |blend, depth: Option<(Compare, bool)>, cull| PassState {
            viewport,
            scissor: None,
            color: true,
            blend,
            depth: depth.map(|(test, write)| DepthState { test, write }),
            stencil: None,
            cull,
        };
        let gpu = &self.gpu;
        let [background, line, rectangle] = self.programs.each_mut().map(|p| p.current(gpu));
        let [body, decal] = self.lit.each_mut().map(|p| p.current(gpu, shadows.is_some()));
        let (body, decal) = (body?, decal?);
        let floor = scene.only.is_none().then(|| {
            let (low, size) = (scene.container.min.y, scene.container.extents().y);
            [low, floor::DARKENED * size]
        });
        let lit = Lit {
            look: self.look,
            view: &view,
            size: target.size(),
            haze: Some(haze_depths(camera, scene)),
            floor,
            shadows: shadows.as_ref(),
        };

        // 1. Bodies.
        target.bind();
        gpu.set_state(&state(false, Some((Compare::Less, true)), Cull::None));
        // Colour needs no clear: every pixel gets a body or the background.
        gpu.clear(&Clear { depth: Some(1.0), ..Clear::default() });
        lit.bind(body);
        body.set("opacity", Uniform::Float(1.0));
        let has_glass = self.bodies.has_glass();
        let projector = BoxProjector::new(&view, &matrix, target.size(), pixel_scale);
        // The culling rectangles are valid for perspective only.
        let culls = self.culls && camera.lens() == Lens::Perspective;
        for batch in self.bodies.batches().filter(|_| !see_through) {
            if culls {
                self.bodies.cull(&batch, scene, &projector, |rectangles| {
                    let unseen = state(false, Some((Compare::LessEqual, false)), Cull::None);
                    gpu.set_state(&PassState { color: false, ..unseen });
                    self.culling.ask(rectangle, rectangles)
                })?;
                body.bind();
            }
            self.bodies.draw(&batch, scene, |closed| {
                let cull = if closed { Cull::Clockwise } else { Cull::None };
                gpu.set_state(&state(false, Some((Compare::Less, true)), cull));
            });
        }
        // Visible outlines are known only after culling, so lines are collected here.
        self.batches.fill(scene, camera, viewed, &mut self.bodies, shadows.is_some());

        // 2. Background, where nothing was drawn.
        gpu.set_state(&state(false, Some((Compare::LessEqual, false)), Cull::None));
        lit.bind_background(background);
        self.background.draw();

        // 3. Ambient occlusion; floor and shadows, visible from above only.
        if self.look.occlusion && !see_through {
            self.lighting.darken(target, &view)?;
        }
        gpu.set_state(&state(true, Some((Compare::Less, false)), Cull::None));
        lit.bind(decal);
        let (disc, contacts) = self.batches.decals.split_at(self.batches.decals.len().min(1));
        decal.set("shadow_tint", Uniform::Vec4(self.look.scheme.surroundings().shadow.premultiplied()));
        self.decals.draw_instances(disc);
        decal.set("shadow_tint", Uniform::Vec4([0.0; 4]));
        self.decals.draw_instances(contacts);
        if has_glass {
            // The translucent bodies are blended over the rest; lines are drawn over them later.
            body.bind();
            body.set("opacity", Uniform::Float(GLASS));
            self.bodies.draw_through(scene, |cull| {
                gpu.set_state(&state(true, Some((Compare::Less, false)), cull));
            });
        }
        if scene.overlays.x_ray && !see_through {
            body.bind();
            body.set("opacity", Uniform::Float(SHINE));
            self.bodies.draw_hidden(scene, |pass| set_hidden_pass(gpu, pass, &state));
        }

        // 4. Lines.
        let Batches { ground, overlays, outlines, on_top, .. } = &self.batches;
        let lists = [
            (ground, 1.0, Some(Compare::Less)),
            (overlays, HIDDEN_OPACITY, Some(Compare::GreaterEqual)),
            (overlays, 1.0, Some(Compare::Less)),
            (outlines, 1.0, Some(Compare::Less)),
            (on_top, 1.0, None),
        ];
        lines::draw(gpu, line, &self.lines, &view, viewport, pixel_scale, &lists);
        Ok(())
    }
}

impl SceneRenderer {
    /// Draws the shadow map; `None` if the picture has no shadows. Translucent bodies cast none.
    fn cast_shadows(&mut self, scene: &Scene, view: &FromEye) -> Result<Option<Shadows>, GpuError> {
        if !self.look.shadows || scene.overlays.see_through {
            return Ok(None);
        }
        let bounds = match scene.only {
            None => scene.container,
            Some(_) => scene.shown().map(|body| body.aabb()).fold(Aabb::EMPTY, |all, one| all.union(&one)),
        };
        let Some(shadows) = Shadows::within(&bounds, view) else { return Ok(None) };
        self.lighting.begin_map()?;
        self.lighting.caster(Caster::Bodies, &shadows)?;
        for batch in self.bodies.batches() {
            self.bodies.draw(&batch, scene, |_| ());
        }
        Ok(Some(shadows))
    }
}

/// Sets the state for drawing colliding bodies where others hide them.
fn set_hidden_pass(
    gpu: &Gpu,
    pass: HiddenPass,
    state: &impl Fn(bool, Option<(Compare, bool)>, Cull) -> PassState,
) {
    let stencil = |test, reference, pass| {
        let (mask, fail, depth_fail) = (0xff, StencilOp::Keep, StencilOp::Keep);
        Some(StencilState { test, reference, mask, fail, depth_fail, pass, write: 0xff, back_pass: None })
    };
    let hidden = Some((Compare::Greater, false));
    gpu.set_state(&match pass {
        HiddenPass::Convex => state(true, hidden, Cull::Clockwise),
        HiddenPass::Mark(reference) => {
            let seen = state(false, Some((Compare::LessEqual, false)), Cull::None);
            PassState {
                color: false,
                stencil: stencil(Compare::Always, reference, StencilOp::Replace),
                ..seen
            }
        }
        HiddenPass::Unmarked(reference) => PassState {
            stencil: stencil(Compare::NotEqual, reference, StencilOp::Replace),
            ..state(true, hidden, Cull::Clockwise)
        },
    });
    if pass == HiddenPass::Mark(1) {
        gpu.clear(&Clear { stencil: Some(0), ..Clear::default() });
    }
}

impl Batches {
    fn fill(&mut self, scene: &Scene, camera: &Camera, viewed: Viewed, bodies: &mut Bodies, shadows: bool) {
        let view = viewed.view;
        for Lines(lines) in [&mut self.ground, &mut self.overlays, &mut self.outlines, &mut self.on_top] {
            lines.clear();
        }
        self.decals.clear();
        if scene.only.is_none() {
            floor::decals(&mut self.decals, scene, view, shadows);
            overlays::container(&mut self.ground, view, &scene.container);
        }
        bodies.outlines(&mut self.outlines, &mut self.overlays, scene, view);
        overlays::overlays(&mut self.overlays, &mut self.on_top, view, scene, camera);
    }
}

/// Draws to `target`, or at twice its size and then averaged. `draw` receives the target and the factor for
/// line widths. `large` is reused between calls.
pub(super) fn sampled(
    gpu: &Gpu,
    sampling: Sampling,
    large: &mut Option<Target>,
    target: &Target,
    draw: impl FnOnce(&Target, f32) -> Result<(), GpuError>,
) -> Result<(), GpuError> {
    if sampling == Sampling::Once {
        *large = None;
        return draw(target, 1.0);
    }
    let [width, height] = target.size().map(|side| 2 * side);
    let kept = match large.take().filter(|kept| kept.size() == [width, height]) {
        Some(kept) => kept,
        None => Target::new(gpu, Holds::ColorAndDepthStencil, width, height)?,
    };
    draw(&kept, 2.0)?;
    kept.copy_color(target);
    *large = Some(kept);
    Ok(())
}

/// Depths, metres, where the haze starts (the container's near side) and where it is complete (well behind its far
/// side).
fn haze_depths(camera: &Camera, scene: &Scene) -> [f64; 2] {
    let depth = (camera.eye() - scene.container.center()).dot(&camera.directions()[2]);
    let radius = 0.5 * scene.container.extents().norm();
    [depth - radius, depth + 4.0 * radius]
}
