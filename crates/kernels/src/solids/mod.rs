//! Solids that closed meshes enclose: convex pieces, signed distances.

pub mod decomposition;
pub mod signed_distance;
