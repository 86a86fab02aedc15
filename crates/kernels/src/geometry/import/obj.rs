//! Wavefront OBJ: the positions (`v`) and faces (`f`) of all its objects, as one surface.
//!
//! Texture coordinates, normals, colours, materials, lines and curves are skipped.
//! The crate tobj is not used: it reports no line numbers, takes lines for faces and panics on some indices
//! of normals (4.0.5). The tests compare with it where it is correct.

use super::faces::Faces;
use super::soup::{Soup, lines};
use crate::geometry::Point;
use crate::geometry::budget::Budget;

pub(super) fn read(bytes: &[u8], budget: &mut Budget) -> Result<Soup, String> {
    let mut vertices = Vec::new();
    let (mut faces, mut lines) = (Faces::default(), Vec::new());
    // A face may use vertices that are defined later in the file, so the range of indices is checked at the
    // end.
    let mut highest = (0, 0);
    for (number, line) in statements(bytes) {
        let mut words = line.split_whitespace();
        let read = match words.next() {
            Some("v") => position(words).and_then(|p| {
                budget.take(1)?;
                vertices.push(p);
                Ok(())
            }),
            Some("f") => face(words, vertices.len(), budget).map(|corners| {
                highest = highest.max((corners.iter().copied().max().unwrap_or(0), number));
                faces.push(&corners);
                lines.push(number);
            }),
            _ => Ok(()),
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
    Ok(Soup { vertices, triangles, first_number: Some(1) })
}

const MEND: &str = "the file may be truncated: export it again";

/// The statements with their line numbers from 1, without comments. A backslash at the end of a line joins
/// the next one.
fn statements(bytes: &[u8]) -> impl Iterator<Item = (usize, String)> {
    let mut lines = lines(bytes).zip(1..);
    std::iter::from_fn(move || {
        let (line, number) = lines.next()?;
        let mut statement = line.into_owned();
        while statement.trim_end().ends_with('\\') {
            statement.truncate(statement.trim_end().len() - 1);
            statement.push(' ');
            statement.push_str(&lines.next().map_or("".into(), |(line, _)| line));
        }
        statement.truncate(statement.find('#').unwrap_or(statement.len()));
        Some((number, statement))
    })
}

/// Reads `x y z`, optionally followed by a weight, which divides them, or by a colour, which is ignored.
fn position<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Point, String> {
    let first: Vec<&str> = words.by_ref().take(8).collect();
    let (count, words) = (first.len() + words.count(), first);
    let number = |word: &&str| match word.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        _ => Err(format!("\"{word}\" is not a finite number; write it as 1.5 or 2e-3")),
    };
    let numbers = |words: &[&str]| words.iter().map(number).collect::<Result<Vec<f64>, _>>();
    let point = match count {
        3 | 6 | 7 => Point::from_slice(&numbers(&words[..3])?),
        4 => {
            let numbers = numbers(&words)?;
            Point::from_slice(&numbers[..3]) / numbers[3]
        }
        _ => {
            numbers(&words)?;
            return Err(format!("a vertex needs x, y and z, but has {count} numbers"));
        }
    };
    if point.iter().all(|c| c.is_finite()) {
        Ok(point)
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
        0..3 => Err(format!("a face needs at least three corners, but has {}", corners.len())),
        _ => Ok(corners),
    }
}

fn corner(word: &str, count: usize) -> Result<u32, String> {
    let index = word.split('/').next().unwrap_or(word);
    let number: i64 =
        index.parse().map_err(|_| format!("\"{word}\" is not a corner of a face; write it as 1 or 1/2/3"))?;
    let from_zero = match number {
        0 => return Err("face uses vertex 0, but vertices are numbered from 1; add 1 to every index".into()),
        1.. => number - 1,
        _ => number.saturating_add(count as i64),
    };
    u32::try_from(from_zero)
        .map_err(|_| format!("face uses vertex {number}, but only {count} are defined above it; {MEND}"))
}
