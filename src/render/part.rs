//! Which triangles of a closed mesh are drawn.

use crate::geometry::Vector;

/// Which triangles of a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Part {
    /// All triangles of the mesh.
    Whole,
    /// Triangles that face an eye that looks along this direction, in the world.
    Facing(Vector),
    /// Triangles that face away from an eye that looks along this direction, in the world.
    Averted(Vector),
}
