//! A recorded table of passes, explained: its OpenGL calls, what became of a pixel, how the bodies lie on its ray.

pub mod relation;
pub mod state;
pub mod probe;
