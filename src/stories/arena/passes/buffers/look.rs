//! How the buffers are looked at, and the words of what is seen in them.

use std::borrow::Cow;

use super::lens::Lens;
use crate::image_space::recording::Outcome;
use crate::language::t;

/// One of the two buffers that decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Buffer {
    /// The depth buffer, 24 bits per pixel.
    Depth,
    /// The stencil buffer, 8 bits per pixel.
    Stencil,
}

impl Buffer {
    /// Its name in the language on show.
    pub fn name(self) -> Cow<'static, str> {
        match self {
            Self::Depth => t!("Depth buffer"),
            Self::Stencil => t!("Stencil buffer"),
        }
    }
}

/// How the buffers are looked at: the same for both, and for both sides of a comparison.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// The one that has more room, if they do not share it.
    pub larger: Option<Buffer>,
    /// Whether it is shown what became of the step's fragments.
    pub fates: bool,
    /// The same where a slide shows the fragments.
    pub fates_alone: bool,
    /// Whether the pixels that the step changed are framed.
    pub changes: bool,
    /// Which part is seen, and how large.
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
