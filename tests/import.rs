//! Meshes from files: right ones against independent readers, broken ones for their messages.

use std::{fs, path::Path};

use collidoscope::geometry::{Mesh, Point, Vector, import, primitives};
use proptest::{collection::vec, prelude::*, sample::Index};
use tempfile::TempDir;

/// Reads `content` as a file called `name`; the error is its one line.
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

fn obj(mesh: &Mesh) -> String {
    let vertices = mesh.vertices().iter().map(|p| format!("v {} {} {}\n", p.x, p.y, p.z));
    let faces = mesh.triangles().iter().map(|t| {
        let [a, b, c] = t.map(|v| v + 1);
        format!("f {a} {b} {c}\n")
    });
    vertices.chain(faces).collect()
}

fn stl_triangles(mesh: &Mesh) -> Vec<stl_io::Triangle> {
    let corner = |p: Point| stl_io::Vertex::new([p.x as f32, p.y as f32, p.z as f32]);
    let normal = stl_io::Normal::new([0.0; 3]);
    let corners = (0..mesh.triangles().len()).map(|t| mesh.corners(t).map(corner));
    corners.map(|vertices| stl_io::Triangle { normal, vertices }).collect()
}

pub fn stl_binary(mesh: &Mesh) -> Vec<u8> {
    let mut bytes = Vec::new();
    stl_io::write_stl(&mut bytes, stl_triangles(mesh).iter()).unwrap();
    bytes
}

fn stl_text(mesh: &Mesh) -> String {
    let mut text = String::from("solid a shape\n");
    for triangle in stl_triangles(mesh) {
        text += "  facet normal 0 0 0\n    outer loop\n";
        for v in triangle.vertices {
            text += &format!("      vertex {:e} {:e} {:e}\n", v[0], v[1], v[2]);
        }
        text += "    endloop\n  endfacet\n";
    }
    text + "endsolid a shape\n"
}

#[test]
fn every_format_gives_the_mesh_back() {
    // Eighths are exact in single precision, too.
    let cube = primitives::cuboid(Vector::new(0.5, 1.0, 0.125));
    let files = [
        ("m.obj", obj(&cube).into_bytes()),
        ("m.OBJ", obj(&cube).replace('\n', "\r\n").into_bytes()),
        ("m.stl", stl_binary(&cube)),
        ("m.STL", stl_text(&cube).into_bytes()),
        ("shout.stl", stl_text(&cube).to_uppercase().into_bytes()),
        ("nameless.stl", stl_text(&cube).replace(" a shape", "").into_bytes()),
        ("inwards.stl", stl_binary(&cube.clone().flipped())),
    ];
    for (name, content) in files {
        let mesh = import_bytes(name, &content).unwrap();
        assert_eq!((mesh.vertices().len(), mesh.triangles().len()), (8, 12), "{name}");
        assert_eq!(mesh.volume(), cube.volume(), "{name}");
        assert_eq!(mesh.check_convex(), Ok(()), "{name}");
    }
    // Binary, although it says "solid" as text does.
    let mut bytes = stl_binary(&cube);
    bytes[..12].copy_from_slice(b"solid binary");
    assert_eq!(import_bytes("m.stl", &bytes).unwrap().triangles().len(), 12);
    // Two solids in one text.
    let two = stl_text(&cube) + &stl_text(&primitives::cuboid(Vector::repeat(4.0)));
    assert_eq!(import_bytes("m.stl", two.as_bytes()).unwrap().triangles().len(), 24);
}

#[test]
fn obj_polygons_comments_continuations_and_relative_indices() {
    let text =
        b"\xe9 not UTF-8\n# a comment\nmtllib none.mtl\no box\nv 0 0 0 1.0\nv 1 0 0 0.5 0.5 0.5\nv 2 2 0 2\n\
        v 0 1 0 # corner\nv 0 0 1\nv -0 0 0\nvt 0 0\nvn 0 0 1\nusemtl none\n\
        f 4//1 3/1/1 \\\n 2/1 1\ns off\nl 1 2 5\nf 1 2 -2\nf 2 3 5\nf 3 4 5\nf 4 6 5\nf 6 1 5\n";
    let mesh = import_bytes("m.obj", text).unwrap();
    // The sixth vertex is the first again, and with it the last face is no triangle.
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
    let table: &[(&str, Vec<u8>, &str)] = &[
        ("m.ply", b"ply".into(), "give an .obj or .stl file"),
        ("m", b"v 1 2 3".into(), "give an .obj or .stl file"),
        ("m.obj", b"".into(), "the file is empty"),
        ("m.stl", b"".into(), "the file is empty"),
        ("m.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\n".into(), "there are no faces"),
        ("m.obj", b"v 0 0 0\nv 1 x 0\n".into(), "line 2: \"x\" is not a finite number"),
        ("m.obj", b"v 0 0 0\nv 1 NaN 0\n".into(), "line 2: \"NaN\" is not a finite number"),
        ("m.obj", b"v 0 0 1e999\n".into(), "line 1: \"1e999\" is not a finite number"),
        ("m.obj", b"v 1 2 3 0\n".into(), "line 1: divided by its weight"),
        ("m.obj", b"v 1 2\n".into(), "line 1: a vertex needs x, y and z, but here are 2"),
        ("m.obj", b"v 1 2 3\n\nf 1 1\n".into(), "line 3: a face needs three corners"),
        (
            "m.obj",
            b"v 1 2 3\nf 1 1 0\n".into(),
            "line 2: face uses vertex 0, but vertices are numbered from 1",
        ),
        ("m.obj", b"v 1 2 3\nf 1 1 2\n".into(), "line 2: face uses vertex 2, but there are only 1"),
        ("m.obj", b"v 1 2 3\nf 1 1 -2\n".into(), "line 2: face uses vertex -2, but only 1 stand above"),
        ("m.obj", b"v 1 2 3\nf 1 1 one\n".into(), "line 2: \"one\" is not a corner"),
        ("m.obj", b"v 1 2 3\nf 1 1 99999999999999999999\n".into(), "line 2: \"99999999999999999999\" is not"),
        (
            "m.obj",
            b"v 1 2 3\nf 1 1 -9223372036854775808\n".into(),
            "line 2: face uses vertex -9223372036854775808",
        ),
        ("m.obj", b"v 1 2 3\nf 1 1 1\n".into(), "every face has two corners at one place"),
        ("m.stl", binary[..binary.len() - 1].into(), "cut short: the header announces 12 triangles"),
        ("m.stl", binary[..84].into(), "ends at byte 84"),
        ("m.stl", binary[..50].into(), "neither text"),
        ("m.stl", patched(80, &[0xff; 4]), "announces 4294967295 triangles, which need 214748364834 bytes"),
        ("m.stl", patched(80, &[0; 4]), "there are no faces"),
        ("m.stl", patched(84 + 50 + 12, &f32::NAN.to_le_bytes()), "triangle 1 (from 0, at byte 134)"),
        ("m.stl", b"solid\nendsolid\n".into(), "there are no faces"),
        ("m.stl", text[..200].into(), "the facet in line"),
        ("m.stl", text.replace("endsolid a shape\n", "").into(), "after line 85: the file ends here"),
        ("m.stl", text.replacen("vertex", "vertx", 1).into(), "the facet in line 2: vertex f32"),
        ("m.stl", text.replacen("1e0", "nan", 1).into(), "the facet in line 2: expected finite"),
    ];
    for (name, content, expected) in table {
        let line = import_bytes(name, content).expect_err(expected);
        assert!(line.contains(expected), "expected {expected:?} in: {line}");
    }
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
        // Endless.
        std::os::unix::fs::symlink("/dev/zero", folder.path().join("zero.stl")).unwrap();
        assert!(fail(&folder.path().join("zero.stl")).contains("is not a regular file"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// What tobj, another reader, makes of the same file (it has single precision, so eighths it is).
    #[test]
    fn obj_agrees_with_tobj(
        points in vec([-80..80_i32, -80..80, -80..80], 4..30),
        faces in vec((vec(any::<Index>(), 3..7), any::<bool>()), 1..20),
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

        let Ok(mesh) = import_bytes("m.obj", text.as_bytes()) else {
            prop_assert!(expected.is_empty());
            return Ok(());
        };
        let got = |m: &Mesh| -> Vec<[[f64; 3]; 3]> {
            (0..m.triangles().len()).map(|t| m.corners(t).map(|p| p.coords.into())).collect()
        };
        prop_assert!(got(&mesh) == expected || got(&mesh.clone().flipped()) == expected);
    }

    #[test]
    fn any_bytes_give_a_mesh_or_an_error(
        bytes in vec(any::<u8>(), 0..400),
        name in prop::sample::select(vec!["m.obj", "m.stl"]),
    ) {
        let _ = import_bytes(name, &bytes);
    }

    #[test]
    fn words_of_the_formats_in_any_order_give_a_mesh_or_an_error(
        words in vec(prop::sample::select(vec![
            "v", "f", "vn", "1", "2", "-1", "0", "1/2/3", "1//", "/", "1e300", "-2.5", "nan", "\n", "\n", "\\\n",
            "solid", "solid x\n", "facet normal 0 0 1\n", "outer loop\n", "vertex", "vertex 0 0 1\n", "endloop\n",
            "endfacet\n", "endsolid\n", "\u{fffd}", "\0", "#", "\r",
        ]), 0..80),
        name in prop::sample::select(vec!["m.obj", "m.stl"]),
    ) {
        let _ = import_bytes(name, words.join(" ").as_bytes());
    }

    #[test]
    fn damaged_files_give_a_mesh_or_an_error(
        format in 0..3_usize,
        flips in vec((any::<Index>(), 0..8_u32), 0..6),
        cut in any::<Option<Index>>(),
    ) {
        let mesh = primitives::cone(1.0, 2.0, 1);
        let (name, mut bytes) = match format {
            0 => ("m.obj", obj(&mesh).into_bytes()),
            1 => ("m.stl", stl_binary(&mesh)),
            _ => ("m.stl", stl_text(&mesh).into_bytes()),
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
