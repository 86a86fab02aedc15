//! Draws everything in the window: scenes, each into a texture that its pane shows, and egui's panels.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::time::{Duration, Instant};

use egui::{Id, TextureId};

use super::quality::{Effects, Governor, Quality};
use super::theme;
use crate::gpu::target::Holds;
use crate::gpu::ui_painter::UiPainter;
use crate::gpu::{Gpu, GpuError, GpuTimer, Target};
use crate::render::camera::Camera;
use crate::render::dissection::Dissection;
use crate::render::dissection::renderer::{DissectionRenderer, draw_alone};
use crate::render::lighting::Look;
use crate::render::occlusion_culling::BodyCounts;
use crate::render::renderer::{Sampling, SceneRenderer};
use crate::render::scene::Scene;

/// Draws scenes and panels. Freed when dropped.
pub struct Stage {
    gpu: Gpu,
    renderer: SceneRenderer,
    painter: UiPainter,
    /// The picture of each pane that has been shown.
    pictures: Vec<Option<Picture>>,
    /// The picture of the lens on the contact, which all panes share.
    close_up: Option<Picture>,
    culls: bool,
    /// The renderer of dissections (pictures for the inspector, with cut and translucent bodies); compiled on first
    /// use.
    dissector: Option<DissectionRenderer>,
    /// Pictures of dissections, by the widget that shows them; the latest is last.
    dissections: Vec<(Id, Picture)>,
    /// Cost of the pictures of this redraw, if it is measured.
    cost: Option<DrawingCost>,
    /// The chosen quality of pictures.
    pub quality: Quality,
    /// Whether scenes are drawn. Where only the panels matter, the pictures stay empty.
    pub draws: bool,
    governor: Governor,
    /// Time of the moving pictures since the last redraw.
    timer: GpuTimer,
    /// Whether the panels were painted since the last reading of the timer.
    redrawn: bool,
}

/// Cost of the pictures in one redraw of the window.
#[derive(Clone, Copy, Debug, Default)]
pub struct DrawingCost {
    /// Time until OpenGL has drawn all of them.
    pub time: Duration,
    /// Time of reading their pixels.
    pub reading: Duration,
    /// Number of pictures drawn.
    pub drawn: u32,
    /// Number of pictures shown again without being drawn.
    pub kept: u32,
    /// Number of drawn pictures whose pixels did not change.
    pub unchanged: u32,
}

/// Size, quality and camera of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sight {
    /// Width and height, pixels.
    pub size: [u32; 2],
    /// Pixels per point of the window.
    pub pixels_per_point: f32,
    /// Whether the picture is at rest: then it has all effects, some of which are too slow for moving pictures.
    pub still: bool,
    /// The camera of the picture.
    pub camera: Camera,
    /// Whether the picture is the lens in a pane, see [`crate::render::close_up`].
    pub close_up: bool,
}

/// Maximum number of pixels of a picture: those of a screen of 7680×4320. A larger picture is drawn with fewer
/// pixels and enlarged. With its depth buffer, a picture takes 8 bytes per pixel: at most 256 MiB.
pub const MOST_PIXELS: u64 = 1 << 25;

impl Sight {
    /// The sight with at most [`MOST_PIXELS`] pixels.
    pub fn bounded(&self) -> Self {
        let pixels: u64 = self.size.iter().map(|side| u64::from(*side)).product();
        if pixels <= MOST_PIXELS {
            return *self;
        }
        let scale = (MOST_PIXELS as f64 / pixels as f64).sqrt();
        let size = self.size.map(|side| ((scale * f64::from(side)) as u32).max(1));
        Self { size, pixels_per_point: self.pixels_per_point * scale as f32, ..*self }
    }
}

/// The picture as a texture, lowest row first, if the stage keeps it; `None` for a picture that is drawn for a
/// file.
pub type Drawn = Result<Option<TextureId>, GpuError>;

/// The destination of a scene's picture.
pub enum Canvas<'a> {
    /// The picture that the stage keeps for a pane. It is drawn again only if `sight` or the `edition` of the scene
    /// has changed.
    Kept {
        /// The stage that keeps the picture.
        stage: &'a mut Stage,
        /// Index of the pane, from 0.
        pane: usize,
        /// Size, quality and camera.
        sight: &'a Sight,
    },
    /// A picture of the scene alone, with antialiased edges, for a file.
    Alone {
        /// The GPU; drawing uses a renderer of its own.
        gpu: &'a Gpu,
        /// The camera of the picture.
        camera: &'a Camera,
        /// Color, depth and stencil.
        target: &'a Target,
    },
}

impl Canvas<'_> {
    /// The camera of the picture.
    pub fn camera(&self) -> &Camera {
        match self {
            Self::Kept { sight, .. } => &sight.camera,
            Self::Alone { camera, .. } => camera,
        }
    }

    /// Whether the picture is the lens in a pane, see [`Sight::close_up`].
    pub fn is_close_up(&self) -> bool {
        matches!(self, Self::Kept { sight: Sight { close_up: true, .. }, .. })
    }

    /// Whether the picture is that of a whole pane in the window.
    pub fn is_pane(&self) -> bool {
        matches!(self, Self::Kept { sight: Sight { close_up: false, .. }, .. })
    }

    /// Draws bodies. `edition` is a number that changes with the pane's scene. If `culls` is true, hidden bodies may
    /// be left out of a kept picture.
    pub fn scene(&mut self, edition: u64, scene: &Scene, culls: bool) -> Drawn {
        match self {
            Self::Kept { stage, pane, sight } => {
                stage.set_occlusion_culling(culls);
                stage.scene(*pane, sight, edition, scene).map(Some)
            }
            Self::Alone { gpu, camera, target } => {
                let mut renderer = SceneRenderer::new(gpu)?;
                renderer.set_sampling(Sampling::Four);
                renderer.set_look(Look::best(theme::scheme()));
                renderer.draw(scene, camera, target).map(|_| None)
            }
        }
    }

    /// Draws a dissection, which `make` returns; it is called only if drawing is needed. `edition` is a number that
    /// changes with the dissection.
    pub fn dissection(&mut self, edition: u64, make: impl FnOnce() -> Dissection) -> Drawn {
        match self {
            Self::Kept { stage, pane, sight } => stage.pane_dissection(*pane, sight, edition, make).map(Some),
            Self::Alone { gpu, camera, target } => {
                let look = Look::best(theme::scheme());
                draw_alone(gpu, &make(), camera, target, look).map(|()| None)
            }
        }
    }
}

/// Maximum number of kept pictures of dissections.
const MOST_DISSECTIONS: usize = 3;

/// The last picture of a pane's scene.
struct Picture {
    target: Target,
    texture: TextureId,
    /// A number that identifies the drawn contents; `None` if the picture must be drawn again.
    edition: Option<u64>,
}

impl Stage {
    /// Compiles all shaders. The error is the driver's.
    pub fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        let renderer = SceneRenderer::new(gpu)?;
        let painter = UiPainter::new(gpu)?;
        Ok(Self {
            gpu: gpu.clone(),
            renderer,
            painter,
            pictures: Vec::new(),
            close_up: None,
            culls: false,
            dissector: None,
            dissections: Vec::new(),
            cost: None,
            quality: Quality::default(),
            draws: true,
            governor: Governor::new(gpu.capabilities().is_software()),
            timer: GpuTimer::new(gpu),
            redrawn: false,
        })
    }

    /// The GPU used for drawing.
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    /// Measures the pictures from now on until [`Self::take_cost`]. Waits for OpenGL around each picture, and reads
    /// its pixels, which is slow.
    pub fn measure_cost(&mut self) {
        self.cost = Some(DrawingCost::default());
    }

    /// The cost of the pictures since [`Self::measure_cost`].
    pub fn take_cost(&mut self) -> Option<DrawingCost> {
        self.cost.take()
    }

    /// The effects of a picture of `size` pixels. `still`: whether it is at rest.
    fn effects(&self, still: bool, size: [u32; 2]) -> Effects {
        self.governor.effects(self.quality, still, size)
    }

    /// Draws a picture with `draw`, and measures its time on the GPU: the time of moving pictures determines their
    /// effects.
    fn timed(
        &mut self,
        still: bool,
        draw: impl FnOnce(&mut Self) -> Result<(), GpuError>,
    ) -> Result<(), GpuError> {
        if still || self.quality != Quality::Automatic {
            return draw(self);
        }
        // The GPU has finished the pictures of the last redraw, so that reading their time adds no wait.
        if std::mem::take(&mut self.redrawn)
            && let Some(time) = self.timer.take()
        {
            self.governor.judge(time);
        }
        self.timer.begin()?;
        let drawn = draw(self);
        self.timer.end();
        drawn
    }

    /// Draws a picture with `draw` if scenes are drawn, and measures it if the redraw is measured.
    fn drawn(
        &mut self,
        target: &Target,
        still: bool,
        draw: impl FnOnce(&mut Self) -> Result<(), GpuError>,
    ) -> Result<(), GpuError> {
        if !self.draws {
            return Ok(());
        }
        let Some(mut cost) = self.cost else { return self.timed(still, draw) };
        let began = Instant::now();
        let before = target.read_color();
        let read = Instant::now();
        draw(self)?;
        self.gpu.finish();
        let drawn = Instant::now();
        cost.unchanged += u32::from(target.read_color() == before);
        cost.drawn += 1;
        cost.time += drawn - read;
        cost.reading += read - began + drawn.elapsed();
        self.cost = Some(cost);
        Ok(())
    }

    /// Counts a picture that is shown again without being drawn.
    fn kept(&mut self) {
        if let Some(cost) = &mut self.cost {
            cost.kept += 1;
        }
    }

    /// Another scene is on show: the pictures of the panes are drawn again. Until then they can still be shown.
    pub fn begin_scene(&mut self) {
        self.pictures.iter_mut().flatten().for_each(|picture| picture.edition = None);
    }

    /// The last picture of the first pane, lowest row first, and its size in pixels.
    pub fn pane_picture(&self) -> Option<(TextureId, [u32; 2])> {
        self.pictures.first()?.as_ref().map(|picture| (picture.texture, picture.target.size()))
    }

    /// Frees the pictures of closed panes.
    pub fn keep_panes(&mut self, count: usize) {
        for closed in self.pictures.drain(count.min(self.pictures.len())..).flatten() {
            self.painter.release(closed.texture);
        }
    }

    /// A pane's scene as a texture, lowest row first. The scene is drawn again only if `sight` or `edition` has
    /// changed; `edition` is a number that changes with the scene. One renderer draws all panes, so that every shape
    /// is on the GPU only once.
    pub fn scene(
        &mut self,
        pane: usize,
        sight: &Sight,
        edition: u64,
        scene: &Scene,
    ) -> Result<TextureId, GpuError> {
        let sight = &sight.bounded();
        let kept = self.place(pane, sight.close_up).take();
        let mut picture = self.picture(kept, sight.size)?;
        // All panes share one picture of the lens, so the edition includes the pane.
        let effects = self.effects(sight.still, sight.size);
        let edition = fingerprint(sight, effects, edition ^ (pane as u64) << 60);
        if picture.edition != Some(edition) {
            let sampling = sampling(&self.gpu, sight.size, sight.pixels_per_point, effects.smooth);
            self.renderer.set_sampling(sampling);
            self.renderer.set_look(effects.look());
            self.renderer.set_pixel_scale(sight.pixels_per_point);
            let drawn = self.drawn(&picture.target, sight.still, |stage| {
                stage.renderer.draw(scene, &sight.camera, &picture.target)
            });
            picture.edition = drawn.is_ok().then_some(edition);
            if let Err(why) = drawn {
                *self.place(pane, sight.close_up) = Some(picture);
                return Err(why);
            }
        } else {
            self.kept();
        }
        Ok(self.place(pane, sight.close_up).insert(picture).texture)
    }

    /// The place where the stage keeps a pane's picture or, if `close_up` is true, the picture of the lens.
    fn place(&mut self, pane: usize, close_up: bool) -> &mut Option<Picture> {
        if close_up {
            return &mut self.close_up;
        }
        if self.pictures.len() <= pane {
            self.pictures.resize_with(pane + 1, || None);
        }
        &mut self.pictures[pane]
    }

    /// A pane's dissection as a texture, cached like [`Self::scene`]; `make` is called only if it is drawn again.
    pub fn pane_dissection(
        &mut self,
        pane: usize,
        sight: &Sight,
        edition: u64,
        make: impl FnOnce() -> Dissection,
    ) -> Result<TextureId, GpuError> {
        let sight = &sight.bounded();
        let kept = self.place(pane, sight.close_up).take();
        let mut picture = self.picture(kept, sight.size)?;
        let effects = self.effects(sight.still, sight.size);
        let edition = fingerprint(sight, effects, edition);
        if picture.edition != Some(edition) {
            let drawn = self.drawn(&picture.target, sight.still, |stage| {
                stage.dissect(sight, effects, &picture.target, &make())
            });
            picture.edition = drawn.is_ok().then_some(edition);
            if let Err(why) = drawn {
                *self.place(pane, sight.close_up) = Some(picture);
                return Err(why);
            }
        } else {
            self.kept();
        }
        Ok(self.place(pane, sight.close_up).insert(picture).texture)
    }

    /// Draws a dissection into `target`.
    fn dissect(
        &mut self,
        sight: &Sight,
        effects: Effects,
        target: &Target,
        dissection: &Dissection,
    ) -> Result<(), GpuError> {
        let sampling = sampling(&self.gpu, sight.size, sight.pixels_per_point, effects.smooth);
        let renderer = self.dissector()?;
        renderer.set_look(effects.look());
        renderer.draw(dissection, &sight.camera, target, sampling, sight.pixels_per_point)
    }

    /// The renderer of dissections; compiles its shaders on first use.
    fn dissector(&mut self) -> Result<&mut DissectionRenderer, GpuError> {
        let renderer = match self.dissector.take() {
            Some(renderer) => renderer,
            None => DissectionRenderer::new(&self.gpu)?,
        };
        Ok(self.dissector.insert(renderer))
    }

    /// A dissected pair as a texture of `size` pixels, lowest row first. `key` identifies the widget that shows the
    /// texture. The picture is drawn again, and `make` called, only if `edition` has changed.
    #[allow(clippy::too_many_arguments)]
    pub fn dissection(
        &mut self,
        key: Id,
        size: [u32; 2],
        pixels_per_point: f32,
        still: bool,
        edition: u64,
        camera: &Camera,
        make: impl FnOnce() -> Dissection,
    ) -> Result<TextureId, GpuError> {
        let sight = Sight { size, pixels_per_point, still, camera: *camera, close_up: false }.bounded();
        let effects = self.effects(still, sight.size);
        let edition = fingerprint(&sight, effects, edition);
        let place = self.dissections.iter().position(|(of, _)| *of == key);
        let kept = place.map(|place| self.dissections.remove(place).1);
        let mut picture = self.picture(kept, sight.size)?;
        if picture.edition != Some(edition) {
            let drawn = self.drawn(&picture.target, still, |stage| {
                stage.dissect(&sight, effects, &picture.target, &make())
            });
            picture.edition = drawn.is_ok().then_some(edition);
            drawn?;
        } else {
            self.kept();
        }
        // Frees the pictures at the front of the list, which have been unused for the longest time.
        while self.dissections.len() >= MOST_DISSECTIONS {
            let (_, unused) = self.dissections.remove(0);
            self.painter.release(unused.texture);
        }
        let texture = picture.texture;
        self.dissections.push((key, picture));
        Ok(texture)
    }

    /// Sets whether hidden bodies are left out of the next pictures.
    pub fn set_occlusion_culling(&mut self, on: bool) {
        if std::mem::replace(&mut self.culls, on) != on {
            self.renderer.set_occlusion_culling(on);
            // The pictures stay the same, but they are drawn again, because the numbers of drawn and hidden bodies
            // change.
            self.begin_scene();
        }
    }

    /// Numbers of drawn and hidden bodies in the last picture.
    pub fn body_counts(&self) -> BodyCounts {
        self.renderer.body_counts()
    }

    /// Paints the panels over `target`; over the window if it is `None`.
    pub fn paint(
        &mut self,
        context: &egui::Context,
        output: egui::FullOutput,
        target: Option<&Target>,
        size: [u32; 2],
    ) {
        let background = super::theme::panel().to_normalized_gamma_f32();
        self.painter.paint(context, output, target, size, background);
        self.redrawn = true;
    }

    /// The kept picture, if it has this size; otherwise a new picture, and the kept one is released.
    fn picture(&mut self, kept: Option<Picture>, size: [u32; 2]) -> Result<Picture, GpuError> {
        if let Some(kept) = kept {
            if kept.target.size() == size {
                return Ok(kept);
            }
            self.painter.release(kept.texture);
        }
        let mut target = Target::new(&self.gpu, Holds::ColorAndDepthStencil, size[0], size[1])?;
        let texture = self.painter.adopt(&mut target).ok_or_else(|| {
            GpuError::Refused("the picture of the scene cannot be shown among the panels".into())
        })?;
        Ok(Picture { target, texture, edition: None })
    }

    /// Reads the picture of the window, after it is painted and before it is shown.
    pub fn read_window(&self, size: [u32; 2]) -> image::RgbaImage {
        self.painter.read_window(size)
    }

    /// Largest texture side, for egui's input.
    pub fn max_texture_side(&self) -> usize {
        self.painter.max_texture_side()
    }
}

/// The sampling of a picture. `smooth`: whether its edges are to be antialiased; they are not on a dense screen, where
/// the pixels are too small for jagged edges to show, and so many that antialiasing is slow.
fn sampling(gpu: &Gpu, size: [u32; 2], pixels_per_point: f32, smooth: bool) -> Sampling {
    let limit = gpu.capabilities().max_texture_size;
    // Antialiasing needs four samples per pixel.
    let pixels: u64 = size.iter().map(|side| 2 * u64::from(*side)).product();
    let fits = pixels <= MOST_PIXELS && size.iter().all(|side| 2 * side <= limit);
    if smooth && pixels_per_point < 1.5 && fits { Sampling::Four } else { Sampling::Once }
}

/// A hash that identifies the picture's scene and view.
fn fingerprint(sight: &Sight, effects: Effects, edition: u64) -> u64 {
    let mut hasher = DefaultHasher::new();
    let Sight { size, pixels_per_point, camera, .. } = sight;
    (effects.look(), effects.smooth).hash(&mut hasher);
    (size, pixels_per_point.to_bits(), edition, camera.fingerprint()).hash(&mut hasher);
    hasher.finish()
}
