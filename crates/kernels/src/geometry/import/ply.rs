//! PLY (Stanford polygons), text or binary: `vertex` with x, y, z of any number type, and `face` with a list
//! called `vertex_indices` or `vertex_index`. Other elements and properties are skipped. The header and binary
//! elements are read by `ply-rs-bw`.
//!
//! Counts in the header are checked against the length of the file first: an element may have zero bytes, so
//! the reader would never reach the end of the file.

mod element;
mod text;

use std::io::Cursor;

use ply_rs_bw::parser::{ParseError, Parser, Reader};
use ply_rs_bw::ply::{ElementDef, Encoding, Header};

use super::faces::Faces;
use super::soup::{MEND, Soup};
use crate::geometry::Point;
use crate::geometry::budget::Budget;
use element::Element;

pub(super) fn read(bytes: &[u8], budget: &mut Budget) -> Result<Soup, String> {
    if !bytes.starts_with(b"ply") {
        return Err(format!("does not begin with \"ply\"; {MEND}"));
    }
    let mut reader = Reader::new(Cursor::new(bytes));
    let header = Parser::<Element>::new().read_header(&mut reader).map_err(|e| in_header(&e))?;
    let start = reader.get_ref().position() as usize;
    let text = match header.encoding {
        Encoding::Ascii => String::from_utf8_lossy(&bytes[start..]),
        _ => "".into(),
    };
    let mut lines = text::Lines::new(&text, reader.line());
    let (mut positions, mut corners) = (Vec::new(), Faces::default());
    for element in header.elements.values() {
        let left = bytes.len() as u64 - reader.get_ref().position();
        check_count(element, left)?;
        if element.name == "vertex" {
            check_coordinates(element)?;
        }
        for first in (0..element.count).step_by(PART) {
            let part = ElementDef { count: PART.min(element.count - first), ..element.clone() };
            let elements = match header.encoding {
                Encoding::Ascii => lines.read(&part, first, element.count)?,
                _ => read_elements(&mut reader, &part, &header)?,
            };
            match element.name.as_str() {
                "vertex" => vertices(&elements, &mut positions, budget)?,
                "face" => faces(&elements, &mut corners, budget)?,
                _ => {}
            }
        }
    }
    if let Some((face, vertex)) = corners.first_beyond(positions.len()) {
        let count = positions.len();
        return Err(format!(
            "face {face} (from 0) uses vertex {vertex} (from 0), but there are only {count}; {MEND}"
        ));
    }
    let triangles = corners.triangles(&positions);
    let triangles = triangles.map_err(|(face, problem)| format!("face {face} (from 0): {problem}"))?;
    Ok(Soup { vertices: positions, triangles, first_number: Some(0) })
}

/// Number of elements read at a time.
const PART: usize = 1 << 14;

fn in_header(error: &ParseError) -> String {
    format!("in the header: {}; {MEND}", flat(error))
}

/// The parser's error on one line; its own text has several lines. Debug output of Rust values is left out.
fn flat(error: &ParseError) -> String {
    let text = error.to_string();
    let lines =
        text.lines().map(str::trim).filter(|line| !(line.starts_with("Error:") && line.contains('{')));
    lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

/// Refuses a count that the rest of the file cannot hold: every element takes at least a byte, in text its
/// line end.
fn check_count(element: &ElementDef, bytes_left: u64) -> Result<(), String> {
    if element.count as u64 > bytes_left || element.properties.is_empty() && element.count > 0 {
        return Err(format!(
            "the header declares {} of \"{}\", but only {bytes_left} bytes follow; the file may be \
             truncated: {MEND}",
            element.count, element.name
        ));
    }
    Ok(())
}

fn read_elements(
    reader: &mut Reader<Cursor<&[u8]>>,
    element: &ElementDef,
    header: &Header,
) -> Result<Vec<Element>, String> {
    let parser = Parser::<Element>::new();
    parser.read_payload_for_element(reader, element, header).map_err(|e| format!("{}; {MEND}", flat(&e)))
}

fn check_coordinates(vertex: &ElementDef) -> Result<(), String> {
    match ["x", "y", "z"].iter().find(|name| !vertex.properties.contains_key(**name)) {
        Some(name) => Err(format!("its vertices have no property \"{name}\"; {MEND}")),
        None => Ok(()),
    }
}

fn vertices(elements: &[Element], positions: &mut Vec<Point>, budget: &mut Budget) -> Result<(), String> {
    budget.take(elements.len())?;
    for element in elements {
        let (index, point) = (positions.len(), Point::from(element.position));
        if !point.iter().all(|c| c.is_finite()) {
            return Err(format!(
                "vertex {index} (from 0) has a coordinate that is not a finite number; correct it"
            ));
        }
        positions.push(point);
    }
    Ok(())
}

/// Reads the corners of the faces. Their range is checked later, when all vertices are known.
fn faces(elements: &[Element], faces: &mut Faces, budget: &mut Budget) -> Result<(), String> {
    for element in elements {
        let index = faces.count();
        let place = || format!("face {index} (from 0)");
        let Some(corners) = &element.corners else {
            return Err(format!("{} does not list its vertices as whole numbers from 0; {MEND}", place()));
        };
        if corners.len() < 3 {
            return Err(format!("{} has {} corners, but needs three; {MEND}", place(), corners.len()));
        }
        budget.take(corners.len())?;
        faces.push(corners);
    }
    Ok(())
}
