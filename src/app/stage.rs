//! Where pictures are made: the scene's own target, shown among the panels as a texture, and the
//! painter of the panels.

use egui::TextureId;

use crate::gpu::target::Holds;
use crate::gpu::ui_painter::UiPainter;
use crate::gpu::{Gpu, GpuError, Target};
use crate::labs::arena::{BodyCounts, Camera, Quality, Scene, SceneRenderer};

/// Draws scenes and panels. Freed when dropped.
pub struct Stage {
    gpu: Gpu,
    renderer: SceneRenderer,
    painter: UiPainter,
    /// Per pane, once it has been shown.
    pictures: Vec<Option<Picture>>,
    culls: bool,
}

/// A pane's scene as it was last drawn.
struct Picture {
    target: Target,
    texture: TextureId,
    /// Which scene is on it, as the caller counts them.
    edition: Option<u64>,
}

impl Stage {
    /// Compiles all shaders.
    pub fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        let renderer = SceneRenderer::new(gpu)?;
        let painter = UiPainter::new(gpu)?;
        Ok(Self { gpu: gpu.clone(), renderer, painter, pictures: Vec::new(), culls: false })
    }

    /// Frees the pictures of panes that are closed.
    pub fn keep_panes(&mut self, count: usize) {
        for closed in self.pictures.drain(count.min(self.pictures.len())..).flatten() {
            self.painter.release(closed.texture);
        }
    }

    /// A pane's scene as a texture of `size` pixels, its rows from the bottom. It is drawn again only when
    /// the size or `edition` has changed. A `still` one is worth smooth edges. All panes are drawn by one
    /// renderer, so that shapes are on the GPU once.
    #[allow(clippy::too_many_arguments)]
    pub fn scene(
        &mut self,
        pane: usize,
        size: [u32; 2],
        pixels_per_point: f32,
        still: bool,
        edition: u64,
        scene: &Scene,
        camera: &Camera,
    ) -> Result<TextureId, GpuError> {
        if self.pictures.len() <= pane {
            self.pictures.resize_with(pane + 1, || None);
        }
        let picture = match self.pictures[pane].take() {
            Some(kept) if kept.target.size() == size => kept,
            outgrown => {
                if let Some(outgrown) = outgrown {
                    self.painter.release(outgrown.texture);
                }
                let mut target = Target::new(&self.gpu, Holds::ColorAndDepthStencil, size[0], size[1])?;
                let texture = self.painter.adopt(&mut target).ok_or_else(|| {
                    GpuError::Refused("the picture of the scene cannot be shown among the panels".into())
                })?;
                Picture { target, texture, edition: None }
            }
        };
        let picture = self.pictures[pane].insert(picture);
        if picture.edition != Some(edition) {
            let limit = self.gpu.capabilities().max_texture_size;
            // Small pixels hide their steps, and there are many of them to draw.
            let smooth = still && pixels_per_point < 1.5 && size.iter().all(|side| 2 * side <= limit);
            self.renderer.set_quality(if smooth { Quality::Super } else { Quality::Fast });
            self.renderer.set_pixel_scale(pixels_per_point);
            self.renderer.draw(scene, camera, &picture.target)?;
            picture.edition = Some(edition);
        }
        Ok(picture.texture)
    }

    /// Whether bodies that nobody can see are left out of the next pictures.
    pub fn set_occlusion_culling(&mut self, on: bool) {
        if std::mem::replace(&mut self.culls, on) != on {
            self.renderer.set_occlusion_culling(on);
            // The picture is the same, what became of the bodies is not.
            self.pictures.iter_mut().flatten().for_each(|picture| picture.edition = None);
        }
    }

    /// What became of the bodies of the last picture.
    pub fn body_counts(&self) -> BodyCounts {
        self.renderer.body_counts()
    }

    /// Paints the panels over `target`, or over the window.
    pub fn paint(
        &mut self,
        context: &egui::Context,
        output: egui::FullOutput,
        target: Option<&Target>,
        size: [u32; 2],
    ) {
        let [r, g, b, _] = egui::Rgba::from(super::theme::PANEL).to_array();
        self.painter.paint(context, output, target, size, [r, g, b, 1.0]);
    }

    /// What is painted on the window, before it is shown.
    pub fn read_window(&self, size: [u32; 2]) -> image::RgbaImage {
        self.painter.read_window(size)
    }

    /// Largest texture side, for egui's input.
    pub fn max_texture_side(&self) -> usize {
        self.painter.max_texture_side()
    }
}
