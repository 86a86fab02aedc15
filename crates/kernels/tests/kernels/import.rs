//! Meshes from files: correct ones compared with independent readers, broken ones for their error messages.

use std::{fs, path::Path};

use collidoscope_kernels::geometry::{Mesh, Point, Vector, import, primitives};
use proptest::{collection::vec, prelude::*, sample::Index};
use serde_json::json;
use tempfile::TempDir;

use crate::support::mesh_files::{
    base64, glb, gltf_buffer, gltf_document, gltf_embedded, obj, ply_binary, ply_text, stl_binary, stl_text,
};

/// Reads `content` as a file called `name`; the error is one line.
pub fn import_bytes(name: &str, content: &[u8]) -> Result<Mesh, String> {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, content).unwrap();
    import::load(&path).map_err(|e| {
        let line = e.to_string();
        assert!(!line.contains('\n') && line.contains(name), "not one line with the file's name: {line:?}");
        assert!(line.chars().count() < 1700, "too long: {line}");
        line
    })
}

#[test]
fn every_format_gives_the_mesh_back() {
    // Multiples of 1/8 are exact in single precision, too.
    let cube = primitives::cuboid(Vector::new(0.5, 1.0, 0.125));
    let files = [
        ("m.obj", obj(&cube).into_bytes()),
        ("m.OBJ", obj(&cube).replace('\n', "\r\n").into_bytes()),
        ("m.stl", stl_binary(&cube)),
        ("m.STL", stl_text(&cube).into_bytes()),
        ("shout.stl", stl_text(&cube).to_uppercase().into_bytes()),
        ("nameless.stl", stl_text(&cube).replace(" a shape", "").into_bytes()),
        ("inwards.stl", stl_binary(&cube.clone().flipped())),
        ("m.ply", ply_text(&cube).into_bytes()),
        ("crlf.ply", ply_text(&cube).replace('\n', "\r\n").into_bytes()),
        ("little.ply", ply_binary(&cube, true)),
        ("big.PLY", ply_binary(&cube, false)),
        ("m.gltf", gltf_embedded(&cube, json!([{"mesh": 0}])).into_bytes()),
        ("m.glb", glb(&cube)),
    ];
    for (name, content) in files {
        let mesh = import_bytes(name, &content).unwrap();
        assert_eq!((mesh.vertices().len(), mesh.triangles().len()), (8, 12), "{name}");
        assert_eq!(mesh.volume(), cube.volume(), "{name}");
        assert_eq!(mesh.check_convex(), Ok(()), "{name}");
    }
    // A binary file that begins with "solid" like a text file.
    let mut bytes = stl_binary(&cube);
    bytes[..12].copy_from_slice(b"solid binary");
    assert_eq!(import_bytes("m.stl", &bytes).unwrap().triangles().len(), 12);
    // Two solids in one text.
    let two = stl_text(&cube) + &stl_text(&primitives::cuboid(Vector::repeat(4.0)));
    assert_eq!(import_bytes("m.stl", two.as_bytes()).unwrap().triangles().len(), 24);
}

#[test]
fn gltf_nodes_put_their_meshes_where_they_say_mirrored_ones_too() {
    let cube = primitives::cuboid(Vector::new(0.5, 1.0, 0.125));
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let nodes = json!([
        {"children": [1, 2], "scale": [2, 2, 2], "rotation": [0, 0, half, half]},
        {"mesh": 0, "translation": [3, 0, 0]},
        {"mesh": 0, "matrix": [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -3, 0, 0, 1]},
    ]);
    let mesh = import_bytes("m.gltf", gltf_embedded(&cube, nodes).as_bytes()).unwrap();
    assert_eq!((mesh.vertices().len(), mesh.triangles().len()), (16, 24));
    // Rotated by 90°: what was at x = ±3 is at y = ±6, twice as large, and the mirrored mesh faces outwards.
    assert!((mesh.volume() - 16.0 * cube.volume()).abs() < 1e-6, "{}", mesh.volume());
    let bounds = mesh.aabb();
    let expected = Vector::new(4.0, 14.0, 0.5);
    assert!((bounds.extents() - expected).norm() < 1e-6, "{:?}", bounds.extents());
}

#[test]
fn gltf_buffers_lie_beside_the_file() {
    let cube = primitives::cuboid(Vector::new(0.5, 1.0, 0.125));
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("m.gltf");
    let document = gltf_document(&cube, Some("a%20buffer.bin"), json!([{"mesh": 0}]));
    fs::write(&path, document.to_string()).unwrap();
    let line = import::load(&path).unwrap_err().to_string();
    assert!(line.contains("buffer 0") && line.contains("a buffer.bin: there is no such file"), "{line}");
    fs::write(folder.path().join("a buffer.bin"), gltf_buffer(&cube)).unwrap();
    assert_eq!(import::load(&path).unwrap().volume(), cube.volume());
    // A truncated buffer.
    fs::write(folder.path().join("a buffer.bin"), &gltf_buffer(&cube)[..100]).unwrap();
    let line = import::load(&path).unwrap_err().to_string();
    assert!(line.contains("accessor 1"), "{line}");
    let elsewhere = gltf_document(&cube, Some("https://example.org/a.bin"), json!([{"mesh": 0}]));
    fs::write(&path, elsewhere.to_string()).unwrap();
    assert!(import::load(&path).unwrap_err().to_string().contains("files are not downloaded"));
}

#[test]
fn gltf_strips_and_fans_are_triangles() {
    // A strip around the sides of a square column with one fan for each end.
    let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let mut vertices: Vec<[f32; 3]> = Vec::new();
    corners.iter().for_each(|&[x, z]| vertices.extend([[x, 0.0, z], [x, 2.0, z]]));
    let positions: Vec<u8> = vertices.iter().flatten().flat_map(|c| c.to_le_bytes()).collect();
    let strip = [0u8, 1, 2, 3, 4, 5, 6, 7, 0, 1];
    let (bottom, top) = ([0u8, 2, 4, 6], [1u8, 7, 5, 3]);
    let data = [&positions[..], &strip, &bottom, &top].concat();
    let primitive =
        |indices: usize, mode: u32| json!({"attributes": {"POSITION": 0}, "indices": indices, "mode": mode});
    let indices = |offset: usize, count: usize| json!({"bufferView": 0, "byteOffset": 96 + offset, "componentType": 5121, "count": count, "type": "SCALAR"});
    let document = json!({
        "asset": {"version": "2.0"}, "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [primitive(1, 5), primitive(2, 6), primitive(3, 6), primitive(2, 1)]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 8, "type": "VEC3", "min": [0, 0, 0], "max": [1, 2, 1]},
            indices(0, 10), indices(10, 4), indices(14, 4),
        ],
        "bufferViews": [{"buffer": 0, "byteLength": data.len()}],
        "buffers": [{"byteLength": data.len(), "uri": format!("data:;base64,{}", base64(&data))}],
    });
    let mesh = import_bytes("m.gltf", document.to_string().as_bytes()).unwrap();
    assert_eq!((mesh.triangles().len(), mesh.check_convex()), (12, Ok(())));
    assert!((mesh.volume() - 2.0).abs() < 1e-6);
}

#[test]
fn obj_polygons_comments_continuations_and_relative_indices() {
    let text =
        b"\xe9 not UTF-8\n# a comment\nmtllib none.mtl\no box\nv 0 0 0 1.0\nv 1 0 0 0.5 0.5 0.5\nv 2 2 0 2\n\
        v 0 1 0 # corner\nv 0 0 1\nv -0 0 0\nvt 0 0\nvn 0 0 1\nusemtl none\n\
        f 4//1 3/1/1 \\\n 2/1 1\ns off\nl 1 2 5\nf 1 2 -2\nf 2 3 5\nf 3 4 5\nf 4 6 5\nf 6 1 5\n";
    let mesh = import_bytes("m.obj", text).unwrap();
    // The sixth vertex duplicates the first, so the last face is not a triangle.
    assert_eq!((mesh.vertices().len(), mesh.triangles().len()), (5, 6));
    assert!(mesh.vertices().contains(&Point::new(1.0, 1.0, 0.0)), "divided by its weight");
    assert_eq!(mesh.check_convex(), Ok(()));
    assert!((mesh.volume() - 1.0 / 3.0).abs() < 1e-15);
}

#[test]
fn obj_keeps_double_precision() {
    let far = Mesh::new(
        primitives::cuboid(Vector::repeat(1e-3)).vertices().iter().map(|v| v + Vector::repeat(1e6)).collect(),
        primitives::cuboid(Vector::repeat(1e-3)).triangles().to_vec(),
    );
    let mesh = import_bytes("m.obj", obj(&far.unwrap()).as_bytes()).unwrap();
    assert!((mesh.volume() / 8e-9 - 1.0).abs() < 1e-6);
}

#[test]
fn broken_files_are_refused_with_place_and_mend() {
    let cube = primitives::cuboid(Vector::repeat(1.0));
    let binary = stl_binary(&cube);
    let patched = |at: usize, with: &[u8]| {
        let mut bytes = binary.clone();
        bytes[at..at + with.len()].copy_from_slice(with);
        bytes
    };
    let text = stl_text(&cube);
    let mut ply_nan = ply_binary(&cube, true);
    let end = ply_nan.windows(11).position(|bytes| bytes == b"end_header\n").unwrap() + 11;
    ply_nan[end..end + 8].copy_from_slice(&f64::NAN.to_le_bytes());
    let (ply, gltf) = (ply_text(&cube), gltf_embedded(&cube, json!([{"mesh": 0}])));
    let table: &[(&str, Vec<u8>, &str)] = &[
        ("m.blend", b"ply".into(), "use a file that ends in .obj, .stl, .ply, .gltf, .glb"),
        ("m", b"v 1 2 3".into(), "use a file that ends in .obj"),
        ("m.obj", b"".into(), "the file is empty"),
        ("m.stl", b"".into(), "the file is empty"),
        ("m.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\n".into(), "it has no faces"),
        ("m.obj", b"v 0 0 0\nv 1 x 0\n".into(), "line 2: \"x\" is not a finite number"),
        ("m.obj", b"v 0 0 0\nv 1 NaN 0\n".into(), "line 2: \"NaN\" is not a finite number"),
        ("m.obj", b"v 0 0 1e999\n".into(), "line 1: \"1e999\" is not a finite number"),
        ("m.obj", b"v 1 2 3 0\n".into(), "line 1: division by the weight"),
        ("m.obj", b"v 1 2\n".into(), "line 1: a vertex needs x, y and z, but has 2"),
        ("m.obj", b"v 1 2 3\n\nf 1 1\n".into(), "line 3: a face needs at least three corners"),
        (
            "m.obj",
            b"v 1 2 3\nf 1 1 0\n".into(),
            "line 2: face uses vertex 0, but vertices are numbered from 1",
        ),
        ("m.obj", b"v 1 2 3\nf 1 1 2\n".into(), "line 2: face uses vertex 2, but there are only 1"),
        ("m.obj", b"v 1 2 3\nf 1 1 -2\n".into(), "line 2: face uses vertex -2, but only 1 are defined above"),
        ("m.obj", b"v 1 2 3\nf 1 1 one\n".into(), "line 2: \"one\" is not a corner"),
        ("m.obj", b"v 1 2 3\nf 1 1 99999999999999999999\n".into(), "line 2: \"99999999999999999999\" is not"),
        (
            "m.obj",
            b"v 1 2 3\nf 1 1 -9223372036854775808\n".into(),
            "line 2: face uses vertex -9223372036854775808",
        ),
        ("m.obj", b"v 1 2 3\nf 1 1 1\n".into(), "every face has two corners at the same place"),
        ("m.stl", binary[..binary.len() - 1].into(), "truncated: the header declares 12 triangles"),
        ("m.stl", binary[..84].into(), "ends at byte 84"),
        ("m.stl", binary[..50].into(), "neither text"),
        (
            "m.stl",
            patched(80, &[0xff, 0xff, 0xff, 0x7f]),
            "declares 2147483647 triangles, which need 107374182434 bytes",
        ),
        ("m.stl", patched(80, &[11, 0, 0, 0]), "declares 11 triangles, but the file's 684 bytes hold 12"),
        ("m.stl", patched(84 + 50 + 12, &f32::NAN.to_le_bytes()), "triangle 1 (from 0, at byte 134)"),
        ("m.stl", b"solid\nendsolid\n".into(), "it has no faces"),
        ("m.stl", text[..200].into(), "line"),
        (
            "m.stl",
            text.replace("endsolid a shape\n", "").into(),
            "after line 85: the file ends within a solid",
        ),
        (
            "m.stl",
            text.replacen("vertex", "vertx", 1).into(),
            "line 4: \"vertx\" is not expected here, but vertex or endloop",
        ),
        ("m.stl", text.replacen("1e0", "nan", 1).into(), "\"-nan\" is not a finite number"),
        ("m.ply", b"plywood".into(), "the header does not end with"),
        ("m.ply", b"solid".into(), "does not begin with \"ply\""),
        (
            "m.ply",
            ply.replacen("vertex 8", "vertex 99999999999999", 1).into(),
            "declares 99999999999999 of \"vertex\"",
        ),
        ("m.ply", ply.replacen("vertex 8", "vertex 9", 1).into(), "ends after 11 of 12 elements \"face\""),
        ("m.ply", ply.replacen("property double x\n", "", 1).into(), "no property \"x\""),
        ("m.ply", ply.replace("3 0 4 6", "3 0 4 -6").into(), "-6 is no number of a vertex"),
        (
            "m.ply",
            ply.replace("3 0 4 6", "3 0 4 9").into(),
            "face 0 (from 0) uses vertex 9 (from 0), but there are only 8",
        ),
        ("m.ply", ply.replace("3 0 4 6", "2 0 4").into(), "a face has 2 corners, but needs three"),
        ("m.ply", ply.replacen("-1 -1 -1", "-1 nan -1", 1).into(), "\"nan\" is not a finite number"),
        ("m.ply", ply_nan, "element 0 (from 0) of \"vertex\": a coordinate is not a finite number"),
        ("m.ply", ply[..ply.len() - 4].into(), "export it again"),
        ("m.ply", ply_binary(&cube, true)[..300].into(), "the file ends before"),
        ("m.gltf", b"{".into(), "is cut off: its text ends in line 1 within an object; export it again"),
        (
            "m.glb",
            b"no mesh at all".into(),
            "is no glTF: text begins with {, and a binary file with the letters",
        ),
        ("m.gltf", b"{\n \"asset\" {".into(), "line 2, column 10: the text is damaged, it is not JSON"),
        ("m.gltf", b"{\"asset\":{}}".into(), "line 1: not as glTF prescribes: missing field `version`"),
        ("m.glb", glb_with_json(b"{\"asset\":{\"ver"), "is cut off"),
        ("m.glb", glb_with_json(b"\xff\xfe\0\0"), "is no glTF"),
        ("m.gltf", gltf.replace("\"count\":36", "\"count\":3600").into(), "accessor 1: declares 3600 items"),
        ("m.gltf", gltf.replace("\"count\":36", "\"count\":18446744073709551615").into(), "export it again"),
        ("m.gltf", gltf.replace("\"mesh\":0", "\"mesh\":7").into(), "export it again"),
        ("m.gltf", gltf.replace("\"mesh\":0", "\"children\":[0]").into(), "node 0 has more than one parent"),
        ("m.gltf", gltf.replace("5123", "5126").into(), "its indices are not unsigned whole numbers"),
        ("m.gltf", gltf.replace("VEC3", "VEC2").into(), "has items of type VEC2, but needs VEC3"),
        (
            "m.gltf",
            gltf.replacen('{', "{\"extensionsRequired\":[\"KHR_draco_mesh_compression\"],", 1).into(),
            "KHR_draco_mesh_compression",
        ),
        ("m.glb", glb(&cube)[..40].into(), "truncated at byte 40"),
        ("m.glb", b"glTF\x01\0\0\0".into(), "has version 1, but only version 2"),
        ("m.glb", b"glTF\x02\0\0\0\0\0\0\0\xff\xff\xff\xffJSON{}".into(), "truncated"),
    ];
    for (name, content, expected) in table {
        let line = import_bytes(name, content).expect_err(expected);
        assert!(line.contains(expected), "expected {expected:?} in: {line}");
    }
}

/// A binary container with this content as its JSON.
fn glb_with_json(json: &[u8]) -> Vec<u8> {
    let length = |count: usize| (count as u32).to_le_bytes();
    let header = [&b"glTF"[..], &length(2), &length(20 + json.len())].concat();
    [&header[..], &length(json.len()), b"JSON", json].concat()
}

#[test]
fn what_is_no_regular_file_is_refused() {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join("folder.obj")).unwrap();
    let fail = |path: &Path| import::load(path).unwrap_err().to_string();
    assert!(fail(&folder.path().join("folder.obj")).ends_with("is a directory; name a file in it"));
    assert!(fail(&folder.path().join("none.stl")).ends_with("there is no such file; check the path"));
    #[cfg(unix)]
    {
        // A file without an end.
        std::os::unix::fs::symlink("/dev/zero", folder.path().join("zero.stl")).unwrap();
        assert!(fail(&folder.path().join("zero.stl")).contains("is not a regular file"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Changes numbers of a valid document at random: offsets, lengths, strides, counts, types.
    #[test]
    fn gltf_with_wrong_numbers_gives_a_mesh_or_an_error(
        changes in vec((any::<Index>(), prop::sample::select(vec![0_u64, 1, 3, 11, 12, 255, 5120, 5125, 1 << 31, u64::MAX])), 1..4),
        stride in any::<Option<u16>>(),
    ) {
        let mut document = gltf_document(&primitives::cone(1.0, 2.0, 1), None, json!([{"mesh": 0, "children": [1]}, {}]));
        let uri = format!("data:;base64,{}", base64(&gltf_buffer(&primitives::cone(1.0, 2.0, 1))));
        document["buffers"][0]["uri"] = uri.into();
        document["bufferViews"][0]["byteOffset"] = 0.into();
        document["accessors"][0]["byteOffset"] = 0.into();
        if let Some(stride) = stride {
            document["bufferViews"][0]["byteStride"] = stride.into();
        }
        let mut text = document.to_string();
        for (at, number) in changes {
            let numbers: Vec<_> = text.match_indices(|c: char| c.is_ascii_digit()).map(|(i, _)| i).collect();
            let start = numbers[at.index(numbers.len())];
            // Only whole numbers outside strings, so that the document stays valid JSON.
            if text[..start].ends_with([':', '[', ',']) {
                let end = start + text[start..].find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
                text.replace_range(start..end, &number.to_string());
            }
        }
        let _ = import_bytes("m.gltf", text.as_bytes());
    }

    /// Compares with tobj, another reader. It has single precision, so coordinates are multiples of 1/8; and
    /// it fans concave polygons, so faces are triangles.
    #[test]
    fn obj_agrees_with_tobj(
        points in vec([-80..80_i32, -80..80, -80..80], 4..30),
        faces in vec((vec(any::<Index>(), 3), any::<bool>()), 1..20),
    ) {
        let mut text = String::new();
        for [x, y, z] in &points {
            text += &format!("v {} {} {}\n", f64::from(*x) / 8.0, f64::from(*y) / 8.0, f64::from(*z) / 8.0);
        }
        for (corners, relative) in &faces {
            let number = |i: &Index| {
                let from_zero = i.index(points.len()) as i64;
                if *relative { from_zero - points.len() as i64 } else { from_zero + 1 }
            };
            text += &corners.iter().fold("f".to_owned(), |f, i| format!("{f} {}", number(i)));
            text += "\n";
        }
        let options = tobj::LoadOptions { triangulate: true, ..Default::default() };
        let none = |_: &Path| Err(tobj::LoadError::OpenFileFailed);
        let (models, _) = tobj::load_obj_buf(&mut text.as_bytes(), &options, none).unwrap();
        let theirs = &models[0].mesh;
        let at = |&v: &u32| std::array::from_fn(|k| f64::from(theirs.positions[3 * v as usize + k]));
        let corners = theirs.indices.iter().map(at).collect::<Vec<[f64; 3]>>();
        let mut expected: Vec<[[f64; 3]; 3]> = corners.chunks_exact(3).map(|c| [c[0], c[1], c[2]]).collect();
        expected.retain(|[a, b, c]| a != b && b != c && c != a);

        let folder = TempDir::new().unwrap();
        let path = folder.path().join("m.obj");
        fs::write(&path, &text).unwrap();
        let Ok(import::Imported { mesh, notes, .. }) = import::read(&path) else {
            prop_assert!(expected.is_empty());
            return Ok(());
        };
        prop_assume!(notes.is_empty());
        let got = |m: &Mesh| -> Vec<[[f64; 3]; 3]> {
            (0..m.triangles().len()).map(|t| m.corners(t).map(|p| p.coords.into())).collect()
        };
        prop_assert!(got(&mesh) == expected || got(&mesh.clone().flipped()) == expected);
    }

    #[test]
    fn any_bytes_give_a_mesh_or_an_error(
        bytes in vec(any::<u8>(), 0..400),
        name in prop::sample::select(vec!["m.obj", "m.stl", "m.ply", "m.gltf", "m.glb"]),
        start in prop::sample::select(vec![&b""[..], b"ply\n", b"glTF\x02\0\0\0", b"{\"asset\":{\"version\":\"2.0\"}}"]),
    ) {
        let _ = import_bytes(name, &[start, &bytes].concat());
    }

    #[test]
    fn words_of_the_formats_in_any_order_give_a_mesh_or_an_error(
        words in vec(prop::sample::select(vec![
            "v", "f", "vn", "1", "2", "-1", "0", "1/2/3", "1//", "/", "1e300", "-2.5", "nan", "\n", "\n", "\\\n",
            "solid", "solid x\n", "facet normal 0 0 1\n", "outer loop\n", "vertex", "vertex 0 0 1\n", "endloop\n",
            "endfacet\n", "endsolid\n", "\u{fffd}", "\0", "#", "\r", "ply\n", "format ascii 1.0\n", "end_header\n",
            "format binary_little_endian 1.0\n", "element vertex 3\n", "element vertex 99999999999\n",
            "element face 1\n", "property float x\n", "property double y\n", "property list uchar int vertex_index\n",
            "property list float float z\n",
        ]), 0..80),
        name in prop::sample::select(vec!["m.obj", "m.stl", "m.ply"]),
    ) {
        let _ = import_bytes(name, words.join(" ").as_bytes());
    }

    #[test]
    fn damaged_files_give_a_mesh_or_an_error(
        format in 0..8_usize,
        flips in vec((any::<Index>(), 0..8_u32), 0..6),
        cut in any::<Option<Index>>(),
    ) {
        let mesh = primitives::cone(1.0, 2.0, 1);
        let (name, mut bytes) = match format {
            0 => ("m.obj", obj(&mesh).into_bytes()),
            1 => ("m.stl", stl_binary(&mesh)),
            2 => ("m.stl", stl_text(&mesh).into_bytes()),
            3 => ("m.ply", ply_text(&mesh).into_bytes()),
            4 => ("m.ply", ply_binary(&mesh, true)),
            5 => ("m.ply", ply_binary(&mesh, false)),
            6 => ("m.gltf", gltf_embedded(&mesh, json!([{"mesh": 0}])).into_bytes()),
            _ => ("m.glb", glb(&mesh)),
        };
        for (at, bit) in flips {
            let at = at.index(bytes.len());
            bytes[at] ^= 1 << bit;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        let _ = import_bytes(name, &bytes);
    }
}
