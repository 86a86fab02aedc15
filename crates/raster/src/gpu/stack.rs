//! Many small images of one size in one framebuffer with layers.

use glow::HasContext as _;

use super::{Gpu, GpuError, Rect};

/// Square layers of 24-bit depth with 8-bit stencil. The vertex shader selects the layer to draw to; a clear
/// affects all layers. Freed when dropped.
pub struct Stack {
    gpu: Gpu,
    framebuffer: glow::Framebuffer,
    /// A framebuffer for reading a single layer.
    reader: glow::Framebuffer,
    texture: glow::Texture,
    side: u32,
    layers: u32,
}

impl Stack {
    /// Creates `layers` layers of `side` × `side` pixels.
    pub fn new(gpu: &Gpu, side: u32, layers: u32) -> Result<Self, GpuError> {
        let gl = gpu.gl();
        let limits = gpu.capabilities();
        if side == 0 || side > limits.max_texture_size || layers == 0 || layers > limits.max_layers {
            return Err(GpuError::Refused(format!(
                "a stack of {layers} layers with {side} pixels per side cannot be drawn here: at most {} layers and {} pixels",
                limits.max_layers, limits.max_texture_size
            )));
        }
        unsafe {
            let framebuffer = gl.create_framebuffer().map_err(GpuError::Refused)?;
            let reader = gl.create_framebuffer().map_err(GpuError::Refused)?;
            let texture = gl.create_texture().map_err(GpuError::Refused)?;
            gpu.count_object(3);
            let stack = Self { gpu: gpu.clone(), framebuffer, reader, texture, side, layers };
            gl.bind_texture(glow::TEXTURE_2D_ARRAY, Some(texture));
            for (name, value) in
                [(glow::TEXTURE_MIN_FILTER, glow::NEAREST as i32), (glow::TEXTURE_MAX_LEVEL, 0)]
            {
                gl.tex_parameter_i32(glow::TEXTURE_2D_ARRAY, name, value);
            }
            gl.tex_image_3d(
                glow::TEXTURE_2D_ARRAY,
                0,
                glow::DEPTH24_STENCIL8 as i32,
                side as i32,
                side as i32,
                layers as i32,
                0,
                glow::DEPTH_STENCIL,
                glow::UNSIGNED_INT_24_8,
                glow::PixelUnpackData::Slice(None),
            );
            gl.bind_texture(glow::TEXTURE_2D_ARRAY, None);
            gl.bind_framebuffer(glow::FRAMEBUFFER, Some(framebuffer));
            gl.draw_buffer(glow::NONE);
            gl.read_buffer(glow::NONE);
            gl.framebuffer_texture(glow::FRAMEBUFFER, glow::DEPTH_STENCIL_ATTACHMENT, Some(texture), 0);
            let status = gl.check_framebuffer_status(glow::FRAMEBUFFER);
            if status != glow::FRAMEBUFFER_COMPLETE {
                return Err(GpuError::Refused(format!(
                    "the driver refuses a stack of {layers} layers with {side} pixels per side: status {status:#x}"
                )));
            }
            Ok(stack)
        }
    }

    /// Number of layers.
    pub fn layers(&self) -> u32 {
        self.layers
    }

    /// Makes this the target of the next draws.
    pub fn bind(&self) {
        unsafe { self.gpu.gl().bind_framebuffer(glow::FRAMEBUFFER, Some(self.framebuffer)) }
    }

    /// The rectangle that covers a whole layer.
    pub fn whole(&self) -> Rect {
        Rect::of_size(self.side, self.side)
    }

    /// Stencil values of a layer, row by row from the bottom.
    pub fn read_stencil(&self, layer: u32) -> Vec<u8> {
        let gl = self.gpu.gl();
        let side = self.side as i32;
        let mut values = vec![0; (self.side * self.side) as usize];
        unsafe {
            gl.bind_framebuffer(glow::READ_FRAMEBUFFER, Some(self.reader));
            let attachment = glow::DEPTH_STENCIL_ATTACHMENT;
            let texture = Some(self.texture);
            gl.framebuffer_texture_layer(glow::READ_FRAMEBUFFER, attachment, texture, 0, layer as i32);
            gl.read_buffer(glow::NONE);
            gl.pixel_store_i32(glow::PACK_ALIGNMENT, 1);
            let into = glow::PixelPackData::Slice(Some(&mut values[..]));
            gl.read_pixels(0, 0, side, side, glow::STENCIL_INDEX, glow::UNSIGNED_BYTE, into);
        }
        values
    }
}

impl Drop for Stack {
    fn drop(&mut self) {
        let gl = self.gpu.gl();
        unsafe {
            gl.delete_framebuffer(self.framebuffer);
            gl.delete_framebuffer(self.reader);
            gl.delete_texture(self.texture);
        }
        self.gpu.count_object(-3);
    }
}
