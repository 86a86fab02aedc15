//! The whole state of a draw. Nothing is inherited from the draw before.

use glow::HasContext as _;

use super::Gpu;

/// Comparison of an incoming value with the stored one: `Less` passes when incoming < stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Compare {
    Never,
    Less,
    Equal,
    LessEqual,
    Greater,
    NotEqual,
    GreaterEqual,
    Always,
}

/// What happens to a stored stencil value (`glStencilOp`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum StencilOp {
    Keep,
    Zero,
    Replace,
    Increment,
    Decrement,
    Invert,
}

/// Triangles that are left out, by their orientation on the screen (`glCullFace`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cull {
    /// Triangles of both orientations are drawn.
    None,
    /// Counter-clockwise triangles are left out.
    CounterClockwise,
    /// Clockwise triangles are left out.
    Clockwise,
}

/// State of the depth test: `glDepthFunc` and `glDepthMask`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct DepthState {
    pub test: Compare,
    pub write: bool,
}

/// `glStencilFunc(test, reference, mask)` and `glStencilOp(fail, depth_fail, pass)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct StencilState {
    pub test: Compare,
    pub reference: u8,
    pub mask: u8,
    pub fail: StencilOp,
    pub depth_fail: StencilOp,
    pub pass: StencilOp,
}

/// A rectangle of pixels from its lower left corner (x, y); y runs up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Rect {
    pub x: i32,
    pub y: i32,
    pub width: i32,
    pub height: i32,
}

impl Rect {
    /// The rectangle of this size with its corner at (0, 0).
    pub fn of_size(width: u32, height: u32) -> Self {
        Self { x: 0, y: 0, width: width as i32, height: height as i32 }
    }
}

/// Everything that decides what a draw does to the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassState {
    /// The pixels that clip coordinates −1…1 are mapped to.
    pub viewport: Rect,
    /// Pixels outside are not touched, by draws and clears alike; `None`: no limit.
    pub scissor: Option<Rect>,
    /// Whether colours are written (`glColorMask`).
    pub color: bool,
    /// Whether colours are mixed by their (premultiplied) alpha.
    pub blend: bool,
    /// `None`: no depth test, no depth writes.
    pub depth: Option<DepthState>,
    /// `None`: no stencil test, no stencil writes.
    pub stencil: Option<StencilState>,
    /// Triangles that are left out.
    pub cull: Cull,
}

impl PassState {
    /// Draws colours over all of `viewport`: no test, no blending, no culling.
    pub fn plain(viewport: Rect) -> Self {
        Self {
            viewport,
            scissor: None,
            color: true,
            blend: false,
            depth: None,
            stencil: None,
            cull: Cull::None,
        }
    }
}

/// Which buffers to clear, and to what. Obeys the scissor of the state that is set.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Clear {
    pub color: Option<[f32; 4]>,
    pub depth: Option<f32>,
    pub stencil: Option<u8>,
}

impl Clear {
    /// Whether no buffer is to be cleared.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl Gpu {
    /// Sets the state of the next draws. Only what differs from the last is sent.
    pub fn set_state(&self, state: &PassState) {
        let mut last = self.0.state.borrow_mut();
        let was = last.as_ref();
        let gl = self.gl();
        macro_rules! differs {
            ($field:ident) => {
                was.is_none_or(|w| w.$field != state.$field)
            };
        }
        unsafe {
            if was.is_none() {
                gl.front_face(glow::CCW);
                gl.stencil_mask(0xff);
                gl.disable(glow::FRAMEBUFFER_SRGB);
                gl.polygon_mode(glow::FRONT_AND_BACK, glow::FILL);
                gl.blend_equation(glow::FUNC_ADD);
                gl.blend_func(glow::ONE, glow::ONE_MINUS_SRC_ALPHA);
            }
            if differs!(viewport) {
                let v = state.viewport;
                gl.viewport(v.x, v.y, v.width, v.height);
            }
            if differs!(scissor) {
                toggle(gl, glow::SCISSOR_TEST, state.scissor.is_some());
                if let Some(s) = state.scissor {
                    gl.scissor(s.x, s.y, s.width, s.height);
                }
            }
            if differs!(color) {
                gl.color_mask(state.color, state.color, state.color, state.color);
            }
            if differs!(blend) {
                toggle(gl, glow::BLEND, state.blend);
            }
            if differs!(depth) {
                toggle(gl, glow::DEPTH_TEST, state.depth.is_some());
                gl.depth_mask(state.depth.is_some_and(|d| d.write));
                if let Some(depth) = state.depth {
                    gl.depth_func(compare(depth.test));
                }
            }
            if differs!(stencil) {
                toggle(gl, glow::STENCIL_TEST, state.stencil.is_some());
                if let Some(s) = state.stencil {
                    gl.stencil_func(compare(s.test), i32::from(s.reference), u32::from(s.mask));
                    gl.stencil_op(stencil_op(s.fail), stencil_op(s.depth_fail), stencil_op(s.pass));
                }
            }
            if differs!(cull) {
                toggle(gl, glow::CULL_FACE, state.cull != Cull::None);
                match state.cull {
                    Cull::None => {}
                    Cull::CounterClockwise => gl.cull_face(glow::FRONT),
                    Cull::Clockwise => gl.cull_face(glow::BACK),
                }
            }
        }
        *last = Some(*state);
    }

    /// Clears the bound target inside the scissor of the current state, whatever its write masks.
    pub fn clear(&self, clear: &Clear) {
        let gl = self.gl();
        let state = *self.0.state.borrow();
        let (color_was_written, depth_was_written) =
            state.map_or((false, false), |s| (s.color, s.depth.is_some_and(|d| d.write)));
        let mut bits = 0;
        unsafe {
            if let Some([r, g, b, a]) = clear.color {
                gl.clear_color(r, g, b, a);
                gl.color_mask(true, true, true, true);
                bits |= glow::COLOR_BUFFER_BIT;
            }
            if let Some(depth) = clear.depth {
                gl.clear_depth_f64(f64::from(depth));
                gl.depth_mask(true);
                bits |= glow::DEPTH_BUFFER_BIT;
            }
            if let Some(stencil) = clear.stencil {
                gl.clear_stencil(i32::from(stencil));
                bits |= glow::STENCIL_BUFFER_BIT;
            }
            gl.clear(bits);
            if clear.color.is_some() && !color_was_written {
                gl.color_mask(false, false, false, false);
            }
            if clear.depth.is_some() && !depth_was_written {
                gl.depth_mask(false);
            }
        }
    }

    /// To be called when other code (the panels' painter) has changed GL state.
    pub fn forget_state(&self) {
        *self.0.state.borrow_mut() = None;
    }
}

unsafe fn toggle(gl: &glow::Context, capability: u32, on: bool) {
    unsafe { if on { gl.enable(capability) } else { gl.disable(capability) } }
}

fn compare(test: Compare) -> u32 {
    match test {
        Compare::Never => glow::NEVER,
        Compare::Less => glow::LESS,
        Compare::Equal => glow::EQUAL,
        Compare::LessEqual => glow::LEQUAL,
        Compare::Greater => glow::GREATER,
        Compare::NotEqual => glow::NOTEQUAL,
        Compare::GreaterEqual => glow::GEQUAL,
        Compare::Always => glow::ALWAYS,
    }
}

fn stencil_op(op: StencilOp) -> u32 {
    match op {
        StencilOp::Keep => glow::KEEP,
        StencilOp::Zero => glow::ZERO,
        StencilOp::Replace => glow::REPLACE,
        StencilOp::Increment => glow::INCR,
        StencilOp::Decrement => glow::DECR,
        StencilOp::Invert => glow::INVERT,
    }
}
