//! Explanation of a recorded table of passes: its OpenGL calls, a pixel's history, the bodies' intervals on its ray.

pub mod kept_state;
pub mod relation;
pub mod state;
pub mod probe;
pub mod tally;
