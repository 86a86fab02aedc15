//! Oddities of files, and what the readers do with each: read the file, read it with a note, or refuse it.
//!
//! The tables here make those of `docs/reference/file-formats.md`, and the tests hold every cell. An accepted file is
//! compared with the surface that it was made from, to the last digit; a note or a refusal must have the given words.

mod gltf;
mod obj;
mod ply;
mod stl;
mod text;

use std::fs;
use std::path::Path;

use collidoscope::geometry::import;
use tempfile::TempDir;

pub use text::table as text_table;

/// The result of reading a file.
#[derive(Clone, Copy, Debug)]
pub enum Outcome {
    /// The right surface, without a note.
    Read,
    /// The right surface, and a note with these words.
    Noted(&'static str),
    /// An error with these words.
    Refused(&'static str),
}
use Outcome::{Noted, Read, Refused};

type Vertices = [[f64; 3]; 4];

/// A tetrahedron whose coordinates are exact in single precision.
const HERE: Vertices = [[0.5, 0.0, 0.0], [2.25, 0.0, 0.125], [0.0, 3.5, 0.0], [0.0, 0.25, 4.75]];
/// A tetrahedron whose coordinates need double precision.
const FAR: Vertices = [
    [4512000.03125, 687000.015625, 0.1],
    [4512000.171875, 687000.015625, 0.2],
    [4512000.015625, 687000.234375, 0.3],
    [4512000.015625, 687000.015625, 0.7],
];
/// Faces of both, from 0.
const FACES: [[usize; 3]; 4] = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];

/// A file with an oddity.
pub struct Row {
    oddity: &'static str,
    /// Name of the file, if it is not that of the group.
    file: Option<&'static str>,
    bytes: fn() -> Vec<u8>,
    /// The tetrahedron in the file.
    vertices: &'static Vertices,
    outcome: Outcome,
}

/// A row of the tetrahedron [`HERE`].
const fn row(oddity: &'static str, bytes: fn() -> Vec<u8>, outcome: Outcome) -> Row {
    Row { oddity, file: None, bytes, vertices: &HERE, outcome }
}

impl Row {
    const fn of(self, vertices: &'static Vertices) -> Self {
        Self { vertices, ..self }
    }

    const fn called(self, file: &'static str) -> Self {
        Self { file: Some(file), ..self }
    }
}

/// Groups of the table, with their headings and the name of the file, whose ending tells its format.
const GROUPS: [(&str, &str, &[Row]); 6] = [
    ("OBJ", "m.obj", obj::ROWS),
    ("STL, text", "m.stl", stl::TEXT),
    ("STL, binary", "m.stl", stl::BINARY),
    ("PLY", "m.ply", ply::ROWS),
    ("glTF", "m.gltf", gltf::ROWS),
    ("GLB", "m.glb", gltf::CONTAINERS),
];

/// The groups: their heading, and for each row the oddity and the result in words.
pub fn groups() -> Vec<(&'static str, Vec<(&'static str, String)>)> {
    let result = |outcome: &Outcome| match outcome {
        Read => "read".to_owned(),
        Noted(words) => format!("read, with the note \"{words}\""),
        Refused(words) => format!("refused, \"{words}\""),
    };
    let rows = |rows: &'static [Row]| rows.iter().map(|row| (row.oddity, result(&row.outcome))).collect();
    GROUPS.map(|(heading, _, of)| (heading, rows(of))).into()
}

/// The triangles of the tetrahedron, each beginning with its least corner, in order.
fn surface(vertices: &Vertices) -> Vec<[[f64; 3]; 3]> {
    in_order(FACES.iter().map(|face| face.map(|corner| vertices[corner])).collect())
}

fn in_order(mut triangles: Vec<[[f64; 3]; 3]>) -> Vec<[[f64; 3]; 3]> {
    for t in &mut triangles {
        let least = (0..3).min_by(|&i, &j| t[i].partial_cmp(&t[j]).unwrap()).unwrap();
        t.rotate_left(least);
    }
    triangles.sort_by(|a, b| a.partial_cmp(b).unwrap());
    triangles
}

/// The corners of triangles, metres.
type Triangles = Vec<[[f64; 3]; 3]>;

/// Reads the file: its triangles and notes, or the error.
fn read(path: &Path) -> Result<(Triangles, Vec<String>), String> {
    let (mesh, notes) = import::read_triangles(path).map_err(|e| e.to_string())?;
    let triangles = (0..mesh.triangles().len()).map(|t| mesh.corners(t).map(Into::into)).collect();
    // The other reader repairs, but leaves out nothing more.
    let repaired = import::read(path).map_err(|e| e.to_string())?;
    assert_eq!(repaired.mesh.triangles().len(), mesh.triangles().len(), "{}", path.display());
    assert!(notes.iter().all(|note| repaired.notes.contains(note)));
    Ok((in_order(triangles), notes))
}

/// Words of which one tells the repair in every refusal.
const REPAIRS: [&str; 8] =
    ["export", "save it", "write", "correct", "remove", "add 1", "a vertex begins", "reduce"];

/// Why the result differs from the outcome.
fn fault(path: &Path, vertices: &Vertices, outcome: Outcome) -> Option<String> {
    match (read(path), outcome) {
        (Ok((triangles, _)), Read | Noted(_)) if triangles != surface(vertices) => {
            Some(format!("other triangles: {triangles:?}"))
        }
        (Ok((_, notes)), Read) if notes.is_empty() => None,
        (Ok((_, notes)), Noted(words)) if notes.len() == 1 && notes[0].contains(words) => None,
        (Err(error), Refused(words))
            if error.contains(words) && REPAIRS.iter().any(|word| error.contains(word)) =>
        {
            None
        }
        (result, _) => Some(format!("{outcome:?} expected, but {result:?}")),
    }
}

#[test]
fn every_oddity_of_mesh_files_is_read_noted_or_refused() {
    let folder = TempDir::new().unwrap();
    let mut faults = Vec::new();
    for (format, file, rows) in GROUPS {
        for row in rows {
            let path = folder.path().join(row.file.unwrap_or(file));
            fs::write(&path, (row.bytes)()).unwrap();
            let fault = fault(&path, row.vertices, row.outcome);
            faults.extend(fault.map(|fault| format!("{format}, {}: {fault}", row.oddity)));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let count: usize = GROUPS.iter().map(|(_, _, rows)| rows.len()).sum();
    assert!(count > 70, "{count} rows");
}

#[test]
fn a_wrong_reading_is_found() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("m.obj");
    fs::write(&path, obj::plain()).unwrap();
    assert_eq!(fault(&path, &HERE, Read), None);
    assert!(fault(&path, &FAR, Read).is_some() && fault(&path, &HERE, Noted("skipped")).is_some());
    assert!(fault(&path, &HERE, Refused("line")).is_some());
    fs::write(&path, obj::plain().replace("f 1 3 2", "f 1 2 3")).unwrap();
    assert!(fault(&path, &HERE, Read).is_some(), "a face is turned");
    fs::write(&path, obj::plain().replace("2.25", "2.2500000000000004")).unwrap();
    assert!(fault(&path, &HERE, Read).is_some(), "a digit differs");
}
