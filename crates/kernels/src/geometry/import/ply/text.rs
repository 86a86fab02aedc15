//! The elements of a PLY in text: one per line, one word per number. Unused properties may be any word, such
//! as a colour "nan".

use ply_rs_bw::ply::{ElementDef, PropertyType, ScalarType};

use super::element::{Element, is_corners};
use crate::geometry::import::soup::MEND;

/// The lines after the header that are not empty, with their numbers from 1.
pub(super) struct Lines<'a> {
    lines: Box<dyn Iterator<Item = (&'a str, usize)> + 'a>,
}

impl<'a> Lines<'a> {
    /// `text` is the file after the header, and begins with line `first` of the file.
    pub(super) fn new(text: &'a str, first: usize) -> Self {
        let numbered = text.lines().zip(first..);
        Self { lines: Box::new(numbered.filter(|(line, _)| !line.trim().is_empty())) }
    }

    /// Reads elements of one kind, beginning with element `first` of `count`.
    pub(super) fn read(
        &mut self,
        definition: &ElementDef,
        first: usize,
        count: usize,
    ) -> Result<Vec<Element>, String> {
        let mut elements = Vec::new();
        for index in first..first + definition.count {
            let Some((line, number)) = self.lines.next() else {
                let name = &definition.name;
                return Err(format!("ends after {index} of {count} elements \"{name}\"; {MEND}"));
            };
            elements.push(element(line, definition).map_err(|e| format!("line {number}: {e}; {MEND}"))?);
        }
        Ok(elements)
    }
}

fn element(line: &str, definition: &ElementDef) -> Result<Element, String> {
    let mut words = line.split_whitespace();
    let mut element = Element::default();
    for (name, property) in &definition.properties {
        let word = words.next().ok_or_else(|| format!("ends before \"{name}\""))?;
        match &property.data_type {
            PropertyType::Scalar(kind) => {
                let coordinate = match name.as_str() {
                    "x" => &mut element.position[0],
                    "y" => &mut element.position[1],
                    "z" => &mut element.position[2],
                    _ => continue,
                };
                // A number is rounded to the precision of its declared type, as in a binary file.
                let number = match kind {
                    ScalarType::Float => word.parse::<f32>().ok().map(f64::from),
                    _ => word.parse::<f64>().ok(),
                };
                *coordinate = number.filter(|number| number.is_finite()).ok_or_else(|| {
                    format!("\"{word}\" is not a finite number, but \"{name}\" must be one")
                })?;
            }
            PropertyType::List(..) => {
                let count: usize =
                    word.parse().map_err(|_| format!("\"{word}\" is not a valid length of \"{name}\""))?;
                let mut item = || words.next().ok_or_else(|| format!("ends within \"{name}\""));
                if is_corners(name) {
                    let mut corners = Vec::new();
                    for _ in 0..count {
                        corners.push(item()?.parse::<u32>().ok());
                    }
                    element.corners = corners.into_iter().collect();
                } else {
                    for _ in 0..count {
                        item()?;
                    }
                }
            }
        }
    }
    match words.next() {
        Some(word) => Err(format!("\"{word}\" follows the last value that the header declares")),
        None => Ok(element),
    }
}
