//! STL, binary or text, read by `stl_io`. Normals and attributes are skipped.
//!
//! The file's length decides which of the two it is: many binary files begin with "solid" like text ones.

use std::io::{self, Cursor};

use super::soup::Soup;
use crate::geometry::Point;

/// Bytes before the triangles of a binary file: 80 unused, then the number of triangles as a `u32`.
const HEADER: usize = 84;
/// Bytes per triangle of a binary file.
const TRIANGLE: usize = 50;

pub(super) fn read(bytes: &[u8]) -> Result<Soup, String> {
    let starts_as_text = bytes.trim_ascii_start().get(..5).is_some_and(|w| w.eq_ignore_ascii_case(b"solid"));
    match binary_length(bytes) {
        Some((_, length)) if length == bytes.len() as u64 => read_binary(bytes),
        // "facet" cannot be far; a binary file that is cut short has none.
        _ if starts_as_text && looks_like_text(bytes) => read_text(bytes),
        // Some programs append their own data.
        Some((_, length)) if length < bytes.len() as u64 => read_binary(bytes),
        Some((count, length)) => Err(format!(
            "cut short: the header announces {count} triangles, which need {length} bytes, but it ends at byte \
             {}; export it again",
            bytes.len()
        )),
        None => Err(format!(
            "neither text (which begins with \"solid\") nor binary (which has a header of {HEADER} bytes, and \
             here are only {}); export it again",
            bytes.len()
        )),
    }
}

/// The number of triangles that a binary file's header announces, and the file length in bytes that this
/// makes.
fn binary_length(bytes: &[u8]) -> Option<(u32, u64)> {
    let count = u32::from_le_bytes(bytes.get(80..HEADER)?.try_into().ok()?);
    Some((count, HEADER as u64 + u64::from(count) * TRIANGLE as u64))
}

fn looks_like_text(bytes: &[u8]) -> bool {
    !bytes.contains(&0)
}

fn read_binary(bytes: &[u8]) -> Result<Soup, String> {
    let mut bytes = bytes.to_vec();
    // Else stl_io takes a header that begins with "solid" for text.
    bytes[..80].fill(0);
    let mut soup = Soup::default();
    append(&mut soup, &bytes).map_err(|(triangle, e)| {
        let byte = HEADER + triangle * TRIANGLE;
        format!("triangle {triangle} (from 0, at byte {byte}): {e}; export it again")
    })?;
    Ok(soup)
}

/// One `solid … endsolid` after another.
fn read_text(bytes: &[u8]) -> Result<Soup, String> {
    // stl_io reads keywords in lower case only.
    let text = String::from_utf8_lossy(bytes).to_ascii_lowercase();
    let mut soup = Soup::default();
    for (solid, first_line) in solids(&text) {
        append(&mut soup, solid.as_bytes()).map_err(|(triangle, e)| {
            let facets = solid.lines().zip(first_line..).filter(|(line, _)| line.trim().starts_with("facet"));
            let place = match facets.map(|(_, number)| number).nth(triangle) {
                Some(number) => format!("the facet in line {number}"),
                None => format!("after line {}", first_line + solid.lines().count() - 1),
            };
            format!("{place}: {e}; correct it or export the file again")
        })?;
    }
    Ok(soup)
}

/// Each solid, its first line reduced to "solid " as stl_io requires, with the number of that line.
fn solids(text: &str) -> Vec<(String, usize)> {
    let mut solids: Vec<(String, usize)> = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        if line.trim().starts_with("solid") {
            solids.push(("solid \n".into(), number));
        } else if let Some((solid, _)) = solids.last_mut() {
            solid.push_str(line);
            solid.push('\n');
        }
    }
    solids
}

/// Adds the triangles of one STL to `soup`. The error names the triangle, from 0 in this STL.
fn append(soup: &mut Soup, bytes: &[u8]) -> Result<(), (usize, String)> {
    let explain = |e: io::Error| match e.kind() {
        io::ErrorKind::UnexpectedEof => {
            "the file ends here, before the triangle or the solid does".to_owned()
        }
        _ => e.to_string(),
    };
    let mut reader = Cursor::new(bytes);
    let triangles = stl_io::create_stl_reader(&mut reader).map_err(|e| (0, explain(e)))?;
    for (number, triangle) in triangles.enumerate() {
        let triangle = triangle.map_err(|e| (number, explain(e)))?;
        let first = soup.vertices.len() as u32;
        for corner in triangle.vertices {
            let point = Point::from(corner.0.map(f64::from));
            if !point.iter().all(|c| c.is_finite()) {
                return Err((number, "a coordinate is not a finite number".into()));
            }
            soup.vertices.push(point);
        }
        soup.triangles.push([first, first + 1, first + 2]);
    }
    Ok(())
}
