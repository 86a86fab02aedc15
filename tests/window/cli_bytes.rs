//! Arguments, names and environment variables of arbitrary bytes are accepted or refused in one line, and
//! none sends control codes to the terminal.
#![cfg(unix)]

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::os::unix::process::CommandExt as _;
use std::process::{Command, Output};

use crate::window::cli::{Folder, assert_refused, lines, text, two_cubes};

/// Two bytes that are not valid UTF-8.
const BYTES: &[u8] = b"\xff\xfe";

/// Characters that are invisible, reorder text or control a terminal.
const UNSEEN: &str = "\u{1b}[31m\u{7}\r\u{9b}\u{85}\u{ad}\u{61c}\u{200b}\u{200c}\u{200d}\u{200e}\u{200f}\u{2028}\u{2029}\u{202a}\u{202b}\
                      \u{202c}\u{202d}\u{202e}\u{2060}\u{2066}\u{2067}\u{2068}\u{2069}\u{2800}\u{feff}\u{e0041}";

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_collidoscope"));
    command.env("LANGUAGE", "en");
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
    command
}

/// Runs the program with arguments in which `%` stands for [`BYTES`].
fn with_bytes(arguments: &[&str]) -> Output {
    let of = |argument: &str| {
        let parts: Vec<&[u8]> = argument.split('%').map(str::as_bytes).collect();
        OsString::from_vec(parts.join(BYTES))
    };
    program().args(arguments.iter().map(|argument| of(argument))).output().unwrap()
}

/// Asserts that the output is one line of visible characters.
fn assert_seen(output: &Output) {
    let said = [&output.stderr[..], &output.stdout[..]].concat();
    let said = String::from_utf8(said).unwrap();
    let raw: Vec<_> =
        said.chars().filter(|c| *c != '\n' && UNSEEN.contains(*c) && !c.is_ascii_graphic()).collect();
    assert!(raw.is_empty(), "{raw:?} in {said:?}");
}

#[test]
fn an_argument_of_any_bytes_is_a_path_or_refused() {
    for arguments in [
        &["query", "%.json"][..],
        &["%.json"],
        &["--open", "%.json"],
        &["--lab", "road", "--mesh", "%.obj"],
        &["sweep", "%.json"],
        &["meshes", "%.obj", "%.obj", "--poses", "%.csv"],
        &["ccd", "%.csv", "--kind", "edge-edge"],
        &["shot", "arena", "--open", "%.json", "--out", "x.png"],
        &["shot", "meshes", "--mesh", "%.obj", "--out", "x.png"],
    ] {
        assert_refused(&with_bytes(arguments), &["there is no such file; check the path"]);
    }
    assert_refused(&with_bytes(&["shot", "arena", "--out", "none/%.png"]), &["no such folder"]);
    for arguments in [
        &["query", "x.json", "--method", "gjk,%"][..],
        &["query", "x.json", "--set", "%=1"],
        &["query", "x.json", "--level", "%"],
        &["query", "x.json", "--%"],
        &["shot", "%", "--out", "x.png"],
        &["shot", "lesson", "%", "--out", "x.png"],
        &["shot", "arena", "--size", "%", "--out", "x.png"],
        &["shot", "arena", "--camera", "%", "--out", "x.png"],
        &["bench", "%"],
        &["ccd", "x.csv", "--kind", "%"],
        &["--language", "%"],
        &["--language=%"],
        &["--theme", "%"],
        &["--frames", "%"],
        &["--%"],
        &["-%"],
    ] {
        let output = with_bytes(arguments);
        assert_refused(&output, &["collidoscope: "]);
        assert!(String::from_utf8(output.stderr).unwrap().len() > 20, "{arguments:?}");
    }
    assert_refused(&with_bytes(&["shot", "a%", "--out", "x.png"]), &["a\u{fffd}\u{fffd}: not UTF-8"]);
}

#[test]
fn files_of_any_name_are_read_written_and_shown() {
    let folder = Folder::new();
    let at = |name: &[u8]| folder.path("").join(OsStr::from_bytes(name));
    std::fs::write(at(b"\xff.json"), two_cubes(1.5)).unwrap();
    let mut query = program();
    query.arg("query").arg(at(b"\xff.json")).args(["--method", "gjk", "--out"]).arg(at(b"\xfe.jsonl"));
    let done = query.output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    assert!(std::fs::read_to_string(at(b"\xfe.jsonl")).unwrap().contains("colliding"));

    // The scene is the mesh, and no other scene replaces it.
    let torus = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/models/torus.obj");
    std::fs::copy(torus, at(b"\xff.obj")).unwrap();
    for lab in ["arena", "meshes", "road", "level", "cloth"] {
        let mut shot = program();
        shot.args(["shot", lab, "--size", "64x64", "--mesh"]).arg(at(b"\xff.obj"));
        let done = shot.arg("--out").arg(at(b"\xff.png")).output().unwrap();
        let said = String::from_utf8_lossy(&done.stderr);
        assert!(said.contains("\u{fffd}.obj: "), "{lab}: {said}");
        assert!(!said.contains("panicked"), "{lab}: {said}");
        if lab == "arena" || lab == "meshes" {
            assert!(done.status.success() && at(b"\xff.png").exists(), "{lab}: {said}");
        }
    }
}

#[test]
fn an_environment_of_any_bytes_changes_nothing() {
    let folder = Folder::new();
    let cases = folder.write("cases.json", &two_cubes(1.5));
    let long = vec![b'x'; 100_000];
    let values: [&[u8]; 6] = [BYTES, b"", b"relative", b"/not/there", &long, UNSEEN.as_bytes()];
    let names = [
        "HOME",
        "XDG_CONFIG_HOME",
        "XDG_DATA_HOME",
        "XDG_RUNTIME_DIR",
        "LANG",
        "LANGUAGE",
        "LC_ALL",
        "LC_MESSAGES",
        "TMPDIR",
        "TERM",
        "COLUMNS",
        "RAYON_NUM_THREADS",
        "CLICOLOR_FORCE",
        "NO_COLOR",
    ];
    for value in values {
        let set = names.map(|name| (name, OsStr::from_bytes(value)));
        let done = program().envs(set).args(["query", text(&cases), "--method", "gjk"]).output().unwrap();
        assert_eq!((done.status.code(), lines(&done).len()), (Some(0), 1), "{done:?}");
        let set = [
            &set[..],
            &[("DISPLAY", OsStr::from_bytes(value)), ("WAYLAND_DISPLAY", OsStr::from_bytes(value))],
        ];
        let refused = program().envs(set.concat()).arg("--fresh").output().unwrap();
        assert_refused(&refused, &["collidoscope: "]);
        assert_seen(&refused);
    }
    for (name, value) in [
        ("WINIT_X11_SCALE_FACTOR", "-1"),
        ("WAYLAND_SOCKET", "99"),
        ("LANG", "\u{202e}"),
        ("LC_ALL", "\u{1b}c"),
    ] {
        let refused = program().env("DISPLAY", ":none").env(name, value).output().unwrap();
        assert_refused(&refused, &[name, "unset it"]);
        assert_seen(&refused);
    }
}

#[test]
fn nothing_unseen_of_a_name_reaches_the_terminal() {
    let folder = Folder::new();
    let name = format!("a{UNSEEN}b");
    let there = folder.path(&format!("{name}.json"));
    std::fs::write(&there, "{\"\u{202e}\": 1}").unwrap();
    let mesh = folder.write(&format!("{name}.obj"), "v 0 0 \u{202e}\n");
    let gltf = "{\"asset\": {\"version\": \"2.0\"}, \"extensionsRequired\": [\"\u{202e}\u{2028}\"]}";
    let gltf = folder.write(&format!("{name}.gltf"), gltf);
    let scene =
        folder.write("s.json", &format!("{{\"collidoscope\": 2, \"show\": \"lab=a{}\"}}", &UNSEEN[13..]));
    let name = name.as_str();
    for arguments in [
        &["query", name][..],
        &["query", text(&there)],
        &["query", "x.json", "--method", name],
        &["query", "x.json", "--set", name],
        &["query", "x.json", "--level", name],
        &["query", "x.json", name],
        &["query", &format!("--{name}")],
        &["query", text(&there), "--out", text(&there)],
        &["meshes", text(&mesh), text(&mesh), "--poses", name],
        &["meshes", text(&gltf), text(&mesh), "--poses", name],
        &["sweep", text(&there)],
        &["ccd", text(&there), "--kind", "edge-edge"],
        &["ccd", "x", "--kind", name],
        &["shot", "arena", "--open", text(&scene), "--out", "x.png"],
        &["shot", "arena", "--mesh", text(&mesh), "--out", "x.png"],
        &["shot", "arena", "--out", name],
        &["shot", "lesson", name, "--out", "x.png"],
        &["bench", name],
        &["bench", "figure-3", "--out", text(&there)],
        &["--language", name],
        &[name],
    ] {
        let output = program().args(arguments).output().unwrap();
        assert_refused(&output, &["collidoscope: "]);
        assert_seen(&output);
    }
    for arguments in [&["--help"][..], &["query"], &["shot", "--help"]] {
        assert_seen(&program().arg0(format!("/x/{name}")).args(arguments).output().unwrap());
    }
    // Notes contain visible characters only, too: an open mesh is repaired and reported.
    let cases = format!(
        "{{\"shapes\": {{\"s\": {{\"sphere\": {{\"radius\": 1}}}}}}, \"pairs\": [{{\"a\": \"s\", \"b\": \"s\", {} }}]}}",
        "\"b_pose\": {\"rotation\": [0, 0, 0, 2]}"
    );
    std::fs::write(&there, cases).unwrap();
    let noted = program().args(["query", text(&there), "--method", "gjk"]).output().unwrap();
    assert!(
        noted.status.success() && String::from_utf8_lossy(&noted.stderr).contains("normalised"),
        "{noted:?}"
    );
    assert_seen(&noted);
}
