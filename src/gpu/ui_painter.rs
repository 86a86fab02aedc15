//! The panels' painter: egui's meshes on the window or on a target.

use std::sync::Arc;

use glow::HasContext as _;

use super::{Gpu, GpuError, PassState, Rect, Target};

/// The panels have no gradients for it to smooth, and a software rasteriser pays for it on every pixel.
const DITHERING: bool = false;

/// Draws egui's output. Freed when dropped.
pub struct UiPainter {
    gpu: Gpu,
    painter: egui_glow::Painter,
}

impl UiPainter {
    /// Compiles egui's shaders. `Err` if the driver refuses them.
    pub fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        let painter = egui_glow::Painter::new(Arc::clone(&gpu.0.gl), "", None, DITHERING)
            .map_err(|e| GpuError::Refused(format!("the panels' painter: {e}")))?;
        gpu.forget_state();
        Ok(Self { gpu: gpu.clone(), painter })
    }

    /// Largest texture side in pixels, for egui's input.
    pub fn max_texture_side(&self) -> usize {
        self.painter.max_texture_side()
    }

    /// Makes a target's colours usable in egui pictures; their rows run from the bottom. The texture
    /// then belongs to the painter: [`UiPainter::release`] frees it, not the target.
    pub fn adopt(&mut self, target: &mut Target) -> Option<egui::TextureId> {
        target.give_up_color_texture().map(|texture| self.painter.register_native_texture(texture))
    }

    /// Frees an adopted texture. The target that it came from must not be drawn to any more.
    pub fn release(&mut self, id: egui::TextureId) {
        self.painter.free_texture(id);
    }

    /// Draws one frame's panels over `target`, or over the window (`None`), which is cleared first.
    pub fn paint(
        &mut self,
        context: &egui::Context,
        mut output: egui::FullOutput,
        target: Option<&Target>,
        size_px: [u32; 2],
        background: [f32; 4],
    ) {
        match target {
            Some(target) => target.bind(),
            None => unsafe { self.gpu.gl().bind_framebuffer(glow::FRAMEBUFFER, None) },
        }
        // egui's painter leaves the stencil test as it finds it, and clears through whatever mask there is.
        self.gpu.set_state(&PassState::plain(Rect::of_size(size_px[0], size_px[1])));
        self.painter.clear(size_px, background);
        let meshes = context.tessellate(output.shapes, output.pixels_per_point);
        self.painter.paint_and_update_textures(
            size_px,
            output.pixels_per_point,
            &meshes,
            &mut output.textures_delta,
        );
        self.gpu.forget_state();
    }

    /// The window's picture (`size_px` pixels) as it is painted, before it is shown.
    pub fn read_window(&self, size_px: [u32; 2]) -> image::RgbaImage {
        unsafe { self.gpu.gl().bind_framebuffer(glow::FRAMEBUFFER, None) };
        let picture = self.painter.read_screen_rgba(size_px);
        let opaque = picture.pixels.iter().flat_map(|p| [p.r(), p.g(), p.b(), 255]).collect();
        image::RgbaImage::from_raw(size_px[0], size_px[1], opaque).unwrap_or_default()
    }
}

impl Drop for UiPainter {
    fn drop(&mut self) {
        self.painter.destroy();
    }
}
