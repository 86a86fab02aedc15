//! `scripts/run` without a display: its calls of `shot`. A fake `cargo` of the test precedes the real one in
//! `PATH`.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Output};

use crate::window::cli::{Folder, text};

/// Runs the program under test without building; with `SAY` set it prints the arguments instead.
const CARGO: &str = r#"#!/bin/bash
case "$1" in
    --version) echo "cargo 999.0.0" ;;
    run)
        while [[ $1 != -- ]]; do shift; done
        shift
        if [[ ${SAY:-} ]]; then echo "$*"; else exec "$PROGRAM" "$@"; fi
        ;;
esac
"#;

/// Reports every package as installed.
const DPKG_QUERY: &str = "#!/bin/bash\nfor name in \"${@:3}\"; do echo \"$name all installed\"; done\n";

fn run(folder: &Folder, arguments: &[&str], say: &str) -> Output {
    for (name, content) in [("cargo", CARGO), ("dpkg-query", DPKG_QUERY)] {
        let path = folder.write(name, content);
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    let mut command = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/run"));
    let path = format!("{}:{}", text(&folder.path("")), std::env::var("PATH").unwrap());
    command.env("PATH", path).env("PROGRAM", env!("CARGO_BIN_EXE_collidoscope")).env("SAY", say);
    for display in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        command.env_remove(display);
    }
    command.args(arguments).env("LANGUAGE", "en").current_dir(folder.path("")).output().unwrap()
}

#[test]
fn without_a_display_the_lab_that_was_asked_for_is_drawn_into_a_new_file() {
    let folder = Folder::new();
    let asked = |arguments: &[&str]| {
        let output = run(&folder, arguments, "yes");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
    };
    let shot = "--out collidoscope.png --size 1280x800 --frame";
    assert_eq!(asked(&[]), format!("shot arena {shot} 120"));
    assert_eq!(asked(&["--lab", "road", "--fresh"]), format!("shot road {shot} 120"));
    let set = asked(&["--set", "rule=outside-box", "--lab=road"]);
    assert_eq!(set, format!("shot road {shot} 0 --set rule=outside-box"));
    assert_eq!(asked(&["--lesson", "buffers"]), format!("shot lesson buffers {shot} 0"));
    assert_eq!(asked(&["info"]), "info");
    folder.write("collidoscope.png", "mine");
    assert_eq!(asked(&[]), "shot arena --out collidoscope-1.png --size 1280x800 --frame 120");
}

#[test]
fn without_a_display_what_is_wrong_is_refused_and_no_file_is_touched() {
    let folder = Folder::new();
    let kept = folder.write("collidoscope.png", "mine");
    for (arguments, part) in [
        (&["--lab", "raod"][..], "raod"),
        (&["--lab", "road", "--set", "roule=outside-box"], "roule"),
        (&["--lesson", "stencil-bugg"], "stencil-bugg"),
        (&["--frames", "3"], "--frames"),
        (&["--lab"], "--lab"),
    ] {
        let output = run(&folder, arguments, "");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.lines().last().unwrap().contains(part), "{said}");
        assert_eq!(std::fs::read_to_string(&kept).unwrap(), "mine");
        assert!(!folder.path("collidoscope-1.png").exists());
    }
}
