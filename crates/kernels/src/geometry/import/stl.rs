//! STL, binary or text. Normals, names and attributes are skipped: the order of a facet's corners tells its sides.
//!
//! The file's length determines whether it is binary, since many binary files begin with "solid" as text files do. The
//! crate stl_io is not used: it reads the coordinates of text in single precision, and refuses normals that are not
//! numbers (0.11).

use super::faces::Faces;
use super::soup::{Counted, MEND, Soup, number};
use crate::files::text;
use crate::geometry::Point;
use crate::geometry::budget::Budget;

/// Bytes before the triangles of a binary file: 80 unused, then the number of triangles as a `u32`.
const HEADER: usize = 84;
/// Bytes per triangle of a binary file: the normal, three corners, and two bytes of attributes.
const TRIANGLE: usize = 50;
/// Items of a corner in the budget: a vertex and its use.
const CORNER: usize = 2;
/// Bytes at the beginning of a file in which text is recognised.
const BEGINNING: usize = 1 << 16;

pub(super) fn read(bytes: &[u8], budget: &mut Budget) -> Result<Soup, String> {
    let Some(count) = bytes.get(80..HEADER).and_then(|count| count.try_into().ok()).map(u32::from_le_bytes)
    else {
        return if is_text(bytes) { read_text(bytes, budget) } else { Err(neither(bytes.len())) };
    };
    let records = (bytes.len() - HEADER) / TRIANGLE;
    let rest = (bytes.len() - HEADER) % TRIANGLE;
    let declared = count as usize;
    if rest == 0 && declared == records {
        return read_binary(bytes, records, budget);
    }
    if is_text(bytes) {
        return read_text(bytes, budget);
    }
    // Programs that do not know the number beforehand leave it at 0, or at its largest value.
    if rest == 0 && records > 0 && matches!(count, 0 | u32::MAX) {
        let mut soup = read_binary(bytes, records, budget)?;
        soup.notes.push(format!(
            "the header declares {count} triangles, but the file holds {records}: all are read"
        ));
        return Ok(soup);
    }
    if declared > records {
        let needed = HEADER as u64 + u64::from(count) * TRIANGLE as u64;
        return Err(format!(
            "truncated: the header declares {count} triangles, which need {needed} bytes, but the file ends at byte \
             {}; {MEND}",
            bytes.len()
        ));
    }
    if rest == 0 && records > 0 {
        return Err(format!(
            "the header declares {count} triangles, but the file's {} bytes hold {records}; {MEND}",
            bytes.len()
        ));
    }
    // Some programs append data of their own.
    let mut soup = read_binary(bytes, declared, budget)?;
    let after = bytes.len() - HEADER - declared * TRIANGLE;
    soup.notes.push(format!("bytes after the {count} triangles of the header skipped: {after}"));
    Ok(soup)
}

fn neither(length: usize) -> String {
    format!(
        "neither text (which begins with \"solid\") nor binary (which has a header of {HEADER} bytes, but the file \
         only {length}); {MEND}"
    )
}

/// Whether the file is text: some line at its beginning starts with a facet or with the end of a solid, or the first
/// word is "solid" and no control character follows soon. UTF-16 counts as text, to be refused by its name.
pub(super) fn is_text(bytes: &[u8]) -> bool {
    let Ok(bytes) = text::unmarked(bytes) else { return true };
    let beginning = &bytes[..bytes.len().min(BEGINNING)];
    let starts = |line: &str, word: &str| {
        text::words(line).next().is_some_and(|first| first.eq_ignore_ascii_case(word))
    };
    let mut lines = text::lines(beginning);
    if lines.any(|(_, line)| starts(&line, "facet") || starts(&line, "endsolid")) {
        return true;
    }
    let title = &beginning[..beginning.len().min(512)];
    let is_control = |byte: &u8| byte.is_ascii_control() && !matches!(byte, 0x09..=0x0d);
    text::lines(title).any(|(_, line)| starts(&line, "solid")) && !title.iter().any(is_control)
}

fn read_binary(bytes: &[u8], count: usize, budget: &mut Budget) -> Result<Soup, String> {
    budget.take(3 * CORNER * count)?;
    let mut soup = Soup::default();
    for (triangle, record) in bytes[HEADER..].chunks_exact(TRIANGLE).take(count).enumerate() {
        let first = soup.vertices.len() as u32;
        for corner in record[12..48].as_chunks::<12>().0 {
            let coordinate = |i: usize| f64::from(f32::from_le_bytes(corner.as_chunks::<4>().0[i]));
            let point = Point::new(coordinate(0), coordinate(1), coordinate(2));
            if !point.iter().all(|c| c.is_finite()) {
                let byte = HEADER + triangle * TRIANGLE;
                return Err(format!(
                    "triangle {triangle} (from 0, at byte {byte}): a coordinate is not a finite number; {MEND}"
                ));
            }
            soup.vertices.push(point);
        }
        soup.triangles.push([first, first + 1, first + 2]);
    }
    Ok(soup)
}

/// Position of the reader of text within a solid.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    /// Between facets.
    Outside,
    /// After "facet": its normal, which may be anything.
    Normal,
    /// After "outer loop": corners.
    Corners,
    /// After "vertex": coordinates.
    Vertex,
    /// After "endloop".
    Closed,
}

/// Reads a text file word by word, one solid after another.
fn read_text(bytes: &[u8], budget: &mut Budget) -> Result<Soup, String> {
    let mut reader = TextReader::default();
    let mut last = 0;
    for (line, text) in text::lines(text::without_tail(text::unmarked(bytes)?)) {
        reader.line(line, &text, budget).map_err(|e| format!("line {line}: {e}"))?;
        last = line;
    }
    let TextReader { vertices, faces, lines, place, is_open, skipped, .. } = reader;
    if place != Place::Outside || is_open {
        let within = if place == Place::Outside { "solid: \"endsolid\" is missing" } else { "facet" };
        return Err(format!(
            "after line {last}: the file ends within a {within}; it may be truncated: {MEND}"
        ));
    }
    let triangles = faces.triangles(&vertices);
    let triangles = triangles.map_err(|(face, problem)| format!("line {}: {problem}", lines[face]))?;
    let notes = skipped.note("lines outside the facets skipped").into_iter().collect();
    Ok(Soup { vertices, triangles, first_number: None, notes })
}

struct TextReader {
    vertices: Vec<Point>,
    faces: Faces,
    /// The line in which each face ends.
    lines: Vec<usize>,
    place: Place,
    /// Whether a solid has begun and not ended.
    is_open: bool,
    corners: Vec<u32>,
    coordinates: Vec<f64>,
    skipped: Counted,
}

impl Default for TextReader {
    fn default() -> Self {
        Self {
            vertices: Vec::new(),
            faces: Faces::default(),
            lines: Vec::new(),
            place: Place::Outside,
            is_open: false,
            corners: Vec::new(),
            coordinates: Vec::new(),
            skipped: Counted::default(),
        }
    }
}

impl TextReader {
    fn line(&mut self, number: usize, text: &str, budget: &mut Budget) -> Result<(), String> {
        let mut words = text::words(text);
        while let Some(word) = words.next() {
            if self.place == Place::Vertex {
                self.coordinate(word, budget)?;
                continue;
            }
            let mut keyword = word.to_ascii_lowercase();
            if keyword == "end" {
                keyword += &words.next().unwrap_or_default().to_ascii_lowercase();
            }
            self.place = match (self.place, keyword.as_str()) {
                (Place::Outside, "solid" | "endsolid") => {
                    self.is_open = keyword == "solid";
                    after_name(&mut words)
                }
                (Place::Outside, "facet") => Place::Normal,
                (Place::Outside, _) => {
                    self.skipped.add(number);
                    return Ok(());
                }
                (Place::Normal, "loop") => Place::Corners,
                (Place::Normal, "facet" | "endfacet" | "endloop" | "vertex" | "solid" | "endsolid") => {
                    return Err(unexpected(word, "outer loop"));
                }
                (Place::Normal, _) => Place::Normal,
                (Place::Corners, "vertex") => Place::Vertex,
                (Place::Corners, "endloop") => {
                    self.close(number)?;
                    Place::Closed
                }
                (Place::Corners | Place::Vertex, _) => return Err(unexpected(word, "vertex or endloop")),
                (Place::Closed, "endfacet") => Place::Outside,
                (Place::Closed, _) => return Err(unexpected(word, "endfacet")),
            };
        }
        Ok(())
    }

    fn coordinate(&mut self, word: &str, budget: &mut Budget) -> Result<(), String> {
        self.coordinates.push(number(word)?);
        if self.coordinates.len() == 3 {
            budget.take(CORNER)?;
            self.corners.push(self.vertices.len() as u32);
            self.vertices.push(Point::from_slice(&self.coordinates));
            self.coordinates.clear();
            self.place = Place::Corners;
        }
        Ok(())
    }

    fn close(&mut self, line: usize) -> Result<(), String> {
        if self.corners.len() < 3 {
            return Err(format!("a facet needs three corners, but has {}; {MEND}", self.corners.len()));
        }
        self.faces.push(&self.corners);
        self.lines.push(line);
        self.corners.clear();
        Ok(())
    }
}

/// Skips the name of a solid, which ends with its line, or at the next facet where the file is all one line.
fn after_name<'a>(words: &mut (impl Iterator<Item = &'a str> + Clone)) -> Place {
    while let Some(word) = words.next() {
        let next = words.clone().next().unwrap_or_default();
        if word.eq_ignore_ascii_case("facet") && next.eq_ignore_ascii_case("normal") {
            return Place::Normal;
        }
    }
    Place::Outside
}

fn unexpected(word: &str, expected: &str) -> String {
    format!("\"{word}\" is not expected here, but {expected}; correct it or {MEND}")
}
