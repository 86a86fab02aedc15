//! The input file of `query`: its meaning, and the errors for broken files.

use std::{fs, sync::Arc};

use collidoscope::{
    cli::cases::{self, Cases, MeshesAre},
    geometry::{Point, Pose, Solid, Vector, primitives},
};
use nalgebra::{Translation3, UnitQuaternion};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::mesh_files::stl_binary;

/// Reads `text` as cases.json in `folder`; the error is one line.
pub fn read_in(folder: &TempDir, text: &[u8]) -> Result<Cases, String> {
    let path = folder.path().join("cases.json");
    fs::write(&path, text).unwrap();
    cases::load(&path, 1, MeshesAre::Solids).map_err(|e| {
        let line = e.to_string();
        assert!(!line.contains(['\n', '\r']), "more than one line: {line:?}");
        assert!(line.contains("cases.json:"), "does not name the file: {line}");
        line
    })
}

fn read(text: &str) -> Result<Cases, String> {
    read_in(&TempDir::new().unwrap(), text.as_bytes())
}

pub const CONTRACT: &str = r#"{
    "shapes": {
        "cube": {"box": {"half_extents": [1, 2, 3]}},
        "ball": {"sphere": {"radius": 1}},
        "c": {"cone": {"radius": 1, "height": 2}},
        "y": {"cylinder": {"radius": 1.5, "height": 2e-3}},
        "h": {"hull": {"points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0.1, 0.1, 0.1]]}},
        "m": {"mesh": {"path": "meshes/m.stl"}}
    },
    "pairs": [
        {"a": "cube", "a_pose": {"position": [1, 2, 3], "rotation": [0, 0.6, 0, 0.8]}, "b": "ball"},
        {"a": "c", "a_pose": {}, "b": "y", "b_pose": {"position": [-1e6, 0, 0]}},
        {"b": "h", "a": "m", "b_pose": {"rotation": [1, 0, 0, 0]}},
        {"a": "cube", "b": "cube"}
    ]
}"#;

pub fn contract_folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::create_dir(folder.path().join("meshes")).unwrap();
    fs::write(folder.path().join("meshes/m.stl"), stl_binary(&primitives::sphere(1.0, 1))).unwrap();
    folder
}

#[test]
fn the_contract_is_read_as_it_says() {
    let cases = read_in(&contract_folder(), CONTRACT.as_bytes()).unwrap();
    assert_eq!(cases.notes, Vec::<String>::new());
    let solids: Vec<[Solid; 2]> = cases.pairs.iter().map(|p| p.each_ref().map(|b| b.shape.solid())).collect();
    let cube = Solid::Cuboid { half_extents: Vector::new(1.0, 2.0, 3.0) };
    let cylinder = Solid::Cylinder { radius: 1.5, height: 2e-3 };
    assert_eq!(
        solids,
        [
            [cube, Solid::Ball { radius: 1.0 }],
            [Solid::Cone { radius: 1.0, height: 2.0 }, cylinder],
            [Solid::Polyhedron, Solid::Polyhedron],
            [cube, cube],
        ]
    );
    let [a, b] = &cases.pairs[0];
    let turn = UnitQuaternion::from_axis_angle(&Vector::y_axis(), 2.0 * 0.6_f64.asin());
    let expected = Pose::from_parts(Translation3::new(1.0, 2.0, 3.0), turn);
    assert!((a.pose.to_homogeneous() - expected.to_homogeneous()).norm() < 1e-15, "x, y, z, w");
    assert_eq!(b.pose, Pose::identity());
    let [m, h] = &cases.pairs[2];
    assert_eq!(h.pose * Point::new(0.0, 1.0, 0.0), Point::new(0.0, -1.0, 0.0));
    assert_eq!((h.shape.mesh().vertices().len(), h.shape.convexity()), (4, &Ok(())));
    assert_eq!(m.shape.mesh().triangles().len(), 80);
    assert!(Arc::ptr_eq(&cases.pairs[0][0].shape, &cases.pairs[3][1].shape), "shapes are shared");
    // A byte-order mark as written by Windows editors.
    assert!(read_in(&contract_folder(), format!("\u{feff}{CONTRACT}").as_bytes()).is_ok());
}

#[test]
fn the_level_is_that_of_the_round_primitives() {
    let folder = contract_folder();
    let path = folder.path().join("cases.json");
    fs::write(&path, CONTRACT).unwrap();
    let triangles = |level| {
        let cases = cases::load(&path, level, MeshesAre::Solids).unwrap();
        cases.pairs.iter().flatten().map(|b| b.shape.mesh().triangles().len()).collect::<Vec<_>>()
    };
    assert_eq!(triangles(1), [12, 80, 28, 32, 80, 4, 12, 12]);
    assert_eq!(triangles(4), [12, 1520, 112, 128, 80, 4, 12, 12]);
}

#[test]
fn concave_meshes_are_taken_apart_with_a_note_and_open_ones_refused() {
    let folder = TempDir::new().unwrap();
    let notch = "v 0 0 0\nv 4 0 0\nv 0 4 0\nv 0 0 4\nv 0.1 0.1 0.1\nf 1 3 2\nf 1 2 4\nf 1 4 3\n\
                 f 2 3 5\nf 3 4 5\nf 4 2 5\n";
    fs::write(folder.path().join("notch.obj"), notch).unwrap();
    let text = r#"{"shapes":{"n":{"mesh":{"path":"notch.obj"}}},"pairs":[{"a":"n","b":"n"}]}"#;
    let cases = read_in(&folder, text.as_bytes()).unwrap();
    let reason = cases.pairs[0][0].shape.convexity().clone().unwrap_err();
    assert!(reason.to_string().contains("in front of triangle"), "{reason}");
    let pieces = cases.pairs[0][0].shape.pieces();
    assert!(pieces.len() > 1 && pieces.iter().all(|piece| piece.convexity().is_ok()), "{}", pieces.len());
    let expected = format!(
        "notch.obj is concave: methods for convex bodies split it into {} convex pieces",
        pieces.len()
    );
    assert!(
        matches!(&cases.notes[..], [note] if note.contains("cases.json: ") && note.contains(&expected)),
        "{:?}",
        cases.notes
    );

    fs::write(folder.path().join("notch.obj"), &notch[..notch.rfind("f 4 2 5").unwrap()]).unwrap();
    let line = read_in(&folder, text.as_bytes()).unwrap_err();
    assert!(
        line.contains("shapes.n.mesh.path: notch.obj: the surface is not closed: the edge from vertex "),
        "{line}"
    );
}

#[test]
fn a_mesh_that_many_shapes_name_is_read_once() {
    let folder = TempDir::new().unwrap();
    let ring = crate::gpu::decomposition::torus(1.0, 0.35, 12, 8);
    fs::write(folder.path().join("ring.obj"), crate::support::mesh_files::obj(&ring)).unwrap();
    let name = |i: usize| ["ring.obj", "./ring.obj"][i % 2];
    let shapes: serde_json::Map<String, Value> =
        (0..50).map(|i| (format!("s{i}"), json!({"mesh": {"path": name(i)}}))).collect();
    let pairs: Vec<Value> = (1..50).map(|i| json!({"a": "s0", "b": format!("s{i}")})).collect();
    let cases = read_in(&folder, json!({"shapes": shapes, "pairs": pairs}).to_string().as_bytes()).unwrap();
    assert!(cases.pairs.iter().all(|[a, b]| Arc::ptr_eq(&a.shape, &b.shape)));
    assert_eq!(cases.notes.len(), 1, "{:?}", cases.notes);
    assert_eq!(cases.names[48], ["s0", "s49"]);
}

#[test]
fn a_needle_is_a_hull() {
    let w = 1e-7;
    let points: Vec<[f64; 3]> =
        (0..8).map(|i| [f64::from(i & 1), w * f64::from(i >> 1 & 1), w * f64::from(i >> 2)]).collect();
    let text = json!({"shapes": {"n": {"hull": {"points": points}}}, "pairs": [{"a": "n", "b": "n"}]});
    let cases = read(&text.to_string()).unwrap();
    assert_eq!(cases.pairs[0][0].shape.convexity(), &Ok(()));
}

#[test]
fn rotations_are_normalised_with_a_note() {
    let text = |rotation: &str, count: usize| {
        let pair = format!(r#"{{"a":"s","b":"s","b_pose":{{"rotation":{rotation}}}}}"#);
        let pairs = vec![pair; count].join(",");
        format!(r#"{{"shapes":{{"s":{{"sphere":{{"radius":1}}}}}},"pairs":[{pairs}]}}"#)
    };
    for rotation in ["[0, 0, 3, 4]", "[0, 0, 3e-200, 4e-200]", "[0, 0, 3e300, 4e300]"] {
        let cases = read(&text(rotation, 2)).unwrap();
        let turned = cases.pairs[0][1].pose.rotation.into_inner();
        assert!((turned.coords - nalgebra::Vector4::new(0.0, 0.0, 0.6, 0.8)).norm() < 1e-15);
        assert_eq!(cases.notes.len(), 2);
        assert!(
            cases.notes[1].contains("cases.json: pairs[1].b_pose.rotation: of length 5"),
            "{:?}",
            cases.notes
        );
    }
    let cases = read(&text("[0, 0, 0, 2]", 11)).unwrap();
    assert_eq!(cases.notes.len(), 1);
    assert!(
        cases.notes[0].contains("11 rotations normalised to length 1; the first is pairs[0].b_pose.rotation")
    );
    // Rounding causes no note, but the quaternion used has unit length.
    let cases = read(&text("[0, 0, 0, 1.0000005]", 1)).unwrap();
    assert_eq!((cases.notes.len(), cases.pairs[0][1].pose.rotation.norm()), (0, 1.0));
}

#[test]
fn broken_input_is_refused_with_place_and_mend() {
    let folder = contract_folder();
    fs::create_dir(folder.path().join("folder.obj")).unwrap();
    fs::write(folder.path().join("far.obj"), "v 0 0 0\nv 1e13 0 0\nv 0 1 0\nf 1 2 3\n").unwrap();
    fs::write(folder.path().join("range.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n").unwrap();
    let whole = stl_binary(&primitives::sphere(1.0, 1));
    fs::write(folder.path().join("cut.stl"), &whole[..whole.len() / 2]).unwrap();

    // Each row replaces the first text by the second in the contract's example; the error line must contain the
    // third.
    let table = r#"
        "pairs": [ => "pairs": [, => :10:15: expected value; correct the JSON here
        "radius": 1} => "radius": NaN} => :4:39: expected value; correct the JSON here (it has no comments
        "radius": 1} => "radius": -Infinity} => :4:40: invalid number
        "radius": 1} => "radius": 1e999} => number out of range; give a smaller number
        [1, 2, 3]}}, => [1, 2, 3]}}, "ball": 1, => duplicate field "ball"; rename or remove one
        "pairs": => "piars": => : unknown field "piars"; did you mean "pairs"?
        "pairs": => "results": => unknown field "results"; choose from shapes, pairs
        {"sphere" => {"spere" => : shapes.ball: unknown field "spere"; did you mean "sphere"?
        {"sphere": {"radius": 1}} => {} => : shapes.ball: a shape must have exactly one of box, sphere, cone
        {"sphere": => {"box": 1, "sphere": => : shapes.ball: a shape must have exactly one of
        {"sphere": {"radius": 1}} => [] => : shapes.ball: is a list, but must be an object
        {"radius": 1} => {} => : shapes.ball.sphere: field "radius" is missing; add it
        {"radius": 1} => {"radius": 0} => : shapes.ball.sphere.radius: is 0.0, but a size must be greater than 0
        {"radius": 1} => {"radius": "1"} => : shapes.ball.sphere.radius: is a text, but must be a number
        {"radius": 1} => {"radius": null} => : shapes.ball.sphere.radius: is null, but must be a number
        {"radius": 1} => {"radius": 1e300} => : shapes.ball.sphere.radius: is 1e300 m, but sizes go from 1e-9
        {"radius": 1} => {"radius": 1e-10} => : shapes.ball.sphere.radius: is 1e-10 m, but sizes go from 1e-9
        [1, 2, 3]}} => [1, -2, 3]}} => : shapes.cube.box.half_extents[1]: is -2.0, but a size must be greater
        [1, 2, 3]}} => [1, 2]}} => : shapes.cube.box.half_extents: has 2 numbers, but needs 3
        "height": 2} => "height": true} => : shapes.c.cone.height: is true or false, but must be a number
        "height": 2} => "heigth": 2} => : shapes.c.cone: unknown field "heigth"; did you mean "height"?
        "height": 2e-3} => "height": -1} => : shapes.y.cylinder.height: is -1.0, but a size
        0, 1], [ => 1e13, 1], [ => : shapes.h.hull.points[3][1]: is 1e13 m, but coordinates must lie within ±1e12 m
        [0, 0, 1], [0.1, 0.1, 0.1] => [1, 1, 0], [3, 2, 0] => : shapes.h.hull.points: a hull needs four points
        [1, 0, 0], [0, 1, 0] => 1, [0, 1, 0] => : shapes.h.hull.points[1]: is a number, but must be a list
        meshes/m.stl => m.stl => : shapes.m.mesh.path:
        meshes/m.stl => m.stl => m.stl: there is no such file; check the path
        meshes/m.stl => folder.obj => folder.obj: is a directory
        meshes/m.stl => cut.stl => cut.stl: truncated: the header declares 80 triangles
        meshes/m.stl => range.obj => range.obj: line 4: face uses vertex 4, but there are only 3
        meshes/m.stl => far.obj => far.obj: a coordinate of vertex 2 is 1e13 m, but coordinates must lie within
        "b": "ball" => "b": "bal" => : pairs[0].b: there is no shape "bal" in "shapes"; did you mean "ball"?
        "b": "ball" => "b": 1 => : pairs[0].b: is a number, but must be a text in quotes
        "b": "ball" => "b_pose": {} => : pairs[0]: field "b" is missing; add it
        "a_pose": {} => "a_pos": {} => : pairs[1]: unknown field "a_pos"; did you mean "a_pose"?
        "a_pose": {} => "a_pose": {"position": [0, 0]} => : pairs[1].a_pose.position: has 2 numbers, but needs 3
        -1e6 => -1e300 => : pairs[1].b_pose.position[0]: is -1e300 m, but coordinates must lie within
        [1, 0, 0, 0] => [0, 0, 0, 0] => : pairs[2].b_pose.rotation: has length 0
        [1, 0, 0, 0] => [1, 0, 0, "w"] => : pairs[2].b_pose.rotation[3]: is a text, but must be a number
    "#;
    let mut wrong = Vec::new();
    for row in table.trim().lines() {
        let row: Vec<&str> = row.trim().split(" => ").collect();
        let [from, to, expected] = row[..] else { panic!("{row:?}") };
        assert!(CONTRACT.contains(from), "{from}");
        let line = read_in(&folder, CONTRACT.replacen(from, to, 1).as_bytes()).expect_err(expected);
        if !line.contains(expected) {
            wrong.push(format!("expected {expected:?} in: {line}"));
        }
    }

    for (text, expected) in [
        ("", ": the file is empty"),
        ("[]", ": is a list, but must be an object"),
        ("{}", ": field \"shapes\" is missing"),
        (r#"{"shapes":{}}"#, ": field \"pairs\" is missing"),
        (r#"{"shapes":{},"pairs":[{"a":"x","b":"x"}]}"#, "\"shapes\"; there are none to choose from"),
        (r#"{"shapes":{},"pairs":[]}"#, "pairs: there are no pairs; add one with a and b"),
        (
            r#"{"shapes":{"h":{"hull":{"points":[]}}},"pairs":[]}"#,
            "points: there are none; a hull needs four",
        ),
        (
            r#"{"shapes":{"h":{"hull":{"points":[[0,0,0],[1e-12,0,0],[0,1e-12,0],[0,0,1e-12]]}}},"pairs":[]}"#,
            ": shapes.h.hull.points: its longest side is 1e-12 m",
        ),
        (r#"{"shapes":{},"pairs":["#, ":1:22: EOF while parsing a list; the file may be cut short"),
        (r#"{"shapes":{},"pairs":[]} x"#, ":1:26: trailing characters"),
        (&"[".repeat(100_000), "recursion limit"),
        ("{\"a\nb\": 1, \"c\u{1}\": 2}", ":2:0: control character"),
        ("{\"a\\nb\": 1}", "unknown field \"a\\nb\""),
    ] {
        let line = read(text).expect_err(expected);
        if !line.contains(expected) {
            wrong.push(format!("expected {expected:?} in: {line}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let line = read_in(&folder, b"{\"shapes\": \xff}").unwrap_err();
    assert!(line.contains(":1:"), "{line}");
    let line = cases::load(folder.path(), 1, MeshesAre::Solids).unwrap_err().to_string();
    assert!(line.ends_with(": is a directory; name a file in it"), "{line}");
    let line = cases::load(&folder.path().join("none.json"), 1, MeshesAre::Solids).unwrap_err().to_string();
    assert!(line.ends_with("none.json: there is no such file; check the path"), "{line}");
}

#[test]
fn sizes_from_nanometres_to_gigametres() {
    for size in [1e-9_f64, 1e-3, 1e3, 1e9] {
        let shapes = json!({
            "box": {"box": {"half_extents": [size, size, size]}}, "ball": {"sphere": {"radius": size}},
            "cone": {"cone": {"radius": size, "height": size}},
            "hull": {"hull": {"points": [[0, 0, 0], [size, 0, 0], [0, size, 0], [0, 0, size]]}},
        });
        let pairs = json!([{"a": "box", "b": "ball"}, {"a": "cone", "b": "hull"}]);
        let cases = read(&json!({"shapes": shapes, "pairs": pairs}).to_string()).unwrap();
        for body in cases.pairs.iter().flatten() {
            assert_eq!(body.shape.convexity(), &Ok(()));
            let relative = body.shape.volume() / size.powi(3);
            assert!((0.1..10.0).contains(&relative), "size {size:e}: volume {relative} in its cubes");
        }
    }
}

#[test]
fn thousands_of_pairs_are_read() {
    let mut document: Value = serde_json::from_str(CONTRACT).unwrap();
    let pairs = vec![document["pairs"].as_array().unwrap().clone(); 5_000].concat();
    document["pairs"] = Value::Array(pairs);
    let text = document.to_string();
    let folder = contract_folder();
    assert_eq!(read_in(&folder, text.as_bytes()).unwrap().pairs.len(), 20_000);
}
