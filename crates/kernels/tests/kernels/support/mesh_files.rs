//! Writers of the importer's formats, so that tests can make files of known meshes and damage them.

use collidoscope_kernels::geometry::{Mesh, Point};
use serde_json::{Value, json};

pub fn obj(mesh: &Mesh) -> String {
    let vertices = mesh.vertices().iter().map(|p| format!("v {} {} {}\n", p.x, p.y, p.z));
    let faces = mesh.triangles().iter().map(|t| {
        let [a, b, c] = t.map(|v| v + 1);
        format!("f {a} {b} {c}\n")
    });
    vertices.chain(faces).collect()
}

pub fn stl_binary(mesh: &Mesh) -> Vec<u8> {
    let mut bytes = vec![0; 80];
    bytes.extend((mesh.triangles().len() as u32).to_le_bytes());
    for t in 0..mesh.triangles().len() {
        bytes.extend([0; 12]);
        let corners = mesh.corners(t);
        bytes.extend(corners.iter().flat_map(|p| p.iter()).flat_map(|c| (*c as f32).to_le_bytes()));
        bytes.extend([0; 2]);
    }
    bytes
}

pub fn stl_text(mesh: &Mesh) -> String {
    let mut text = String::from("solid a shape\n");
    for t in 0..mesh.triangles().len() {
        text += "  facet normal 0 0 0\n    outer loop\n";
        for p in mesh.corners(t) {
            text += &format!("      vertex {:e} {:e} {:e}\n", p.x, p.y, p.z);
        }
        text += "    endloop\n  endfacet\n";
    }
    text + "endsolid a shape\n"
}

pub fn ply_header(format: &str, mesh: &Mesh) -> String {
    let (vertices, faces) = (mesh.vertices().len(), mesh.triangles().len());
    format!(
        "ply\nformat {format} 1.0\ncomment made by a test\nelement vertex {vertices}\nproperty double x\nproperty \
         float y\nproperty double z\nproperty uchar red\nelement face {faces}\nproperty list uchar int \
         vertex_indices\nend_header\n"
    )
}

pub fn ply_text(mesh: &Mesh) -> String {
    let vertices = mesh.vertices().iter().map(|p| format!("{} {} {} 255\n", p.x, p.y, p.z));
    let faces = mesh.triangles().iter().map(|[a, b, c]| format!("3 {a} {b} {c}\n"));
    ply_header("ascii", mesh) + &vertices.chain(faces).collect::<String>()
}

pub fn ply_binary(mesh: &Mesh, little: bool) -> Vec<u8> {
    let format = if little { "binary_little_endian" } else { "binary_big_endian" };
    let mut bytes = ply_header(format, mesh).into_bytes();
    let ordered = |mut number: Vec<u8>| {
        if !little {
            number.reverse();
        }
        number
    };
    for p in mesh.vertices() {
        bytes.extend(ordered(p.x.to_le_bytes().to_vec()));
        bytes.extend(ordered((p.y as f32).to_le_bytes().to_vec()));
        bytes.extend(ordered(p.z.to_le_bytes().to_vec()));
        bytes.push(255);
    }
    for triangle in mesh.triangles() {
        bytes.push(3);
        triangle.iter().for_each(|v| bytes.extend(ordered(v.to_le_bytes().to_vec())));
    }
    bytes
}

/// The buffer: positions, then 16-bit indices.
pub fn gltf_buffer(mesh: &Mesh) -> Vec<u8> {
    let positions =
        mesh.vertices().iter().flat_map(|p| [p.x, p.y, p.z]).flat_map(|c| (c as f32).to_le_bytes());
    let indices = mesh.triangles().iter().flatten().flat_map(|&v| (v as u16).to_le_bytes());
    positions.chain(indices).collect()
}

/// A document with one mesh in `nodes`; its buffer is at `uri`, or in the container.
pub fn gltf_document(mesh: &Mesh, uri: Option<&str>, nodes: Value) -> Value {
    let (count, corners) = (mesh.vertices().len(), 3 * mesh.triangles().len());
    let bounds = mesh.aabb();
    let of = |p: Point| [p.x, p.y, p.z];
    let mut buffer = json!({"byteLength": 12 * count + 2 * corners});
    if let Some(uri) = uri {
        buffer["uri"] = uri.into();
    }
    json!({
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": nodes,
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": count, "type": "VEC3", "min": of(bounds.min), "max": of(bounds.max)},
            {"bufferView": 1, "componentType": 5123, "count": corners, "type": "SCALAR"},
        ],
        "bufferViews": [
            {"buffer": 0, "byteLength": 12 * count},
            {"buffer": 0, "byteOffset": 12 * count, "byteLength": 2 * corners},
        ],
        "buffers": [buffer],
    })
}

pub fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |chunk: &[u8]| {
        let bits = (0..3).fold(0u32, |bits, i| bits << 8 | u32::from(chunk.get(i).copied().unwrap_or(0)));
        let digit = |i: usize| {
            if i <= chunk.len() { DIGITS[(bits >> (18 - 6 * i) & 63) as usize] as char } else { '=' }
        };
        (0..4).map(digit).collect::<String>()
    };
    bytes.chunks(3).map(group).collect()
}

pub fn gltf_embedded(mesh: &Mesh, nodes: Value) -> String {
    let uri = format!("data:application/octet-stream;base64,{}", base64(&gltf_buffer(mesh)));
    gltf_document(mesh, Some(&uri), nodes).to_string()
}

pub fn glb(mesh: &Mesh) -> Vec<u8> {
    let mut json = gltf_document(mesh, None, json!([{"mesh": 0}])).to_string().into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    let mut bin = gltf_buffer(mesh);
    bin.resize(bin.len().next_multiple_of(4), 0);
    let mut bytes = b"glTF".to_vec();
    bytes.extend(2u32.to_le_bytes());
    bytes.extend((28 + json.len() as u32 + bin.len() as u32).to_le_bytes());
    for (kind, chunk) in [(b"JSON", json), (b"BIN\0", bin)] {
        bytes.extend((chunk.len() as u32).to_le_bytes());
        bytes.extend(kind);
        bytes.extend(chunk);
    }
    bytes
}
