//! glTF 2.0: `.gltf` with its buffers inside (base64) or in its folder, and `.glb`. Reads all triangles
//! (lists, strips and fans) of the default scene, or of all nodes if there is no scene, and applies the
//! nodes' transforms. Skins and morph targets keep their modelled state, as bodies are rigid; materials and
//! images are ignored.
//!
//! `document.rs` reads only the parts that describe triangles. The `gltf` crate (1.4.1) is not used: it
//! panics on inconsistent numbers, and reads everything else too.

mod buffers;
mod container;
mod document;

use std::path::{Path, PathBuf};

use buffers::Buffers;
use document::{Document, Mesh, Node, Primitive, TRIANGLE_STRIP, TRIANGLES};
use nalgebra::Matrix4;

use super::soup::{MEND, Soup};
use crate::geometry::Point;
use crate::geometry::budget::{Budget, Spent};

/// Limit on vertices and triangle corners placed by the nodes. Lower than the limit for a file's own data,
/// because a small file can place a mesh a million times.
const MOST_ITEMS: usize = 6_000_000;
/// Limit on the objects of a document; each takes some hundred bytes of memory.
const MOST_OBJECTS: usize = 1_000_000;

/// Reads a document or a binary container. Relative names of buffers start at `folder`.
pub(super) fn read(bytes: &[u8], folder: &Path, budget: &Budget) -> Result<Soup, String> {
    let (json, blob) = if bytes.starts_with(b"glTF") { container::split(bytes)? } else { (bytes, None) };
    check_objects(json, MOST_OBJECTS)?;
    let document = Document::read(json)?;
    let is_known = |extension: &&String| extension.starts_with("KHR_materials");
    if let Some(extension) = document.extensions_required.iter().find(|extension| !is_known(extension)) {
        return Err(format!("requires the extension {extension}, which is not supported; export it without"));
    }

    // 1. List the meshes that the nodes place, with their transforms, and count the items.
    let items = |primitive: &Primitive| items(&document, primitive);
    let size = |mesh: &Mesh| mesh.primitives.iter().map(items).fold(0, usize::saturating_add);
    let sizes: Vec<usize> = document.meshes.iter().map(size).collect();
    let mut total: usize = 0;
    let mut placed = Vec::new();
    let mut seen = vec![false; document.nodes.len()];
    let mut open: Vec<(usize, Matrix4<f64>)> =
        document.roots().into_iter().map(|node| (node, Matrix4::identity())).collect();
    while let Some((index, parent)) = open.pop() {
        if std::mem::replace(&mut seen[index], true) {
            return Err(format!("node {index} has more than one parent; {MEND}"));
        }
        let node = &document.nodes[index];
        let to_scene = parent * local_matrix(node);
        if let Some(mesh) = node.mesh {
            total = total.saturating_add(sizes[mesh]);
            placed.push((mesh, to_scene));
        }
        open.extend(node.children.iter().map(|&child| (child, to_scene)));
    }
    let mut repeated = Budget::new(MOST_ITEMS.min(budget.left()));
    repeated.take(total).map_err(|Spent { most }| {
        format!(
            "its nodes place {total} vertices and triangle corners in the scene, but the limit is {most}; \
             reduce it and export it again"
        )
    })?;

    // 2. Read the triangles of these meshes.
    let buffers = Buffers::new(&document, blob, folder);
    let mut soup = Soup::default();
    for (mesh, to_scene) in placed {
        for (p, primitive) in document.meshes[mesh].primitives.iter().enumerate() {
            append(&mut soup, primitive, &buffers, &to_scene)
                .map_err(|e| format!("mesh {mesh}, primitive {p}: {e}"))?;
        }
    }
    Ok(soup)
}

/// The files of a document's buffers; none if the document cannot be read.
pub(super) fn files(bytes: &[u8], folder: &Path) -> Vec<PathBuf> {
    let json =
        if bytes.starts_with(b"glTF") { container::split(bytes).map(|(json, _)| json) } else { Ok(bytes) };
    let small = json.ok().filter(|json| check_objects(json, MOST_OBJECTS).is_ok());
    let document = small.and_then(|json| Document::read(json).ok());
    let buffers = document.map(|document| document.buffers).unwrap_or_default();
    buffers.iter().filter_map(|buffer| buffers::file(buffer.uri.as_deref()?, folder)).collect()
}

/// Refuses a document with too many objects before parsing it.
fn check_objects(json: &[u8], most: usize) -> Result<(), String> {
    let count = json.iter().filter(|byte| **byte == b'{').count();
    match count > most {
        true => {
            Err(format!("contains {count} objects, but the limit is {most}; reduce it and export it again"))
        }
        false => Ok(()),
    }
}

/// Vertices and corners of a primitive, plus 1 for visiting it.
fn items(document: &Document, primitive: &Primitive) -> usize {
    if !primitive.is_surface() {
        return 1;
    }
    let count = |accessor: usize| document.accessors[accessor].count;
    let vertices = primitive.positions().map_or(0, count);
    let corners = primitive.indices.map_or(vertices, count);
    vertices.saturating_add(corners).saturating_add(1)
}

/// Node-to-parent matrix in f64; the file's quaternion is normalised first.
fn local_matrix(node: &Node) -> Matrix4<f64> {
    if let Some(matrix) = &node.matrix {
        return Matrix4::from_column_slice(&matrix.map(f64::from));
    }
    let [x, y, z, w] = node.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]).map(f64::from);
    let turn = nalgebra::UnitQuaternion::new_normalize(nalgebra::Quaternion::new(w, x, y, z));
    Matrix4::new_translation(&node.translation.unwrap_or_default().map(f64::from).into())
        * turn.to_homogeneous()
        * Matrix4::new_nonuniform_scaling(&node.scale.unwrap_or([1.0; 3]).map(f64::from).into())
}

/// Adds the triangles of one primitive; points and lines have none.
fn append(
    soup: &mut Soup,
    primitive: &Primitive,
    buffers: &Buffers,
    to_scene: &Matrix4<f64>,
) -> Result<(), String> {
    if !primitive.is_surface() {
        return Ok(());
    }
    let positions = primitive.positions().ok_or_else(|| format!("has no positions; {MEND}"))?;
    let first = soup.vertices.len();
    for (index, p) in points(positions, buffers)?.into_iter().enumerate() {
        let moved = to_scene.transform_point(&p);
        if !moved.iter().all(|c| c.is_finite()) {
            return Err(format!("vertex {index} (from 0) has a position that is not finite; correct it"));
        }
        soup.vertices.push(moved);
    }
    let count = soup.vertices.len() - first;
    let corners = match primitive.indices {
        Some(accessor) => whole_numbers(accessor, buffers)?,
        None => (0..count as u32).collect(),
    };
    // The value of the corner is left out: a buffer may be any file, and the message must not reveal its content.
    if let Some(corner) = corners.iter().position(|&v| v as usize >= count) {
        return Err(format!(
            "corner {corner} (from 0) uses a vertex that does not exist: there are only {count}; {MEND}"
        ));
    }
    let first = u32::try_from(first).map_err(|_| "has too many vertices; reduce it")?;
    let mut triangle = |a: usize, b: usize, c: usize| {
        // A mirroring node reverses the orientation of its triangles.
        let (b, c) = if to_scene.determinant() < 0.0 { (c, b) } else { (b, c) };
        soup.triangles.push([a, b, c].map(|i| first + corners[i]));
    };
    match primitive.mode {
        TRIANGLES => (0..corners.len() / 3).for_each(|i| triangle(3 * i, 3 * i + 1, 3 * i + 2)),
        TRIANGLE_STRIP => (2..corners.len()).for_each(|i| triangle(i - 2, i - 1 + i % 2, i - i % 2)),
        _ => (2..corners.len()).for_each(|i| triangle(0, i - 1, i)),
    }
    Ok(())
}

fn points(accessor: usize, buffers: &Buffers) -> Result<Vec<Point>, String> {
    const FLOAT: u32 = 5126;
    if buffers.kind(accessor) != (FLOAT, "VEC3") {
        return Err(format!("its positions are not triples of 32-bit floats; {MEND}"));
    }
    let coordinate = |item: &[u8], i: usize| {
        f64::from(f32::from_le_bytes([item[4 * i], item[4 * i + 1], item[4 * i + 2], item[4 * i + 3]]))
    };
    let point = |item: &[u8]| Point::new(coordinate(item, 0), coordinate(item, 1), coordinate(item, 2));
    buffers.items(accessor, 12, point)
}

fn whole_numbers(accessor: usize, buffers: &Buffers) -> Result<Vec<u32>, String> {
    match buffers.kind(accessor) {
        (5121, "SCALAR") => buffers.items(accessor, 1, |item| u32::from(item[0])),
        (5123, "SCALAR") => {
            buffers.items(accessor, 2, |item| u32::from(u16::from_le_bytes([item[0], item[1]])))
        }
        (5125, "SCALAR") => {
            buffers.items(accessor, 4, |item| u32::from_le_bytes([item[0], item[1], item[2], item[3]]))
        }
        _ => Err(format!("its indices are not unsigned whole numbers; {MEND}")),
    }
}
