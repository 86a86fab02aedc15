//! Meshes from files: OBJ, STL, PLY and glTF.
//!
//! Vertices at exactly the same place are welded (STL repeats them for every triangle, glTF at every seam), and
//! triangles that become degenerate by this are dropped. A surface that is not closed, or whose parts face inwards, is
//! repaired where there is only one way to, and refused where there are two ([`read`] returns notes on it). Whether the
//! mesh is closed or convex is not checked here: see [`Mesh::check_convex`].
//! Files are not trusted: a count in a header reserves no memory, any bytes give a mesh or an error, and
//! other files that a file names are read from its own folder only. Vertices and corners are counted while
//! reading; more than [`MOST_ITEMS`] are refused.

mod faces;
mod gltf;
mod mend;
mod obj;
mod outside;
mod ply;
mod shells;
mod soup;
mod stl;

use std::path::{Path, PathBuf};

pub use outside::allow as allow_outside;
use soup::Soup;

use super::budget::{Budget, Spent};
use super::mesh::Places;
use super::{Mesh, MeshError, Point};
use crate::files::reading::{LARGEST_FILE, read_file};
use crate::files::text;
use crate::names::one_line;

/// Limit on the vertices and triangle corners of a file: enough for four million triangles with shared vertices.
pub const MOST_ITEMS: usize = 14_000_000;

/// An import error: one line with the file, the place in it and the remedy.
#[derive(Debug, thiserror::Error)]
#[error("{}: {}", one_line(&file.display().to_string()), one_line(problem))]
pub struct ImportError {
    file: PathBuf,
    problem: String,
}

/// Extensions that [`load`] accepts, in lower case, without the dot.
pub const ENDINGS: [&str; 5] = ["obj", "stl", "ply", "gltf", "glb"];

/// A mesh from a file.
#[derive(Clone, Debug)]
pub struct Imported {
    /// The mesh, closed and facing outwards if it could be repaired, otherwise as in the file.
    pub mesh: Mesh,
    /// Notes on skipped parts of the file and on repairs, a few words each, without the file's name.
    pub notes: Vec<String>,
    /// For every vertex of `mesh`, the number by which the file's faces refer to it; for welded vertices, the
    /// number of the first of them. `None` if the format has no vertex numbers (STL, glTF), or if the repair
    /// has welded vertices.
    pub numbers: Option<Vec<u32>>,
}

/// Reads the mesh in the file at `path`: `.obj`, `.stl` or `.ply` (each binary or text), `.gltf` (with its
/// buffers inside, or in its folder or below) or `.glb`. Coordinates are metres.
pub fn read(path: &Path) -> Result<Imported, ImportError> {
    let read = || {
        let mut soup = soup_of(path)?;
        let mut notes = std::mem::take(&mut soup.notes);
        let (mesh, numbers) = into_mesh(soup)?;
        let (mesh, repairs) = mend::mend(mesh)?;
        notes.extend(repairs);
        let numbers = numbers.filter(|numbers| numbers.len() == mesh.vertices().len());
        Ok(Imported { mesh, notes, numbers })
    };
    read().map_err(|e| fail(path, e))
}

/// Reads every triangle of the file in its order, without any repair: triangles without area stay, so that
/// triangle numbers match the file. A polygon counts as its triangles. Also returns notes on skipped parts.
pub fn read_triangles(path: &Path) -> Result<(Mesh, Vec<String>), ImportError> {
    soup_of(path).and_then(triangles_of).map_err(|e| fail(path, e))
}

/// Reads every triangle like [`read_triangles`], from the bytes of an input without a file name: their beginning tells
/// the format. Paths in a glTF start from the current folder; `name` is the input's name in errors.
pub fn read_triangles_of(bytes: &[u8], name: &Path) -> Result<(Mesh, Vec<String>), ImportError> {
    let soup = soup(ending_of(bytes), bytes, Path::new(""), &mut Budget::new(MOST_ITEMS));
    soup.and_then(triangles_of).map_err(|e| fail(name, e))
}

/// The ending that fits the bytes of a mesh file. OBJ has no mark of its own: it is the last choice.
fn ending_of(bytes: &[u8]) -> &'static str {
    let text = text::unmarked(bytes).unwrap_or(bytes).trim_ascii_start();
    let is_binary_stl = || {
        let count = bytes.get(80..84).and_then(|count| count.try_into().ok()).map(u32::from_le_bytes);
        count.is_some_and(|count| bytes.len() as u64 == 84 + 50 * u64::from(count))
    };
    match text {
        [b'g', b'l', b'T', b'F', ..] => "glb",
        [b'{', ..] => "gltf",
        [b'p', b'l', b'y', b'\r' | b'\n', ..] => "ply",
        _ if is_binary_stl() || stl::is_text(bytes) => "stl",
        _ => "obj",
    }
}

fn triangles_of(soup: Soup) -> Result<(Mesh, Vec<String>), String> {
    refuse_empty(&soup)?;
    let Welded { vertices, triangles, .. } = weld(&soup);
    Ok((Mesh::new(vertices, triangles).map_err(|e| e.to_string())?, soup.notes))
}

fn fail(path: &Path, problem: String) -> ImportError {
    ImportError { file: path.to_owned(), problem }
}

fn soup_of(path: &Path) -> Result<Soup, String> {
    let extension = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    if !ENDINGS.contains(&extension.as_str()) {
        return Err(format!("unknown file type; use a file that ends in .{}", ENDINGS.join(", .")));
    }
    let bytes = read_file(path, LARGEST_FILE)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    soup(&extension, &bytes, folder, &mut Budget::new(MOST_ITEMS))
}

/// Reads a file with this ending; vertices and triangle corners are taken from `budget`.
fn soup(ending: &str, bytes: &[u8], folder: &Path, budget: &mut Budget) -> Result<Soup, String> {
    match ending {
        "obj" => obj::read(bytes, budget),
        "stl" => stl::read(bytes, budget),
        "ply" => ply::read(bytes, budget),
        _ => gltf::read(bytes, folder, budget),
    }
}

impl From<Spent> for String {
    fn from(Spent { most }: Spent) -> Self {
        format!("more than {most} vertices and triangle corners; reduce the mesh and export it again")
    }
}

/// The files from which the mesh at `path` is read: `path` itself and, for a readable glTF, its buffer files.
pub fn files_of(path: &Path) -> Vec<PathBuf> {
    let is_gltf = path
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("gltf") || ending.eq_ignore_ascii_case("glb"));
    let bytes = if is_gltf { read_file(path, LARGEST_FILE).unwrap_or_default() } else { Vec::new() };
    let mut files = gltf::files(&bytes, path.parent().unwrap_or(Path::new("")));
    files.push(path.to_owned());
    files
}

/// Reads a mesh like [`read`], without the notes.
pub fn load(path: &Path) -> Result<Mesh, ImportError> {
    read(path).map(|imported| imported.mesh)
}

/// The mesh, and the numbers of its vertices in the file.
fn into_mesh(soup: Soup) -> Result<(Mesh, Option<Vec<u32>>), String> {
    refuse_empty(&soup)?;
    let Welded { vertices, mut triangles, from } = weld(&soup);
    triangles.retain(|[a, b, c]| a != b && b != c && c != a);
    let mesh = Mesh::new(vertices, triangles).map_err(|e| match e {
        MeshError::Empty => "every face has two corners at the same place; export it with more digits".into(),
        other => other.to_string(),
    })?;
    let numbers = soup.first_number.map(|first| from.into_iter().map(|vertex| first + vertex).collect());
    Ok((mesh, numbers))
}

fn refuse_empty(soup: &Soup) -> Result<(), String> {
    match soup.triangles.is_empty() {
        true => Err("it has no faces; export the surface, not only its points".into()),
        false => Ok(()),
    }
}

/// Welded vertices: one per place, without unused ones, and the triangles that use them.
struct Welded {
    vertices: Vec<Point>,
    triangles: Vec<[u32; 3]>,
    /// For each vertex, the first vertex of the file at its place.
    from: Vec<u32>,
}

fn weld(soup: &Soup) -> Welded {
    let (mut vertices, mut from) = (Vec::new(), Vec::new());
    let mut places = Places::default();
    let mut welded = |v: u32| {
        let p = soup.vertices[v as usize];
        let (number, is_new) = places.number(&p);
        if is_new {
            vertices.push(p);
            from.push(v);
        }
        number
    };
    let triangles = soup.triangles.iter().map(|t| t.map(&mut welded)).collect();
    Welded { vertices, triangles, from }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_file_is_read_up_to_its_budget_of_vertices_and_corners() {
        let obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
        let stl = "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n";
        let ply = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n\
                   element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
        for (ending, text) in [("obj", obj), ("stl", stl), ("ply", ply)] {
            let read = |most| soup(ending, text.as_bytes(), Path::new(""), &mut Budget::new(most));
            assert_eq!(read(6).map(|soup| soup.triangles.len()), Ok(1), "{ending}");
            let refused = read(5).unwrap_err();
            assert!(refused.contains("more than 5 vertices and triangle corners"), "{ending}: {refused}");
        }
    }
}
