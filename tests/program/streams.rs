//! Inputs that are no files: standard input, pipes, the terminal.
#![cfg(unix)]

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::window::cli::{Folder, assert_refused, collidoscope, lines, succeeded, text, two_cubes};

const TORUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/models/torus.obj");
const POSES: &str = "x,y,z,qx,qy,qz,qw\n0,0,0,0,0,0,1\n9,0,0,0,0,0,1\n";
const SWEEP: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz/seeds/sweep/every-mover.json");
const EDGES: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/program/continuous/data/erleben-sliding-wedge-edge-edge-0.csv"
);

/// Runs the program with these bytes on standard input.
fn fed(arguments: &[&str], bytes: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_collidoscope"));
    command.env("LANGUAGE", "en").args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A program that refuses its arguments reads nothing and closes the pipe.
    let _ = child.stdin.take().unwrap().write_all(bytes);
    child.wait_with_output().unwrap()
}

/// The lines that a command has written.
fn answers(output: &Output) -> Vec<serde_json::Value> {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    lines(output)
}

#[test]
fn every_command_reads_standard_input_like_a_file() {
    let folder = Folder::new();
    let cases = folder.write("cases.json", &two_cubes(1.5));
    let commands = [
        ("query", cases.as_path(), &["--method", "gjk"][..]),
        ("sweep", Path::new(SWEEP), &["--all"]),
        ("ccd", Path::new(EDGES), &["--kind", "edge-edge"]),
    ];
    for (command, path, rest) in commands {
        let given = |file| [&[command, file], rest].concat();
        let expected = answers(&collidoscope(&given(text(path))));
        assert!(!expected.is_empty());
        let bytes = std::fs::read(path).unwrap();
        for name in ["-", "/dev/stdin", "/dev/fd/0"] {
            assert_eq!(answers(&fed(&given(name), &bytes)), expected, "{command} {name}");
        }
    }
}

#[test]
fn a_named_pipe_and_a_process_substitution_are_read() {
    let folder = Folder::new();
    let cases = folder.write("cases.json", &two_cubes(1.5));
    let program = env!("CARGO_BIN_EXE_collidoscope");
    let script = format!("'{program}' query <(cat '{}') --method gjk", text(&cases));
    let done = Command::new("bash").env("LANGUAGE", "en").args(["-c", &script]).output().unwrap();
    assert_eq!(answers(&done)[0]["colliding"], true);
}

#[test]
fn the_content_of_a_mesh_tells_its_format() {
    let folder = Folder::new();
    let poses = folder.write("poses.csv", POSES);
    let obj = std::fs::read_to_string(TORUS).unwrap();
    let column = |output: &Output| {
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let rows = String::from_utf8(output.stdout.clone()).unwrap();
        rows.lines().map(|row| row.split(',').nth(1).unwrap().to_owned()).collect::<Vec<_>>()
    };
    let expected = ["colliding", "true", "false"];
    let by_pipe = |bytes: &[u8]| fed(&["meshes", "-", TORUS, "--poses", text(&poses)], bytes);
    assert_eq!(column(&by_pipe(obj.as_bytes())), expected);
    let stl = "solid s\nfacet normal 0 0 1\nouter loop\nvertex -9 -9 0\nvertex 9 -9 0\nvertex 0 9 0\nendloop\n\
               endfacet\nendsolid s\n";
    let mut binary = vec![0; 80];
    binary.extend(1_u32.to_le_bytes());
    let corners = [[0.0_f32, 0.0, 1.0], [-9.0, -9.0, 0.0], [9.0, -9.0, 0.0], [0.0, 9.0, 0.0]];
    binary.extend(corners.as_flattened().iter().flat_map(|x| x.to_le_bytes()));
    binary.extend([0, 0]);
    let ply = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n\
               element face 1\nproperty list uchar int vertex_indices\nend_header\n-9 -9 0\n9 -9 0\n0 9 0\n3 0 1 2\n";
    for bytes in [stl.as_bytes(), &binary, ply.as_bytes()] {
        assert_eq!(column(&by_pipe(bytes))[1], "true", "{}", String::from_utf8_lossy(bytes));
    }
    assert_refused(&by_pipe(b"{\"asset\": {}}"), &["standard input: "]);
    // The rows before a wrong line are printed.
    let by_pose = |poses: &str| fed(&["meshes", TORUS, TORUS, "--poses", "-"], poses.as_bytes());
    assert_eq!(column(&by_pose(POSES)), expected);
    let mut wrong = by_pose(&format!("{POSES}0,0,0,0,0,0\n{}", &POSES[POSES.len() - 14..]));
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("standard input: line 4: has 6 values"));
    wrong.status = succeeded(&["--version"]).status;
    assert_eq!(column(&wrong), expected);
}

#[test]
fn what_a_stream_lacks_is_said_in_one_line() {
    let query = |bytes: &[u8]| fed(&["query", "-"], bytes);
    assert_refused(&query(b""), &["standard input: is empty; check the command that writes it"]);
    assert_refused(&query(b"{\n 1}"), &["standard input:2:2: "]);
    assert_refused(&query(br#"{"shapes": {}, "pair": []}"#), &["standard input: unknown field \"pair\""]);
    assert_refused(&fed(&["ccd", "-"], b"1"), &["standard input: ", "--kind edge-edge"]);
    assert_refused(
        &fed(&["ccd", "-", "--kind", "edge-edge"], b"1,2"),
        &["standard input: line 1: has 2 values"],
    );
    for twice in [["-", "-", TORUS], ["-", TORUS, "/dev/stdin"]] {
        let [a, b, poses] = twice;
        assert_refused(&fed(&["meshes", a, b, "--poses", poses], b"x"), &["standard input is named twice"]);
    }
    assert_refused(&collidoscope(&["query", "./-"]), &["./-: there is no such file"]);
    // A program without standard input, as a service starts it.
    assert_refused(&collidoscope(&["query", "/dev/null"]), &["/dev/null: is empty"]);
    let homework = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/own-method/homework/01-sphere-box.toml");
    let twice = fed(&["grade", "--homework", "-", "--replay", "-"], b"");
    assert_refused(&twice, &["named twice"]);
    let empty = fed(&["grade", "--homework", homework, "--replay", "-"], b"nothing\n");
    assert_refused(&empty, &["standard input: line 1"]);
}

#[test]
fn paths_in_a_stream_start_from_the_current_folder() {
    let folder = Folder::new();
    std::fs::copy(TORUS, folder.path("ring.obj")).unwrap();
    let cases = r#"{"shapes": {"r": {"mesh": {"path": "ring.obj"}}}, "pairs": [{"a": "r", "b": "r"}]}"#;
    let mut command = Command::new(env!("CARGO_BIN_EXE_collidoscope"));
    command.env("LANGUAGE", "en").args(["query", "-", "--as-surface"]);
    command.current_dir(folder.path("")).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(cases.as_bytes()).unwrap();
    assert_eq!(answers(&child.wait_with_output().unwrap())[0]["colliding"], true);
}

#[cfg(target_os = "linux")]
#[test]
fn the_file_behind_standard_input_is_not_replaced() {
    let folder = Folder::new();
    let content = two_cubes(1.5);
    let cases = folder.write("cases.json", &content);
    let mut command = Command::new(env!("CARGO_BIN_EXE_collidoscope"));
    command.env("LANGUAGE", "en").args(["query", "-", "--method", "gjk", "--out", text(&cases)]);
    let done = command.stdin(std::fs::File::open(&cases).unwrap()).output().unwrap();
    assert_refused(&done, &["cases.json: is read by this command and would be replaced"]);
    assert_eq!(std::fs::read_to_string(&cases).unwrap(), content);
}
