//! Off-screen targets: framebuffers with colour, depth-stencil, or both.

use glow::HasContext as _;

use super::{Gpu, GpuError, Rect};

/// An off-screen framebuffer. Freed when dropped.
pub struct Target {
    gpu: Gpu,
    framebuffer: glow::Framebuffer,
    color: Option<glow::Texture>,
    owns_color: bool,
    depth_stencil: Option<Depths>,
    size: [u32; 2],
}

/// Storage of the depths: a texture if shaders read them.
enum Depths {
    Buffer(glow::Renderbuffer),
    Texture(glow::Texture),
}

/// The buffers that a target has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Holds {
    Color,
    DepthStencil,
    ColorAndDepthStencil,
    /// Depths that a `sampler2DShadow` compares with its argument; 1 outside.
    ShadowMap,
}

impl Target {
    /// RGBA8 colour and/or 24-bit depth with 8-bit stencil, `width` × `height` pixels, each at least 1.
    pub fn new(gpu: &Gpu, holds: Holds, width: u32, height: u32) -> Result<Self, GpuError> {
        let gl = gpu.gl();
        let limit = gpu.capabilities().max_texture_size;
        if width == 0 || height == 0 || width > limit || height > limit {
            return Err(GpuError::Refused(format!(
                "a picture of {width}×{height} pixels cannot be drawn here: sides must be 1 to {limit}"
            )));
        }
        unsafe {
            let framebuffer = gl.create_framebuffer().map_err(GpuError::Refused)?;
            gpu.count_object(1);
            let mut target = Self {
                gpu: gpu.clone(),
                framebuffer,
                color: None,
                owns_color: true,
                depth_stencil: None,
                size: [width, height],
            };
            gl.bind_framebuffer(glow::FRAMEBUFFER, Some(framebuffer));
            if matches!(holds, Holds::Color | Holds::ColorAndDepthStencil) {
                target.color = Some(target.attach_color()?);
            } else {
                gl.draw_buffer(glow::NONE);
                gl.read_buffer(glow::NONE);
            }
            target.depth_stencil = match holds {
                Holds::Color => None,
                Holds::DepthStencil => Some(Depths::Buffer(target.attach_depth_stencil()?)),
                Holds::ColorAndDepthStencil => Some(Depths::Texture(target.attach_depth_texture(false)?)),
                Holds::ShadowMap => Some(Depths::Texture(target.attach_depth_texture(true)?)),
            };
            let status = gl.check_framebuffer_status(glow::FRAMEBUFFER);
            if status != glow::FRAMEBUFFER_COMPLETE {
                return Err(GpuError::Refused(format!(
                    "the driver refuses a {width}×{height} target ({holds:?}): status {status:#x}"
                )));
            }
            Ok(target)
        }
    }

    /// Width and height in pixels.
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// Makes this the target of the next draws.
    pub fn bind(&self) {
        unsafe { self.gpu.gl().bind_framebuffer(glow::FRAMEBUFFER, Some(self.framebuffer)) }
    }

    /// Makes the colours readable by shaders in a texture unit from 1; unit 0 belongs to the panels.
    pub fn offer_color(&self, unit: u32) {
        if let Some(texture) = self.color {
            self.offer(unit, texture);
        }
    }

    /// Makes the depths readable by shaders in a texture unit from 1.
    pub fn offer_depth(&self, unit: u32) {
        if let Some(Depths::Texture(texture)) = self.depth_stencil {
            self.offer(unit, texture);
        }
    }

    fn offer(&self, unit: u32, texture: glow::Texture) {
        let gl = self.gpu.gl();
        unsafe {
            gl.active_texture(glow::TEXTURE0 + unit);
            gl.bind_texture(glow::TEXTURE_2D, Some(texture));
            gl.active_texture(glow::TEXTURE0);
        }
    }

    /// Transfers the colour texture to the caller, who must free it.
    pub fn give_up_color_texture(&mut self) -> Option<glow::Texture> {
        if std::mem::take(&mut self.owns_color) && self.color.is_some() {
            self.gpu.count_object(-1);
            self.color
        } else {
            None
        }
    }

    /// Depth and stencil of a rectangle, row by row from the bottom. Depth 0 is near, 1 is far.
    pub fn read_depth_stencil(&self, rect: Rect) -> (Vec<f32>, Vec<u8>) {
        let mut packed = vec![0u32; (rect.width * rect.height) as usize];
        self.read(rect, glow::DEPTH_STENCIL, glow::UNSIGNED_INT_24_8, bytemuck::cast_slice_mut(&mut packed));
        let depth = packed.iter().map(|p| (p >> 8) as f32 / 0xff_ffff as f32).collect();
        (depth, packed.iter().map(|p| *p as u8).collect())
    }

    /// Depth of a rectangle, row by row from the bottom, 4 bytes per pixel: 0 is near, `u32::MAX` is far. Not rounded,
    /// so two values compare exactly as in the depth buffer.
    pub fn read_depth(&self, rect: Rect) -> Vec<u32> {
        let mut values = vec![0u32; (rect.width * rect.height) as usize];
        self.read(rect, glow::DEPTH_COMPONENT, glow::UNSIGNED_INT, bytemuck::cast_slice_mut(&mut values));
        values
    }

    /// Stencil of a rectangle, row by row from the bottom.
    pub fn read_stencil(&self, rect: Rect) -> Vec<u8> {
        let mut values = vec![0; (rect.width * rect.height) as usize];
        self.read(rect, glow::STENCIL_INDEX, glow::UNSIGNED_BYTE, &mut values);
        values
    }

    /// Colours of the whole target as RGBA bytes, row by row from the **top**.
    pub fn read_color(&self) -> image::RgbaImage {
        let [width, height] = self.size;
        let mut bytes = vec![0; (width * height * 4) as usize];
        self.read(Rect::of_size(width, height), glow::RGBA, glow::UNSIGNED_BYTE, &mut bytes);
        let bottom_up = image::RgbaImage::from_raw(width, height, bytes).unwrap_or_default();
        image::imageops::flip_vertical(&bottom_up)
    }

    fn read(&self, rect: Rect, format: u32, kind: u32, out: &mut [u8]) {
        let gl = self.gpu.gl();
        unsafe {
            gl.bind_framebuffer(glow::READ_FRAMEBUFFER, Some(self.framebuffer));
            gl.pixel_store_i32(glow::PACK_ALIGNMENT, 1);
            let into = glow::PixelPackData::Slice(Some(out));
            gl.read_pixels(rect.x, rect.y, rect.width, rect.height, format, kind, into);
        }
    }

    /// Copies the colours to the whole of another target with bilinear filtering: if this target is twice as large,
    /// each pixel is the mean of four.
    pub fn copy_color(&self, other: &Target) {
        let gl = self.gpu.gl();
        let [[width, height], [to_width, to_height]] =
            [self.size, other.size].map(|size| size.map(|side| side as i32));
        let (bits, filter) = (glow::COLOR_BUFFER_BIT, glow::LINEAR);
        unsafe {
            gl.bind_framebuffer(glow::READ_FRAMEBUFFER, Some(self.framebuffer));
            gl.bind_framebuffer(glow::DRAW_FRAMEBUFFER, Some(other.framebuffer));
            gl.disable(glow::SCISSOR_TEST);
            gl.blit_framebuffer(0, 0, width, height, 0, 0, to_width, to_height, bits, filter);
        }
        self.gpu.forget_state();
    }

    unsafe fn attach_color(&self) -> Result<glow::Texture, GpuError> {
        let gl = self.gpu.gl();
        let [width, height] = self.size;
        unsafe {
            let texture = gl.create_texture().map_err(GpuError::Refused)?;
            self.gpu.count_object(1);
            gl.bind_texture(glow::TEXTURE_2D, Some(texture));
            for (name, value) in [
                (glow::TEXTURE_MIN_FILTER, glow::LINEAR),
                (glow::TEXTURE_MAG_FILTER, glow::LINEAR),
                (glow::TEXTURE_WRAP_S, glow::CLAMP_TO_EDGE),
                (glow::TEXTURE_WRAP_T, glow::CLAMP_TO_EDGE),
                (glow::TEXTURE_MAX_LEVEL, 0),
            ] {
                gl.tex_parameter_i32(glow::TEXTURE_2D, name, value as i32);
            }
            gl.tex_image_2d(
                glow::TEXTURE_2D,
                0,
                glow::RGBA8 as i32,
                width as i32,
                height as i32,
                0,
                glow::RGBA,
                glow::UNSIGNED_BYTE,
                glow::PixelUnpackData::Slice(None),
            );
            gl.framebuffer_texture_2d(
                glow::FRAMEBUFFER,
                glow::COLOR_ATTACHMENT0,
                glow::TEXTURE_2D,
                Some(texture),
                0,
            );
            gl.bind_texture(glow::TEXTURE_2D, None);
            Ok(texture)
        }
    }

    /// Attaches a texture of depths: with stencil, or as a shadow map.
    unsafe fn attach_depth_texture(&self, shadow_map: bool) -> Result<glow::Texture, GpuError> {
        let gl = self.gpu.gl();
        let [width, height] = self.size;
        let (filter, wrap, compare) = if shadow_map {
            (glow::LINEAR, glow::CLAMP_TO_BORDER, glow::COMPARE_REF_TO_TEXTURE)
        } else {
            (glow::NEAREST, glow::CLAMP_TO_EDGE, glow::NONE)
        };
        let (internal, format, kind, attachment) = if shadow_map {
            let internal = glow::DEPTH_COMPONENT24;
            (internal, glow::DEPTH_COMPONENT, glow::UNSIGNED_INT, glow::DEPTH_ATTACHMENT)
        } else {
            let internal = glow::DEPTH24_STENCIL8;
            (internal, glow::DEPTH_STENCIL, glow::UNSIGNED_INT_24_8, glow::DEPTH_STENCIL_ATTACHMENT)
        };
        unsafe {
            let texture = gl.create_texture().map_err(GpuError::Refused)?;
            self.gpu.count_object(1);
            gl.bind_texture(glow::TEXTURE_2D, Some(texture));
            for (name, value) in [
                (glow::TEXTURE_MIN_FILTER, filter),
                (glow::TEXTURE_MAG_FILTER, filter),
                (glow::TEXTURE_WRAP_S, wrap),
                (glow::TEXTURE_WRAP_T, wrap),
                (glow::TEXTURE_COMPARE_MODE, compare),
                (glow::TEXTURE_COMPARE_FUNC, glow::LEQUAL),
                (glow::TEXTURE_MAX_LEVEL, 0),
            ] {
                gl.tex_parameter_i32(glow::TEXTURE_2D, name, value as i32);
            }
            gl.tex_parameter_f32_slice(glow::TEXTURE_2D, glow::TEXTURE_BORDER_COLOR, &[1.0; 4]);
            gl.tex_image_2d(
                glow::TEXTURE_2D,
                0,
                internal as i32,
                width as i32,
                height as i32,
                0,
                format,
                kind,
                glow::PixelUnpackData::Slice(None),
            );
            let target = glow::TEXTURE_2D;
            gl.framebuffer_texture_2d(glow::FRAMEBUFFER, attachment, target, Some(texture), 0);
            gl.bind_texture(glow::TEXTURE_2D, None);
            Ok(texture)
        }
    }

    unsafe fn attach_depth_stencil(&self) -> Result<glow::Renderbuffer, GpuError> {
        let gl = self.gpu.gl();
        let [width, height] = self.size.map(|side| side as i32);
        unsafe {
            let buffer = gl.create_renderbuffer().map_err(GpuError::Refused)?;
            self.gpu.count_object(1);
            gl.bind_renderbuffer(glow::RENDERBUFFER, Some(buffer));
            gl.renderbuffer_storage(glow::RENDERBUFFER, glow::DEPTH24_STENCIL8, width, height);
            gl.bind_renderbuffer(glow::RENDERBUFFER, None);
            let attachment = glow::DEPTH_STENCIL_ATTACHMENT;
            gl.framebuffer_renderbuffer(glow::FRAMEBUFFER, attachment, glow::RENDERBUFFER, Some(buffer));
            Ok(buffer)
        }
    }
}

impl Drop for Target {
    fn drop(&mut self) {
        let gl = self.gpu.gl();
        unsafe {
            gl.delete_framebuffer(self.framebuffer);
            if let Some(texture) = self.color.filter(|_| self.owns_color) {
                gl.delete_texture(texture);
            }
            match self.depth_stencil {
                Some(Depths::Buffer(buffer)) => gl.delete_renderbuffer(buffer),
                Some(Depths::Texture(texture)) => gl.delete_texture(texture),
                None => {}
            }
        }
        let attachments =
            i64::from(self.color.is_some() && self.owns_color) + i64::from(self.depth_stencil.is_some());
        self.gpu.count_object(-1 - attachments);
    }
}
