//! Meshes from files: OBJ, STL, PLY and glTF.
//!
//! Vertices at exactly the same place are welded (STL repeats them for every triangle, glTF at every seam),
//! triangles that this leaves with fewer than three corners are dropped, and a mesh that faces inwards as a
//! whole is turned. Whether the mesh is closed or convex is not checked here: see [`Mesh::check_convex`].
//! Files are not trusted: a count in a header reserves no memory, and any bytes give a mesh or an error.

mod gltf;
mod obj;
mod ply;
mod stl;

use std::{
    collections::HashMap,
    fs, io,
    path::{Path, PathBuf},
};

use super::{Mesh, Point, mesh::MeshError};

/// Bytes. More would also overflow 32-bit vertex numbers before long.
const LARGEST_FILE: u64 = 1 << 30;

/// Why a file gives no mesh: one line with the file, the place in it and the remedy.
#[derive(Debug, thiserror::Error)]
#[error("{}: {}", one_line(&file.display().to_string()), one_line(problem))]
pub struct ImportError {
    file: PathBuf,
    problem: String,
}

/// Vertices (metres) and triangles (indices into them) as they stand in a file, not yet welded.
#[derive(Debug, Default)]
struct Soup {
    vertices: Vec<Point>,
    triangles: Vec<[u32; 3]>,
}

/// Extensions that [`load`] accepts, in lower case, without the dot.
pub const ENDINGS: [&str; 5] = ["obj", "stl", "ply", "gltf", "glb"];

/// Reads the mesh in the file at `path`: `.obj`, `.stl` or `.ply` (each binary or text), `.gltf` (with its
/// buffers inside or beside it) or `.glb`. Coordinates are metres.
pub fn load(path: &Path) -> Result<Mesh, ImportError> {
    let fail = |problem: String| ImportError { file: path.to_owned(), problem };
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    if !ENDINGS.contains(&extension.as_str()) {
        return Err(fail(format!("unknown kind of file; give one that ends in .{}", ENDINGS.join(", ."))));
    }
    let bytes = read_file(path).map_err(fail)?;
    let soup = match extension.as_str() {
        "obj" => obj::read(&bytes),
        "stl" => stl::read(&bytes),
        "ply" => ply::read(&bytes),
        _ => gltf::read(&bytes, path.parent().unwrap_or(Path::new(""))),
    };
    soup.and_then(into_mesh).map_err(fail)
}

/// The whole file, at most 1 GiB. The error says what is wrong, without the file's name.
pub(crate) fn read_file(path: &Path) -> Result<Vec<u8>, String> {
    let explain = |e: io::Error| match e.kind() {
        io::ErrorKind::NotFound => "there is no such file; check the path".to_owned(),
        io::ErrorKind::PermissionDenied => "may not be read; check its permissions".to_owned(),
        _ => format!("cannot be read: {e}"),
    };
    // A pipe or a device might never end.
    let kind = fs::metadata(path).map_err(explain)?;
    if kind.is_dir() {
        return Err("is a directory; name a file in it".into());
    }
    if !kind.is_file() {
        return Err("is not a regular file; copy its content into one".into());
    }
    if kind.len() > LARGEST_FILE {
        return Err("is larger than 1 GiB; reduce it".into());
    }
    let bytes = fs::read(path).map_err(explain)?;
    if bytes.is_empty() { Err("the file is empty; export it again".into()) } else { Ok(bytes) }
}

/// `text` with control characters replaced by U+FFFD, at most 800 characters and then an ellipsis.
pub(crate) fn one_line(text: &str) -> String {
    const LONGEST: usize = 800;
    let clean = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let mut line: String = text.chars().take(LONGEST).map(clean).collect();
    if text.chars().nth(LONGEST).is_some() {
        line.push('…');
    }
    line
}

fn into_mesh(soup: Soup) -> Result<Mesh, String> {
    if soup.triangles.is_empty() {
        return Err("there are no faces in it; export the surface, not only its points".into());
    }
    let (vertices, triangles) = weld(&soup);
    let mesh = Mesh::new(vertices, triangles).map_err(|e| match e {
        MeshError::Empty => "every face has two corners at one place; export it with more digits".into(),
        other => other.to_string(),
    })?;
    Ok(if mesh.volume() < 0.0 { mesh.flipped() } else { mesh })
}

/// One vertex per place, without those that no triangle uses; triangles that keep three corners.
fn weld(soup: &Soup) -> (Vec<Point>, Vec<[u32; 3]>) {
    let mut vertices = Vec::new();
    let mut at = HashMap::new();
    let mut welded = |v: u32| {
        let p = soup.vertices[v as usize];
        // Adding zero makes -0 and 0 the same place.
        let place = [p.x, p.y, p.z].map(|c| (c + 0.0).to_bits());
        *at.entry(place).or_insert_with(|| {
            vertices.push(p);
            vertices.len() as u32 - 1
        })
    };
    let triangles = soup.triangles.iter().map(|t| t.map(&mut welded));
    let triangles = triangles.filter(|[a, b, c]| a != b && b != c && c != a).collect();
    (vertices, triangles)
}
