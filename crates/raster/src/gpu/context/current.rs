//! Type of the GL context that is current on this thread.

use glutin::context::PossiblyCurrentContext;

/// The context, which outlives all objects created in it.
pub type Current = PossiblyCurrentContext;
