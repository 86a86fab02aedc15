//! What every reader of a format hands over.

use crate::geometry::Point;

/// Vertices (metres) and triangles (indices into them) as they stand in a file, not yet welded.
#[derive(Debug, Default)]
pub(super) struct Soup {
    pub(super) vertices: Vec<Point>,
    pub(super) triangles: Vec<[u32; 3]>,
    /// The number that the file's faces give the first vertex; `None` for kinds of files that number none.
    pub(super) first_number: Option<u32>,
}

/// How to mend what an exporter or a transfer broke.
pub const MEND: &str = "export it again";
