//! Mutations that keep scene files valid: the mutator of `scene`. Parameters and values come from the labs'
//! own tables.

use std::path::Path;
use std::sync::LazyLock;

use collidoscope::exhibit::Params;
use collidoscope::labs::LABS;
use collidoscope::labs::lab::LabRow;
use rand::{Rng as _, seq::IndexedRandom as _};
use serde_json::{Value, json};

use crate::folder;
use crate::mutate::{Random, change, real_near, whole_near};

/// Parameters that determine the size of a scene.
const SIZES: [&str; 4] = ["bodies", "triangles", "faces", "side"];

/// The data from which scene files of a lab are made.
struct Kind {
    row: &'static LabRow,
    /// Every parameter with its default.
    words: Vec<(String, String)>,
    /// Samples of the saved state beside the parameters: initial, after a step, and from files.
    parts: Vec<Value>,
}

static KINDS: LazyLock<Vec<Kind>> = LazyLock::new(|| LABS.iter().map(|row| Kind::of(row)).collect());

impl Kind {
    fn of(row: &'static LabRow) -> Self {
        let mut words = Params::default();
        for name in SIZES.into_iter().filter(|name| row.words.iter().any(|word| word.id == *name)) {
            words.set(name, fewest(row, name).to_string());
        }
        let mut lab = (row.build)(None, &words, None).unwrap_or_else(|why| panic!("{}: {why}", row.id));
        let mut parts = vec![lab.save(Path::new(""))];
        lab.step();
        parts.push(lab.save(Path::new("")));
        let files = row.takes.map(|takes| (takes.written)(&words, &["m.obj".into()]));
        parts.extend(files);
        if row.id == "level" {
            parts.extend([json!({"level": "m.map"}), car(row, &words)]);
        }
        if row.id == "cloth" {
            parts.push(json!({"hands": [[1, 4, [0.1, 1.2, 0.3]], [2, 4, [0.2, 1.2, 0.3]]]}));
        }
        let every = lab.words(true);
        let words = every.iter().map(|(name, value)| (name.to_owned(), value.to_owned()));
        Self { row, words: words.collect(), parts }
    }

    /// A scene file of the lab with a few parameters.
    fn file(&self, random: &mut Random) -> Value {
        let words = SIZES.into_iter().filter(|name| self.words.iter().any(|(known, _)| known == name));
        let show: Vec<_> = words.map(|name| format!("{name}={}", fewest(self.row, name))).collect();
        let part = self.parts.choose(random).cloned().unwrap_or_default();
        json!({"collidoscope": 2, "show": format!("lab={}&{}", self.row.id, show.join("&")), "lab": part})
    }

    /// A value for a parameter, which the lab accepts most of the time.
    fn value(&self, name: &str, was: &str, random: &mut Random) -> String {
        let why = refusal(self.row, name, "\u{1}");
        // The error for an invalid value lists the valid ids, or the bounds.
        let candidates: Vec<_> = why.split([' ', ',', ';', ':']).filter(|word| !word.is_empty()).collect();
        let bounds: Vec<f64> = candidates.iter().filter_map(|word| word.parse().ok()).collect();
        let mut value = String::new();
        for _ in 0..8 {
            let one = |random: &mut Random| (*candidates.choose(random).unwrap_or(&"1")).to_owned();
            value = match random.random_range(0..8) {
                0..3 => one(random),
                3 => (0..random.random_range(2..5)).map(|_| one(random)).collect::<Vec<_>>().join(","),
                4 => match bounds[..] {
                    [low, high] if low < high => random.random_range(low..=high).to_string(),
                    _ => real_near(1.0, random).to_string(),
                },
                // Changes the numbers in the value, as in a0, v1f2 and 0-1.
                _ => numbers_changed(if was.is_empty() { "1" } else { was }, random),
            };
            if refusal(self.row, name, &value).is_empty() {
                break;
            }
        }
        value
    }

    /// A random parameter and value.
    fn word(&self, random: &mut Random) -> (String, String) {
        const SHAPED: [(&str, &str); 6] = [
            ("pair", "0-1"),
            ("pair", "v1f2"),
            ("pair", "e3e9"),
            ("body", "0"),
            ("node", "a3"),
            ("node", "b2"),
        ];
        const COMMON: [(&str, &str); 6] = [
            ("page", "lab"),
            ("page", "inspector"),
            ("page", "experiments"),
            ("step", "last"),
            ("step", "2"),
            ("pixel", "3,5"),
        ];
        if random.random_ratio(1, 8) {
            let (name, value) = COMMON.choose(random).copied().unwrap_or_default();
            return (name.to_owned(), value.to_owned());
        }
        let shaped = || SHAPED.iter().filter(|(name, _)| self.row.words.iter().any(|word| word.id == *name));
        let (name, was) = match random.random_ratio(1, 6) {
            true => shaped()
                .collect::<Vec<_>>()
                .choose(random)
                .map(|(name, was)| ((*name).to_owned(), (*was).to_owned())),
            false => None,
        }
        .or_else(|| self.words.choose(random).cloned())
        .unwrap_or_default();
        // Sizes stay small, because otherwise a few inputs take most of the time.
        let value = match &name[..] {
            "frame" => random.random_range(0..12).to_string(),
            size if SIZES.contains(&size) => {
                (fewest(self.row, size) + random.random_range(0..20_u64)).to_string()
            }
            "seed" => whole_near(1, random).to_string(),
            _ => self.value(&name, &was, random),
        };
        (name, value)
    }
}

/// The lab's error for a value; empty if the value is valid.
fn refusal(row: &LabRow, name: &str, value: &str) -> String {
    let mut words = Params::default();
    words.set(name, value);
    (row.check)(&words).err().map_or_else(String::new, |why| why.to_string())
}

/// The least value of a size parameter.
fn fewest(row: &LabRow, name: &str) -> u64 {
    // The first number in the error for an invalid value; 2 if it has none, because a world has at least two
    // bodies.
    refusal(row, name, "\u{1}").split(' ').find_map(|word| word.parse().ok()).unwrap_or(2)
}

/// The saved state of a drive through a level.
fn car(row: &LabRow, words: &Params) -> Value {
    let mut words = words.clone();
    words.set("mover", "car");
    let mut lab = (row.build)(None, &words, None).unwrap_or_else(|why| panic!("{}: {why}", row.id));
    lab.step();
    lab.save(Path::new(""))
}

/// The text with some of its whole numbers changed.
fn numbers_changed(text: &str, random: &mut Random) -> String {
    let mut made = String::new();
    for piece in text.split_inclusive(|c: char| !c.is_ascii_digit()) {
        let digits = piece.trim_end_matches(|c: char| !c.is_ascii_digit());
        match digits.parse::<u64>() {
            Ok(number) if random.random() => made += &whole_near(number, random).to_string(),
            _ => made += digits,
        }
        made += &piece[digits.len()..];
    }
    made
}

/// Mutates the scene in `bytes`.
pub fn changed(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let read = serde_json::from_slice::<Value>(bytes).ok().filter(|value| value["collidoscope"].is_number());
    let mut file = read.filter(|_| !random.random_ratio(1, 24)).unwrap_or_else(|| new_file(random));
    for _ in 0..random.random_range(1..4) {
        change_file(&mut file, random);
    }
    if random.random_ratio(7, 8) {
        repair(&mut file);
    }
    file.to_string().into_bytes()
}

/// Removes the parameters that the file's lab refuses, and the saved state if it is refused.
fn repair(file: &mut Value) {
    let show: Params = file["show"].as_str().and_then(|show| show.parse().ok()).unwrap_or_default();
    let lab = show.get("lab").unwrap_or(LABS[0].id);
    let Some(row) = LABS.iter().find(|row| row.id == lab) else { return };
    let mut mended = Params::default();
    for (name, value) in show.iter() {
        let is_common = ["lab", "page", "step", "pixel", "camera", "compare"].contains(&name);
        if is_common || refusal(row, name, value).is_empty() {
            mended.set(name, value);
        }
    }
    if mended.get("preset").is_some() {
        for name in ["seed", "bodies", "density", "level", "size", "mix"] {
            mended.take(name);
        }
    }
    file["show"] = mended.to_string().into();
    if (row.read)(&file["lab"], folder()).is_err()
        && let Some(fields) = file.as_object_mut()
    {
        fields.shift_remove("lab");
    }
}

fn new_file(random: &mut Random) -> Value {
    KINDS.choose(random).map(|kind| kind.file(random)).unwrap_or_default()
}

/// A random camera as JSON.
fn camera(row: &LabRow, random: &mut Random) -> Value {
    let mut camera = json!({
        "target": [0.5, real_near(1.0, random), 0], "distance": real_near(3.0, random).abs(), "yaw": 0.5, "pitch": 0.2,
        "parallel": random.random::<bool>(),
    });
    if let Some(viewpoint) = row.viewpoints.choose(random).filter(|_| random.random()) {
        camera["stays_with"] = viewpoint.id.into();
    }
    camera
}

fn change_file(file: &mut Value, random: &mut Random) {
    let show: Params = file["show"].as_str().and_then(|show| show.parse().ok()).unwrap_or_default();
    let kind = KINDS.iter().find(|kind| show.get("lab").unwrap_or(LABS[0].id) == kind.row.id);
    let Some(kind) = kind else { return *file = new_file(random) };
    match random.random_range(0..12) {
        0..6 => {
            let mut show = show;
            let (name, value) = kind.word(random);
            let names: Vec<_> =
                show.iter().map(|(name, _)| name.to_owned()).filter(|name| name != "lab").collect();
            match names.choose(random).filter(|_| random.random_ratio(1, 4)) {
                Some(name) => drop(show.take(name)),
                None => show.set(&name, value),
            }
            // The list of bodies must have as many entries as there are bodies.
            let count = show.get("bodies").and_then(|count| count.parse().ok()).filter(|count| *count < 100);
            if let (Some(count), Some(bodies)) =
                (count, file.pointer_mut("/lab/bodies").and_then(Value::as_array_mut))
                && let Some(last) = bodies.last().cloned()
            {
                bodies.resize(count, last);
            }
            file["show"] = show.to_string().into();
        }
        6 => file["lab"] = kind.parts.choose(random).cloned().unwrap_or_default(),
        7 => file["cameras"] = (0..random.random_range(0..3)).map(|_| camera(kind.row, random)).collect(),
        8 => file["inspector_camera"] = camera(kind.row, random),
        9 => file["cameras_linked"] = random.random::<bool>().into(),
        _ => change(&mut file["lab"], &["m.obj", "m.map", "gone.stl", ""], random),
    }
}
