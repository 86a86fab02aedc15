//! glTF 2.0: `.gltf` with its buffers inside (base64) or beside it, and `.glb`. All triangles (lists, strips
//! and fans) of the default scene, or of all nodes if there is no scene, where their nodes put them. Bodies are
//! rigid: skins and morph targets stay as they were modelled, materials and images are not looked at.
//!
//! The document is read and validated by the `gltf` crate. Its readers of buffers and of the binary container
//! panic on offsets and lengths that do not fit (1.4.1), so bytes are taken from buffers here, checked; so does
//! its validation where a mesh names no accessor that is there, so that is looked at before.

use std::path::Path;

use gltf::accessor::{DataType, Dimensions};
use gltf::buffer::Source;
use gltf::mesh::Mode;
use gltf::{Accessor, Document, Node, Primitive};
use nalgebra::Matrix4;

use super::soup::Soup;
use crate::files::reading::{LARGEST_FILE, read_file};
use crate::geometry::Point;

const MEND: &str = "export it again";

/// Reads a document or a binary container. `folder` is where relative names of buffers start.
pub(super) fn read(bytes: &[u8], folder: &Path) -> Result<Soup, String> {
    let (json, blob) = if bytes.starts_with(b"glTF") { split_container(bytes)? } else { (bytes, None) };
    let root = gltf::json::deserialize::from_slice(json).map_err(|e| format!("{e}; {MEND}"))?;
    check_positions(&root)?;
    let document = Document::from_json(root).map_err(|e| format!("{e}; {MEND}"))?;
    if let Some(extension) = document.extensions_required().find(|e| !e.starts_with("KHR_materials")) {
        return Err(format!("needs the extension {extension}, which is not read here; export it without"));
    }
    let buffers = document.buffers().map(|buffer| {
        let data = match buffer.source() {
            Source::Bin => blob.map(<[u8]>::to_vec).ok_or_else(|| "has no binary part".to_owned()),
            Source::Uri(uri) => fetch(uri, folder),
        };
        data.map_err(|e| format!("buffer {}: {e}", buffer.index()))
    });
    let buffers: Vec<Vec<u8>> = buffers.collect::<Result<_, _>>()?;

    let mut soup = Soup::default();
    let mut seen = vec![false; document.nodes().len()];
    let mut open: Vec<(Node, Matrix4<f64>)> =
        roots(&document).into_iter().map(|node| (node, Matrix4::identity())).collect();
    while let Some((node, parent)) = open.pop() {
        if std::mem::replace(&mut seen[node.index()], true) {
            return Err(format!("node {} has more than one parent; {MEND}", node.index()));
        }
        let to_scene = parent * local_matrix(&node);
        if let Some(mesh) = node.mesh() {
            for primitive in mesh.primitives() {
                append(&mut soup, &primitive, &buffers, &to_scene)
                    .map_err(|e| format!("mesh {}, primitive {}: {e}", mesh.index(), primitive.index()))?;
            }
        }
        open.extend(node.children().map(|child| (child, to_scene)));
    }
    Ok(soup)
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

/// The JSON and the binary chunk of a `.glb`: 12 bytes of header, then chunks of length, kind and content.
fn split_container(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>), String> {
    let cut = || format!("cut short at byte {}; {MEND}", bytes.len());
    let number = |at: usize| {
        let four: Option<[u8; 4]> = bytes.get(at..at + 4).and_then(|b| b.try_into().ok());
        four.map(u32::from_le_bytes).ok_or_else(cut)
    };
    let version = number(4)?;
    if version != 2 {
        return Err(format!("is of version {version}, but 2 is read here; {MEND}"));
    }
    let chunk = |at: usize, kind: &[u8; 4]| -> Result<&[u8], String> {
        let length = number(at)? as usize;
        let found = bytes.get(at + 4..at + 8).ok_or_else(cut)?;
        if found != kind {
            return Err(format!("byte {}: the kind of a chunk is not as it should be; {MEND}", at + 4));
        }
        bytes.get(at + 8..).and_then(|rest| rest.get(..length)).ok_or_else(cut)
    };
    let json = chunk(12, b"JSON")?;
    let next = 20 + json.len();
    let blob = if next + 8 <= bytes.len() { Some(chunk(next, b"BIN\0")?) } else { None };
    Ok((json, blob))
}

/// The bytes of a buffer that the document names: a `data:` URI, or a file in `folder`.
fn fetch(uri: &str, folder: &Path) -> Result<Vec<u8>, String> {
    if uri.starts_with("data:") {
        let data = gltf::buffer::Data::from_source(Source::Uri(uri), None);
        return data.map(|data| data.0).map_err(|e| format!("{e}; {MEND}"));
    }
    if uri.contains("://") {
        return Err(format!("lies at \"{uri}\", and nothing is fetched; put it beside the file"));
    }
    let path = folder.join(decode_percent(uri));
    read_file(&path, LARGEST_FILE).map_err(|e| format!("{}: {e}", path.display()))
}

/// Replaces percent escapes such as `%20` by their bytes; what is no UTF-8 then becomes U+FFFD.
fn decode_percent(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut i = 0;
    while i < bytes.len() {
        let digits = if bytes[i] == b'%' { text.get(i + 1..i + 3) } else { None };
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                decoded.push(byte);
                i += 3;
            }
            None => {
                decoded.push(bytes[i]);
                i += 1;
            }
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
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
    buffers: &[Vec<u8>],
    to_scene: &Matrix4<f64>,
) -> Result<(), String> {
    let mode = primitive.mode();
    if !matches!(mode, Mode::Triangles | Mode::TriangleStrip | Mode::TriangleFan) {
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
    if let Some(v) = corners.iter().find(|&&v| v as usize >= count) {
        return Err(format!("uses vertex {v} (from 0), but there are only {count}; {MEND}"));
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

fn floats(accessor: &Accessor, buffers: &[Vec<u8>]) -> Result<Vec<Point>, String> {
    if (accessor.data_type(), accessor.dimensions()) != (DataType::F32, Dimensions::Vec3) {
        return Err(format!("its positions are no triples of 32-bit floats; {MEND}"));
    }
    let coordinate = |item: &[u8], i: usize| {
        f64::from(f32::from_le_bytes([item[4 * i], item[4 * i + 1], item[4 * i + 2], item[4 * i + 3]]))
    };
    let point = |item: &[u8]| Point::new(coordinate(item, 0), coordinate(item, 1), coordinate(item, 2));
    Ok(items(accessor, buffers)?.map(point).collect())
}

fn whole_numbers(accessor: &Accessor, buffers: &[Vec<u8>]) -> Result<Vec<u32>, String> {
    let read: fn(&[u8]) -> u32 = match (accessor.data_type(), accessor.dimensions()) {
        (DataType::U8, Dimensions::Scalar) => |item| u32::from(item[0]),
        (DataType::U16, Dimensions::Scalar) => |item| u32::from(u16::from_le_bytes([item[0], item[1]])),
        (DataType::U32, Dimensions::Scalar) => {
            |item| u32::from_le_bytes([item[0], item[1], item[2], item[3]])
        }
        _ => return Err(format!("its indices are no whole numbers; {MEND}")),
    };
    Ok(items(accessor, buffers)?.map(read).collect())
}

/// The bytes of every item. Offsets and lengths are checked against the buffer first.
fn items<'a>(accessor: &Accessor, buffers: &'a [Vec<u8>]) -> Result<impl Iterator<Item = &'a [u8]>, String> {
    let problem = |what: &str| format!("accessor {}: {what}; {MEND}", accessor.index());
    if accessor.sparse().is_some() {
        return Err(problem("is sparse, which is not read here"));
    }
    let view = accessor.view().ok_or_else(|| problem("has no data"))?;
    let buffer = buffers.get(view.buffer().index()).ok_or_else(|| problem("has no buffer"))?;
    let size = accessor.size();
    let stride = view.stride().unwrap_or(size).max(size);
    let data = buffer
        .get(view.offset()..)
        .and_then(|rest| rest.get(..view.length()))
        .and_then(|rest| rest.get(accessor.offset()..))
        .ok_or_else(|| problem("begins or ends behind its buffer"))?;
    let count = accessor.count();
    let needed = count.checked_sub(1).map_or(Some(0), |n| n.checked_mul(stride)?.checked_add(size));
    if needed.is_none_or(|needed| needed > data.len()) {
        return Err(problem(&format!("announces {count} items, but only {} bytes are there", data.len())));
    }
    Ok((0..count).map(move |i| &data[i * stride..i * stride + size]))
}
