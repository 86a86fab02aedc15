//! `.map` files, in which designers of Quake and Half-Life levels draw brushes.
//!
//! A brush is a list of planes, each given by three of its points, clockwise seen from outside; both ways of placing
//! textures (Quake's, and Valve's with axes in brackets) are read past. z is up in the file and y here: (x, y, z) becomes
//! (x, z, −y). A metre has [`UNITS`] units, so that a player of 56 units is 1.75 m tall.
//! What is no wall is left out: triggers, water, curved patches, and entities that one passes through; [`Map::notes`] says
//! how many. Any text gives a map or one line.

use super::plane::Plane;
use crate::geometry::Point;

/// Units of the file in a metre.
pub const UNITS: f64 = 32.0;
/// Coordinates in a file, units.
const LARGEST: f64 = 1e7;
/// Coordinates, metres.
const FARTHEST: f64 = 1e12;
/// Entities of these classes are passed through.
const PASSED: [&str; 4] = ["trigger_", "func_illusionary", "func_water", "func_areaportal"];
/// Brushes with these textures are no walls.
const NO_WALLS: [&str; 8] = ["*", "!", "hint", "skip", "trigger", "origin", "areaportal", "aaatrigger"];

/// The brushes of a file.
#[derive(Clone, Debug, Default)]
pub struct Map {
    /// The planes of every brush, metres, y up.
    pub brushes: Vec<Vec<Plane>>,
    /// The line in which each brush begins.
    pub lines: Vec<usize>,
    /// Where players begin, if the file says so.
    pub start: Option<Point>,
    /// One line each: what was left out.
    pub notes: Vec<String>,
}

/// Why a text is no map.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct MapError {
    /// Where, from 1.
    pub line: usize,
    /// What, and what should be there.
    pub problem: String,
}

/// Reads a text, `units` to a metre.
pub fn read(text: &str, units: f64) -> Result<Map, MapError> {
    let mut words = Words { rest: text, line: 1, largest: LARGEST.min(FARTHEST * units) };
    let mut map = Map::default();
    let mut left_out = [0; 2];
    while let Some(word) = words.next() {
        if word != "{" {
            // Not what stands there: it may be any file.
            let problem = "expected an entity, which begins with {; is it a map?".to_owned();
            return Err(MapError { line: words.line, problem });
        }
        entity(&mut words, &mut map, &mut left_out, units)?;
    }
    let [passed, curved] = left_out;
    if passed > 0 {
        map.notes.push(match passed {
            1 => "1 brush is no wall (a trigger, water or the like) and is left out".to_owned(),
            n => format!("{n} brushes are no walls (triggers, water and the like) and are left out"),
        });
    }
    if curved > 0 {
        map.notes.push(match curved {
            1 => "1 curved patch is left out; only brushes are read".to_owned(),
            n => format!("{n} curved patches are left out; only brushes are read"),
        });
    }
    Ok(map)
}

/// Words between spaces, with their lines; comments are passed over, and quotes hold spaces.
struct Words<'t> {
    rest: &'t str,
    line: usize,
    /// Of a coordinate, units.
    largest: f64,
}

impl<'t> Words<'t> {
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
            // With its quotes, so that a quoted brace is none.
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

    fn must(&mut self, what: &str) -> Result<&'t str, MapError> {
        let line = self.line;
        self.next().ok_or_else(|| MapError { line, problem: format!("expected {what}, but the file ends") })
    }

    fn number(&mut self) -> Result<f64, MapError> {
        let word = self.must("a number")?;
        let number = word.parse::<f64>().ok().filter(|n| n.is_finite() && n.abs() <= self.largest);
        number.ok_or_else(|| self.expected(&format!("a number, no larger than {:e}", self.largest), word))
    }
}

/// What follows the { of an entity, up to its }.
fn entity(
    words: &mut Words,
    map: &mut Map,
    [passed, curved]: &mut [usize; 2],
    units: f64,
) -> Result<(), MapError> {
    let (mut class, mut origin) = ("", None);
    let first = map.brushes.len();
    loop {
        match words.must("a key in quotes, a brush or }")? {
            "}" => break,
            "{" => match brush(words, units)? {
                Found::Wall(planes, line) => {
                    map.brushes.push(planes);
                    map.lines.push(line);
                }
                Found::Passed => *passed += 1,
                Found::Curved => *curved += 1,
            },
            key if key.starts_with('"') => {
                let value = words.must("the value of a key, in quotes")?;
                if !value.starts_with('"') {
                    return Err(words.expected("the value of a key, in quotes", value));
                }
                let value = value.trim_matches('"');
                match key {
                    "\"classname\"" => class = value,
                    "\"origin\"" => origin = place(value, units),
                    _ => {}
                }
            }
            other => return Err(words.expected("a key in quotes, a brush or }", other)),
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

/// With y up, in units.
fn upright([x, y, z]: [f64; 3]) -> Point {
    Point::new(x, z, -y)
}

/// What stands in the braces of a brush.
enum Found {
    /// Its planes, and the line in which it begins.
    Wall(Vec<Plane>, usize),
    /// No wall.
    Passed,
    /// No brush.
    Curved,
}

fn brush(words: &mut Words, units: f64) -> Result<Found, MapError> {
    let begins = words.line;
    let (mut planes, mut faces, mut no_wall) = (Vec::new(), 0, 0);
    let mut word = words.must("a face or }")?;
    while word != "}" {
        if word != "(" {
            if faces == 0 && word.starts_with("patch") {
                skip_braces(words)?;
                return Ok(Found::Curved);
            }
            return Err(words.expected("a face, which begins with (, or }", word));
        }
        let line = words.line;
        let mut corners = [Point::origin(); 3];
        for (i, corner) in corners.iter_mut().enumerate() {
            if i > 0 {
                expect(words, "(")?;
            }
            *corner = upright([words.number()?, words.number()?, words.number()?]);
            expect(words, ")")?;
        }
        let texture = words.must("a texture")?.to_ascii_lowercase();
        faces += 1;
        // The last part of the name: games put folders before it.
        let name = texture.rsplit('/').next().unwrap_or_default();
        no_wall += usize::from(
            NO_WALLS.iter().any(|no| if no.len() == 1 { name.starts_with(no) } else { name == *no }),
        );
        // Clockwise seen from outside.
        let [a, b, c] = &corners;
        let (u, v) = (a - b, c - b);
        let thin = 1e-12 * u.amax().max(v.amax()).powi(2);
        let plane = Plane::through([b, a, c]).filter(|_| u.cross(&v).norm() > thin);
        // Divided last: corners in metres would be rounded, and the planes through them elsewhere.
        planes.push(plane.map(|plane| plane.in_metres(units)).ok_or_else(|| MapError {
            line,
            problem: "the three points of a face lie on a line; they must span a plane".into(),
        })?);
        // How the texture lies, which matters to no mover.
        loop {
            word = words.must("the next face or }")?;
            if word == "(" || word == "}" {
                break;
            }
            if word == "{" {
                return Err(words.expected("the next face or }", word));
            }
        }
    }
    Ok(match faces {
        0 => return Err(MapError { line: begins, problem: "a brush has no faces".into() }),
        // A brush of water has it on all sides.
        _ if no_wall == faces => Found::Passed,
        _ => Found::Wall(planes, begins),
    })
}

fn expect(words: &mut Words, what: &str) -> Result<(), MapError> {
    let word = words.must(what)?;
    if word == what { Ok(()) } else { Err(words.expected(what, word)) }
}

/// Past the braces of a patch, and past the brush around it.
fn skip_braces(words: &mut Words) -> Result<(), MapError> {
    let mut depth = 1;
    while depth > 0 {
        match words.must("}")? {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
    }
    Ok(())
}
