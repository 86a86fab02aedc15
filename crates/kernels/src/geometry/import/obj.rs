//! Wavefront OBJ: the positions (`v`) and faces (`f`) of all its objects, as one surface.
//!
//! Texture coordinates, normals, colours and materials are skipped; points, lines and curves too, with a note.
//! The crate tobj is not used: it reports no line numbers, takes lines for faces and panics on some indices
//! of normals (4.0.5). The tests compare with it where it is correct.

use super::faces::Faces;
use super::soup::{Counted, Soup, number};
use crate::files::text;
use crate::geometry::Point;
use crate::geometry::budget::Budget;

/// Statements that touch no position: names, groups, appearance, files of materials.
const APPEARANCE: [&str; 24] = [
    "vt",
    "vn",
    "vp",
    "g",
    "o",
    "s",
    "mg",
    "usemtl",
    "mtllib",
    "usemap",
    "maplib",
    "bevel",
    "c_interp",
    "d_interp",
    "lod",
    "shadow_obj",
    "trace_obj",
    "ctech",
    "stech",
    "cstype",
    "deg",
    "step",
    "bmat",
    "parm",
];
/// Statements of points, lines, curves and free-form surfaces, and those that run other files or commands.
const NO_FACES: [&str; 17] = [
    "p", "l", "curv", "curv2", "surf", "trim", "hole", "scrv", "sp", "end", "con", "bsp", "bzp", "cdc",
    "cdp", "call", "csh",
];

pub(super) fn read(bytes: &[u8], budget: &mut Budget) -> Result<Soup, String> {
    let mut vertices = Vec::new();
    let (mut faces, mut lines) = (Faces::default(), Vec::new());
    // A face may use vertices that are defined later in the file, so the range of indices is checked at the
    // end.
    let mut highest = (0, 0);
    let (mut others, mut unknown, mut weighted) = <(Counted, Counted, Counted)>::default();
    for statement in statements(text::unmarked(bytes)?) {
        let (number, statement) = statement?;
        let mut words = text::words(&statement);
        let read = match words.next() {
            None => Ok(()),
            Some("v" | "V") => position(words).and_then(|(p, weight)| {
                budget.take(1)?;
                vertices.push(p);
                if weight != 1.0 {
                    weighted.add(number);
                }
                Ok(())
            }),
            // The format's old word for a face is "fo".
            Some("f" | "F" | "fo") => face(words, vertices.len(), budget).map(|corners| {
                highest = highest.max((corners.iter().copied().max().unwrap_or(0), number));
                faces.push(&corners);
                lines.push(number);
            }),
            Some(keyword) if APPEARANCE.contains(&keyword) => Ok(()),
            Some(keyword) if NO_FACES.contains(&keyword) => {
                others.add(number);
                Ok(())
            }
            Some(keyword) => {
                unknown.add(number);
                refuse_geometry(keyword, words)
            }
        };
        read.map_err(|problem| format!("line {number}: {problem}"))?;
    }
    let (vertex, number) = highest;
    let count = vertices.len();
    if !lines.is_empty() && vertex as usize >= count {
        let named = u64::from(vertex) + 1;
        return Err(format!("line {number}: face uses vertex {named}, but there are only {count}; {MEND}"));
    }
    let triangles = faces.triangles(&vertices);
    let triangles = triangles.map_err(|(face, problem)| format!("line {}: {problem}", lines[face]))?;
    let notes = [
        others.note("points, lines and curves skipped"),
        unknown.note("unknown statements skipped"),
        weighted.note("vertices divided by their weight"),
    ];
    Ok(Soup { vertices, triangles, first_number: Some(1), notes: notes.into_iter().flatten().collect() })
}

const MEND: &str = "the file may be truncated: export it again";

/// The statements with their line numbers from 1, without comments. A backslash at the end of a line joins the next one,
/// but not at the end of a comment, which ends with its line.
fn statements(bytes: &[u8]) -> impl Iterator<Item = Result<(usize, String), String>> {
    let mut lines = text::lines(text::without_tail(bytes));
    std::iter::from_fn(move || {
        let (number, line) = lines.next()?;
        let mut statement = line.into_owned();
        while let Some(open) = continued(&statement) {
            statement.truncate(open);
            let Some((next, line)) = lines.next() else { break };
            let is_name = text::words(&statement).next().is_some_and(|word| APPEARANCE.contains(&word));
            if is_name && matches!(text::words(&line).next(), Some("v" | "f")) {
                return Some(Err(format!(
                    "line {number}: the backslash at its end joins it with line {next}; remove the backslash"
                )));
            }
            statement.push(' ');
            statement.push_str(&line);
        }
        statement.truncate(statement.find('#').unwrap_or(statement.len()));
        Some(Ok((number, statement)))
    })
}

/// The length of a statement without its last backslash, if the next line continues it.
fn continued(statement: &str) -> Option<usize> {
    let statement = statement.trim_end_matches(text::is_blank);
    if statement.contains('#') { None } else { statement.strip_suffix('\\').map(str::len) }
}

/// Refuses an unknown statement of numbers alone, which might be a damaged vertex or face.
fn refuse_geometry<'a>(keyword: &str, words: impl Iterator<Item = &'a str>) -> Result<(), String> {
    let mut numbers =
        words.map(|word| word.split('/').all(|part| part.is_empty() || part.parse::<f64>().is_ok()));
    match numbers.next() {
        Some(true) if numbers.all(|is_number| is_number) => {
            Err(format!("\"{keyword}\" begins no statement of OBJ; a vertex begins with v, a face with f"))
        }
        _ => Ok(()),
    }
}

/// Reads `x y z`, optionally followed by a weight, which divides them, or by a colour, which is ignored. Also returns
/// the weight.
fn position<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<(Point, f64), String> {
    let first: Vec<&str> = words.by_ref().take(8).collect();
    let (count, words) = (first.len() + words.count(), first);
    let numbers = |words: &[&str]| words.iter().map(|word| number(word)).collect::<Result<Vec<f64>, _>>();
    let (xyz, more) = words.split_at(words.len().min(3));
    let (xyz, mut weight) = (numbers(xyz)?, 1.0);
    match count {
        3 => {}
        4 => weight = number(more[0])?,
        // A colour need not be finite.
        6 | 7 => {
            if let Some(word) = more.iter().find(|word| word.parse::<f64>().is_err()) {
                return Err(format!("\"{word}\" in its colour is not a number; write a vertex per line"));
            }
        }
        _ => return Err(format!("a vertex needs x, y and z, but has {count}; correct it")),
    }
    let point = Point::from_slice(&xyz) / weight;
    if point.iter().all(|c| c.is_finite()) {
        Ok((point, weight))
    } else {
        Err("division by the weight (the fourth number) makes the vertex infinite; remove the weight".into())
    }
}

/// Reads the vertex indices of a face, each as `i`, `i/t`, `i//n` or `i/t/n`; i counts from 1, or backwards
/// from -1. Returns indices from 0.
fn face<'a>(
    words: impl Iterator<Item = &'a str>,
    count: usize,
    budget: &mut Budget,
) -> Result<Vec<u32>, String> {
    let mut corners = Vec::new();
    for word in words {
        budget.take(1)?;
        corners.push(corner(word, count)?);
    }
    match corners.len() {
        0..3 => Err(format!("a face needs at least three corners, but has {}; correct it", corners.len())),
        _ => Ok(corners),
    }
}

fn corner(word: &str, count: usize) -> Result<u32, String> {
    let malformed = || format!("\"{word}\" is not a corner of a face; write it as 1 or 1/2/3");
    let mut parts = word.split('/');
    let number: i64 = parts.next().and_then(|index| index.parse().ok()).ok_or_else(malformed)?;
    // Numbers of texture coordinates and normals may be left out.
    if parts.clone().count() > 2 || parts.any(|part| !part.is_empty() && part.parse::<i64>().is_err()) {
        return Err(malformed());
    }
    let from_zero = match number {
        0 => return Err("face uses vertex 0, but vertices are numbered from 1; add 1 to every index".into()),
        1.. => number - 1,
        _ => number.saturating_add(count as i64),
    };
    u32::try_from(from_zero)
        .map_err(|_| format!("face uses vertex {number}, but only {count} are defined above it; {MEND}"))
}
