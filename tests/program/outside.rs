//! Files that a glTF may read: those in its folder and below. No others are read or revealed, unless that is
//! allowed.

use std::path::Path;
use std::process::Output;

use crate::window::cli::{Folder, assert_refused, collidoscope, text};
use crate::window::cli_outputs::{triangle_bytes, triangle_gltf};

const REFUSED: [&str; 3] = ["outside the folder of the file", "move it there", "--allow-outside"];

/// The output of `meshes` for the triangle of `x/m.gltf` and itself.
fn answer(folder: &Folder, more: &[&str]) -> Output {
    let mesh = folder.path("x/m.gltf");
    let poses = folder.write("poses.csv", "x,y,z,qx,qy,qz,qw\n0,0,0,0,0,0,1\n");
    let given = ["meshes", text(&mesh), text(&mesh), "--poses", text(&poses)];
    collidoscope(&[&given, more].concat())
}

fn prepared() -> Folder {
    let folder = Folder::new();
    for name in ["x", "x/below", "xy"] {
        std::fs::create_dir(folder.path(name)).unwrap();
    }
    for name in ["above.bin", "x/beside.bin", "x/below/in.bin", "xy/near.bin"] {
        std::fs::write(folder.path(name), triangle_bytes()).unwrap();
    }
    folder
}

#[test]
fn a_gltf_reads_its_own_folder_alone_unless_more_is_allowed() {
    let folder = prepared();
    let whole = |name: &str| text(&folder.path(name)).to_owned();
    let shown = |uri: &str| folder.write("x/m.gltf", &triangle_gltf(uri));
    for uri in [
        "beside.bin",
        "./below/in.bin",
        "below/../beside.bin",
        "../x/beside.bin",
        "b%65side.bin",
        &whole("x/beside.bin"),
        &format!("file://{}", whole("x/beside.bin")),
    ] {
        shown(uri);
        let done = answer(&folder, &[]);
        assert!(done.status.success(), "{uri}: {}", String::from_utf8_lossy(&done.stderr));
    }
    for uri in [
        "../above.bin",
        "below/../../above.bin",
        "../xy/near.bin",
        "%2e%2e/above.bin",
        "..%2Fabove.bin",
        &whole("above.bin"),
        &whole("xy/near.bin"),
        &format!("file:{}", whole("above.bin")),
        &format!("FILE://{}", whole("above.bin")),
        &format!("file://localhost{}", whole("above.bin")),
    ] {
        shown(uri);
        assert_refused(&answer(&folder, &[]), &[&["m.gltf: ", "buffer 0"][..], &REFUSED].concat());
        let done = answer(&folder, &["--allow-outside"]);
        assert!(done.status.success(), "{uri}: {}", String::from_utf8_lossy(&done.stderr));
    }
    // The error does not reveal whether a file exists.
    for uri in ["../none.bin", "/none.bin", "below/../../none.bin", "file:///none/x.bin"] {
        shown(uri);
        assert_refused(&answer(&folder, &[]), &REFUSED);
    }
    shown("file://example.org/a.bin");
    assert_refused(&answer(&folder, &["--allow-outside"]), &["files are not downloaded"]);
}

#[cfg(unix)]
#[test]
fn links_and_folders_named_from_within_count_by_where_they_lead() {
    let folder = prepared();
    for (to, link) in [("../above.bin", "x/link.bin"), ("..", "x/up"), ("below", "x/down")] {
        std::os::unix::fs::symlink(to, folder.path(link)).unwrap();
    }
    for (uri, is_inside) in
        [("link.bin", false), ("up/above.bin", false), ("up/x/beside.bin", true), ("down/in.bin", true)]
    {
        let mesh = folder.write("x/m.gltf", &triangle_gltf(uri));
        let poses = folder.write("poses.csv", "x,y,z,qx,qy,qz,qw\n0,0,0,0,0,0,1\n");
        let run = |from: &Path, mesh: &str| {
            let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_collidoscope"));
            command.current_dir(from).env("LANGUAGE", "en");
            command.args(["meshes", mesh, mesh, "--poses", text(&poses)]).output().unwrap()
        };
        // By its path, and from within its own folder.
        for done in [run(&folder.path(""), text(&mesh)), run(&folder.path("x"), "m.gltf")] {
            match is_inside {
                true => assert!(done.status.success(), "{uri}: {}", String::from_utf8_lossy(&done.stderr)),
                false => assert_refused(&done, &REFUSED),
            }
        }
    }
}

#[test]
fn no_content_of_a_foreign_file_is_told() {
    let folder = prepared();
    folder.write("x/secret.txt", "hunter2!");
    let document = triangle_gltf("beside.bin")
        .replace(r#""attributes":{"POSITION":0}"#, r#""attributes":{"POSITION":0},"indices":1"#);
    let mut document: serde_json::Value = serde_json::from_str(&document).unwrap();
    let push = |list: &mut serde_json::Value, item| list.as_array_mut().unwrap().push(item);
    push(&mut document["buffers"], serde_json::json!({"uri": "secret.txt", "byteLength": 8}));
    push(&mut document["bufferViews"], serde_json::json!({"buffer": 1, "byteLength": 8}));
    let indices = serde_json::json!({"bufferView": 1, "componentType": 5125, "count": 2, "type": "SCALAR"});
    push(&mut document["accessors"], indices);
    folder.write("x/m.gltf", &document.to_string());
    let output = answer(&folder, &[]);
    assert_refused(
        &output,
        &["m.gltf: ", "corner 0 (from 0) uses a vertex that does not exist: there are only 3"],
    );
    let said = String::from_utf8(output.stderr).unwrap();
    let told = u32::from_le_bytes(*b"hunt").to_string();
    assert!(!said.contains(&told), "{said}");
}
