//! What every reader of a format hands over.

use std::borrow::Cow;

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

/// The lines of a text, which may be in another encoding than UTF-8: comments and names often are.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = Cow<'_, str>> {
    let text = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let lines = text.split(|byte| *byte == b'\n').filter(move |_| !bytes.is_empty());
    lines.map(|line| String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line)))
}
