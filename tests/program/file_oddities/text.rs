//! Oddities of text, in every text format.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::Outcome::{self, Noted, Read, Refused};
use super::{HERE, fault, gltf, obj, ply, stl};
use crate::window::cli::collidoscope;

/// A text format.
struct Format {
    heading: &'static str,
    file: &'static str,
    /// A correct file; its blanks are spaces, and none of its spaces is needed in JSON.
    plain: fn() -> String,
    /// The command that reads it, around the file's name; empty for meshes.
    command: [&'static [&'static str]; 2],
}

const fn mesh(heading: &'static str, file: &'static str, plain: fn() -> String) -> Format {
    Format { heading, file, plain, command: [&[], &[]] }
}

const FORMATS: [Format; 8] = [
    mesh("`.obj`", "m.obj", obj::plain),
    mesh("`.stl`", "m.stl", stl::plain),
    mesh("`.ply`", "m.ply", ply::plain),
    mesh("`.gltf`", "m.gltf", gltf::plain),
    Format {
        heading: "`query`",
        file: "query.json",
        plain: || {
            "{ \"shapes\": { \"s\": {\"box\": {\"half_extents\": [0.5, 1, 1]}}},\n \"pairs\": [ {\"a\": \"s\", \"b\": \"s\"} ] }\n".into()
        },
        command: [&["query"], &["--method", "obb"]],
    },
    Format {
        heading: "`sweep`",
        file: "sweep.json",
        plain: || {
            "{ \"level\": { \"brushes\": [ {\"box\": {\"min\": [0, 0, 0], \"max\": [1, 0.5, 1]}} ]},\n \"moves\": [ {\"mover\": {\"point\": {}}, \"from\": [0.5, 1, 0.5], \"to\": [0.5, 0, 0.5]} ] }\n".into()
        },
        command: [&["sweep"], &["--method", "exact"]],
    },
    Format {
        heading: "poses",
        file: "poses.csv",
        plain: || "x, y, z, qx, qy, qz, qw\n0.5, 0, 0, 0, 0, 0, 1\n9, 0, 0, 0, 0, 0, 1\n".into(),
        command: [
            &[
                "meshes",
                "plain.obj",
                "plain.obj",
                "--method",
                "brute-force",
                "--query",
                "distance",
                "--out",
                "out.csv",
                "--poses",
            ],
            &[],
        ],
    },
    Format {
        heading: "`ccd`",
        file: "vertex-face.csv",
        plain: || {
            let start =
                "0, 1, 0, 1, 1, 1, 1\n0, 1, 0, 1, 0, 1, 1\n1, 1, 0, 1, 0, 1, 1\n0, 1, 1, 1, 0, 1, 1\n";
            start.to_owned() + &start.replacen("1, 1, 1\n", "-1, 1, 1\n", 1)
        },
        command: [&["ccd"], &["--method", "exact"]],
    },
];

/// An oddity: its name, the change of a correct file, and the outcome per format.
type Oddity = (&'static str, fn(&str) -> Vec<u8>, [Option<Outcome>; 8]);

const ALL_READ: [Option<Outcome>; 8] = [Some(Read); 8];
const NO_UTF_16: [Option<Outcome>; 8] = [Some(Refused("is UTF-16; save it as UTF-8")); 8];
/// JSON knows only four blanks.
const NO_JSON: [Option<Outcome>; 8] = {
    let refused = Some(Refused("JSON"));
    [Some(Read), Some(Read), Some(Read), refused, refused, refused, Some(Read), Some(Read)]
};

const ODDITIES: &[Oddity] = &[
    ("a byte order mark of UTF-8", |text| format!("\u{feff}{text}").into_bytes(), ALL_READ),
    (
        "UTF-16, with a mark",
        |text| std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect(),
        NO_UTF_16,
    ),
    ("UTF-16, without a mark", |text| text.encode_utf16().flat_map(u16::to_be_bytes).collect(), NO_UTF_16),
    ("lines end in carriage return and line feed", |text| text.replace('\n', "\r\n").into_bytes(), ALL_READ),
    ("lines end in a carriage return", |text| text.replace('\n', "\r").into_bytes(), ALL_READ),
    ("no line end at the end", |text| text.trim_end().into(), ALL_READ),
    ("empty lines at the beginning", |text| format!("\n\r\n{text}").into_bytes(), ALL_READ),
    ("empty lines between lines", |text| text.replace('\n', "\n\n").into_bytes(), ALL_READ),
    ("tabs and several spaces", |text| text.replace(' ', " \t ").into_bytes(), ALL_READ),
    ("blanks at the ends of lines", |text| text.replace('\n', " \t\n").into_bytes(), ALL_READ),
    ("spaces without a break (U+00A0)", |text| text.replace(' ', "\u{a0}").into_bytes(), NO_JSON),
    ("form feeds, vertical tabs", |text| text.replace(' ', "\u{c}\u{b}").into_bytes(), NO_JSON),
    (
        "spaces without a break in Latin-1",
        |text| text.bytes().map(|byte| if byte == b' ' { 0xa0 } else { byte }).collect(),
        NO_JSON,
    ),
    (
        "zeros and the end mark of DOS behind the text",
        |text| format!("{text}\0\u{1a}\0\0").into_bytes(),
        ALL_READ,
    ),
    ("decimal commas", |text| text.replace("0.5", "0,5").into_bytes(), {
        let mesh = Some(Refused("has a decimal comma; export the file with decimal points"));
        [
            mesh,
            mesh,
            mesh,
            None,
            Some(Refused("has 4 numbers, but needs 3")),
            Some(Refused("has 4 numbers, but needs 3")),
            Some(Refused("has 8 values; write")),
            None,
        ]
    }),
];

/// The table in Markdown.
pub fn table() -> String {
    let headings = FORMATS.map(|format| format.heading).join(" | ");
    let mut table = format!("| Oddity | {headings} |\n|---|{}\n", "---|".repeat(FORMATS.len()));
    for (oddity, _, outcomes) in ODDITIES {
        let cells = outcomes.map(|outcome| match outcome {
            None => "–",
            Some(Read) => "read",
            Some(Noted(_)) => "note",
            Some(Refused(_)) => "refused",
        });
        table += &format!("| {oddity} | {} |\n", cells.join(" | "));
    }
    table
}

/// The answer of a command to this file, without times; or its error.
fn answer(folder: &Path, format: &Format, bytes: &[u8]) -> Result<String, String> {
    let at = |name: &str| folder.join(name).display().to_string();
    fs::write(at(format.file), bytes).unwrap();
    let _ = fs::remove_file(at("out.csv"));
    let [before, after] = format.command;
    let named = |word: &&str| if word.contains('.') { at(word) } else { (*word).to_owned() };
    let arguments: Vec<String> =
        before.iter().map(named).chain([at(format.file)]).chain(after.iter().map(named)).collect();
    let done = collidoscope(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
    if !done.status.success() {
        return Err(String::from_utf8_lossy(&done.stderr).into_owned());
    }
    let out = fs::read_to_string(at("out.csv")).unwrap_or(String::from_utf8(done.stdout).unwrap());
    // The last column of poses is a time.
    let is_rows = format.file == "poses.csv";
    Ok(out.lines().map(|line| if is_rows { line.rsplit_once(',').unwrap().0 } else { line }).collect())
}

#[test]
fn every_oddity_of_text_is_read_or_refused_in_every_format() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("plain.obj"), obj::plain()).unwrap();
    let mut faults = Vec::new();
    for (index, format) in FORMATS.iter().enumerate() {
        let plain = (format.plain)();
        let is_mesh = format.command[0].is_empty();
        let right = if is_mesh { Ok(String::new()) } else { answer(folder.path(), format, plain.as_bytes()) };
        assert!(
            right.as_ref().is_ok_and(|right| is_mesh || !right.is_empty()),
            "{}: {right:?}",
            format.heading
        );
        for (oddity, change, outcomes) in ODDITIES {
            let Some(outcome) = outcomes[index] else { continue };
            let bytes = change(&plain);
            assert_ne!(bytes, plain.as_bytes(), "{oddity} changes nothing in {}", format.heading);
            let fault = if is_mesh {
                let path = folder.path().join(format.file);
                fs::write(&path, bytes).unwrap();
                fault(&path, &HERE, outcome)
            } else {
                let found = answer(folder.path(), format, &bytes);
                let is_right = match (&found, outcome) {
                    (Err(error), Refused(words)) => error.contains(words),
                    (found, Read) => *found == right,
                    _ => false,
                };
                (!is_right).then(|| format!("{outcome:?} expected, but {found:?}"))
            };
            faults.extend(fault.map(|fault| format!("{}, {oddity}: {fault}", format.heading)));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
