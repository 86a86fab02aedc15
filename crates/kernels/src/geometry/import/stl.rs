//! STL, binary or text, read by `stl_io`. Normals and attributes are skipped.
//!
//! The file's length determines whether it is binary, since many binary files begin with "solid" as text
//! files do.

use std::borrow::Cow;
use std::io::{self, Cursor};

use super::soup::{Soup, lines};
use crate::geometry::Point;
use crate::geometry::budget::Budget;

/// Bytes before the triangles of a binary file: 80 unused, then the number of triangles as a `u32`.
const HEADER: usize = 84;
/// Bytes per triangle of a binary file.
const TRIANGLE: usize = 50;
/// Items of a triangle in the budget: three vertices and three corners.
const ITEMS: usize = 6;

pub(super) fn read(bytes: &[u8], budget: &mut Budget) -> Result<Soup, String> {
    let starts_as_text = bytes.trim_ascii_start().get(..5).is_some_and(|w| w.eq_ignore_ascii_case(b"solid"));
    match binary_length(bytes) {
        Some((count, length)) if length == bytes.len() as u64 => read_binary(bytes, count, budget),
        // Text, with "solid" at the start and no zero byte; a truncated binary file does contain zeros.
        _ if starts_as_text && looks_like_text(bytes) => read_text(bytes, budget),
        // Some programs append data of their own.
        Some((count, length)) if length < bytes.len() as u64 => {
            read_binary(&bytes[..length as usize], count, budget)
        }
        Some((count, length)) => Err(format!(
            "truncated: the header declares {count} triangles, which need {length} bytes, but the file ends \
             at byte {}; export it again",
            bytes.len()
        )),
        None => Err(format!(
            "neither text (which begins with \"solid\") nor binary (which has a header of {HEADER} bytes, \
             but the file only {}); export it again",
            bytes.len()
        )),
    }
}

/// The number of triangles in a binary file's header, and the file length in bytes that it implies.
fn binary_length(bytes: &[u8]) -> Option<(u32, u64)> {
    let count = u32::from_le_bytes(bytes.get(80..HEADER)?.try_into().ok()?);
    Some((count, HEADER as u64 + u64::from(count) * TRIANGLE as u64))
}

fn looks_like_text(bytes: &[u8]) -> bool {
    !bytes.contains(&0)
}

fn read_binary(bytes: &[u8], count: u32, budget: &mut Budget) -> Result<Soup, String> {
    // Refuse too large a file before copying it.
    budget.clone().take(ITEMS * count as usize)?;
    let mut bytes = bytes.to_vec();
    // Cleared, because stl_io takes a header that begins with "solid" for text.
    bytes[..80].fill(0);
    let mut soup = Soup::default();
    append(&mut soup, &bytes, budget).map_err(|(triangle, e)| {
        let byte = HEADER + triangle * TRIANGLE;
        format!("triangle {triangle} (from 0, at byte {byte}): {e}; export it again")
    })?;
    Ok(soup)
}

/// Reads a text file, one `solid … endsolid` after another.
fn read_text(bytes: &[u8], budget: &mut Budget) -> Result<Soup, String> {
    let mut soup = Soup::default();
    for (solid, first_line) in solids(bytes) {
        append(&mut soup, solid.as_bytes(), budget).map_err(|(triangle, e)| {
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

/// Each solid, with the line number at which it begins. Its first line is shortened to "solid ", because
/// stl_io requires that. Lines before the first solid are dropped.
fn solids(bytes: &[u8]) -> impl Iterator<Item = (String, usize)> {
    // stl_io reads keywords in lower case only.
    let lower = |line: Cow<str>| line.to_ascii_lowercase();
    let mut lines = lines(bytes).map(lower).zip(1..).skip_while(|(line, _)| !begins(line)).peekable();
    std::iter::from_fn(move || {
        let (_, number) = lines.next()?;
        let mut solid = String::from("solid \n");
        while let Some((line, _)) = lines.next_if(|(line, _)| !begins(line)) {
            solid.push_str(&line);
            solid.push('\n');
        }
        Some((solid, number))
    })
}

fn begins(line: &str) -> bool {
    line.trim().starts_with("solid")
}

/// Adds the triangles of one STL to `soup`. The error contains the index of the triangle in this STL, from 0.
fn append(soup: &mut Soup, bytes: &[u8], budget: &mut Budget) -> Result<(), (usize, String)> {
    let explain = |e: io::Error| match e.kind() {
        io::ErrorKind::UnexpectedEof => "the file ends within a triangle or a solid".to_owned(),
        _ => e.to_string(),
    };
    let mut reader = Cursor::new(bytes);
    let triangles = stl_io::create_stl_reader(&mut reader).map_err(|e| (0, explain(e)))?;
    for (number, triangle) in triangles.enumerate() {
        let triangle = triangle.map_err(|e| (number, explain(e)))?;
        budget.take(ITEMS).map_err(|spent| (number, spent.into()))?;
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
