//! `.map` files, the format in which designers of Quake and Half-Life levels draw brushes.
//!
//! A brush is a list of planes, each given by three of its points, clockwise seen from outside. The texture's placement,
//! in the format of Quake or Valve, is ignored, but the contents that Quake II writes after it count. The file has
//! z up, the program y: (x, y, z) becomes (x, z, −y). A metre has [`UNITS`] units, so that a player of 56
//! units is 1.75 m tall.
//! Everything that stops no player is left out (`no_walls.rs`), and curved patches; [`Map::notes`] counts them. Brush
//! primitives, whose planes have another syntax, are refused. Any text gives either a map or an error of one line.

pub mod no_walls;
mod tokens;

use std::path::Path;

use super::plane::Plane;
use crate::files::reading::read_file;
use crate::files::text;
use crate::geometry::{Point, Vector};
use no_walls::{Face, is_no_wall};
pub use tokens::MapError;
use tokens::{Tokens, unquoted};

/// Units of the file per metre.
pub const UNITS: f64 = 32.0;
/// Largest file, bytes. A face of the shortest lines has 30 bytes and takes about 90 bytes of memory.
const MOST_BYTES: u64 = 64 << 20;
/// Limit of coordinates in a file, units.
const LARGEST: f64 = 1e7;
/// Limit of coordinates after conversion, metres.
const FARTHEST: f64 = 1e12;

/// The contents of a `.map` file.
#[derive(Clone, Debug, Default)]
pub struct Map {
    /// The planes of every brush, metres, y up.
    pub brushes: Vec<Vec<Plane>>,
    /// For each brush, the line of the file on which it begins.
    pub lines: Vec<usize>,
    /// The players' start, if the file gives one.
    pub start: Option<Point>,
    /// Notes about skipped parts of the file, one line each.
    pub notes: Vec<String>,
}

/// Reads a file with `units` units per metre. The error gives the reason, without the file's name.
pub fn load(path: &Path, units: f64) -> Result<Map, String> {
    let bytes = read_file(path, MOST_BYTES)?;
    read(&text::decoded(&bytes)?, units).map_err(|why| why.to_string())
}

/// Parses a text with `units` units per metre.
pub fn read(text: &str, units: f64) -> Result<Map, MapError> {
    let mut tokens = Tokens::of(text, LARGEST.min(FARTHEST * units));
    let mut map = Map::default();
    let mut counted = NotedCounts::default();
    while let Some(word) = tokens.next()? {
        if word != "{" {
            // The message does not quote the word, because the text may be any file.
            let problem = match word {
                "Version" => "maps of Doom 3 are not supported; save the map for Quake or Half-Life",
                _ => "expected an entity, which begins with {; is this a .map file?",
            };
            return Err(MapError { line: tokens.line, problem: problem.to_owned() });
        }
        entity(&mut tokens, &mut map, &mut counted, units)?;
    }
    map.notes = counted.notes(&map);
    Ok(map)
}

/// Numbers of the parts of a file that deserve a note.
#[derive(Default)]
struct NotedCounts {
    /// Brushes that stop no player.
    passed: usize,
    curved: usize,
    /// Lines of brushes that are solid although some of their faces are not.
    mixed: Vec<usize>,
}

impl NotedCounts {
    fn notes(&self, map: &Map) -> Vec<String> {
        let first = |lines: &[usize]| match lines {
            [line] => format!("line {line}"),
            [line, ..] => format!("the first in line {line}"),
            [] => String::new(),
        };
        let endless = map.brushes.iter().zip(&map.lines).filter(|(planes, _)| is_endless(planes));
        let endless: Vec<usize> = endless.map(|(_, line)| *line).collect();
        let mixed = &self.mixed;
        let mut notes = Vec::new();
        match self.passed {
            0 => {}
            1 => notes.push("1 brush that is not solid (such as a trigger or water) was skipped".to_owned()),
            n => {
                notes.push(format!("{n} brushes that are not solid (such as triggers or water) were skipped"))
            }
        }
        match self.curved {
            0 => {}
            1 => notes.push("1 curved patch was skipped; only brushes are supported".to_owned()),
            n => notes.push(format!("{n} curved patches were skipped; only brushes are supported")),
        }
        match mixed.len() {
            0 => {}
            1 => {
                notes.push(format!("1 brush has faces of a wall and others; it is a wall ({})", first(mixed)))
            }
            n => notes.push(format!(
                "{n} brushes have faces of a wall and others; they are walls ({})",
                first(mixed)
            )),
        }
        match endless.len() {
            0 => {}
            1 => notes.push(format!("1 brush has no end, because faces are missing ({})", first(&endless))),
            n => notes
                .push(format!("{n} brushes have no end, because faces are missing ({})", first(&endless))),
        }
        notes
    }
}

/// Most faces of a brush that is tested for an end: the work grows with the cube of their number.
const MOST_TESTED: usize = 32;

/// Whether the space behind the planes has no end: whether some direction points out of none of them. A space of planes
/// in general position has no end exactly if it has an endless edge, along the line of two planes.
fn is_endless(planes: &[Plane]) -> bool {
    if !(4..=MOST_TESTED).contains(&planes.len()) {
        return planes.len() < 4;
    }
    let normals: Vec<Vector> = planes.iter().map(|plane| plane.normal).collect();
    let leaves = |along: Vector| normals.iter().all(|normal| normal.dot(&along) < 1e-12);
    let mut is_flat = true;
    for (i, a) in normals.iter().enumerate() {
        for b in &normals[i + 1..] {
            let Some(along) = a.cross(b).try_normalize(1e-9) else { continue };
            if leaves(along) || leaves(-along) {
                return true;
            }
            is_flat &= normals.iter().all(|normal| normal.dot(&along).abs() < 1e-9);
        }
    }
    is_flat
}

/// Parses an entity after its opening brace, up to and including the closing one.
fn entity(tokens: &mut Tokens, map: &mut Map, counted: &mut NotedCounts, units: f64) -> Result<(), MapError> {
    let (mut class, mut origin) = ("", None);
    let first = map.brushes.len();
    let mixed_before = counted.mixed.len();
    loop {
        match tokens.require("a key in quotes, a brush or }")? {
            "}" => break,
            "{" => match brush(tokens, units)? {
                BrushKind::Wall { planes, line, is_mixed } => {
                    map.brushes.push(planes);
                    map.lines.push(line);
                    counted.mixed.extend(is_mixed.then_some(line));
                }
                BrushKind::Passed => counted.passed += 1,
                BrushKind::Curved => counted.curved += 1,
            },
            key if key.starts_with('"') => {
                let value = tokens.require("the value of a key, in quotes")?;
                if !value.starts_with('"') {
                    return Err(tokens.expected("the value of a key, in quotes", value));
                }
                match unquoted(key) {
                    "classname" => class = unquoted(value),
                    "origin" => origin = place(unquoted(value), units),
                    _ => {}
                }
            }
            other => return Err(tokens.expected("a key in quotes, a brush or }", other)),
        }
    }
    if is_no_wall(class) {
        counted.passed += map.brushes.len() - first;
        map.brushes.truncate(first);
        map.lines.truncate(first);
        counted.mixed.truncate(mixed_before);
    }
    if class.starts_with("info_player") && map.start.is_none() {
        map.start = origin;
    }
    Ok(())
}

fn place(text: &str, units: f64) -> Option<Point> {
    let numbers: Vec<f64> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let [x, y, z] = *numbers else { return None };
    (x.abs().max(y.abs()).max(z.abs()) <= LARGEST).then(|| upright([x, y, z]) / units)
}

/// Converts a position from z up to y up; in units.
fn upright([x, y, z]: [f64; 3]) -> Point {
    Point::new(x, z, -y)
}

/// The contents of a brush's braces.
enum BrushKind {
    /// A solid brush.
    Wall {
        planes: Vec<Plane>,
        /// Line on which it begins.
        line: usize,
        /// Whether some of its faces are no part of a wall.
        is_mixed: bool,
    },
    /// A brush that stops no player.
    Passed,
    /// A curved patch in place of a brush.
    Curved,
}

fn brush(tokens: &mut Tokens, units: f64) -> Result<BrushKind, MapError> {
    let line = tokens.line;
    let (mut planes, mut faces) = (Vec::new(), Vec::new());
    let mut word = tokens.require("a face or }")?;
    while word != "}" {
        if word != "(" {
            if faces.is_empty() && word.starts_with("patch") {
                skip_braces(tokens)?;
                return Ok(BrushKind::Curved);
            }
            if word.starts_with("brushDef") {
                let problem = format!(
                    "{} (brush primitives) is not supported; save the map in the format of Quake, Quake II or Valve",
                    word.chars().filter(char::is_ascii_alphanumeric).take(40).collect::<String>()
                );
                return Err(MapError { line: tokens.line, problem });
            }
            return Err(tokens.expected("a face, which begins with (, or }", word));
        }
        planes.push(plane(tokens)?.in_metres(units));
        let texture = unquoted(tokens.require("a texture")?);
        let contents;
        (contents, word) = placement(tokens)?;
        faces.push(Face::of(texture, contents[0], contents[1]));
    }
    if faces.is_empty() {
        return Err(MapError { line, problem: "a brush has no faces".into() });
    }
    let is_hint = faces.contains(&Face::Hint);
    let is_wall = |face: &&Face| **face == Face::Wall || **face == Face::Skip && !is_hint;
    Ok(match faces.iter().filter(is_wall).count() {
        0 => BrushKind::Passed,
        walls => BrushKind::Wall { planes, line, is_mixed: walls < faces.len() },
    })
}

/// The plane of a face after its first parenthesis, in the units of the file: [`Plane::in_metres`] scales it without
/// moving it, as rounding scaled points would.
fn plane(tokens: &mut Tokens) -> Result<Plane, MapError> {
    let line = tokens.line;
    let mut corners = [Point::origin(); 3];
    for (i, corner) in corners.iter_mut().enumerate() {
        if i > 0 {
            tokens.expect("(")?;
        }
        *corner = upright([tokens.number()?, tokens.number()?, tokens.number()?]);
        tokens.expect(")")?;
    }
    // The three points run clockwise seen from outside.
    let [a, b, c] = &corners;
    let (u, v) = (a - b, c - b);
    let thin = 1e-12 * u.amax().max(v.amax()).powi(2);
    let plane = Plane::through([b, a, c]).filter(|_| u.cross(&v).norm() > thin);
    plane.ok_or_else(|| MapError {
        line,
        problem: "the three points of a face are collinear; they must span a plane".into(),
    })
}

/// Skips a texture's placement: five numbers, or two axes in brackets and three numbers. Returns the contents and surface
/// flags that Quake II writes behind it with a third number, or zeros; and the word after them, which begins the next
/// face or ends the brush.
fn placement<'t>(tokens: &mut Tokens<'t>) -> Result<([i64; 2], &'t str), MapError> {
    let (mut count, mut numbers) = (0, [None; 8]);
    let (mut is_in_brackets, mut has_axes) = (false, false);
    loop {
        let word = tokens.require("the next face or }")?;
        match word {
            "(" | "}" => {
                let before = if has_axes { 3 } else { 5 };
                let flags = match (count == before + 3, &numbers[before..before + 3]) {
                    (true, [Some(contents), Some(surface), Some(_)]) => [*contents, *surface],
                    _ => [0; 2],
                };
                return Ok((flags, word));
            }
            "{" => return Err(tokens.expected("the next face or }", word)),
            "[" => (is_in_brackets, has_axes) = (true, true),
            "]" => is_in_brackets = false,
            _ if is_in_brackets => {}
            _ => {
                if let Some(number) = numbers.get_mut(count) {
                    *number = word.parse().ok();
                }
                count += 1;
            }
        }
    }
}

/// Skips the rest of a patch and the brush around it.
fn skip_braces(tokens: &mut Tokens) -> Result<(), MapError> {
    let mut depth = 1;
    while depth > 0 {
        match tokens.require("}")? {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
    }
    Ok(())
}
