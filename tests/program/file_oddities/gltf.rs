//! Oddities of glTF and of its container.

use collidoscope::geometry::{Mesh, Point};
use serde_json::{Value, json};

use super::Outcome::{Noted, Read, Refused};
use super::{FACES, HERE, Row, Vertices, row};
use crate::support::mesh_files::{base64, gltf_buffer, gltf_document};

fn mesh() -> Mesh {
    let triangles = FACES.iter().map(|face| face.map(|v| v as u32)).collect();
    Mesh::new(HERE.iter().map(|&p| Point::from(p)).collect(), triangles).unwrap()
}

/// The document with its buffer inside, changed by `change`.
fn document(change: impl FnOnce(&mut Value)) -> Value {
    let uri = format!("data:application/octet-stream;base64,{}", base64(&gltf_buffer(&mesh())));
    let mut document = gltf_document(&mesh(), Some(&uri), json!([{"mesh": 0}]));
    change(&mut document);
    document
}

pub fn plain() -> String {
    serde_json::to_string_pretty(&document(|_| {})).unwrap() + "\n"
}

fn changed(change: impl FnOnce(&mut Value)) -> Vec<u8> {
    document(change).to_string().into_bytes()
}

/// Adds an accessor with these bytes in a buffer of its own; returns its number.
fn accessor(document: &mut Value, bytes: &[u8], count: usize, component: u32, kind: &str) -> usize {
    let number = |list: &Value| list.as_array().unwrap().len();
    let (buffer, view, accessor) =
        (number(&document["buffers"]), number(&document["bufferViews"]), number(&document["accessors"]));
    let push = |list: &mut Value, item: Value| list.as_array_mut().unwrap().push(item);
    let uri = format!("data:;base64,{}", base64(bytes));
    push(&mut document["buffers"], json!({"byteLength": bytes.len(), "uri": uri}));
    push(&mut document["bufferViews"], json!({"buffer": buffer, "byteLength": bytes.len()}));
    push(
        &mut document["accessors"],
        json!({"bufferView": view, "componentType": component, "count": count, "type": kind}),
    );
    accessor
}

fn floats(numbers: &[f64]) -> Vec<u8> {
    numbers.iter().flat_map(|number| (*number as f32).to_le_bytes()).collect()
}

/// Gives the mesh a skin of two joints. Both, with their inverse bind matrices, leave the vertices where they are.
fn skin(document: &mut Value, weights: [f64; 4]) {
    let joints = accessor(document, &[0, 1, 0, 0].repeat(4), 4, 5121, "VEC4");
    let weights = accessor(document, &floats(&weights.repeat(4)), 4, 5126, "VEC4");
    let inverse = |x: f64| [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, x, 0.0, 0.0, 1.0];
    let inverse = accessor(document, &floats(&[inverse(-8.0), inverse(-16.0)].concat()), 2, 5126, "MAT4");
    let attributes = &mut document["meshes"][0]["primitives"][0]["attributes"];
    attributes["JOINTS_0"] = joints.into();
    attributes["WEIGHTS_0"] = weights.into();
    document["nodes"] = json!([
        {"mesh": 0, "skin": 0, "translation": [100, 0, 0], "scale": [-1, 2, 3]},
        {"translation": [8, 0, 0], "children": [2]},
        {"translation": [8, 0, 0]},
    ]);
    document["scenes"][0]["nodes"] = json!([0, 1]);
    document["skins"] = json!([{"joints": [1, 2], "inverseBindMatrices": inverse}]);
}

/// Moves the first vertex of the buffer's mesh by 1 along x, and `back` by a morph target.
fn morph(document: &mut Value, back: f64) {
    let moved: Vec<f64> =
        HERE.as_flattened().iter().enumerate().map(|(i, c)| c + f64::from(i == 0)).collect();
    let positions = accessor(document, &floats(&moved), 4, 5126, "VEC3");
    let mut target = [0.0; 12];
    target[0] = -2.0;
    let target = accessor(document, &floats(&target), 4, 5126, "VEC3");
    let primitive = &mut document["meshes"][0]["primitives"][0];
    primitive["attributes"]["POSITION"] = positions.into();
    primitive["targets"] = json!([{"POSITION": target}]);
    document["meshes"][0]["weights"] = json!([back]);
}

/// A tetrahedron whose coordinates are 0 and 1.
const UNIT: Vertices = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// Positions as whole numbers: eighths, which the node scales, or fractions of 127 of [`UNIT`].
fn quantized(document: &mut Value, is_fraction: bool) {
    let of = |vertices: &Vertices, one: f64| -> Vec<i16> {
        vertices.as_flattened().iter().map(|c| (c * one) as i16).collect()
    };
    let positions = if is_fraction {
        let bytes: Vec<u8> = of(&UNIT, 127.0).iter().map(|c| *c as u8).collect();
        accessor(document, &bytes, 4, 5120, "VEC3")
    } else {
        document["nodes"][0]["scale"] = json!([0.125, 0.125, 0.125]);
        let bytes: Vec<u8> = of(&HERE, 8.0).iter().flat_map(|c| c.to_le_bytes()).collect();
        accessor(document, &bytes, 4, 5122, "VEC3")
    };
    document["accessors"][positions]["normalized"] = is_fraction.into();
    document["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = positions.into();
    document["extensionsRequired"] = json!(["KHR_mesh_quantization"]);
}

fn require(names: &[&str]) -> Vec<u8> {
    changed(|document| {
        document["extensionsRequired"] = json!(names);
        document["extensionsUsed"] = json!(names);
    })
}

pub const ROWS: &[Row] = &[
    row(
        "numbers of nodes that need double precision",
        || {
            changed(|document| {
                document["nodes"] = json!([
                    {"children": [1], "translation": [-75235304.0, 0, 0]},
                    {"mesh": 0, "translation": [75235306.5, 0, 0], "children": [2]},
                    {"translation": [1, 0, 0]},
                ]);
                let moved: Vec<f64> = HERE.iter().flat_map(|[x, y, z]| [x - 2.5, *y, *z]).collect();
                let positions = accessor(document, &floats(&moved), 4, 5126, "VEC3");
                document["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = positions.into();
            })
        },
        Read,
    ),
    row(
        "a node that mirrors its mesh",
        || {
            changed(|document| {
                let mirrored: Vec<f64> = HERE.iter().flat_map(|[x, y, z]| [-x, *y, *z]).collect();
                let positions = accessor(document, &floats(&mirrored), 4, 5126, "VEC3");
                document["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = positions.into();
                // The buffer's triangles face inwards after mirroring, as the format has it.
                document["nodes"][0]["scale"] = json!([-1, 1, 1]);
                let turned: Vec<u8> =
                    FACES.iter().flat_map(|[a, b, c]| [*a as u8, *c as u8, *b as u8]).collect();
                document["meshes"][0]["primitives"][0]["indices"] =
                    accessor(document, &turned, 12, 5121, "SCALAR").into();
            })
        },
        Read,
    ),
    row(
        "a skin: joints at rest, in place of the node's transform",
        || changed(|document| skin(document, [0.25, 0.75, 0.0, 0.0])),
        Read,
    ),
    row(
        "weights of joints that do not sum to 1",
        || changed(|document| skin(document, [0.25, 0.5, 0.0, 0.0])),
        Refused("the weights of vertex 0 sum to 0.75, but must sum to 1"),
    ),
    row(
        "a joint outside the scene",
        || {
            changed(|document| {
                skin(document, [0.25, 0.75, 0.0, 0.0]);
                document["scenes"][0]["nodes"] = json!([0]);
            })
        },
        Refused("skin 0: its joint, node 1, is not in the scene"),
    ),
    row(
        "a skin for a mesh without joints",
        || {
            changed(|document| {
                skin(document, [0.25, 0.75, 0.0, 0.0]);
                document["meshes"][0]["primitives"][0]["attributes"]
                    .as_object_mut()
                    .unwrap()
                    .remove("JOINTS_0");
            })
        },
        Refused("it has no JOINTS_0 and WEIGHTS_0"),
    ),
    row("morph targets with weights at rest", || changed(|document| morph(document, 0.5)), Read),
    row(
        "a sparse accessor, also without data below it",
        || {
            changed(|document| {
                let indices = accessor(document, &[0, 1, 2, 3], 4, 5121, "SCALAR");
                let values = accessor(document, &floats(HERE.as_flattened()), 4, 5126, "VEC3");
                let view = |accessor: usize| document["accessors"][accessor]["bufferView"].clone();
                let sparse = json!({
                    "count": 4,
                    "indices": {"bufferView": view(indices), "componentType": 5121},
                    "values": {"bufferView": view(values)},
                });
                document["accessors"][0].as_object_mut().unwrap().remove("bufferView");
                document["accessors"][0]["sparse"] = sparse;
            })
        },
        Read,
    ),
    row(
        "positions in whole numbers (`KHR_mesh_quantization`)",
        || changed(|document| quantized(document, false)),
        Read,
    ),
    row("positions in fractions of a whole number", || changed(|document| quantized(document, true)), Read)
        .of(&UNIT),
    row(
        "a required extension for materials, textures, lights, sounds",
        || {
            require(&[
                "KHR_texture_transform",
                "KHR_materials_unlit",
                "KHR_lights_punctual",
                "EXT_texture_webp",
                "KHR_texture_basisu",
                "MSFT_texture_dds",
                "KHR_animation_pointer",
            ])
        },
        Read,
    ),
    row(
        "required compression",
        || require(&["KHR_draco_mesh_compression"]),
        Refused("requires the extension KHR_draco_mesh_compression"),
    ),
    row(
        "another required extension",
        || require(&["EXT_mesh_gpu_instancing"]),
        Refused("requires the extension EXT_mesh_gpu_instancing"),
    ),
    row(
        "instances or hidden nodes, used and not required",
        || changed(|document| document["extensionsUsed"] = json!(["EXT_mesh_gpu_instancing"])),
        Noted("may add or hide triangles: EXT_mesh_gpu_instancing"),
    ),
    row(
        "animations",
        || changed(|document| document["animations"] = json!([{"channels": [], "samplers": []}])),
        Noted("animations skipped, the model is at rest: 1"),
    ),
    row("cameras", || changed(|document| document["cameras"] = json!([{"type": "orthographic"}])), Read),
    row(
        "several scenes",
        || changed(|document| document["scenes"] = json!([{"nodes": [0]}, {}])),
        Noted("scenes skipped beside the default one: 1"),
    ),
    row(
        "no scene",
        || {
            changed(|document| {
                document.as_object_mut().unwrap().remove("scenes");
                document.as_object_mut().unwrap().remove("scene");
            })
        },
        Read,
    ),
    row(
        "points and lines beside triangles",
        || {
            changed(|document| {
                let primitives = document["meshes"][0]["primitives"].as_array_mut().unwrap();
                primitives.push(json!({"attributes": {"POSITION": 0}, "mode": 1}));
            })
        },
        Noted("primitives of points or lines skipped: 1"),
    ),
    row(
        "strips joined by triangles without area",
        || {
            changed(|document| {
                let strip = [1, 0, 2, 3, 3, 3, 3, 1, 2, 2, 0, 0, 0, 1, 3];
                document["meshes"][0]["primitives"][0]["indices"] =
                    accessor(document, &strip, 15, 5121, "SCALAR").into();
                document["meshes"][0]["primitives"][0]["mode"] = json!(5);
            })
        },
        Read,
    ),
    row(
        "corners that are no multiple of three",
        || changed(|document| document["accessors"][1]["count"] = json!(11)),
        Refused("has 11 corners, which is no multiple of three"),
    ),
    row(
        "a matrix that is no affine map",
        || {
            changed(|document| {
                document["nodes"][0]["matrix"] = json!([1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])
            })
        },
        Refused("node 0: its matrix is no affine map"),
    ),
    row(
        "a rotation of length 0",
        || changed(|document| document["nodes"][0]["rotation"] = json!([0, 0, 0, 0])),
        Refused("node 0: its rotation has length 0"),
    ),
    row(
        "version 1",
        || changed(|document| document["asset"]["version"] = json!("1.0")),
        Refused("only version 2 is supported"),
    ),
];

/// A container of these chunks, whose header declares its length and `more`.
fn container(chunks: &[(&[u8; 4], Vec<u8>)], more: u32) -> Vec<u8> {
    let mut body = Vec::new();
    for (kind, content) in chunks {
        let fill = if *kind == b"JSON" { b' ' } else { 0 };
        let mut content = content.clone();
        content.resize(content.len().next_multiple_of(4), fill);
        body.extend((content.len() as u32).to_le_bytes());
        body.extend(*kind);
        body.extend(content);
    }
    let length = 12 + body.len() as u32 + more;
    [&b"glTF"[..], &2_u32.to_le_bytes(), &length.to_le_bytes(), &body].concat()
}

fn json() -> (&'static [u8; 4], Vec<u8>) {
    (b"JSON", gltf_document(&mesh(), None, json!([{"mesh": 0}])).to_string().into_bytes())
}

fn bin() -> (&'static [u8; 4], Vec<u8>) {
    (b"BIN\0", gltf_buffer(&mesh()))
}

fn other() -> (&'static [u8; 4], Vec<u8>) {
    (b"XTRA", b"abcd".to_vec())
}

pub const CONTAINERS: &[Row] = &[
    row("an unknown chunk behind the binary part", || container(&[json(), bin(), other()], 0), Read),
    row("an unknown chunk before the binary part", || container(&[json(), other(), bin()], 0), Read),
    row("no binary part, an unknown chunk", || container(&[(b"JSON", changed(|_| {})), other()], 0), Read),
    row("a container called `.gltf`", || container(&[json(), bin()], 0), Read).called("m.gltf"),
    row("a document called `.glb`", || changed(|_| {}), Read),
    row(
        "a length that is not the file's",
        || container(&[json(), bin()], 8),
        Noted("which is not the file's"),
    ),
    row(
        "another chunk before the JSON",
        || container(&[bin(), json()], 0),
        Refused("the first chunk is not its JSON"),
    ),
    row(
        "cut off",
        || {
            let bytes = container(&[json(), bin()], 0);
            bytes[..bytes.len() - 4].to_vec()
        },
        Refused("truncated"),
    ),
];
