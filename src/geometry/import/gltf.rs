//! glTF 2.0: `.gltf` with its buffers inside (base64) or in its folder, and `.glb`. All triangles (lists, strips
//! and fans) of the default scene, or of all nodes if there is no scene, where their nodes put them. Bodies are
//! rigid: skins and morph targets stay as they were modelled, materials and images are not looked at.
//!
//! The document is read and validated by the `gltf` crate. Its readers of buffers and of the binary container
//! panic on offsets and lengths that do not fit (1.4.1), so bytes are taken from buffers here, checked; so does
//! its validation where a mesh names no accessor that is there, so that is looked at before.

mod buffers;
mod container;

use std::path::{Path, PathBuf};

use buffers::Buffers;
use gltf::accessor::{DataType, Dimensions};
use gltf::mesh::Mode;
use gltf::{Accessor, Document, Node, Primitive};
use nalgebra::Matrix4;

use super::soup::{MEND, Soup};
use crate::geometry::Point;
use crate::geometry::budget::{Budget, Spent};

/// Vertices and corners of triangles that its nodes put into the scene, fewer than a file holds by itself: a small one can
/// repeat a mesh a million times.
const MOST_ITEMS: usize = 6_000_000;
/// Objects of the document; each becomes some hundred bytes.
const MOST_OBJECTS: usize = 1_000_000;

/// Reads a document or a binary container. `folder` is where relative names of buffers start.
pub(super) fn read(bytes: &[u8], folder: &Path, budget: &Budget) -> Result<Soup, String> {
    let (json, blob) = if bytes.starts_with(b"glTF") { container::split(bytes)? } else { (bytes, None) };
    check_objects(json, MOST_OBJECTS)?;
    // The crate ends its lists of problems with a semicolon of its own.
    let refused =
        |e: &dyn std::fmt::Display| format!("{}; {MEND}", e.to_string().trim_end_matches([';', ' ']));
    let root = gltf::json::deserialize::from_slice(json).map_err(|e| refused(&e))?;
    check_positions(&root)?;
    let document = Document::from_json(root).map_err(|e| refused(&e))?;
    if let Some(extension) = document.extensions_required().find(|e| !e.starts_with("KHR_materials")) {
        return Err(format!("needs the extension {extension}, which is not read here; export it without"));
    }

    // 1. Where the nodes put which meshes, and how much that comes to.
    let size = |mesh: gltf::Mesh| mesh.primitives().map(|p| items(&p)).fold(0, usize::saturating_add);
    let sizes: Vec<usize> = document.meshes().map(size).collect();
    let mut total: usize = 0;
    let mut placed = Vec::new();
    let mut seen = vec![false; document.nodes().len()];
    let mut open: Vec<(Node, Matrix4<f64>)> =
        roots(&document).into_iter().map(|node| (node, Matrix4::identity())).collect();
    while let Some((node, parent)) = open.pop() {
        if std::mem::replace(&mut seen[node.index()], true) {
            return Err(format!("node {} has more than one parent; {MEND}", node.index()));
        }
        let to_scene = parent * local_matrix(&node);
        if let Some(mesh) = node.mesh() {
            total = total.saturating_add(sizes[mesh.index()]);
            placed.push((mesh, to_scene));
        }
        open.extend(node.children().map(|child| (child, to_scene)));
    }
    let mut repeated = Budget::new(MOST_ITEMS.min(budget.left()));
    repeated.take(total).map_err(|Spent { most }| {
        format!(
            "its nodes put {total} vertices and corners of triangles into the scene, but at most {most} are \
             read; reduce it and export it again"
        )
    })?;

    // 2. Their triangles.
    let buffers = Buffers::new(blob, folder);
    let mut soup = Soup::default();
    for (mesh, to_scene) in placed {
        for primitive in mesh.primitives() {
            append(&mut soup, &primitive, &buffers, &to_scene)
                .map_err(|e| format!("mesh {}, primitive {}: {e}", mesh.index(), primitive.index()))?;
        }
    }
    Ok(soup)
}

/// The files that a document's buffers are in; none if it cannot be read.
pub(super) fn files(bytes: &[u8], folder: &Path) -> Vec<PathBuf> {
    let json =
        if bytes.starts_with(b"glTF") { container::split(bytes).map(|(json, _)| json) } else { Ok(bytes) };
    let few = json.ok().filter(|json| check_objects(json, MOST_OBJECTS).is_ok());
    let root = few.and_then(|json| gltf::json::deserialize::from_slice::<gltf::json::Root>(json).ok());
    let buffers = root.map(|root| root.buffers).unwrap_or_default();
    buffers.iter().filter_map(|buffer| buffers::file(buffer.uri.as_deref()?, folder)).collect()
}

/// Refuses a document with more objects before any is read.
fn check_objects(json: &[u8], most: usize) -> Result<(), String> {
    let count = json.iter().filter(|byte| **byte == b'{').count();
    match count > most {
        true => Err(format!(
            "is described by {count} objects, but at most {most} are read; reduce it and export it again"
        )),
        false => Ok(()),
    }
}

fn is_surface(primitive: &Primitive) -> bool {
    matches!(primitive.mode(), Mode::Triangles | Mode::TriangleStrip | Mode::TriangleFan)
}

/// Vertices and corners of a primitive, and 1 for the trouble of looking at it.
fn items(primitive: &Primitive) -> usize {
    if !is_surface(primitive) {
        return 1;
    }
    let vertices = primitive.get(&gltf::Semantic::Positions).map_or(0, |accessor| accessor.count());
    let corners = primitive.indices().map_or(vertices, |accessor| accessor.count());
    vertices.saturating_add(corners).saturating_add(1)
}

/// Checks that every attribute names an accessor that is there: the crate's validation panics where one does
/// not.
fn check_positions(root: &gltf::json::Root) -> Result<(), String> {
    let count = root.accessors.len();
    for (m, mesh) in root.meshes.iter().enumerate() {
        for index in mesh.primitives.iter().flat_map(|primitive| primitive.attributes.values()) {
            if index.value() >= count {
                let index = index.value();
                return Err(format!("mesh {m} uses accessor {index}, but there are only {count}; {MEND}"));
            }
        }
    }
    Ok(())
}

fn roots(document: &Document) -> Vec<Node<'_>> {
    if let Some(scene) = document.default_scene().or_else(|| document.scenes().next()) {
        return scene.nodes().collect();
    }
    let mut is_child = vec![false; document.nodes().len()];
    document
        .nodes()
        .flat_map(|node| node.children().map(|c| c.index()).collect::<Vec<_>>())
        .for_each(|i| is_child[i] = true);
    document.nodes().filter(|node| !is_child[node.index()]).collect()
}

/// Node-to-parent matrix in f64; the file's quaternion is normalised first.
fn local_matrix(node: &Node) -> Matrix4<f64> {
    match node.transform() {
        gltf::scene::Transform::Matrix { matrix } => {
            Matrix4::from(matrix.map(|column| column.map(f64::from)))
        }
        gltf::scene::Transform::Decomposed { translation, rotation, scale } => {
            let [x, y, z, w] = rotation.map(f64::from);
            let turn = nalgebra::UnitQuaternion::new_normalize(nalgebra::Quaternion::new(w, x, y, z));
            Matrix4::new_translation(&translation.map(f64::from).into())
                * turn.to_homogeneous()
                * Matrix4::new_nonuniform_scaling(&scale.map(f64::from).into())
        }
    }
}

/// Adds the triangles of one primitive; points and lines have none.
fn append(
    soup: &mut Soup,
    primitive: &Primitive,
    buffers: &Buffers,
    to_scene: &Matrix4<f64>,
) -> Result<(), String> {
    let mode = primitive.mode();
    if !is_surface(primitive) {
        return Ok(());
    }
    let positions =
        primitive.get(&gltf::Semantic::Positions).ok_or_else(|| format!("has no positions; {MEND}"))?;
    let first = soup.vertices.len();
    for (index, p) in floats(&positions, buffers)?.into_iter().enumerate() {
        let moved = to_scene.transform_point(&p);
        if !moved.iter().all(|c| c.is_finite()) {
            return Err(format!("vertex {index} (from 0) is not at a finite place; correct it"));
        }
        soup.vertices.push(moved);
    }
    let count = soup.vertices.len() - first;
    let corners = match primitive.indices() {
        Some(accessor) => whole_numbers(&accessor, buffers)?,
        None => (0..count as u32).collect(),
    };
    // Not which: a buffer may be any file, whose content is not told.
    if let Some(corner) = corners.iter().position(|&v| v as usize >= count) {
        return Err(format!("corner {corner} (from 0) is no vertex: there are only {count}; {MEND}"));
    }
    let first = u32::try_from(first).map_err(|_| "has too many vertices; reduce it")?;
    let mut triangle = |a: usize, b: usize, c: usize| {
        // A node that mirrors turns its triangles round.
        let (b, c) = if to_scene.determinant() < 0.0 { (c, b) } else { (b, c) };
        soup.triangles.push([a, b, c].map(|i| first + corners[i]));
    };
    match mode {
        Mode::Triangles => (0..corners.len() / 3).for_each(|i| triangle(3 * i, 3 * i + 1, 3 * i + 2)),
        Mode::TriangleStrip => (2..corners.len()).for_each(|i| triangle(i - 2, i - 1 + i % 2, i - i % 2)),
        _ => (2..corners.len()).for_each(|i| triangle(0, i - 1, i)),
    }
    Ok(())
}

fn floats(accessor: &Accessor, buffers: &Buffers) -> Result<Vec<Point>, String> {
    if (accessor.data_type(), accessor.dimensions()) != (DataType::F32, Dimensions::Vec3) {
        return Err(format!("its positions are no triples of 32-bit floats; {MEND}"));
    }
    let coordinate = |item: &[u8], i: usize| {
        f64::from(f32::from_le_bytes([item[4 * i], item[4 * i + 1], item[4 * i + 2], item[4 * i + 3]]))
    };
    let point = |item: &[u8]| Point::new(coordinate(item, 0), coordinate(item, 1), coordinate(item, 2));
    buffers.items(accessor, point)
}

fn whole_numbers(accessor: &Accessor, buffers: &Buffers) -> Result<Vec<u32>, String> {
    let read: fn(&[u8]) -> u32 = match (accessor.data_type(), accessor.dimensions()) {
        (DataType::U8, Dimensions::Scalar) => |item| u32::from(item[0]),
        (DataType::U16, Dimensions::Scalar) => |item| u32::from(u16::from_le_bytes([item[0], item[1]])),
        (DataType::U32, Dimensions::Scalar) => {
            |item| u32::from_le_bytes([item[0], item[1], item[2], item[3]])
        }
        _ => return Err(format!("its indices are no whole numbers; {MEND}")),
    };
    buffers.items(accessor, read)
}
