//! View state of the buffers, and the words for their contents.

use std::borrow::Cow;

use super::lens::Lens;
use crate::image_space::recording::Outcome;
use crate::language::t;

/// One of the two buffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Buffer {
    /// The depth buffer, 24 bits per pixel.
    Depth,
    /// The stencil buffer, 8 bits per pixel.
    Stencil,
}

impl Buffer {
    /// Name of the buffer in the user's language.
    pub fn name(self) -> Cow<'static, str> {
        match self {
            Self::Depth => t!("Depth buffer"),
            Self::Stencil => t!("Stencil buffer"),
        }
    }
}

/// View state of the buffers. In a comparison of two stories, it is shared by both stories.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// The enlarged buffer; `None` if both have the same size.
    pub larger: Option<Buffer>,
    /// True if the outcomes of the step's fragments are drawn over the buffers.
    pub fates: bool,
    /// True if the outcomes of the fragments are drawn where the buffers are the only view, opened to show
    /// fragments.
    pub fates_alone: bool,
    /// True if the pixels that the step changed are outlined.
    pub changes: bool,
    /// Visible part and zoom.
    pub lens: Lens,
}

impl Default for Look {
    fn default() -> Self {
        Self { larger: None, fates: false, fates_alone: true, changes: true, lens: Lens::default() }
    }
}

/// An outcome in words.
pub fn words_of(outcome: Outcome) -> String {
    let text = match outcome {
        Outcome::Passed => t!("passed"),
        Outcome::StencilFailed => t!("failed the stencil test"),
        Outcome::DepthFailed => t!("failed the depth test"),
    };
    text.into_owned()
}
