//! Painter of the panels: draws egui's meshes to the window or to a target.

use super::{Gpu, GpuError, PassState, Rect, Target};

/// Dithering is off: the panels have no gradients to smooth, and it costs a software rasteriser time on every pixel.
const DITHERING: bool = false;

/// Draws egui's output. Freed when dropped.
pub struct UiPainter {
    gpu: Gpu,
    painter: egui_glow::Painter,
}

impl UiPainter {
    /// Compiles egui's shaders. `Err` if the driver refuses them.
    pub fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        let painter = egui_glow::Painter::new(gpu.shared(), "", None, DITHERING)
            .map_err(|e| GpuError::Refused(format!("the panels' painter: {e}")))?;
        gpu.forget_state();
        Ok(Self { gpu: gpu.clone(), painter })
    }

    /// Largest texture side in pixels, for egui's input.
    pub fn max_texture_side(&self) -> usize {
        self.painter.max_texture_side()
    }

    /// Makes a target's colours usable as an egui texture, with rows from the bottom. The texture then
    /// belongs to the painter: [`UiPainter::release`] frees it, not the target.
    pub fn adopt(&mut self, target: &mut Target) -> Option<egui::TextureId> {
        target.give_up_color_texture().map(|texture| self.painter.register_native_texture(texture))
    }

    /// Frees an adopted texture. The target that it belonged to must not be drawn to afterwards.
    pub fn release(&mut self, id: egui::TextureId) {
        self.painter.free_texture(id);
    }

    /// Clears `target`, or the window (`None`), and draws one frame's panels to it.
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
            None => self.gpu.bind_window(),
        }
        // egui's painter does not set the stencil test, and its clear respects the write masks.
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

    /// The window's image (`size_px` pixels) after painting, before it is presented.
    pub fn read_window(&self, size_px: [u32; 2]) -> image::RgbaImage {
        self.gpu.bind_window();
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
