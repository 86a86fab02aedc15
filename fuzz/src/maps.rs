//! Mutations that keep `.map` files valid: the mutator of `map`, and maps for `sweep`.

use rand::{Rng as _, seq::IndexedRandom as _};

use crate::mutate::{Random, real_near};

/// Textures of walls, and of brushes that movers pass through.
const TEXTURES: [&str; 12] = [
    "brick",
    "{FLOOR",
    "*water",
    "!lava",
    "clip",
    "hint",
    "skip",
    "origin",
    "base/trigger",
    "BASE/WALL",
    "\"a b\"",
    "areaportal",
];
/// Classes of entities.
const CLASSES: [&str; 8] = [
    "worldspawn",
    "func_wall",
    "trigger_once",
    "func_illusionary",
    "func_water",
    "info_player_start",
    "light",
    "func_areaportal",
];

/// Mutates the map in `bytes`, line by line.
pub fn changed(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let text = String::from_utf8_lossy(bytes);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if lines.is_empty() {
        lines = entity(random);
    }
    for _ in 0..random.random_range(1..4) {
        let at = random.random_range(0..lines.len());
        match random.random_range(0..10) {
            0 => {
                let made = entity(random);
                lines.splice(lines.len().., made);
            }
            // Inserts a brush or patch after the end of another brush.
            1 | 2 => {
                let ends: Vec<_> = (0..lines.len().saturating_sub(1))
                    .filter(|&i| lines[i] == "}" && lines[i + 1] != "}")
                    .collect();
                let at = ends
                    .choose(random)
                    .copied()
                    .filter(|&i| lines[i + 1] == "{" || lines[i + 1].starts_with('"'));
                let made = if random.random_ratio(1, 6) { patch(random) } else { brush(random) };
                match at {
                    // After the end of an entity, the brush gets an entity of its own.
                    Some(at) if depth(&lines[..=at]) == 0 => {
                        let wrapped = ["{".to_owned()].into_iter().chain(made).chain(["}".to_owned()]);
                        lines.splice(at + 1..at + 1, wrapped.collect::<Vec<_>>());
                    }
                    Some(at) if depth(&lines[..=at]) == 1 => drop(lines.splice(at + 1..at + 1, made)),
                    _ => lines.extend(entity(random)),
                }
            }
            // Duplicates a face, removes it, or swaps it with another.
            3 if lines[at].starts_with('(') => {
                let face = lines[at].clone();
                lines.insert(at, face);
            }
            4 if lines[at].starts_with('(') && lines.len() > 1 => drop(lines.remove(at)),
            5 if lines[at].starts_with('(') => {
                let faces: Vec<_> = (0..lines.len()).filter(|&i| lines[i].starts_with('(')).collect();
                let other = *faces.choose(random).unwrap_or(&at);
                lines.swap(at, other);
            }
            _ => {
                let line = word_changed(&lines[at], random);
                lines[at] = line;
            }
        }
    }
    (lines.join("\n") + "\n").into_bytes()
}

/// Number of braces that are still open after `lines`.
fn depth(lines: &[String]) -> usize {
    let count = |brace| lines.iter().filter(|line| *line == brace).count();
    count("{").saturating_sub(count("}"))
}

/// Replaces one word of a line by another of its kind.
fn word_changed(line: &str, random: &mut Random) -> String {
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let at = random.random_range(0..words.len());
    let word = &mut words[at];
    if let Ok(number) = word.parse::<f64>() {
        *word = number_text(real_near(number, random) * if random.random() { 1.0 } else { 32.0 }, random);
    } else if line.starts_with('(') && word.starts_with(char::is_alphabetic) {
        *word = TEXTURES.choose(random).map_or_else(String::new, |texture| (*texture).to_owned());
    } else if line.starts_with("\"classname\"") {
        return format!("\"classname\" \"{}\"", CLASSES.choose(random).unwrap_or(&""));
    }
    words.join(" ")
}

fn number_text(number: f64, random: &mut Random) -> String {
    match random.random_range(0..6) {
        0 => format!("{number:e}"),
        1 => format!("{number:.6}"),
        2 => format!("{}", number.round()),
        _ => number.to_string(),
    }
}

fn entity(random: &mut Random) -> Vec<String> {
    let class = CLASSES.choose(random).unwrap_or(&"");
    let mut lines = vec!["{".to_owned(), format!("\"classname\" \"{class}\"")];
    if random.random() {
        let mut number = || random.random_range(-64..65);
        lines.push(format!("\"origin\" \"{} {} {}\"", number(), number(), number()));
    }
    for _ in 0..random.random_range(0..3) {
        lines.extend(brush(random));
    }
    lines.push("}".to_owned());
    lines
}

/// A random box, sometimes with a corner cut off or noise in its coordinates.
fn brush(random: &mut Random) -> Vec<String> {
    let low: [f64; 3] = [0; 3].map(|_| f64::from(random.random_range(-4..4_i32)) * 16.0);
    let high: [f64; 3] = low.map(|x| x + f64::from(random.random_range(1..6_i32)) * 16.0);
    let valve = random.random::<bool>();
    let texture = TEXTURES.choose(random).unwrap_or(&"");
    let noise = *[0.0, 0.0, 1e-7, 0.01, 3.0].choose(random).unwrap_or(&0.0);
    let mut lines = vec!["{".to_owned()];
    for axis in 0..3 {
        for is_high in [false, true] {
            let mut corner = low;
            corner[axis] = if is_high { high[axis] } else { low[axis] };
            let (mut u, mut v) = (corner, corner);
            // The three points are in clockwise order seen from outside.
            let (first, second) =
                if is_high { ((axis + 2) % 3, (axis + 1) % 3) } else { ((axis + 1) % 3, (axis + 2) % 3) };
            u[first] = high[first];
            v[second] = high[second];
            lines.push(face([corner, u, v], noise, texture, valve, random));
        }
    }
    if random.random_ratio(1, 3) {
        // A plane through points on the three edges at the high corner, clockwise seen from outside.
        let cut = |axis: usize| {
            let mut point = high;
            point[axis] = (low[axis] + high[axis]) / 2.0;
            point
        };
        lines.push(face([cut(0), cut(2), cut(1)], noise, texture, valve, random));
    }
    lines.push("}".to_owned());
    lines
}

fn face(corners: [[f64; 3]; 3], noise: f64, texture: &str, valve: bool, random: &mut Random) -> String {
    let mut corner_text = |corner: [f64; 3]| {
        let numbers = corner.map(|x| if noise > 0.0 { x + random.random_range(-noise..noise) } else { x });
        format!("( {} {} {} )", numbers[0], numbers[1], numbers[2])
    };
    let lies = if valve { "[ 1 0 0 0 ] [ 0 -1 0 0 ] 0 1 1" } else { "0 0 0 1 1" };
    format!("{} {texture} {lies}", corners.map(&mut corner_text).join(" "))
}

fn patch(random: &mut Random) -> Vec<String> {
    let kind = *["patchDef2", "patchDef3", "patchTerrainDef3"].choose(random).unwrap_or(&"");
    let lines = [
        "{",
        kind,
        "{",
        "base/wall",
        "( 3 3 0 0 0 )",
        "(",
        "( ( 0 0 0 0 0 ) ( 8 0 0 0 1 ) ( 8 8 0 1 1 ) )",
        ")",
        "}",
        "}",
    ];
    lines.map(str::to_owned).to_vec()
}
