//! The schemas of the JSON inputs: they accept what the readers accept, and refuse what the readers refuse for its
//! structure.

mod mutants;
mod subset;

use std::fs;
use std::path::{Path, PathBuf};

use collidoscope::app::scene_file;
use collidoscope::cli::cases::{self, MeshesAre};
use collidoscope::cli::sweep;
use collidoscope::exhibit::SceneLink;
use collidoscope::geometry::{Pose, Shape, Solid, Vector};
use collidoscope::labs::{self, LABS};
use collidoscope::programs::protocol;
use collidoscope::programs::recording::Replay;
use collidoscope::world::Body;
use serde_json::Value;

use crate::window::cli::Folder;

fn at(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn schema(name: &str) -> Value {
    let path = at("docs/reference/schemas").join(format!("{name}.schema.json"));
    serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap_or_else(|why| panic!("{name}: {why}"))
}

fn read(path: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(at(path)).unwrap()).unwrap()
}

/// Files, and mutants of some: the schema and the reader must agree, unless the reader's message is among `of_content`,
/// which no schema can know.
fn compare(name: &str, valid: &[Value], reader: impl Fn(&Value) -> Result<(), String>, of_content: &[&str]) {
    let schema = schema(name);
    let mut wrong = Vec::new();
    let mut refused = 0;
    for value in valid {
        reader(value).unwrap_or_else(|why| panic!("{name}: {value}: {why}"));
        subset::check(value, &schema).unwrap_or_else(|why| panic!("{name}: {value}: {why}"));
        for (what, mutant) in mutants::of(value) {
            let (by_schema, by_reader) = (subset::check(&mutant, &schema), reader(&mutant));
            refused += usize::from(by_schema.is_err());
            match (by_schema, by_reader) {
                (Ok(()), Err(why)) if !of_content.iter().any(|part| why.contains(part)) => {
                    wrong.push(format!("{what}: only the reader refuses it: {why}"));
                }
                // Serde takes a list for an object; no document says so.
                (Err(why), Ok(())) if !what.ends_with("now []") => {
                    wrong.push(format!("{what}: only the schema refuses it: {why}"));
                }
                _ => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{name}:\n{}", wrong.join("\n"));
    assert!(refused > 50, "{name}: only {refused} mutants are refused");
}

const TETRAHEDRON: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

fn refusal<T, E: std::fmt::Display>(outcome: Result<T, E>) -> Result<(), String> {
    outcome.map(drop).map_err(|why| format!("{why:#}"))
}

#[test]
fn cases_of_query() {
    let folder = Folder::new();
    folder.write("part.obj", TETRAHEDRON);
    let with_mesh = serde_json::json!({
        "shapes": {"part": {"mesh": {"path": "part.obj"}}, "ball": {"sphere": {"radius": 1}}},
        "pairs": [{"a": "part", "b": "ball", "b_pose": {"position": [1.5, 0, 0]}}],
    });
    let reader = |value: &Value| {
        let file = folder.write("cases.json", &value.to_string());
        refusal(cases::load(&file, 1, MeshesAre::Solids))
    };
    compare(
        "query-cases",
        &[read("fuzz/seeds/cases/every-kind.json"), with_mesh],
        reader,
        &["there is no shape", "has length 0", "in one plane", "no such file", "unknown file type"],
    );
}

#[test]
fn cases_of_sweep() {
    let folder = Folder::new();
    let reader = |value: &Value| {
        let file = folder.write("cases.json", &value.to_string());
        refusal(sweep::cases::load(&file))
    };
    compare(
        "sweep-cases",
        &[read("fuzz/seeds/sweep/every-mover.json")],
        reader,
        &["min must be less than max", "in one plane", "normal has length 0"],
    );
}

/// Scenes of every lab, at rest and with a state.
const SCENES: [&str; 5] = [
    r#"{"collidoscope": 2, "show": "lab=road&triangles=1000", "lab": {"state": {"frame": 0, "position": [0, 1, 0],
        "rotation": [0, 0, 0, 1], "velocity": [0, 0, 0], "spin": [0, 0, 0], "steer": 0, "rolled": [0, 0, 0, 0],
        "along": 0, "trouble": [0, 0, 0], "blind_since": [null, 0, null, null], "blindings": 0, "recoveries": 0}}}"#,
    r#"{"collidoscope": 2, "show": "lab=level", "lab": {"state": {"frame": 1, "place": [0, 1, 0],
        "velocity": [0, 0, 0], "floor": [0, 1, 0], "heading": 0, "next": 0, "nearest": 1, "waiting": 0,
        "set_back": 0}}}"#,
    r#"{"collidoscope": 2, "show": "lab=cloth", "lab": {"hands": [[3, 1, [0, 1, 0]]]}}"#,
    r#"{"collidoscope": 2, "show": "lab=meshes", "lab": {"meshes": []}}"#,
    r#"{"collidoscope": 2, "show": "lab=arena&page=inspector&pair=0-1", "lab": {"models": {"paths": ["part.obj",
        "part.obj"], "parameters": {"bodies": 2}, "poses": [{"position": [0, 0, 0], "rotation": [0, 0, 0, 1]},
        {"position": [1, 0, 0], "rotation": [0, 0, 0, 1]}]}}, "inspector_camera": {"target": [0, 0, 0],
        "distance": 3, "yaw": 0, "pitch": 0, "parallel": true, "stays_with": null}}"#,
];

#[test]
fn scene_files() {
    let folder = Folder::new();
    folder.write("part.obj", TETRAHEDRON);
    let reader = |value: &Value| {
        let file = scene_file::parse(&value.to_string()).map_err(|why| format!("{why:#}"))?;
        let (row, _) =
            labs::check(&file.show.parse::<SceneLink>()?, LABS[0]).map_err(|why| why.to_string())?;
        refusal((row.read)(&file.lab, &folder.path("")))
    };
    let mut scenes: Vec<Value> = SCENES.map(|text| serde_json::from_str(text).unwrap()).to_vec();
    scenes.extend(["bodies", "preset", "road"].map(|name| read(&format!("fuzz/seeds/scene/{name}.json"))));
    compare(
        "scene",
        &scenes,
        reader,
        &[
            "unit quaternion",
            "no such file",
            "unknown file type",
            "give one for each",
            "expected NAME=VALUE",
            "requires \"bodies\"",
        ],
    );
}

#[test]
fn lines_of_programs_and_recordings() {
    let value = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    let answers = [
        r#"{"hello":1,"name":"mine"}"#,
        r#"{"id":7,"colliding":true,"point":[0,0.5,0]}"#,
        r#"{"id":7,"colliding":false,"plane":[0,1,0,2]}"#,
    ];
    let reader = |value: &Value| match value.get("hello").or_else(|| value.get("name")) {
        Some(_) => refusal(protocol::read_hello(value.to_string().as_bytes())),
        None => {
            protocol::read_answer(value.to_string().as_bytes(), 7).map(drop).map_err(|why| format!("{why:?}"))
        }
    };
    compare("program-answer", &answers.map(value), reader, &["OtherId", "no direction"]);
    let recording = [
        r#"{"recording":1,"name":"mine","baseline_us":12.5}"#,
        r#"{"asked":"00ff","colliding":true,"point":[0,0.5,0],"us":3.5}"#,
        r#"{"asked":"00ff","failure":{"kind":"time-out","says":"It slept."},"us":3.5}"#,
    ];
    let reader = |value: &Value| match value.get("asked").or_else(|| value.get("us")) {
        Some(_) => refusal(Replay::read(&format!("{}\n{value}", recording[0]))),
        None => refusal(Replay::read(&value.to_string())),
    };
    compare("recording", &recording.map(value), reader, &[]);

    let schema = schema("program-question");
    let shapes = [
        Shape::primitive(Solid::Ball { radius: 1.0 }, 1),
        Shape::primitive(Solid::Cuboid { half_extents: Vector::new(1.0, 2.0, 3.0) }, 1),
        Shape::primitive(Solid::Cone { radius: 1.0, height: 2.0 }, 1),
        Shape::primitive(Solid::Cylinder { radius: 1.0, height: 2.0 }, 1),
    ];
    let shapes = shapes.map(|shape| std::sync::Arc::new(shape.unwrap()));
    let bodies = [0, 1].map(|i: usize| Body::at_rest(shapes[i].clone(), Pose::identity()));
    let lines = [protocol::hello(), protocol::question(7, ["m0", "m1"], &bodies)];
    for line in lines.into_iter().chain(shapes.iter().map(|shape| protocol::mesh("m0", shape))) {
        subset::check(&value(&line), &schema).unwrap_or_else(|why| panic!("{line}: {why}"));
        for other in ["program-answer", "query-cases"] {
            assert!(subset::check(&value(&line), &self::schema(other)).is_err(), "{other}: {line}");
        }
    }
}

#[test]
fn every_json_example_of_the_documents_fits_its_schema() {
    let names = ["query-cases", "sweep-cases", "scene", "program-answer", "program-question", "recording"];
    let schemas = names.map(|name| (name, schema(name)));
    let mut found = Vec::new();
    let mut check = |origin: String, value: &Value| {
        let fits: Vec<_> =
            schemas.iter().filter(|(_, schema)| subset::check(value, schema).is_ok()).collect();
        assert!(!fits.is_empty(), "{origin} fits no schema: {value}");
        found.extend(fits.into_iter().map(|(name, _)| *name));
    };
    for folder in ["docs/reference", "docs/guide", "examples/own-method"] {
        for entry in fs::read_dir(at(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|ending| ending != "md") {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            for block in text.split("```json\n").skip(1) {
                let block = block.split("```").next().unwrap();
                let value = serde_json::from_str(block).unwrap_or_else(|why| panic!("{block}: {why}"));
                check(path.display().to_string(), &value);
            }
        }
    }
    for entry in fs::read_dir(at("docs/course/cases")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "json") {
            let text = fs::read_to_string(&path).unwrap();
            check(path.display().to_string(), &serde_json::from_str(&text).unwrap());
        }
    }
    assert!(["query-cases", "sweep-cases"].iter().all(|name| found.contains(name)), "{found:?}");
}

#[test]
fn every_schema_is_named_in_the_documents() {
    let text = fs::read_to_string(at("docs/reference/file-formats.md")).unwrap()
        + &fs::read_to_string(at("docs/reference/own-programs.md")).unwrap();
    for entry in fs::read_dir(at("docs/reference/schemas")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(text.contains(&format!("(schemas/{name})")), "{name}");
    }
}
