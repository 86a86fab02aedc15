//! The command line: arguments in; exit status, lines and files out.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};

/// A temporary folder for one test, removed afterwards.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn write(&self, name: &str, content: &str) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, content).unwrap();
        path
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

pub fn collidoscope(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_collidoscope"));
    // English, whatever the locale of the machine.
    command.env("LANGUAGE", "en");
    command.args(arguments).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
    command.output().unwrap()
}

/// Runs the program, and asserts exit status 0.
pub fn succeeded(arguments: &[&str]) -> Output {
    let output = collidoscope(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

pub fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

pub fn lines(output: &Output) -> Vec<Value> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Asserts exit status 2, an error of exactly one line that contains all of `parts`, and no standard output.
pub fn assert_refused(output: &Output, parts: &[&str]) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert_eq!(said.lines().count(), 1, "one line, not: {said}");
    assert!(output.stdout.is_empty(), "nothing half-written");
    for part in parts {
        assert!(said.contains(part), "{part:?} is missing in: {said}");
    }
}

pub fn two_cubes(distance: f64) -> String {
    json!({
        "shapes": {"cube": {"box": {"half_extents": [1, 1, 1]}}},
        "pairs": [{"a": "cube", "b": "cube", "b_pose": {"position": [distance, 0.3, 0.2]}}],
    })
    .to_string()
}

#[test]
fn every_method_answers_every_pair_in_input_order() {
    let folder = Folder::new();
    let cases = json!({
        "shapes": {
            "cube": {"box": {"half_extents": [1, 1, 1]}},
            "ball": {"sphere": {"radius": 1}},
            "c": {"cone": {"radius": 1, "height": 2}},
            "y": {"cylinder": {"radius": 1, "height": 2}},
            "h": {"hull": {"points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0.1, 0.1, 0.1]]}},
        },
        "pairs": [
            {"a": "cube", "a_pose": {"position": [0, 0, 0], "rotation": [0, 0, 0, 1]}, "b": "h"},
            {"a": "ball", "b": "ball", "b_pose": {"position": [1.3, 1.3, 1.3]}},
            {"a": "ball", "b": "ball", "b_pose": {"position": [1.1, 1.1, 1.1]}},
            {"a": "c", "b": "y", "b_pose": {"position": [0, 1.9, 0]}},
            {"a": "c", "b": "y", "b_pose": {"position": [0, 2.1, 0]}},
        ],
    });
    let path = folder.write("cases.json", &cases.to_string());
    let output = succeeded(&["query", text(&path), "--all"]);
    let lines = lines(&output);
    let methods: Vec<_> = collidoscope::methods::published().map(|m| m.id).collect();
    assert_eq!(lines.len(), 5 * methods.len());
    let expected = [true, false, true, true, false];
    for (index, line) in lines.iter().enumerate() {
        let (pair, method) = (index / methods.len(), methods[index % methods.len()]);
        assert_eq!((line["pair"].as_u64(), line["method"].as_str()), (Some(pair as u64), Some(method)));
        assert!(line["evidence"].is_object());
        if method != "stencil-as-published" {
            assert_eq!(line["colliding"], expected[pair], "{line}");
        }
    }
}

#[test]
fn an_output_file_appears_whole_and_is_kept_when_the_input_is_bad() {
    let folder = Folder::new();
    let (good, out) = (folder.write("good.json", &two_cubes(1.5)), folder.path("out.jsonl"));
    let output = collidoscope(&["query", text(&good), "--method", "gjk", "--out", text(&out)]);
    assert!(output.status.success() && output.stdout.is_empty());
    let first = std::fs::read_to_string(&out).unwrap();
    assert!(first.starts_with(r#"{"pair":0,"method":"gjk","colliding":true,"evidence":{"#), "{first}");

    let bad = folder.write("bad.json", &two_cubes(1.5).replace("0.3", "1e999"));
    assert_refused(&collidoscope(&["query", text(&bad), "--out", text(&out)]), &["bad.json"]);
    assert_eq!(std::fs::read_to_string(&out).unwrap(), first, "the old file is untouched");
    assert_refused(
        &collidoscope(&["query", text(&good), "--out", text(folder.0.path())]),
        &["is a directory"],
    );
    let nowhere = folder.path("no/such/folder/out.jsonl");
    assert_refused(&collidoscope(&["query", text(&good), "--out", text(&nowhere)]), &["cannot be written"]);
    assert_eq!(std::fs::read_dir(folder.0.path()).unwrap().count(), 3, "no temporary file stays behind");
}

#[test]
fn check_holds_the_verdicts_against_the_reference() {
    let folder = Folder::new();
    // Disjoint boxes closer than a box's diagonal, one wholly behind the other at the centre of their tile.
    let behind = json!({
        "shapes": {"plate": {"box": {"half_extents": [4, 4, 0.5]}}},
        "pairs": [{
            "a": "plate", "a_pose": {"rotation": [0.3, 0, 0, 1]},
            "b": "plate", "b_pose": {"position": [0, -1.1, 1.7], "rotation": [0.3, 0, 0, 1]},
        }],
    });
    let path = folder.write("behind.json", &behind.to_string());
    let run =
        |method| collidoscope(&["query", text(&path), "--check", "--set", "axis=z", "--method", method]);
    let right = run("stencil");
    assert_eq!(right.status.code(), Some(0));
    assert_eq!(lines(&right)[0]["reference"], false);
    let wrong = run("stencil-as-published");
    assert_eq!(wrong.status.code(), Some(1), "{:?}", lines(&wrong));
    assert_eq!(lines(&wrong)[0]["colliding"], true);
    let both = run("stencil,stencil-as-published,stencil");
    assert_eq!((both.status.code(), lines(&both).len()), (Some(1), 2), "each once");
    assert_eq!(lines(&both)[0]["method"], "stencil");
    let said = String::from_utf8_lossy(&both.stderr);
    let differs = "note: stencil-as-published: 1 verdict differs from the exact reference, on pair 0";
    assert_eq!(said.lines().filter(|line| line.contains("reference")).collect::<Vec<_>>(), [differs]);
}

#[test]
fn settings_reach_the_methods_and_wrong_ones_are_explained() {
    let folder = Folder::new();
    let path = folder.write("cases.json", &two_cubes(1.5));
    let rounds = |n: &str| {
        let output = succeeded(&[
            "query",
            text(&path),
            "--method",
            "occlusion-query",
            "--resolution",
            n,
            "--set",
            "axis=y",
        ]);
        let line = lines(&output).remove(0);
        assert_eq!(line["evidence"]["axis"], "y");
        line["evidence"]["rounds"][0].as_u64().unwrap()
    };
    assert_eq!(rounds("64"), 16 * rounds("16"), "the window is filled at every resolution");
    let refused = |arguments: &[&str], parts: &[&str]| {
        let all = [&["query", text(&path)], arguments].concat();
        assert_refused(&collidoscope(&all), parts);
    };
    let drawn = |given: [&'static str; 2]| [&["--method", "occlusion-query"], &given[..]].concat();
    refused(&drawn(["--resolution", "8"]), &["resolution: expected a whole number from 16 to 512"]);
    refused(&drawn(["--set", "axis=w"]), &["axis: expected one of smallest-window, x, y, z, all"]);
    refused(&drawn(["--set", "no-such=1"]), &["no setting is called \"no-such\"", "resolution"]);
    refused(&["--set", "axis"], &["NAME=VALUE"]);
    refused(&["--resolution", "32"], &["no setting is called \"resolution\""]);
    refused(&["--method", "magic"], &["no method is called \"magic\"", "occlusion-query", "gjk"]);
    refused(&["--wat"], &["--wat"]);
}

#[test]
fn broken_input_of_every_kind_is_one_line() {
    let folder = Folder::new();
    let cube = r#""shapes":{"cube":{"box":{"half_extents":[1,1,1]}}}"#;
    let hull = |points: &str| {
        format!(r#"{{"shapes":{{"h":{{"hull":{{"points":{points}}}}}}},"pairs":[{{"a":"h","b":"h"}}]}}"#)
    };
    let mesh = |file: &str| {
        format!(r#"{{"shapes":{{"m":{{"mesh":{{"path":"{file}"}}}}}},"pairs":[{{"a":"m","b":"m"}}]}}"#)
    };
    folder.write("range.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n");
    folder.write("short.stl", "solid nothing");
    folder.write("open.obj", &open_box());
    std::fs::create_dir(folder.path("folder.obj")).unwrap();
    let broken = [
        ("syntax", "{\"shapes\":".to_owned()),
        ("missing shape", format!(r#"{{{cube},"pairs":[{{"a":"cube","b":"ball"}}]}}"#)),
        (
            "NaN",
            format!(r#"{{{cube},"pairs":[{{"a":"cube","b":"cube","b_pose":{{"position":[NaN,0,0]}}}}]}}"#),
        ),
        (
            "zero quaternion",
            format!(r#"{{{cube},"pairs":[{{"a":"cube","b":"cube","b_pose":{{"rotation":[0,0,0,0]}}}}]}}"#),
        ),
        ("empty hull", hull("[]")),
        ("flat hull", hull("[[0,0,0],[1,0,0],[0,1,0],[1,1,0]]")),
        ("no mesh", mesh("none.obj")),
        ("index out of range", mesh("range.obj")),
        ("truncated", mesh("short.stl")),
        ("directory", mesh("folder.obj")),
        ("open surface", mesh("open.obj")),
    ];
    for (what, content) in broken {
        let path = folder.write("broken.json", &content);
        let output = collidoscope(&["query", text(&path), "--method", "gjk"]);
        println!("{what}: {}", String::from_utf8_lossy(&output.stderr).trim());
        assert_refused(&output, &["broken.json"]);
    }
    assert_refused(&collidoscope(&["query", text(&folder.path("absent.json"))]), &["absent.json"]);
    assert_refused(&collidoscope(&["query", text(folder.0.path())]), &["directory"]);
}

#[test]
fn a_quaternion_that_is_not_of_length_one_is_used_with_a_note() {
    let folder = Folder::new();
    let cases = two_cubes(1.5).replace("\"position\"", "\"rotation\":[0,0,0,2],\"position\"");
    let path = folder.write("cases.json", &cases);
    let output = succeeded(&["query", text(&path), "--method", "gjk"]);
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("note: "));
    assert_eq!(lines(&output)[0]["colliding"], true);
}

#[test]
fn a_thousand_pairs_are_decided() {
    let folder = Folder::new();
    let pairs: Vec<Value> = (0..1000)
        .map(|i| json!({"a": "cube", "b": "ball", "b_pose": {"position": [f64::from(i) * 0.005, 0.3, 0.2]}}))
        .collect();
    let cases = json!({
        "shapes": {"cube": {"box": {"half_extents": [1, 1, 1]}}, "ball": {"sphere": {"radius": 1}}},
        "pairs": pairs,
    });
    let path = folder.write("many.json", &cases.to_string());
    let output = succeeded(&["query", text(&path), "--all", "--level", "2"]);
    let lines = lines(&output);
    assert_eq!(lines.len(), 1000 * collidoscope::methods::published().count());
    let hits = |id: &str| lines.iter().filter(|l| l["method"] == id && l["colliding"] == true).count();
    assert_eq!(hits("gjk"), 401, "the ball leaves the box behind x = 2, which touches");
    for id in ["occlusion-query", "stencil"] {
        // The drawn ball is inscribed, and up to half a pixel of the window can be missed.
        assert!((380..=401).contains(&hits(id)), "{id}: {}", hits(id));
    }
}

#[test]
fn info_tells_what_runs_here() {
    let output = succeeded(&["info"]);
    let said = String::from_utf8(output.stdout).unwrap();
    for part in ["Vendor", "Renderer", "OpenGL", "Stencil", "gjk", "instanced ", "pair-by-pair "] {
        assert!(said.contains(part), "{part} is missing in:\n{said}");
    }
    let help = String::from_utf8(collidoscope(&["--help"]).stdout).unwrap();
    for lab in collidoscope::labs::LABS {
        for page in [&said, &help] {
            let methods = page.split(&format!("Methods of the lab {}", lab.id)).nth(1).expect(lab.id);
            let methods = methods.split("Methods of").next().unwrap();
            for method in (lab.methods)() {
                assert!(
                    methods.contains(&format!("  {} ", method.id)),
                    "{} of {}:\n{page}",
                    method.id,
                    lab.id
                );
            }
        }
    }
}

#[test]
fn info_as_json_says_the_same() {
    let output = collidoscope(&["info", "--json"]);
    assert!(output.status.success() && output.stderr.is_empty());
    let info: Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = String::from_utf8(collidoscope(&["info"]).stdout).unwrap();
    assert_eq!(info["info"], 1);
    for field in ["vendor", "renderer", "version", "glsl"] {
        assert!(text.contains(info["opengl"][field].as_str().unwrap()), "{field}");
    }
    for lab in collidoscope::labs::LABS {
        let of_lab = info["labs"].as_array().unwrap().iter().find(|row| row["id"] == lab.id).unwrap();
        let methods = of_lab["methods"].as_array().unwrap();
        assert!(methods.iter().map(|m| m["id"].as_str().unwrap()).eq((lab.methods)().iter().map(|m| m.id)));
        assert!(methods.iter().all(|m| m["runs"] == m["missing"].is_null()));
        assert_eq!(of_lab["parameters"].as_array().unwrap().len(), lab.words.len());
    }
    let mut without = Command::new(env!("CARGO_BIN_EXE_collidoscope"));
    without.args(["info", "--json"]).env("__EGL_VENDOR_LIBRARY_FILENAMES", "/nonexistent");
    let info: Value = serde_json::from_slice(&without.output().unwrap().stdout).unwrap();
    assert!(info["opengl"].is_null() && info["no_opengl"].is_string(), "{info}");
    let arena = info["labs"][0]["methods"].as_array().unwrap();
    let runs = |id: &str| arena.iter().find(|m| m["id"] == id).unwrap()["runs"].as_bool().unwrap();
    assert!(runs("gjk") && !runs("stencil"));
}

#[test]
fn an_old_or_missing_opengl_is_named_with_what_still_works() {
    let folder = Folder::new();
    let path = folder.write("cases.json", &two_cubes(1.5));
    // Environment variables make Mesa report an older version, and EGL find no driver.
    for (name, value) in
        [("MESA_GL_VERSION_OVERRIDE", "3.2"), ("__EGL_VENDOR_LIBRARY_FILENAMES", "/nonexistent")]
    {
        let with = |arguments: &[&str]| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_collidoscope"));
            command.args(arguments).env(name, value).output().unwrap()
        };
        let drawn = with(&["query", text(&path), "--method", "occlusion-query"]);
        assert_refused(&drawn, &["OpenGL", "--method gjk"]);
        assert!(with(&["query", text(&path)]).status.success());
        let all = with(&["query", text(&path), "--all"]);
        assert!(all.status.success());
        let on_the_processor = collidoscope::methods::in_process().filter(|m| m.why_not(None).is_none());
        assert_eq!(lines(&all).len(), on_the_processor.count(), "what draws is left out");
        assert!(String::from_utf8_lossy(&all.stderr).contains("occlusion-query is left out"));
        let info = String::from_utf8(with(&["info"]).stdout).unwrap();
        assert!(info.contains("cannot run") && info.contains("runs here"), "{info}");
    }
}

/// A box without its last face.
fn open_box() -> String {
    let mut text = String::new();
    for i in 0..8 {
        let side = |bit: u32| if i >> bit & 1 == 0 { -1.0 } else { 1.0 };
        text += &format!("v {} {} {}\n", side(0), side(1), side(2));
    }
    for [a, b, c, d] in [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1]] {
        text += &format!("f {} {} {} {}\n", a + 1, b + 1, c + 1, d + 1);
    }
    text
}

#[test]
fn the_inspector_is_drawn_without_a_display() {
    let folder = Folder::new();
    let out = folder.path("step.png");
    let pair = ["--preset", "relation-4", "--method", "stencil"];
    let shot = |lab: &[&str], more: &[&str], out: &Path| {
        let mut arguments = vec!["shot"];
        arguments.extend(lab);
        arguments.extend(["--out", text(out), "--size", "800x600"]);
        arguments.extend(more);
        collidoscope(&arguments)
    };
    let bytes_of = |lab: &[&str], more: &[&str]| {
        let done = shot(lab, &[&pair, more].concat(), &out);
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        let bytes = std::fs::read(&out).unwrap();
        std::fs::remove_file(&out).unwrap();
        bytes
    };
    let steps = ["3", "5", "last"].map(|step| bytes_of(&["inspector"], &["--step", step]));
    assert!(steps[0] != steps[1] && steps[1] != steps[2], "each step looks different");
    let compared =
        bytes_of(&["inspector"], &["--step", "5", "--compare", "stencil-as-published", "--pixel", "16,16"]);
    assert_ne!(compared, steps[1]);
    assert_ne!(bytes_of(&["tiles"], &[]), bytes_of(&["broad-phase"], &[]));

    assert!(
        shot(&["inspector"], &[&pair[..], &["--step", "all"]].concat(), &folder.path("steps.png"))
            .status
            .success()
    );
    assert!(folder.path("steps-00.png").exists() && folder.path("steps-07.png").exists());
    let apng = folder.path("steps.apng");
    assert!(shot(&["inspector"], &[&pair[..], &["--step", "all"]].concat(), &apng).status.success());
    assert!(std::fs::read(&apng).unwrap().windows(4).any(|chunk| chunk == b"acTL"), "it is animated");

    let refused = |lab: &[&str], more: &[&str], says: &[&str]| {
        assert_refused(&shot(lab, more, &out), says);
        assert!(!out.exists());
    };
    refused(&["inspector"], &[&pair[..], &["--step", "8"]].concat(), &["--step 8", "0 to 7"]);
    refused(&["inspector"], &[&pair[..], &["--step", "two"]].concat(), &["whole number"]);
    refused(&["inspector"], &[&pair[..], &["--pixel", "32,0"]].concat(), &["0,0 to 31,31"]);
    refused(&["inspector"], &[&pair[..], &["--pair", "0-2"]].concat(), &["bodies 0 to 1"]);
    refused(&["inspector"], &["--compare", "magic"], &["occlusion-query"]);
    refused(&["arena"], &["--step", "all"], &["shot inspector"]);
    refused(&["lesson"], &[], &["lesson's name"]);
    refused(&["arena"], &["--slides"], &["shot lesson NAME"]);
    refused(&["lesson", "buffers"], &["--notes"], &["--slides"]);
    refused(&["lesson", "nothing"], &[], &["nothing", "buffers"]);
    refused(&["garden"], &[], &["garden", "there are arena, road"]);
    assert_refused(&shot(&["inspector"], &pair, &folder.path("x.gif")), &[".png"]);
    let film = ["--frames", "0..2"];
    assert_refused(&shot(&["arena"], &film, &folder.path("x.mp4")), &["x.mp4", ".apng", ".png"]);
    assert!(!bytes_of(&["lesson", "stencil-bug"], &[]).is_empty());
}

#[test]
fn a_scene_file_is_opened_or_refused_in_one_line() {
    let folder = Folder::new();
    let out = folder.path("scene.png");
    let good = folder.write(
        "good.collidoscope.json",
        r#"{"collidoscope": 2, "show": "preset=containment&page=inspector&method=recode&step=2"}"#,
    );
    let shot = |file: &Path| collidoscope(&["shot", "arena", "--open", text(file), "--out", text(&out)]);
    let done = shot(&good);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    assert!(out.exists());
    std::fs::remove_file(&out).unwrap();
    for (content, says) in [
        ("{", "line 1"),
        (r#"{"collidoscope": 9}"#, "version 9 and this program reads version 2"),
        (
            r#"{"collidoscope": 1, "world": {"preset": "containment"}}"#,
            "version 1; this program reads version 2",
        ),
        (r#"{"collidoscope": 2, "show": "preset=nowhere"}"#, "containment"),
    ] {
        let bad = folder.write("bad.collidoscope.json", content);
        assert_refused(&shot(&bad), &["bad.collidoscope.json", says]);
        assert!(!out.exists());
    }
    assert_refused(&shot(&folder.path("none.json")), &["none.json"]);
    let both = ["shot", "arena", "--open", text(&good), "--seed", "3", "--out", text(&out)];
    assert_refused(&collidoscope(&both), &["--seed"]);
}
