//! Oddities of OBJ.

use super::Outcome::{Noted, Read, Refused};
use super::{FACES, FAR, HERE, Row, Vertices, row};

pub fn of(vertices: &Vertices) -> String {
    let vertices = vertices.iter().map(|[x, y, z]| format!("v {x} {y} {z}\n"));
    let faces = FACES.iter().map(|[a, b, c]| format!("f {} {} {}\n", a + 1, b + 1, c + 1));
    vertices.chain(faces).collect()
}

pub fn plain() -> String {
    of(&HERE)
}

fn replaced(from: &str, to: &str) -> Vec<u8> {
    assert!(plain().contains(from));
    plain().replacen(from, to, 1).into_bytes()
}

pub const ROWS: &[Row] = &[
    row("all digits of a double", || of(&FAR).into_bytes(), Read).of(&FAR),
    row("a backslash ends a comment", || replaced("v 2.25", "# D:\\work\\\nv 2.25"), Read),
    row(
        "a backslash joins a vertex or a face with its next line",
        || replaced("f 1 3 2", "f 1 \\\n3 2"),
        Read,
    ),
    row(
        "a backslash ends a name before a vertex",
        || replaced("v 2.25", "o D:\\work\\\nv 2.25"),
        Refused("remove the backslash"),
    ),
    row(
        "two vertices joined by a backslash",
        || replaced("0 0\nv 2.25", "0 0\\\nv 2.25"),
        Refused("a vertex per line"),
    ),
    row("indices that count backwards", || replaced("f 1 3 2", "f -4 -2 -3"), Read),
    row(
        "corners `1//3`, `1/2`, `1/`, `1/2/3`",
        || replaced("f 1 3 2\nf 1 2 4", "f 1//7 3/2 2/\nf 1/2/3 2// 4/-1"),
        Read,
    ),
    row("corners `1/x`, `1/2/3/4`", || replaced("f 1 3 2", "f 1/x 3 2"), Refused("is not a corner")),
    row("an index 0", || replaced("f 1 3 2", "f 0 3 2"), Refused("numbered from 1; add 1")),
    row("an index without a vertex", || replaced("f 1 3 2", "f 1 3 9"), Refused("there are only 4")),
    row(
        "faces before their vertices",
        || {
            let text = plain();
            let at = text.find('f').unwrap();
            format!("{}{}", &text[at..], &text[..at]).into_bytes()
        },
        Read,
    ),
    row(
        "`V`, `F`, and the old word `fo`",
        || {
            replaced("v 2.25", "V 2.25")
                .strip_suffix(b"f 3 1 4\n")
                .unwrap()
                .iter()
                .copied()
                .chain(*b"fo 3 1 4\n")
                .collect()
        },
        Read,
    ),
    row(
        "vertices with a colour, even one that is no number",
        || replaced("v 0.5 0 0", "v 0.5 0 0 0.25 nan 1"),
        Read,
    ),
    row(
        "vertices with a weight",
        || replaced("v 0.5 0 0", "v 1 0 0 2"),
        Noted("vertices divided by their weight"),
    ),
    row(
        "two or five numbers in a vertex",
        || replaced("v 0.5 0 0", "v 0.5 0"),
        Refused("a vertex needs x, y and z"),
    ),
    row(
        "points, lines, curves, surfaces",
        || replaced("f 1 3 2", "p 1\nl 1 2\ncurv 0 1 1 2\nf 1 3 2"),
        Noted("points, lines and curves skipped: 3"),
    ),
    row(
        "unknown statements",
        || replaced("v 0.5", "made by a program\nv 0.5"),
        Noted("unknown statements skipped: 1, the first in line 1"),
    ),
    row(
        "an unknown statement of numbers",
        || replaced("v 0.5", "v1 0.5"),
        Refused("begins no statement of OBJ"),
    ),
    row(
        "names and comments in another encoding than UTF-8",
        || [&b"# \xe9t\xe9\no \xff\n"[..], plain().as_bytes()].concat(),
        Read,
    ),
    row("a number that is not finite", || replaced("0.5 0 0", "nan 0 0"), Refused("not a finite number")),
    row("an exponent of Fortran, `5D-1`", || replaced("0.5 0 0", "5D-1 0 0"), Refused("write it with E")),
];
