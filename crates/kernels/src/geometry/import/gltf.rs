//! glTF 2.0: `.gltf` with its buffers inside (base64) or in its folder, and `.glb`. Reads all triangles
//! (lists, strips and fans) of the default scene, or of all nodes if there is no scene, and applies the
//! nodes' transforms. Morph targets and skins are applied as they are at rest; materials and images are ignored.
//!
//! `document.rs` reads only the parts that describe triangles. The `gltf` crate (1.4.1) is not used: it
//! panics on inconsistent numbers, rounds the numbers of nodes to single precision, and reads everything else too.

mod buffers;
mod document;
mod extensions;
mod skin;

use std::path::{Path, PathBuf};

use super::faces::strip;
use super::soup::{MEND, Soup};
use crate::files::text;
use crate::geometry::Point;
use crate::geometry::budget::{Budget, Spent};
use buffers::Buffers;
use document::{Document, Mesh, Node, Primitive, TRIANGLE_STRIP, TRIANGLES};
use nalgebra::Matrix4;

/// Limit on vertices and triangle corners placed by the nodes. Lower than the limit for a file's own data,
/// because a small file can place a mesh a million times.
const MOST_ITEMS: usize = 6_000_000;
/// Limit on the objects of a document; each takes some hundred bytes of memory.
const MOST_OBJECTS: usize = 1_000_000;

/// Reads a document or a binary container. Relative names of buffers start at `folder`.
pub(super) fn read(bytes: &[u8], folder: &Path, budget: &Budget) -> Result<Soup, String> {
    let GlbParts { json, blob, other_length } = parts(bytes)?;
    check_objects(json, MOST_OBJECTS)?;
    let document = Document::read(json)?;
    extensions::check(&document)?;

    // 1. List the meshes that the nodes place, with their transforms, and count the items.
    let items = |primitive: &Primitive| items(&document, primitive);
    let size = |mesh: &Mesh| mesh.primitives.iter().map(items).fold(0, usize::saturating_add);
    let sizes: Vec<usize> = document.meshes.iter().map(size).collect();
    let mut total: usize = 0;
    let mut placed = Vec::new();
    let mut to_scene: Vec<Option<Matrix4<f64>>> = vec![None; document.nodes.len()];
    let mut open: Vec<(usize, Matrix4<f64>)> =
        document.roots().into_iter().map(|node| (node, Matrix4::identity())).collect();
    while let Some((index, parent)) = open.pop() {
        if to_scene[index].is_some() {
            return Err(format!("node {index} has more than one parent; {MEND}"));
        }
        let node = &document.nodes[index];
        let matrix = parent * local_matrix(node).map_err(|e| format!("node {index}: {e}; {MEND}"))?;
        to_scene[index] = Some(matrix);
        if let Some(mesh) = node.mesh {
            total = total.saturating_add(sizes[mesh]);
            placed.push((node, mesh, matrix));
        }
        open.extend(node.children.iter().map(|&child| (child, matrix)));
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
    let mut soup = Soup { notes: notes(&document, other_length), ..Soup::default() };
    let mut without_area = 0;
    for (node, mesh, matrix) in placed {
        let joints = node.skin.map(|skin| skin::joints(&document, skin, &to_scene, &buffers)).transpose()?;
        let motion = MeshPlacement {
            matrix,
            joints: joints.as_deref(),
            weights: node.weights.as_ref().unwrap_or(&document.meshes[mesh].weights),
        };
        for (p, primitive) in document.meshes[mesh].primitives.iter().enumerate() {
            without_area += usize::from(!primitive.is_surface());
            append(&mut soup, primitive, &buffers, &motion)
                .map_err(|e| format!("mesh {mesh}, primitive {p}: {e}"))?;
        }
    }
    if without_area > 0 {
        soup.notes.push(format!("primitives of points or lines skipped: {without_area}"));
    }
    Ok(soup)
}

/// The JSON and the binary part of a file.
fn parts(bytes: &[u8]) -> Result<GlbParts<'_>, String> {
    if bytes.starts_with(b"glTF") {
        return container(bytes);
    }
    let json = text::without_tail(text::unmarked(bytes)?);
    Ok(GlbParts { json, blob: None, other_length: None })
}

/// Notes on parts of the document that are left out.
fn notes(document: &Document, other_length: Option<u32>) -> Vec<String> {
    let mut notes: Vec<String> = extensions::notes(document).collect();
    if let Some(length) = other_length {
        notes.push(format!("the header declares a length of {length} bytes, which is not the file's"));
    }
    if !document.animations.is_empty() {
        notes.push(format!("animations skipped, the model is at rest: {}", document.animations.len()));
    }
    if document.scenes.len() > 1 {
        notes.push(format!("scenes skipped beside the default one: {}", document.scenes.len() - 1));
    }
    notes
}

/// The files of a document's buffers; none if the document cannot be read.
pub(super) fn files(bytes: &[u8], folder: &Path) -> Vec<PathBuf> {
    let json = parts(bytes).map(|parts| parts.json);
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
    let vertices = primitive.attribute("POSITION").map_or(0, count);
    let corners = primitive.indices.map_or(vertices, count);
    let attributes = vertices.saturating_mul(1 + primitive.skin_attributes());
    attributes.saturating_add(corners).saturating_add(1)
}

/// Node-to-parent matrix; the file's quaternion is normalised first.
fn local_matrix(node: &Node) -> Result<Matrix4<f64>, String> {
    if let Some(matrix) = &node.matrix {
        let [_, _, _, a, _, _, _, b, _, _, _, c, .., d] = *matrix;
        return match [a, b, c, d] {
            [0.0, 0.0, 0.0, 1.0] => Ok(Matrix4::from_column_slice(matrix)),
            _ => Err("its matrix is no affine map: the last row is not 0, 0, 0, 1".into()),
        };
    }
    let [x, y, z, w] = node.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]);
    let turn = nalgebra::UnitQuaternion::try_new(nalgebra::Quaternion::new(w, x, y, z), 0.0);
    let turn = turn.ok_or("its rotation has length 0")?;
    Ok(Matrix4::new_translation(&node.translation.unwrap_or_default().into())
        * turn.to_homogeneous()
        * Matrix4::new_nonuniform_scaling(&node.scale.unwrap_or([1.0; 3]).into()))
}

/// The place of a mesh in the scene.
struct MeshPlacement<'a> {
    /// Transform of its node, which does not matter for a mesh with joints.
    matrix: Matrix4<f64>,
    joints: Option<&'a [Matrix4<f64>]>,
    /// Weights of its morph targets.
    weights: &'a [f64],
}

/// Adds the triangles of one primitive; points and lines have none.
fn append(
    soup: &mut Soup,
    primitive: &Primitive,
    buffers: &Buffers,
    motion: &MeshPlacement,
) -> Result<(), String> {
    if !primitive.is_surface() {
        return Ok(());
    }
    let positions = primitive.attribute("POSITION").ok_or_else(|| format!("has no positions; {MEND}"))?;
    let positions = buffers.numbers(positions, "VEC3", 3)?;
    let mut points: Vec<Point> = positions.as_chunks::<3>().0.iter().map(|&p| p.into()).collect();
    skin::morph(&mut points, primitive, motion.weights, buffers)?;
    let is_mirrored = match motion.joints {
        Some(joints) => skin::place(&mut points, primitive, joints, buffers)?,
        None => {
            points.iter_mut().for_each(|p| *p = motion.matrix.transform_point(p));
            motion.matrix.determinant() < 0.0
        }
    };
    if let Some(index) = points.iter().position(|p| !p.iter().all(|c| c.is_finite())) {
        return Err(format!("vertex {index} (from 0) has a position that is not finite; correct it"));
    }
    let count = points.len();
    let corners = match primitive.indices {
        Some(accessor) => buffers.whole_numbers(accessor, "SCALAR", 1)?,
        None => (0..count as u32).collect(),
    };
    // The value of the corner is left out: a buffer may be any file, and the message must not reveal its content.
    if let Some(corner) = corners.iter().position(|&v| v as usize >= count) {
        return Err(format!(
            "corner {corner} (from 0) uses a vertex that does not exist: there are only {count}; {MEND}"
        ));
    }
    let first = u32::try_from(soup.vertices.len()).map_err(|_| "has too many vertices; reduce it")?;
    soup.vertices.append(&mut points);
    let mut triangle = |[a, b, c]: [u32; 3]| {
        // A mirroring transform reverses the orientation of its triangles.
        let (b, c) = if is_mirrored { (c, b) } else { (b, c) };
        soup.triangles.push([a, b, c].map(|corner| first + corner));
    };
    match primitive.mode {
        TRIANGLES if corners.len() % 3 != 0 => {
            return Err(format!("has {} corners, which is no multiple of three; {MEND}", corners.len()));
        }
        TRIANGLES => corners.as_chunks::<3>().0.iter().for_each(|&t| triangle(t)),
        TRIANGLE_STRIP => strip(&corners).for_each(triangle),
        _ => corners.windows(2).skip(1).for_each(|side| triangle([corners[0], side[0], side[1]])),
    }
    Ok(())
}

/// Parts of the binary container, `.glb`.
#[derive(Debug)]
struct GlbParts<'a> {
    json: &'a [u8],
    /// The binary part, which may be missing.
    blob: Option<&'a [u8]>,
    /// The length in the header, if it is not the file's.
    other_length: Option<u32>,
}

/// The JSON and the binary chunk of a `.glb`: 12 bytes of header, then chunks of length, kind and content. Chunks of
/// other kinds are skipped, as the format prescribes.
fn container(bytes: &[u8]) -> Result<GlbParts<'_>, String> {
    let cut = || format!("truncated at byte {}; {MEND}", bytes.len());
    let number = |at: usize| {
        let four: Option<[u8; 4]> = bytes.get(at..at + 4).and_then(|b| b.try_into().ok());
        four.map(u32::from_le_bytes).ok_or_else(cut)
    };
    let version = number(4)?;
    if version != 2 {
        return Err(format!("has version {version}, but only version 2 is supported; {MEND}"));
    }
    let length = number(8)?;
    let (mut json, mut blob, mut at) = (None, None, 12);
    while json.is_none() || at + 8 <= bytes.len() {
        let size = number(at)? as usize;
        let kind = bytes.get(at + 4..at + 8).ok_or_else(cut)?;
        let content = bytes.get(at + 8..).and_then(|rest| rest.get(..size)).ok_or_else(cut)?;
        match kind {
            b"JSON" if json.is_none() => json = Some(content),
            _ if json.is_none() => {
                return Err(format!("byte {}: the first chunk is not its JSON; {MEND}", at + 4));
            }
            b"BIN\0" if blob.is_none() => blob = Some(content),
            _ => {}
        }
        at += 8 + size;
    }
    let other_length = (length as usize != bytes.len()).then_some(length);
    Ok(GlbParts { json: json.ok_or_else(cut)?, blob, other_length })
}
