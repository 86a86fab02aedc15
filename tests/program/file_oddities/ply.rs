//! Oddities of PLY, in text and binary.

use super::Outcome::{Noted, Read, Refused};
use super::{FACES, FAR, HERE, Row, Vertices, row};

pub fn of(vertices: &Vertices) -> String {
    let vertices = vertices.iter().map(|[x, y, z]| format!("{x} {y} {z}\n"));
    let faces = FACES.iter().map(|[a, b, c]| format!("3 {a} {b} {c}\n"));
    header("ascii") + &vertices.chain(faces).collect::<String>()
}

pub fn plain() -> String {
    of(&HERE)
}

fn header(format: &str) -> String {
    format!(
        "ply\nformat {format} 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n\
         element face 4\nproperty list uchar int vertex_indices\nend_header\n"
    )
}

fn replaced(pairs: &[(&str, &str)]) -> Vec<u8> {
    let mut text = plain();
    for (from, to) in pairs {
        assert!(text.contains(from), "{from}");
        text = text.replacen(from, to, 1);
    }
    text.into_bytes()
}

/// A binary file with this header.
fn binary(header: &str, vertices: &Vertices, is_big_endian: bool) -> Vec<u8> {
    let ordered = |mut bytes: [u8; 4]| {
        if is_big_endian {
            bytes.reverse();
        }
        bytes
    };
    let mut bytes = header.as_bytes().to_vec();
    bytes.extend(vertices.as_flattened().iter().flat_map(|c| ordered((*c as f32).to_le_bytes())));
    for face in FACES {
        bytes.push(3);
        bytes.extend(face.iter().flat_map(|&v| ordered((v as i32).to_le_bytes())));
    }
    bytes
}

/// A text file of strips instead of faces.
fn strips() -> Vec<u8> {
    let text = plain();
    let body = &text[text.find("end_header").unwrap()..text.find("3 0 2 1").unwrap()];
    let header = &text[..text.find("element face").unwrap()];
    format!("{header}element tristrips 1\nproperty list int int vertex_indices\n{body}14 1 0 2 3 3 -1 3 1 2 -1 -1 0 1 3\n")
        .into_bytes()
}

/// Its first coordinate begins with the byte of a line feed.
const LINE_FEED: Vertices = [[f32::from_bits(0x3f00_000a) as f64, 0.0, 0.0], HERE[1], HERE[2], HERE[3]];

pub const ROWS: &[Row] = &[
    row("text with all digits of a double, though `float`", || of(&FAR).into_bytes(), Read).of(&FAR),
    row("binary, the least byte first", || binary(&header("binary_little_endian"), &HERE, false), Read),
    row("binary, the least byte last", || binary(&header("binary_big_endian"), &HERE, true), Read),
    row(
        "binary, header lines end in carriage return and line feed",
        || binary(&header("binary_little_endian").replace('\n', "\r\n"), &HERE, false),
        Read,
    ),
    row(
        "binary, header lines end in a carriage return; the data begin with a line feed",
        || binary(&header("binary_little_endian").replace('\n', "\r"), &LINE_FEED, false),
        Read,
    )
    .of(&LINE_FEED),
    row("triangle strips, with -1 between them", strips, Read),
    row("a list called `vertex_index`", || replaced(&[("vertex_indices", "vertex_index")]), Read),
    row(
        "types called `float32`, `float64`, `uint8`, `int32`",
        || replaced(&[("float x", "float32 x"), ("float y", "float64 y"), ("uchar int", "uint8 int32")]),
        Read,
    ),
    row("a list of other types", || replaced(&[("uchar int", "ushort float")]), Read),
    row(
        "comments, `obj_info` and empty lines in the header",
        || replaced(&[("format", "comment ply\nobj_info end_header\n\nformat")]),
        Read,
    ),
    row(
        "other properties and elements, also lists",
        || {
            replaced(&[
                (
                    "element vertex",
                    "element camera 1\nproperty double x\nproperty list uchar float k\nelement vertex",
                ),
                ("property float y", "property uchar red\nproperty float y"),
                ("property list uchar int", "property list int float texcoord\nproperty list uchar int"),
                ("0.5 0 0", "9 2 nan 7\n0.5 nan 0 0"),
                ("2.25 0", "2.25 255 0"),
                ("0 3.5", "0 255 3.5"),
                ("0 0.25", "0 255 0.25"),
                ("3 0 2 1", "2 0.5 0.5 3 0 2 1"),
                ("3 0 1 3", "0 3 0 1 3"),
                ("3 1 2 3", "0 3 1 2 3"),
                ("3 2 0 3", "0 3 2 0 3"),
            ])
        },
        Read,
    ),
    row(
        "faces before vertices",
        || {
            let text = plain();
            let (vertex, face, end) = (
                text.find("element v").unwrap(),
                text.find("element f").unwrap(),
                text.find("end_").unwrap(),
            );
            let (body, faces) = (text.find("0.5 0 0").unwrap(), text.find("3 0 2 1").unwrap());
            [
                &text[..vertex],
                &text[face..end],
                &text[vertex..face],
                &text[end..body],
                &text[faces..],
                &text[body..faces],
            ]
            .concat()
            .into_bytes()
        },
        Read,
    ),
    row(
        "a count that is too small",
        || replaced(&[("face 4", "face 3")]),
        Refused("line 17 follows the last element that the header declares"),
    ),
    row(
        "a count that is too large",
        || replaced(&[("face 4", "face 5")]),
        Refused("ends after 4 of 5 elements \"face\""),
    ),
    row(
        "binary, cut off",
        || {
            let bytes = binary(&header("binary_little_endian"), &HERE, false);
            bytes[..bytes.len() - 1].to_vec()
        },
        Refused("element 3 (from 0) of \"face\": the file ends before \"vertex_indices\" or within it"),
    ),
    row(
        "binary, bytes after the last element",
        || [binary(&header("binary_little_endian"), &HERE, false), b"\n\n".to_vec()].concat(),
        Noted("bytes after the last element skipped: 2"),
    ),
    row("an unknown type", || replaced(&[("float y", "half y")]), Refused("\"half\" is no type of numbers")),
    row(
        "another version",
        || replaced(&[("ascii 1.0", "ascii 2.0")]),
        Refused("\"format ascii 2.0\" is no line of a header"),
    ),
    row("no coordinate y, or two", || replaced(&[("float y", "float v")]), Refused("have no property \"y\"")),
    row(
        "faces without a list of vertices",
        || replaced(&[("vertex_indices", "indices")]),
        Refused("have no property \"vertex_indices\""),
    ),
    row(
        "an index without a vertex",
        || replaced(&[("3 0 2 1", "3 0 2 4")]),
        Refused("face 0 (from 0) uses vertex 4 (from 0), but there are only 4"),
    ),
    row(
        "an index below 0, or no whole number",
        || replaced(&[("3 0 2 1", "3 0 2 -1")]),
        Refused("-1 is no number of a vertex"),
    ),
    row(
        "a line with too few or too many values",
        || replaced(&[("0.5 0 0\n", "0.5 0\n")]),
        Refused("line 10: ends before \"z\""),
    ),
    row(
        "a number that is not finite",
        || replaced(&[("0.5 0 0", "nan 0 0")]),
        Refused("not a finite number"),
    ),
];
