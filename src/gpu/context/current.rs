//! The context itself.

use glutin::context::PossiblyCurrentContext;

/// Kept so that it outlives every object made in it.
pub type Current = PossiblyCurrentContext;
