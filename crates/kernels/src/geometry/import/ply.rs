//! PLY (Stanford polygons), text or binary: `vertex` with x, y, z of any number type, `face` with a list called
//! `vertex_indices` or `vertex_index`, and `tristrips` with the same list, in which -1 begins a new strip. Other elements
//! and properties are skipped.
//!
//! The crate ply-rs-bw is not used: it knows no strips, and no headers whose lines end in a carriage return (4.0).

mod header;
mod values;

use super::faces::Faces;
use super::soup::{MEND, Soup};
use crate::files::text;
use crate::geometry::Point;
use crate::geometry::budget::Budget;
use header::{Element, Encoding, Property, is_corners};
use values::{BinaryValues, TextValues, Values};

pub(super) fn read(bytes: &[u8], budget: &mut Budget) -> Result<Soup, String> {
    let bytes = text::unmarked(bytes)?;
    let header = header::read(bytes)?;
    let body = &bytes[header.length..];
    let mut reader =
        SurfaceReader { vertices: Vec::new(), faces: Faces::default(), row: Row::default(), budget };
    let mut notes = Vec::new();
    if header.encoding == Encoding::Text {
        let mut lines = text::lines(text::without_tail(body))
            .map(|(line, text)| (line + header.lines, text))
            .filter(|(_, line)| text::words(line).next().is_some());
        for element in &header.elements {
            element.check_count(body.len())?;
            for index in 0..element.count {
                let Some((line, text)) = lines.next() else {
                    return Err(element.ends_after(index));
                };
                let mut values = TextValues::of(&text);
                let read = reader.read(element, &mut values).and_then(|()| values.end());
                read.map_err(|e| format!("line {line}: {e}"))?;
            }
        }
        if let Some((line, _)) = lines.next() {
            return Err(format!("line {line} follows the last element that the header declares; {MEND}"));
        }
    } else {
        let mut values = BinaryValues::new(body, header.encoding == Encoding::BigEndian);
        for element in &header.elements {
            element.check_count(values.left())?;
            for index in 0..element.count {
                let read = reader.read(element, &mut values);
                read.map_err(|e| format!("element {index} (from 0) of \"{}\": {e}", element.name))?;
            }
        }
        if values.left() > 0 {
            notes.push(format!("bytes after the last element skipped: {}", values.left()));
        }
    }
    let SurfaceReader { vertices, faces, .. } = reader;
    if let Some((face, vertex)) = faces.first_beyond(vertices.len()) {
        let count = vertices.len();
        return Err(format!(
            "face {face} (from 0) uses vertex {vertex} (from 0), but there are only {count}; {MEND}"
        ));
    }
    let triangles = faces.triangles(&vertices);
    let triangles = triangles.map_err(|(face, problem)| format!("face {face} (from 0): {problem}"))?;
    Ok(Soup { vertices, triangles, first_number: Some(0), notes })
}

/// The surface read so far.
struct SurfaceReader<'a> {
    vertices: Vec<Point>,
    faces: Faces,
    /// Memory for the current element.
    row: Row,
    budget: &'a mut Budget,
}

/// The used values of an element.
#[derive(Default)]
struct Row {
    position: [f64; 3],
    corners: Vec<f64>,
}

impl SurfaceReader<'_> {
    fn read(&mut self, element: &Element, values: &mut impl Values) -> Result<(), String> {
        self.row.corners.clear();
        for property in &element.properties {
            self.property(element, property, values)?;
        }
        match element.name.as_str() {
            "vertex" => self.vertex(),
            "face" => self.face(),
            "tristrips" => self.strips(),
            _ => Ok(()),
        }
    }

    fn property(
        &mut self,
        element: &Element,
        property: &Property,
        values: &mut impl Values,
    ) -> Result<(), String> {
        let Property { name, kind, length } = property;
        let axis = ["x", "y", "z"].iter().position(|axis| axis == name).filter(|_| element.is_vertex());
        match (length, axis) {
            (None, Some(axis)) => self.row.position[axis] = values.value(*kind, name)?,
            (None, None) => values.skip(*kind, 1, name)?,
            (Some(length), _) => {
                let count = values.value(*length, name)?;
                if count < 0.0 || count.fract() != 0.0 || count > f64::from(u32::MAX) {
                    return Err(format!("{count} is not a valid length of \"{name}\"; {MEND}"));
                }
                if !element.is_surface() || !is_corners(name) {
                    return values.skip(*kind, count as usize, name);
                }
                for _ in 0..count as usize {
                    self.budget.take(1)?;
                    self.row.corners.push(values.value(*kind, name)?);
                }
            }
        }
        Ok(())
    }

    fn vertex(&mut self) -> Result<(), String> {
        self.budget.take(1)?;
        let point = Point::from(self.row.position);
        if !point.iter().all(|c| c.is_finite()) {
            return Err("a coordinate is not a finite number; correct it".into());
        }
        self.vertices.push(point);
        Ok(())
    }

    /// Adds the corners of a face. Their range is checked later, when all vertices are known.
    fn face(&mut self) -> Result<(), String> {
        let corners =
            self.row.corners.iter().map(|&corner| index(corner)).collect::<Result<Vec<u32>, _>>()?;
        if corners.len() < 3 {
            return Err(format!("a face has {} corners, but needs three; {MEND}", corners.len()));
        }
        self.faces.push(&corners);
        Ok(())
    }

    fn strips(&mut self) -> Result<(), String> {
        for strip in self.row.corners.split(|corner| *corner < 0.0) {
            let corners = strip.iter().map(|&corner| index(corner)).collect::<Result<Vec<u32>, _>>()?;
            self.faces.push_strip(&corners);
        }
        Ok(())
    }
}

fn index(corner: f64) -> Result<u32, String> {
    if corner.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&corner) {
        return Ok(corner as u32);
    }
    Err(format!("{corner} is no number of a vertex, which is a whole number from 0; {MEND}"))
}
