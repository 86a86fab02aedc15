//! Which triangles of a closed mesh are drawn.

use crate::geometry::Vector;

/// Which triangles of a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Part {
    /// All of them.
    Whole,
    /// Those that face an eye that looks along this direction of the world.
    Facing(Vector),
    /// Those that face away from it.
    Averted(Vector),
}
