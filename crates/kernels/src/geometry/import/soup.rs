//! The common result of all format readers.

use std::borrow::Cow;

use crate::geometry::Point;

/// Vertices (metres) and triangles (indices into them) as in the file, not yet welded.
#[derive(Debug, Default)]
pub(super) struct Soup {
    pub(super) vertices: Vec<Point>,
    pub(super) triangles: Vec<[u32; 3]>,
    /// The number that the file's faces give the first vertex; `None` for formats without vertex numbers.
    pub(super) first_number: Option<u32>,
}

/// Suggested remedy for errors of an exporter or a transfer.
pub const MEND: &str = "export it again";

/// The lines of a text. Invalid UTF-8 is tolerated: comments and names often have another encoding.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = Cow<'_, str>> {
    let text = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let lines = text.split(|byte| *byte == b'\n').filter(move |_| !bytes.is_empty());
    lines.map(|line| String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line)))
}
