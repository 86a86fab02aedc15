//! What every reader of a format hands over.

use crate::geometry::Point;

/// Corners and triangles as they stand in a file, each triangle with its place there.
#[derive(Debug, Default)]
pub(super) struct Soup {
    pub(super) vertices: Vec<Point>,
    pub(super) triangles: Vec<[u32; 3]>,
}
