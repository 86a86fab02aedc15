//! `.map` files, the format in which designers of Quake and Half-Life levels draw brushes.
//!
//! A brush is a list of planes, each given by three of its points, clockwise seen from outside. Both formats
//! of texture coordinates are accepted and ignored: Quake's, and Valve's with axes in brackets. The file has
//! z up, the program y: (x, y, z) becomes (x, z, −y). A metre has [`UNITS`] units, so that a player of 56
//! units is 1.75 m tall.
//! Everything that does not stop a mover is left out: triggers, water, curved patches and non-solid entities;
//! [`Map::notes`] counts them. Any text gives either a map or an error of one line.

use super::plane::Plane;
use crate::geometry::Point;

/// Units of the file per metre.
pub const UNITS: f64 = 32.0;
/// Limit of coordinates in a file, units.
const LARGEST: f64 = 1e7;
/// Limit of coordinates after conversion, metres.
const FARTHEST: f64 = 1e12;
/// Classes of non-solid entities (prefixes).
const PASSED: [&str; 4] = ["trigger_", "func_illusionary", "func_water", "func_areaportal"];
/// Textures of non-solid brushes: names, or first characters.
const NO_WALLS: [&str; 8] = ["*", "!", "hint", "skip", "trigger", "origin", "areaportal", "aaatrigger"];

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

/// The reason why a text is not a map.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct MapError {
    /// Line number, from 1.
    pub line: usize,
    /// The error and the expected input.
    pub problem: String,
}

/// Parses a text with `units` units per metre.
pub fn read(text: &str, units: f64) -> Result<Map, MapError> {
    let mut tokens = Tokens { rest: text, line: 1, largest: LARGEST.min(FARTHEST * units) };
    let mut map = Map::default();
    let mut left_out = [0; 2];
    while let Some(word) = tokens.next() {
        if word != "{" {
            // The message does not quote the word, because the text may be any file.
            let problem = "expected an entity, which begins with {; is this a .map file?".to_owned();
            return Err(MapError { line: tokens.line, problem });
        }
        entity(&mut tokens, &mut map, &mut left_out, units)?;
    }
    let [passed, curved] = left_out;
    if passed > 0 {
        map.notes.push(match passed {
            1 => "1 brush that is not solid (such as a trigger or water) was skipped".to_owned(),
            n => format!("{n} brushes that are not solid (such as triggers or water) were skipped"),
        });
    }
    if curved > 0 {
        map.notes.push(match curved {
            1 => "1 curved patch was skipped; only brushes are supported".to_owned(),
            n => format!("{n} curved patches were skipped; only brushes are supported"),
        });
    }
    Ok(map)
}

/// Tokenizer with line numbers: words are separated by spaces, comments are skipped, and quotes may contain spaces.
struct Tokens<'t> {
    rest: &'t str,
    line: usize,
    /// Limit of the absolute value of a coordinate, in the units of the file.
    largest: f64,
}

impl<'t> Tokens<'t> {
    fn next(&mut self) -> Option<&'t str> {
        loop {
            let begin = self.rest.trim_start();
            self.skip(self.rest.len() - begin.len());
            if !self.rest.starts_with("//") {
                break;
            }
            self.skip(self.rest.find('\n').unwrap_or(self.rest.len()));
        }
        if self.rest.starts_with('"') {
            // The quotes are part of the token, so that a quoted brace is not taken for a brace.
            let end = self.rest[1..].find(['"', '\n']).map_or(self.rest.len(), |end| end + 2);
            return Some(self.skip(end));
        }
        let end = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
        (end > 0).then(|| self.skip(end))
    }

    fn skip(&mut self, count: usize) -> &'t str {
        let (skipped, rest) = self.rest.split_at(count);
        self.line += skipped.matches('\n').count();
        self.rest = rest;
        skipped
    }

    fn expected(&self, what: &str, found: &str) -> MapError {
        let found: String = found.chars().filter(|c| !c.is_control()).take(40).collect();
        MapError { line: self.line, problem: format!("expected {what}, found {found:?}") }
    }

    fn require(&mut self, what: &str) -> Result<&'t str, MapError> {
        let line = self.line;
        self.next().ok_or_else(|| MapError { line, problem: format!("expected {what}, but the file ends") })
    }

    fn number(&mut self) -> Result<f64, MapError> {
        let word = self.require("a number")?;
        let number = word.parse::<f64>().ok().filter(|n| n.is_finite() && n.abs() <= self.largest);
        number.ok_or_else(|| self.expected(&format!("a number up to ±{:e}", self.largest), word))
    }
}

/// Parses an entity after its opening brace, up to and including the closing one.
fn entity(
    tokens: &mut Tokens,
    map: &mut Map,
    [passed, curved]: &mut [usize; 2],
    units: f64,
) -> Result<(), MapError> {
    let (mut class, mut origin) = ("", None);
    let first = map.brushes.len();
    loop {
        match tokens.require("a key in quotes, a brush or }")? {
            "}" => break,
            "{" => match brush(tokens, units)? {
                BrushKind::Wall(planes, line) => {
                    map.brushes.push(planes);
                    map.lines.push(line);
                }
                BrushKind::Passed => *passed += 1,
                BrushKind::Curved => *curved += 1,
            },
            key if key.starts_with('"') => {
                let value = tokens.require("the value of a key, in quotes")?;
                if !value.starts_with('"') {
                    return Err(tokens.expected("the value of a key, in quotes", value));
                }
                let value = value.trim_matches('"');
                match key {
                    "\"classname\"" => class = value,
                    "\"origin\"" => origin = place(value, units),
                    _ => {}
                }
            }
            other => return Err(tokens.expected("a key in quotes, a brush or }", other)),
        }
    }
    if PASSED.iter().any(|passed| class.starts_with(passed)) {
        *passed += map.brushes.len() - first;
        map.brushes.truncate(first);
        map.lines.truncate(first);
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
    /// A solid brush: its planes, and the line on which it begins.
    Wall(Vec<Plane>, usize),
    /// A brush that is not solid.
    Passed,
    /// A curved patch in place of a brush.
    Curved,
}

fn brush(tokens: &mut Tokens, units: f64) -> Result<BrushKind, MapError> {
    let begins = tokens.line;
    let (mut planes, mut faces, mut no_wall) = (Vec::new(), 0, 0);
    let mut word = tokens.require("a face or }")?;
    while word != "}" {
        if word != "(" {
            if faces == 0 && word.starts_with("patch") {
                skip_braces(tokens)?;
                return Ok(BrushKind::Curved);
            }
            return Err(tokens.expected("a face, which begins with (, or }", word));
        }
        let line = tokens.line;
        let mut corners = [Point::origin(); 3];
        for (i, corner) in corners.iter_mut().enumerate() {
            if i > 0 {
                expect(tokens, "(")?;
            }
            *corner = upright([tokens.number()?, tokens.number()?, tokens.number()?]);
            expect(tokens, ")")?;
        }
        let texture = tokens.require("a texture")?.to_ascii_lowercase();
        faces += 1;
        // Games put textures into folders; only the last component of the name counts.
        let name = texture.rsplit('/').next().unwrap_or_default();
        no_wall += usize::from(
            NO_WALLS.iter().any(|no| if no.len() == 1 { name.starts_with(no) } else { name == *no }),
        );
        // The three points run clockwise seen from outside.
        let [a, b, c] = &corners;
        let (u, v) = (a - b, c - b);
        let thin = 1e-12 * u.amax().max(v.amax()).powi(2);
        let plane = Plane::through([b, a, c]).filter(|_| u.cross(&v).norm() > thin);
        // The plane is computed in the units of the file and scaled afterwards. Scaled points would be rounded,
        // which would move the plane.
        planes.push(plane.map(|plane| plane.in_metres(units)).ok_or_else(|| MapError {
            line,
            problem: "the three points of a face are collinear; they must span a plane".into(),
        })?);
        // Skips the texture's placement, which does not affect movers.
        loop {
            word = tokens.require("the next face or }")?;
            if word == "(" || word == "}" {
                break;
            }
            if word == "{" {
                return Err(tokens.expected("the next face or }", word));
            }
        }
    }
    Ok(match faces {
        0 => return Err(MapError { line: begins, problem: "a brush has no faces".into() }),
        // A brush is not solid if all its faces have a texture of the kind `NO_WALLS`: water, for example.
        _ if no_wall == faces => BrushKind::Passed,
        _ => BrushKind::Wall(planes, begins),
    })
}

fn expect(tokens: &mut Tokens, what: &str) -> Result<(), MapError> {
    let word = tokens.require(what)?;
    if word == what { Ok(()) } else { Err(tokens.expected(what, word)) }
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
