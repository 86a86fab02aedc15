//! Unusual but correct files, files with repairable errors, and small files that need much memory.

use std::fs;

use collidoscope_kernels::geometry::{Mesh, Point, Vector, import, primitives};
use serde_json::json;
use tempfile::TempDir;

use crate::import::import_bytes;
use crate::support::mesh_files::{base64, gltf_buffer, gltf_document, gltf_embedded, obj, ply_text};

/// A prism over an L with arms of 2 and 3, one thick, whose caps have six corners and begin at any of them;
/// or over an outline with further corners on its straight edges.
fn prism_faces(start: usize, outline: &[[f64; 2]]) -> (Vec<Point>, Vec<Vec<usize>>) {
    let n = outline.len();
    let at = |z: f64| outline.iter().map(move |&[x, y]| Point::new(x, y, z));
    let cap: Vec<usize> = (0..n).map(|i| (start + i) % n).collect();
    let mut faces = vec![cap.clone(), cap.iter().rev().map(|i| n + i).collect()];
    faces.extend((0..n).map(|i| vec![n + i, n + (i + 1) % n, (i + 1) % n, i]));
    (at(1.0).chain(at(0.0)).collect(), faces)
}

fn polygons_as_obj(vertices: &[Point], faces: &[Vec<usize>]) -> Vec<u8> {
    let vertices = vertices.iter().map(|p| format!("v {} {} {}\n", p.x, p.y, p.z));
    let corners = |face: &Vec<usize>| face.iter().map(|v| format!(" {}", v + 1)).collect::<String>();
    vertices.chain(faces.iter().map(|face| format!("f{}\n", corners(face)))).collect::<String>().into_bytes()
}

fn polygons_as_ply(vertices: &[Point], faces: &[Vec<usize>]) -> Vec<u8> {
    let header = format!(
        "ply\nformat ascii 1.0\nelement vertex {}\nproperty double x\nproperty double y\nproperty double z\n\
         element face {}\nproperty list uchar int vertex_indices\nend_header\n",
        vertices.len(),
        faces.len()
    );
    let vertices = vertices.iter().map(|p| format!("{} {} {}\n", p.x, p.y, p.z));
    let corners = |face: &Vec<usize>| face.iter().map(|v| format!(" {v}")).collect::<String>();
    let faces = faces.iter().map(|face| format!("{}{}\n", face.len(), corners(face)));
    (header + &vertices.chain(faces).collect::<String>()).into_bytes()
}

#[test]
fn concave_polygons_are_cut_along_their_ears() {
    let letter = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 3.0], [0.0, 3.0]];
    // A comb with corners on its straight sides.
    let comb = [
        [0.0, 0.0],
        [1.5, 0.0],
        [3.0, 0.0],
        [5.0, 0.0],
        [5.0, 3.0],
        [4.0, 3.0],
        [4.0, 1.0],
        [3.5, 1.0],
        [3.0, 1.0],
        [3.0, 2.0],
        [3.0, 3.0],
        [2.0, 3.0],
        [2.0, 1.0],
        [1.0, 1.0],
        [1.0, 3.0],
        [0.0, 3.0],
        [0.0, 1.0],
    ];
    for (outline, area) in [(&letter[..], 4.0), (&comb[..], 11.0)] {
        for start in 0..outline.len() {
            let turn = nalgebra::Rotation3::new(Vector::new(0.4, -1.0, 0.3) * (start % 2) as f64);
            let (vertices, faces) = prism_faces(start, outline);
            let vertices: Vec<Point> = vertices.iter().map(|p| turn * p).collect();
            for (name, file) in
                [("m.obj", polygons_as_obj(&vertices, &faces)), ("m.ply", polygons_as_ply(&vertices, &faces))]
            {
                let mesh = import_bytes(name, &file).unwrap();
                mesh.check_closed().unwrap();
                assert!((mesh.volume() - area).abs() < 1e-9, "{name} from corner {start}: {}", mesh.volume());
                // Overlapping triangles of the caps, or triangles over the notch, would have more area.
                let cap = turn * Vector::z();
                let in_cap = |t: &usize| mesh.area_normal(*t).normalize().dot(&cap) > 0.9;
                let areas =
                    (0..mesh.triangles().len()).filter(in_cap).map(|t| 0.5 * mesh.area_normal(t).norm());
                let sum: f64 = areas.sum();
                assert!((sum - area).abs() < 1e-9, "{name} from corner {start}: {sum}");
            }
        }
    }
    // A polygon that a fan triangulates correctly stays a fan from its first corner.
    let square = b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 2 3 4 1\n";
    assert_eq!(import_bytes("m.obj", square).unwrap().triangles(), [[0, 1, 2], [0, 2, 3]]);
}

#[test]
fn colours_that_are_no_numbers_do_not_matter() {
    let cube = primitives::cuboid(Vector::repeat(1.0));
    let text = obj(&cube).replacen("v -1 -1 -1", "v -1 -1 -1 nan 0.5 inf", 1);
    assert_eq!(import_bytes("m.obj", text.as_bytes()).unwrap().volume(), cube.volume());
    let text = ply_text(&cube).replace("uchar red", "float red").replacen(" 255\n", " nan\n", 1);
    assert_eq!(import_bytes("m.ply", text.as_bytes()).unwrap().volume(), cube.volume());
}

/// Writes and reads an OBJ; returns the mesh and the notes on its repair.
fn mended(mesh: &Mesh) -> (Mesh, Vec<String>) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("m.obj");
    fs::write(&path, obj(mesh)).unwrap();
    let imported = import::read(&path).unwrap();
    (imported.mesh, imported.notes)
}

#[test]
fn what_can_be_mended_in_one_way_is_mended_with_a_note() {
    let ball = primitives::sphere(1.0, 2);
    let separate = |change: &dyn Fn(usize, Point) -> Point| {
        // Every triangle gets its own vertices.
        let corners = (0..ball.triangles().len()).flat_map(|t| ball.corners(t).map(|p| change(t, p)));
        let triangles = (0..ball.triangles().len() as u32).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]);
        Mesh::new(corners.collect(), triangles.collect()).unwrap()
    };
    let with = |change: &dyn Fn(&mut Vec<[u32; 3]>)| {
        let mut triangles = ball.triangles().to_vec();
        change(&mut triangles);
        Mesh::new(ball.vertices().to_vec(), triangles).unwrap()
    };
    let beside = |flip: bool| {
        let far = Mesh::new(
            ball.vertices().iter().map(|p| p * 0.5 + Vector::x() * 9.0).collect(),
            ball.triangles().to_vec(),
        );
        let far = if flip { far.unwrap().flipped() } else { far.unwrap() };
        let n = ball.vertices().len() as u32;
        let triangles = far.triangles().iter().map(|t| t.map(|v| v + n));
        Mesh::new(
            [ball.vertices(), far.vertices()].concat(),
            ball.triangles().iter().copied().chain(triangles).collect(),
        )
        .unwrap()
    };
    let table = [
        (separate(&|_, p| p), ""),
        (separate(&|t, p| p * (1.0 + t as f64 * 1e-13)), "vertices welded"),
        (separate(&|t, p| p * (1.0 + t as f64 * 1e-10)), "closer together than 1e-7"),
        (with(&|t| t.extend_from_within(5..9)), "duplicate triangles removed: 4"),
        (with(&|t| t.extend_from_within(..)), "duplicate triangles removed: "),
        (
            with(&|t| t[7..30].iter_mut().for_each(|t| t.swap(0, 1))),
            "triangles flipped to match the others: 23",
        ),
        (beside(false), ""),
        (beside(true), "inside-out parts flipped: 1"),
    ];
    for (mesh, expected) in table {
        let (mesh, notes) = mended(&mesh);
        mesh.check_closed().unwrap();
        let volume =
            ball.volume() * if mesh.triangles().len() > ball.triangles().len() { 1.125 } else { 1.0 };
        assert!((mesh.volume() / volume - 1.0).abs() < 1e-6, "{expected}: {}", mesh.volume());
        match expected {
            "" => assert_eq!(notes, Vec::<String>::new()),
            _ => assert!(
                matches!(&notes[..], [note] if note.starts_with("repaired: ") && note.contains(expected)),
                "{expected}: {notes:?}"
            ),
        }
    }
    // A defect without a unique repair stays, and is refused where a closed surface is needed.
    let open = with(&|t| t.truncate(t.len() - 1));
    assert_eq!(mended(&open).0.triangles().len(), open.triangles().len());
    assert!(mended(&open).0.check_closed().is_err() && mended(&open).1.is_empty());
    let wide = separate(&|t, p| p * (1.0 + t as f64 * 1e-5));
    assert!(mended(&wide).0.check_closed().is_err());
}

#[test]
fn a_small_gltf_that_repeats_itself_is_refused_soon() {
    let cube = primitives::cuboid(Vector::repeat(1.0));
    let mut document = gltf_document(&cube, None, json!(vec![json!({"mesh": 0}); 1000]));
    let uri = format!("data:;base64,{}", base64(&gltf_buffer(&cube)));
    document["buffers"][0]["uri"] = uri.into();
    let primitive = document["meshes"][0]["primitives"][0].clone();
    document["meshes"][0]["primitives"] = vec![primitive; 300].into();
    document["scenes"][0]["nodes"] = (0..1000).collect::<Vec<_>>().into();
    let line = import_bytes("m.gltf", document.to_string().as_bytes()).unwrap_err();
    assert!(
        line.contains("place 13500000 vertices and triangle corners") && line.contains("6000000"),
        "{line}"
    );
    document["scenes"][0]["nodes"] = json!([0, 1, 2]);
    assert!(import_bytes("m.gltf", document.to_string().as_bytes()).is_ok());
}

#[test]
fn a_gltf_buffer_that_is_named_twice_is_read_once() {
    let folder = TempDir::new().unwrap();
    let buffer = fs::File::create(folder.path().join("sparse.bin")).unwrap();
    buffer.set_len(200 << 20).unwrap();
    let document = json!({
        "asset": {"version": "2.0"}, "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": (0..10).map(|i| json!({"attributes": {"POSITION": i}})).collect::<Vec<_>>()}],
        "accessors": (0..10).map(|i| json!({
            "bufferView": i, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 0],
        })).collect::<Vec<_>>(),
        "bufferViews": (0..10).map(|i| json!({"buffer": i, "byteLength": 36})).collect::<Vec<_>>(),
        "buffers": vec![json!({"byteLength": 200 << 20, "uri": "sparse.bin"}); 10],
    });
    // Ten of them would exceed the limit of 1 GiB for all buffers together.
    let path = folder.path().join("m.gltf");
    fs::write(&path, document.to_string()).unwrap();
    let line = import::load(&path).unwrap_err().to_string();
    assert!(line.contains("every face has two corners at the same place"), "{line}");
}

#[test]
fn messages_hold_no_text_of_the_parsers_insides() {
    let cube = primitives::cuboid(Vector::repeat(1.0));
    let gltf = gltf_embedded(&cube, json!([{"mesh": 0}]));
    let ply = ply_text(&cube);
    let files = [
        ("m.gltf", gltf.replace("\"mesh\":0", "\"mesh\":7")),
        ("m.gltf", gltf.replace("\"buffer\":0", "\"buffer\":3")),
        ("m.gltf", gltf.replace("\"version\"", "\"versoin\"")),
        ("m.ply", ply.replacen("element vertex 8", "element vertex x", 1)),
        ("m.ply", ply.replacen("property float y", "property flaot y", 1)),
        ("m.ply", ply.replacen("format ascii 1.0", "format ascii", 1)),
        ("m.ply", ply.replacen("3 0 4 6", "3 0 4", 1)),
        ("m.ply", ply.replacen("3 0 4 6", "x 0 4 6", 1)),
        ("m.ply", ply.replacen("-1 -1 -1", "-1 -1 one", 1)),
        ("m.ply", ply.replacen("-1 -1 -1 255", "-1 -1 -1 255 7 8", 1)),
    ];
    for (name, text) in files {
        let line = import_bytes(name, text.as_bytes()).unwrap_err();
        assert!(!line.contains(";;") && !line.contains('{') && !line.contains("Error:"), "{line}");
    }
}

/// A cube with a cube inside it, whose triangles with these indices are turned.
fn nested(outer: &[usize], inner: &[usize]) -> String {
    let (large, small) = (primitives::cuboid(Vector::repeat(4.0)), primitives::cuboid(Vector::repeat(1.0)));
    let count = large.vertices().len() as u32;
    let turned = |mesh: &Mesh, turned: &[usize], more: u32| -> Vec<[u32; 3]> {
        let triangle = |(i, t): (usize, &[u32; 3])| match turned.contains(&i) {
            true => [t[1], t[0], t[2]].map(|v| v + more),
            false => t.map(|v| v + more),
        };
        mesh.triangles().iter().enumerate().map(triangle).collect()
    };
    let triangles = [turned(&large, outer, 0), turned(&small, inner, count)].concat();
    obj(&Mesh::new([large.vertices(), small.vertices()].concat(), triangles).unwrap())
}

#[test]
fn parts_are_turned_by_their_place_and_never_guessed() {
    let read = |text: &str| {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("m.obj");
        fs::write(&path, text).unwrap();
        import::read(&path).map(|read| (read.mesh.volume(), read.notes.join("; "))).map_err(|e| e.to_string())
    };
    let all: Vec<usize> = (0..12).collect();
    let (cavity, solid) = (512.0 - 8.0, 512.0 + 8.0);
    let both = "repaired: the whole surface was inside out: flipped";
    let five = "repaired: triangles flipped to match the others: 5";
    for (outer, inner, volume, note) in [
        (&[][..], &[][..], solid, ""),
        (&[], &all, cavity, ""),
        (&all, &all, solid, both),
        (&all, &[], cavity, both),
        (&all[..5], &all, cavity, five),
        (&all[..5], &[], solid, five),
    ] {
        let (found, notes) = read(&nested(outer, inner)).unwrap();
        assert!((found - volume).abs() < 1e-9 && notes == note, "{outer:?} {inner:?}: {found}, {notes}");
    }
    // An inner part that disagrees may be a cavity or solid, however few of its triangles are turned.
    for count in [1, 5, 6, 7, 11] {
        let refused = read(&nested(&[], &all[..count])).unwrap_err();
        assert!(
            refused.contains("two repairs are possible") && refused.contains("cavity or solid"),
            "{refused}"
        );
    }
    // If most of the outer part faces inwards, the file's side is unknown.
    for count in [6, 11] {
        let refused = read(&nested(&all[..count], &all)).unwrap_err();
        assert!(refused.contains("two repairs are possible") && refused.contains("outer shell"), "{refused}");
    }
    // Alone, the outer part has one repair.
    for turned in 0..=12 {
        let cube = primitives::cuboid(Vector::repeat(1.0));
        let mut triangles = cube.triangles().to_vec();
        triangles[..turned].iter_mut().for_each(|t| t.swap(0, 1));
        let (volume, notes) = read(&obj(&Mesh::new(cube.vertices().to_vec(), triangles).unwrap())).unwrap();
        let note = match turned {
            0 => String::new(),
            12 => both.to_owned(),
            _ => format!("repaired: triangles flipped to match the others: {turned}"),
        };
        assert!((volume - 8.0).abs() < 1e-12 && notes == note, "{turned}: {volume}, {notes}");
    }
    // A surface that is not closed keeps its sides.
    let open = primitives::cuboid(Vector::repeat(1.0)).flipped();
    let open = Mesh::new(open.vertices().to_vec(), open.triangles()[1..].to_vec()).unwrap();
    let (volume, notes) = read(&obj(&open)).unwrap();
    assert!(volume < 0.0 && notes.is_empty(), "{volume}, {notes}");
}
