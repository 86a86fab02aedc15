//! Transfer of pass state to the driver.

use glow::HasContext as _;

use super::device::Gpu;
use super::state::{Clear, Compare, Cull, PassState, StencilOp};

impl Gpu {
    /// Sets the state of the next draws. Sends only differences from the last state.
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
                    if let Some(pass) = s.back_pass {
                        let [fail, depth_fail, pass] = [s.fail, s.depth_fail, pass].map(stencil_op);
                        gl.stencil_op_separate(glow::BACK, fail, depth_fail, pass);
                    }
                }
                gl.stencil_mask(write_mask(state));
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

    /// Clears the bound target within the current scissor, regardless of write masks.
    pub fn clear(&self, clear: &Clear) {
        let gl = self.gl();
        let state = *self.0.state.borrow();
        let (color_was_written, depth_was_written) =
            state.map_or((false, false), |s| (s.color, s.depth.is_some_and(|d| d.write)));
        let stencil_written = state.map_or(0xff, |s| write_mask(&s));
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
                gl.stencil_mask(0xff);
                bits |= glow::STENCIL_BUFFER_BIT;
            }
            gl.clear(bits);
            if clear.color.is_some() && !color_was_written {
                gl.color_mask(false, false, false, false);
            }
            if clear.depth.is_some() && !depth_was_written {
                gl.depth_mask(false);
            }
            if clear.stencil.is_some() && stencil_written != 0xff {
                gl.stencil_mask(stencil_written);
            }
        }
    }

    /// Forgets the cached state; call it after other code (the panels' painter) has changed GL state.
    pub fn forget_state(&self) {
        *self.0.state.borrow_mut() = None;
    }
}

/// Bits of the stencil buffer that draws may change.
fn write_mask(state: &PassState) -> u32 {
    state.stencil.map_or(0xff, |stencil| u32::from(stencil.write))
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
        StencilOp::IncrementWrap => glow::INCR_WRAP,
        StencilOp::DecrementWrap => glow::DECR_WRAP,
    }
}
