//! The type of a GL context that is current on this thread.

use glutin::context::PossiblyCurrentContext;

/// The context itself, which outlives every object made in it.
pub type Current = PossiblyCurrentContext;
