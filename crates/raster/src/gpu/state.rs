//! The complete state of a draw. Nothing is inherited from earlier draws.

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

/// Operation on a stored stencil value (`glStencilOp`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum StencilOp {
    Keep,
    Zero,
    Replace,
    Increment,
    Decrement,
    Invert,
    /// Adds 1; 255 becomes 0.
    IncrementWrap,
    /// Subtracts 1; 0 becomes 255.
    DecrementWrap,
}

/// Triangles to cull, by their orientation on the screen (`glCullFace`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cull {
    /// Draws triangles of both orientations.
    None,
    /// Culls counter-clockwise triangles.
    CounterClockwise,
    /// Culls clockwise triangles.
    Clockwise,
}

/// State of the depth test: `glDepthFunc` and `glDepthMask`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct DepthState {
    pub test: Compare,
    pub write: bool,
}

/// `glStencilFunc(test, reference, mask)`, `glStencilOp(fail, depth_fail, pass)` and `glStencilMask(write)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct StencilState {
    pub test: Compare,
    pub reference: u8,
    pub mask: u8,
    pub fail: StencilOp,
    pub depth_fail: StencilOp,
    pub pass: StencilOp,
    /// Bits of the stored value that may change.
    pub write: u8,
    /// The operation on back faces that pass both tests, if it differs from `pass`: `glStencilOpSeparate`.
    pub back_pass: Option<StencilOp>,
}

/// A rectangle of pixels with lower left corner (x, y); y points up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Rect {
    pub x: i32,
    pub y: i32,
    pub width: i32,
    pub height: i32,
}

impl Rect {
    /// The rectangle of this size with its lower left corner at (0, 0).
    pub fn of_size(width: u32, height: u32) -> Self {
        Self { x: 0, y: 0, width: width as i32, height: height as i32 }
    }
}

/// The complete state that determines the effect of a draw on the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassState {
    /// The pixels to which clip coordinates −1…1 are mapped.
    pub viewport: Rect,
    /// Limits draws and clears to these pixels; `None` for no limit.
    pub scissor: Option<Rect>,
    /// Whether colours are written (`glColorMask`).
    pub color: bool,
    /// Whether colours are blended by their (premultiplied) alpha.
    pub blend: bool,
    /// `None`: no depth test, no depth writes.
    pub depth: Option<DepthState>,
    /// `None`: no stencil test, no stencil writes.
    pub stencil: Option<StencilState>,
    /// Triangles that are culled.
    pub cull: Cull,
}

impl PassState {
    /// State for drawing colours over all of `viewport`: no test, no blending, no culling.
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

/// Buffers to clear, and their values. The current scissor applies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[allow(missing_docs)]
pub struct Clear {
    pub color: Option<[f32; 4]>,
    pub depth: Option<f32>,
    pub stencil: Option<u8>,
}

impl Clear {
    /// Whether no buffer is cleared.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
