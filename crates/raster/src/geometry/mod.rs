//! The shapes of the kernels, and what a mesh is for methods that need convex pieces or a distance to it.

pub use collidoscope_kernels::geometry::*;

pub mod decomposition;
pub mod signed_distance;
