//! Oddities of STL, in text and binary.

use super::Outcome::{Noted, Read, Refused};
use super::{FACES, FAR, HERE, Row, Vertices, row};

pub fn of(vertices: &Vertices) -> String {
    let facet = |face: &[usize; 3]| {
        let corners: String =
            face.map(|v| vertices[v]).iter().map(|[x, y, z]| format!("vertex {x} {y} {z}\n")).collect();
        format!("facet normal 0 0 1\nouter loop\n{corners}endloop\nendfacet\n")
    };
    format!("solid part\n{}endsolid part\n", FACES.iter().map(facet).collect::<String>())
}

pub fn plain() -> String {
    of(&HERE)
}

fn replaced(from: &str, to: &str) -> Vec<u8> {
    assert!(plain().contains(from));
    plain().replacen(from, to, 1).into_bytes()
}

/// A binary file with this count in its header.
fn binary(header: &[u8], count: u32) -> Vec<u8> {
    let mut bytes = header.to_vec();
    bytes.resize(80, 0);
    bytes.extend(count.to_le_bytes());
    for face in FACES {
        bytes.extend([0.0_f32, 0.0, f32::NAN].iter().flat_map(|c| c.to_le_bytes()));
        bytes.extend(face.iter().flat_map(|&v| HERE[v]).flat_map(|c| (c as f32).to_le_bytes()));
        bytes.extend([7, 0x80]);
    }
    bytes
}

pub const TEXT: &[Row] = &[
    row("all digits of a double", || of(&FAR).into_bytes(), Read).of(&FAR),
    row(
        "normals `nan`, `-nan(ind)`, `1.#QNAN`, `inf`",
        || {
            let mut text = plain();
            for normal in ["nan nan nan", "-nan(ind) -nan(ind) -nan(ind)", "1.#QNAN 0 0", "inf 0 -inf"] {
                text = text.replacen("normal 0 0 1", &format!("normal {normal}"), 1);
            }
            text.into_bytes()
        },
        Read,
    ),
    row(
        "normals missing, in part or whole",
        || {
            plain()
                .replacen("normal 0 0 1", "normal 0 0", 1)
                .replacen("facet normal 0 0 1", "facet", 1)
                .into_bytes()
        },
        Read,
    ),
    row("upper case", || plain().to_uppercase().into_bytes(), Read),
    row(
        "several solids",
        || {
            let half = plain().len() / 2;
            let at = half + plain()[half..].find("facet normal").unwrap();
            format!("{}endsolid part\nsolid\n{}", &plain()[..at], &plain()[at..]).into_bytes()
        },
        Read,
    ),
    row(
        "`end loop` in two words",
        || plain().replace("endloop", "end loop").replace("endfacet", "end facet").into_bytes(),
        Read,
    ),
    row("all in one line", || plain().replace('\n', " ").into_bytes(), Read),
    row(
        "comments and a title before the first solid",
        || [b"; a title\n\n# by hand\n", plain().as_bytes()].concat(),
        Noted("lines outside the facets skipped: 2, the first in line 1"),
    ),
    row(
        "text after the last solid",
        || [plain().as_bytes(), b"made by a program\n"].concat(),
        Noted("lines outside the facets skipped"),
    ),
    row(
        "a name in another encoding than UTF-8",
        || [b"solid \xe9\xff\n", plain().strip_prefix("solid part\n").unwrap().as_bytes()].concat(),
        Read,
    ),
    row(
        "a number that is not finite",
        || replaced("0.5 0 0", "nan 0 0"),
        Refused("line 4: \"nan\" is not a finite number"),
    ),
    row(
        "a facet of two corners",
        || replaced("vertex 0.5 0 0\n", ""),
        Refused("a facet needs three corners, but has 2"),
    ),
    row(
        "words in a wrong place",
        || replaced("endloop\n", ""),
        Refused("\"endfacet\" is not expected here, but vertex or endloop"),
    ),
    row(
        "no `endsolid`",
        || replaced("endsolid part\n", ""),
        Refused("\"endsolid\" is missing; it may be truncated"),
    ),
    row("cut off within a facet", || plain().as_bytes()[..200].to_vec(), Refused("line")),
];

pub const BINARY: &[Row] = &[
    row("normals that are no numbers; attributes", || binary(b"", 4), Read),
    row("a header that begins with `solid`", || binary(b"solid part\nfacet normal", 4), Read),
    row("count 0", || binary(b"x", 0), Noted("declares 0 triangles, but the file holds 4: all are read")),
    row("the largest count", || binary(b"solid", u32::MAX), Noted("but the file holds 4: all are read")),
    row(
        "a count that is too small",
        || binary(b"", 3),
        Refused("declares 3 triangles, but the file's 284 bytes hold 4"),
    ),
    row(
        "a count that is too large",
        || binary(b"solid", 5),
        Refused("declares 5 triangles, which need 334 bytes, but the file ends at byte 284"),
    ),
    row("cut off", || binary(b"", 4)[..283].to_vec(), Refused("truncated")),
    row(
        "bytes after the triangles",
        || [binary(b"", 4), b"more".to_vec()].concat(),
        Noted("bytes after the 4 triangles of the header skipped: 4"),
    ),
    row(
        "a coordinate that is not finite",
        || {
            let mut bytes = binary(b"", 4);
            bytes[96..100].copy_from_slice(&f32::NAN.to_le_bytes());
            bytes
        },
        Refused("triangle 0 (from 0, at byte 84): a coordinate is not a finite number"),
    ),
    row("neither text nor 84 bytes", || b"no mesh".to_vec(), Refused("neither text")),
];
