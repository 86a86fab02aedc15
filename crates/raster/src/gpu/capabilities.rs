//! Name and capabilities of the OpenGL context.

use glow::HasContext as _;

use super::loader::ExtraFunctions;

/// Name and capabilities of the context, read once when it is opened.
#[derive(Clone, Debug, PartialEq)]
pub struct Capabilities {
    /// Name of the driver's vendor (`GL_VENDOR`).
    pub vendor: String,
    /// Name of the GPU or of the software rasteriser (`GL_RENDERER`).
    pub renderer: String,
    /// The driver's whole version text (`GL_VERSION`).
    pub version_text: String,
    /// GL version, major and minor.
    pub version: (u32, u32),
    /// GLSL version for `#version`, such as 450.
    pub glsl: u32,
    /// Largest texture side in pixels.
    pub max_texture_size: u32,
    /// Largest viewport, width and height in pixels.
    pub max_viewport: [u32; 2],
    /// Number of subpixel bits to which triangle corners are snapped; OpenGL guarantees 4.
    pub subpixel_bits: u32,
    /// Bits of a sample counter; 0: no occlusion queries.
    pub sample_counter_bits: u32,
    /// Bits of the GPU clock; 0: no GPU times.
    pub timer_bits: u32,
    /// Whether a depth-stencil target with 8 stencil bits can be drawn to.
    pub stencil: bool,
    /// Number of layers that a vertex shader can select; 0 if it cannot.
    pub max_layers: u32,
    /// Whether fragments can count in a storage buffer and draws can be read from a buffer (GL 4.3).
    pub storage: bool,
    /// Whether the driver reports a lost context.
    pub robust: bool,
}

/// Whether an OpenGL renderer with this name is a software rasteriser.
pub fn is_software(renderer: &str) -> bool {
    ["llvmpipe", "softpipe", "swrast", "SwiftShader"].iter().any(|name| renderer.contains(name))
}

impl Capabilities {
    /// Reads the capabilities of the current context.
    pub fn read(gl: &glow::Context, extra: &ExtraFunctions) -> Self {
        let version = gl.version();
        let glsl = match (version.major, version.minor) {
            (3, 3) => 330,
            (4, minor) => 400 + 10 * minor.min(6),
            (major, minor) => 100 * major + 10 * minor,
        };
        let extension = |name: &str| gl.supported_extensions().contains(name);
        let chooses_layers =
            ["GL_ARB_shader_viewport_layer_array", "GL_AMD_vertex_shader_layer"].into_iter().any(extension);
        unsafe {
            let mut max_viewport = [0; 2];
            gl.get_parameter_i32_slice(glow::MAX_VIEWPORT_DIMS, &mut max_viewport);
            Self {
                vendor: gl.get_parameter_string(glow::VENDOR),
                renderer: gl.get_parameter_string(glow::RENDERER),
                version_text: gl.get_parameter_string(glow::VERSION),
                version: (version.major, version.minor),
                glsl,
                max_texture_size: gl.get_parameter_i32(glow::MAX_TEXTURE_SIZE).max(0) as u32,
                max_viewport: max_viewport.map(|side| side.max(0) as u32),
                // The number is clamped to the standard's minimum, because some drivers report less, or nothing.
                subpixel_bits: gl.get_parameter_i32(glow::SUBPIXEL_BITS).clamp(4, 16) as u32,
                sample_counter_bits: extra.query_counter_bits(glow::SAMPLES_PASSED).max(0) as u32,
                timer_bits: extra.query_counter_bits(glow::TIME_ELAPSED).max(0) as u32,
                stencil: depth_stencil_is_complete(gl),
                max_layers: if chooses_layers {
                    gl.get_parameter_i32(glow::MAX_ARRAY_TEXTURE_LAYERS).max(0) as u32
                } else {
                    0
                },
                storage: glsl >= 430
                    && extra.draws_indirectly()
                    && gl.get_parameter_i32(glow::MAX_FRAGMENT_SHADER_STORAGE_BLOCKS) > 0,
                robust: extra.reset_status_is_known(),
            }
        }
    }

    /// Whether the renderer is a software rasteriser; named next to every timing.
    pub fn is_software(&self) -> bool {
        is_software(&self.renderer)
    }

    /// Name of the renderer without its version, in a few English words, for files.
    pub fn device(&self) -> String {
        let name = self.renderer.split(" (").next().unwrap_or_default().trim();
        if self.is_software() { format!("{name} (software)") } else { name.to_owned() }
    }
}

/// Tests with a small depth-stencil target: GL 3.0 guarantees 8 stencil bits, but drivers differ.
unsafe fn depth_stencil_is_complete(gl: &glow::Context) -> bool {
    unsafe {
        let (Ok(framebuffer), Ok(buffer)) = (gl.create_framebuffer(), gl.create_renderbuffer()) else {
            return false;
        };
        gl.bind_framebuffer(glow::FRAMEBUFFER, Some(framebuffer));
        gl.bind_renderbuffer(glow::RENDERBUFFER, Some(buffer));
        gl.renderbuffer_storage(glow::RENDERBUFFER, glow::DEPTH24_STENCIL8, 4, 4);
        let attachment = glow::DEPTH_STENCIL_ATTACHMENT;
        gl.framebuffer_renderbuffer(glow::FRAMEBUFFER, attachment, glow::RENDERBUFFER, Some(buffer));
        gl.draw_buffer(glow::NONE);
        gl.read_buffer(glow::NONE);
        let complete = gl.check_framebuffer_status(glow::FRAMEBUFFER) == glow::FRAMEBUFFER_COMPLETE;
        let stencil_bits = gl.get_framebuffer_attachment_parameter_i32(
            glow::FRAMEBUFFER,
            glow::STENCIL_ATTACHMENT,
            glow::FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE,
        );
        gl.bind_framebuffer(glow::FRAMEBUFFER, None);
        gl.bind_renderbuffer(glow::RENDERBUFFER, None);
        gl.delete_framebuffer(framebuffer);
        gl.delete_renderbuffer(buffer);
        complete && stencil_bits >= 8
    }
}
