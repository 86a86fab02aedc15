//! Output files: never written over an input, and refused before the work starts if they cannot be written.

use crate::window::cli::{Folder, assert_refused, succeeded, text, two_cubes};
use crate::window::cli_files::collidoscope_in_a_minute;

/// Runs the command, which must be refused with a line that contains `why`; it must not change the files in
/// `kept`.
fn assert_kept(arguments: &[&str], kept: &[&std::path::Path], why: &str) {
    let before: Vec<_> = kept.iter().map(|path| std::fs::read(path).unwrap()).collect();
    assert_refused(&collidoscope_in_a_minute(arguments), &[why]);
    let after: Vec<_> = kept.iter().map(|path| std::fs::read(path).unwrap()).collect();
    assert_eq!(before, after, "{arguments:?}");
}

/// A glTF triangle whose nine numbers are in a buffer file next to it.
pub fn triangle_gltf(buffer: &str) -> String {
    serde_json::json!({
        "asset": {"version": "2.0"},
        "buffers": [{"uri": buffer, "byteLength": 36}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
                       "min": [0, 0, 0], "max": [1, 1, 0]}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "nodes": [{"mesh": 0}],
        "scenes": [{"nodes": [0]}],
        "scene": 0,
    })
    .to_string()
}

pub fn triangle_bytes() -> Vec<u8> {
    [0.0_f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0].iter().flat_map(|number| number.to_le_bytes()).collect()
}

#[test]
fn no_output_replaces_a_file_that_the_command_reads() {
    let folder = Folder::new();
    let triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    let (a, b) = (folder.write("a.obj", triangle), folder.write("b.obj", triangle));
    let poses = folder.write("poses.csv", "x,y,z,qx,qy,qz,qw\n0,0,0,0,0,0,1\n");
    let roundabout = folder.path("./b.obj");
    for option in ["--pairs", "--out"] {
        for output in [&a, &b, &poses, &roundabout] {
            let given = ["meshes", text(&a), text(&b), "--poses", text(&poses), "--query", "determine"];
            let given = [&given[..], &[option, text(output)]].concat();
            assert_kept(&given, &[&a, &b, &poses], "is read by this command");
        }
    }
    let both = ["meshes", text(&a), text(&b), "--poses", text(&poses), "--out", "x.csv", "--pairs", "x.csv"];
    assert_kept(&both, &[&a], "two outputs");

    let cube = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/models/torus.obj");
    let mesh = folder.path("torus.obj");
    std::fs::copy(cube, &mesh).unwrap();
    let cases = r#"{"shapes": {"m": {"mesh": {"path": "torus.obj"}}}, "pairs": [{"a": "m", "b": "m"}]}"#;
    let cases = folder.write("cases.json", cases);
    for output in [&cases, &mesh] {
        let given = ["query", text(&cases), "--method", "obb", "--as-surface", "--out", text(output)];
        assert_kept(&given, &[&cases, &mesh], "is read by this command");
    }
    let moves = r#""moves": [{"mover": {"point": {}}, "from": [0, 9, 0], "to": [0, 8, 0]}]"#;
    let sweep =
        folder.write("sweep.json", &format!(r#"{{"level": {{"mesh": {{"path": "torus.obj"}}}}, {moves}}}"#));
    for output in [&sweep, &mesh] {
        assert_kept(
            &["sweep", text(&sweep), "--out", text(output)],
            &[&sweep, &mesh],
            "is read by this command",
        );
    }
    // The buffer file that a glTF refers to.
    let gltf = folder.write("t.gltf", &triangle_gltf("t.bin"));
    let bin = folder.path("t.bin");
    std::fs::write(&bin, triangle_bytes()).unwrap();
    let given = ["meshes", text(&gltf), text(&a), "--poses", text(&poses), "--out", text(&bin)];
    assert_kept(&given, &[&bin], "is read by this command");
    let cases = r#"{"shapes": {"m": {"mesh": {"path": "t.gltf"}}}, "pairs": [{"a": "m", "b": "m"}]}"#;
    let cases = folder.write("cases.json", cases);
    let given = ["query", text(&cases), "--method", "obb", "--as-surface", "--out", text(&bin)];
    assert_kept(&given, &[&bin], "is read by this command");
    // Files that a scene file refers to.
    let meshes = r#"{"collidoscope": 2, "show": "lab=meshes", "lab": {"meshes": ["t.gltf", "b.obj"]}}"#;
    let meshes = folder.write("meshes.json", meshes);
    for kept in [&bin, &b] {
        let window = ["--open", text(&meshes), "--frames", "1", "--screenshot", text(kept)];
        assert_kept(&window, &[kept], "is read by this command");
    }

    // Tables and programs of one's own, and the files of a homework.
    let table = folder.write("my.passes", include_str!("../../examples/own-method/tables/recode.passes"));
    let cubes = folder.write("cubes.json", &two_cubes(1.5));
    let given = ["query", text(&cubes), "--method", text(&table), "--out", text(&table)];
    assert_kept(&given, &[&table], "is read by this command");
    let script = folder.write("mine.py", "print('{}')");
    let program = format!("python3 {}", text(&script));
    let given = ["query", text(&cubes), "--method-program", &program, "--out", text(&script)];
    assert_kept(&given, &[&script], "is read by this command");
    let homework = "id = \"x\"\nfamilies = [{name = \"near\", count = 2}]\n[title]\nen = \"X\"\n";
    let homework = folder.write("near-1.collidoscope.json", homework);
    let secret = folder.write("secret", "seed");
    let out = folder.path("");
    for (option, output, kept) in [
        ("--record", text(&homework), &homework),
        ("--record", text(&secret), &secret),
        ("--record", text(&script), &script),
        ("--out", text(&out), &homework),
    ] {
        let given =
            ["grade", "--homework", text(&homework), "--hidden", text(&secret), "--program", &program];
        assert_kept(&[&given[..], &[option, output]].concat(), &[kept], "is read by this command");
    }
    let shot = ["shot", "arena", "--panes", text(&table), "--size", "64x64", "--out", text(&table)];
    assert_refused(&collidoscope_in_a_minute(&shot), &["must end in .png"]);

    let ccd = ["ccd", text(&poses), "--kind", "edge-edge", "--out", text(&poses)];
    assert_kept(&ccd, &[&poses], "is read by this command");
    #[cfg(unix)]
    {
        let scene = folder.write("scene.json", "{\"collidoscope\": 2, \"show\": \"preset=containment\"}");
        let link = folder.path("scene.png");
        std::os::unix::fs::symlink(&scene, &link).unwrap();
        let second = folder.path("second.passes");
        std::fs::hard_link(&table, &second).unwrap();
        let given = ["query", text(&cubes), "--method", text(&table), "--out", text(&second)];
        assert_kept(&given, &[&table, &second], "is read by this command");
        let shot = ["shot", "arena", "--open", text(&scene), "--size", "64x64", "--out", text(&link)];
        assert_kept(&shot, &[&scene], "is read by this command");
        let window = ["--open", text(&scene), "--frames", "1", "--screenshot", text(&link)];
        assert_kept(&window, &[&scene], "is read by this command");
    }
}

#[test]
fn an_output_that_cannot_be_written_is_refused_before_the_work() {
    let folder = Folder::new();
    let nowhere = folder.path("nowhere/x.png");
    let cases = folder.write("cases.json", &two_cubes(1.5));
    // Each would run far longer than its minute, or fail for another reason first.
    for given in [
        &["shot", "arena", "--bodies", "2000", "--frame", "100000", "--out"][..],
        &["shot", "inspector", "--frame", "100000", "--step", "all", "--out"],
        &["--frames", "1", "--screenshot"],
        &["query", text(&cases), "--method", "gjk", "--out"],
        &["sweep", text(&cases), "--out"],
        &["ccd", text(&cases), "--kind", "edge-edge", "--out"],
        &["meshes", "a.obj", "b.obj", "--poses", "poses.csv", "--out"],
        &["meshes", "a.obj", "b.obj", "--poses", "poses.csv", "--pairs"],
    ] {
        let given = [given, &[text(&nowhere)]].concat();
        assert_refused(&collidoscope_in_a_minute(&given), &["nowhere/x.png", "there is no such folder"]);
    }
    let slides = ["shot", "lesson", "buffers", "--slides", "--out", text(&cases)];
    assert_refused(&collidoscope_in_a_minute(&slides), &["cases.json", "is a file"]);
}

/// A picture of a page shows content, or an error names what is missing and how to get it.
#[test]
fn a_picture_of_a_page_shows_what_the_page_is_for() {
    let folder = Folder::new();
    let shot = |page: &str, name: &str, more: &[&str]| {
        let out = folder.path(name);
        let given = [&["shot", page, "--size", "640x480", "--out", text(&out)], more].concat();
        let done = succeeded(&given);
        (std::fs::read(&out).unwrap(), String::from_utf8(done.stderr).unwrap())
    };
    let method = ["--method", "gjk"];
    let (first, _) = shot("broad-phase", "a.png", &method);
    let (asked, _) = shot("broad-phase", "b.png", &[&method[..], &["--frame", "0"]].concat());
    assert_ne!(first, asked, "in frame 0 nothing is repaired, and it is drawn where it is asked for");
    let (_, said) = shot("experiments", "c.png", &method);
    assert!(said.starts_with("note: ") && said.contains("collidoscope bench ID --quick"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_file_that_is_replaced_keeps_its_permissions() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Folder::new();
    let cases = folder.write("cases.json", &two_cubes(1.5));
    let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o7777;
    let (link, usual) = (folder.path("link"), folder.write("usual", ""));
    std::os::unix::fs::symlink("out", &link).unwrap();
    let query = |out: &std::path::Path| {
        succeeded(&["query", text(&cases), "--method", "gjk", "--out", text(out)]);
    };
    for out in [folder.path("out"), link] {
        query(&out);
        if !std::fs::symlink_metadata(&out).unwrap().is_symlink() {
            assert_eq!(mode(&out), mode(&usual), "a new file is as any other");
        }
        for kept in [0o600, 0o640, 0o606] {
            std::fs::write(&out, "old").unwrap();
            std::fs::set_permissions(&out, std::fs::Permissions::from_mode(kept)).unwrap();
            query(&out);
            assert_eq!(mode(&out), kept, "{}", out.display());
            assert!(std::fs::read_to_string(&out).unwrap().contains("colliding"));
        }
    }
}

/// Output that other processes write to the same open file is kept, before and after.
#[cfg(target_os = "linux")]
#[test]
fn the_output_may_be_a_pipe_or_what_is_open() {
    let folder = Folder::new();
    let cases = folder.write("cases.json", &two_cubes(1.5));
    let shell = |script: &str| {
        let mut command = std::process::Command::new("timeout");
        command.args(["60", "sh", "-c", script]).env("Q", env!("CARGO_BIN_EXE_collidoscope"));
        let done = command.env("C", text(&cases)).current_dir(folder.path("")).output().unwrap();
        assert!(done.status.success(), "{script}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).unwrap()
    };
    let answer = shell("$Q query $C --method gjk");
    let piped = "mkfifo pipe; $Q query $C --method gjk --out pipe & cat pipe; wait; $Q query $C --method gjk --out /dev/null";
    assert_eq!(shell(piped), answer);
    for out in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        assert_eq!(shell(&format!("$Q query $C --method gjk --out {out} | cat")), answer);
        let into = format!("rm -f f; {{ echo a; $Q query $C --method gjk --out {out}; echo b; }} >f; cat f");
        assert_eq!(shell(&into), format!("a\n{answer}b\n"), "{out}");
    }
    assert_eq!(
        shell("echo a >f; $Q query $C --method gjk --out /dev/fd/3 3>>f; cat f"),
        format!("a\n{answer}")
    );
}
