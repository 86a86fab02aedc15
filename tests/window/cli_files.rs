//! Untrusted files, names and numbers: each is refused in one line, and nothing is lost.

use std::process::{Command, Output};

use crate::window::cli::{Folder, assert_refused, collidoscope, lines, succeeded, text, two_cubes};

/// Runs the program for at most a minute, where it might never end.
pub fn collidoscope_in_a_minute(arguments: &[&str]) -> Output {
    let mut command = Command::new("timeout");
    command.args(["60", env!("CARGO_BIN_EXE_collidoscope")]).args(arguments).env("LANGUAGE", "en");
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
    command.output().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_no_regular_file_is_refused_wherever_a_file_is_read_again() {
    let folder = Folder::new();
    let (pipe, out) = (folder.path("pipe.json"), folder.path("out.png"));
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mesh = folder.path("pipe.obj");
    std::fs::rename(&pipe, &mesh).unwrap();
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for path in [text(&pipe), "/dev/zero", "/dev/full"] {
        for command in [&["shot", "arena", "--open", path, "--out", text(&out)][..], &["--open", path]] {
            assert_refused(&collidoscope_in_a_minute(command), &[path, "not a regular file"]);
        }
    }
    // A case file is read once, so it may be a stream; one without an end is refused at the limit.
    for path in ["/dev/zero", "/dev/full"] {
        let query = ["query", path, "--method", "gjk"];
        assert_refused(&collidoscope_in_a_minute(&query), &[path, "is larger than 128 MiB"]);
    }
    let shot = ["shot", "arena", "--mesh", text(&mesh), "--out", text(&out)];
    assert_refused(&collidoscope_in_a_minute(&shot), &["pipe.obj", "not a regular file"]);
    assert!(!out.exists());
}

#[test]
fn a_byte_order_mark_is_read_over_in_cases_and_scenes() {
    let folder = Folder::new();
    let cases = folder.write("cases.json", &format!("\u{feff}{}", two_cubes(1.5)));
    assert!(collidoscope(&["query", text(&cases), "--method", "gjk"]).status.success());
    let scene = "\u{feff}{\"collidoscope\": 2, \"show\": \"preset=containment\"}";
    let (scene, out) = (folder.write("scene.json", scene), folder.path("out.png"));
    let done =
        collidoscope(&["shot", "arena", "--open", text(&scene), "--size", "64x64", "--out", text(&out)]);
    assert!(done.status.success() && out.exists(), "{}", String::from_utf8_lossy(&done.stderr));
}

#[test]
fn frames_that_cannot_end_are_refused_with_the_bound() {
    let folder = Folder::new();
    let out = folder.path("out.png");
    let given = ["shot", "arena", "--frame", "1000000000", "--out", text(&out)];
    assert_refused(&collidoscope_in_a_minute(&given), &["1000000000", "100000"]);
    for lab in ["arena", "road"] {
        let show = format!("{{\"collidoscope\": 2, \"show\": \"lab={lab}&frame=1000000000\"}}");
        let scene = folder.write("scene.json", &show);
        let opened = ["shot", lab, "--open", text(&scene), "--out", text(&out)];
        assert_refused(&collidoscope_in_a_minute(&opened), &["scene.json", "frame=1000000000", "100000"]);
    }
    assert!(!out.exists());
}

#[test]
fn names_do_not_steer_the_terminal() {
    let escape = "\u{1b}[31mred\u{7}";
    for arguments in [
        &["query", escape][..],
        &["query", "x.json", "--method", escape],
        &["query", "x.json", escape],
        &["shot", escape, "--out", "x.png"],
        &["shot", "arena", "--open", escape, "--out", "x.png"],
        &["shot", "arena", "--out", escape],
        &["shot", "arena", "--set", escape, "--out", "x.png"],
        &["bench", escape],
        &["--lab", escape],
        &["--lesson", escape],
    ] {
        let output = collidoscope(arguments);
        assert_refused(&output, &[]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.trim_end_matches('\n').chars().all(|c| !c.is_control()), "{arguments:?}: {said:?}");
    }
}

#[cfg(unix)]
#[test]
fn results_go_through_links_and_a_full_disk_is_called_one() {
    let folder = Folder::new();
    let cases = folder.write("cases.json", &two_cubes(1.5));
    let (file, link) = (folder.write("file.jsonl", "old"), folder.path("link.jsonl"));
    std::os::unix::fs::symlink("file.jsonl", &link).unwrap();
    let query = |out: &str| collidoscope(&["query", text(&cases), "--method", "gjk", "--out", out]);
    assert!(query(text(&link)).status.success());
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink(), "the link stays");
    assert!(std::fs::read_to_string(file).unwrap().contains("colliding"));
    if cfg!(target_os = "linux") {
        assert_refused(&query("/dev/full"), &["/dev/full", "no space left", "make room"]);
    }
}

#[test]
fn open_surfaces_are_decided_where_they_are_asked_for() {
    let folder = Folder::new();
    // A square sheet, and a small closed tetrahedron that crosses it, lies above it, or lies inside a large
    // one.
    folder.write("sheet.obj", "v -1 0 -1\nv 1 0 -1\nv 1 0 1\nv -1 0 1\nf 1 2 3\nf 1 3 4\n");
    folder.write(
        "needle.obj",
        "v -0.1 -0.5 -0.1\nv 0.1 -0.5 -0.1\nv 0 -0.5 0.1\nv 0 0.5 0\nf 1 2 3\nf 1 4 2\nf 2 4 3\nf 3 4 1\n",
    );
    let cases = r#"{"shapes": {"sheet": {"mesh": {"path": "sheet.obj"}}, "needle": {"mesh": {"path": "needle.obj"}},
        "large": {"box": {"half_extents": [9, 9, 9]}}},
        "pairs": [{"a": "sheet", "b": "needle"},
                  {"a": "sheet", "b": "needle", "b_pose": {"position": [0, 0.6, 0]}},
                  {"a": "large", "b": "needle"}]}"#;
    let cases = folder.write("cases.json", cases);
    let found = succeeded(&["query", text(&cases), "--all", "--as-surface"]);
    let lines = lines(&found);
    assert_eq!(lines.len(), 3 * 4, "three pairs by four trees");
    for line in &lines {
        assert_eq!(line["evidence"]["decided"], "surfaces", "{line}");
        assert_eq!(line["colliding"], line["pair"] == 0, "{line}: inside does not count");
    }
    assert_refused(&collidoscope(&["query", text(&cases)]), &["sheet.obj", "not closed", "--as-surface"]);
    let by_gjk = collidoscope(&["query", text(&cases), "--as-surface", "--method", "gjk"]);
    assert_refused(&by_gjk, &["gjk tests only solids", "obb"]);
    assert_refused(&collidoscope(&["query", text(&cases), "--as-surface", "--check"]), &["--check"]);
}

#[test]
fn slides_are_drawn_into_a_folder() {
    let folder = Folder::new();
    let out = folder.path("slides");

    succeeded(&["shot", "lesson", "buffers", "--slides", "--size", "640x400", "--out", text(&out)]);
    for name in ["buffers-01.png", "buffers-02.png"] {
        assert!(std::fs::read(out.join(name)).unwrap().starts_with(b"\x89PNG"), "{name}");
    }
}

#[test]
fn a_file_is_opened_by_whichever_argument_names_it() {
    let folder = Folder::new();
    let mesh = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/models/torus.obj");
    let (scene, notes) = (folder.write("scene.json", "{"), folder.write("notes.txt", "text"));
    let out = folder.path("out.png");
    let shot = |lab: &str, argument: &str, path: &str| {
        collidoscope(&["shot", lab, argument, path, "--size", "64x64", "--out", text(&out)])
    };
    for argument in ["--mesh", "--open"] {
        let done = shot("level", argument, mesh);
        assert!(done.status.success(), "{argument}: {}", String::from_utf8_lossy(&done.stderr));
        let refused = shot("level", argument, text(&notes));
        assert_refused(
            &refused,
            &[
                "notes.txt",
                "the lab level opens a scene file (.json), a lecture (.toml), or a closed mesh",
                ".map",
            ],
        );
    }
    assert_refused(&shot("level", "--mesh", text(&scene)), &["scene.json is a scene file", "--open"]);
    let missing = folder.path("missing");
    let nowhere = text(&missing);
    for (path, why) in
        [(text(folder.path("").as_path()), "is a directory"), (nowhere, "there is no such file")]
    {
        let refused = shot("cloth", "--mesh", path);
        assert_refused(&refused, &["--mesh: ", why]);
        assert!(!String::from_utf8_lossy(&refused.stderr).contains("scene file"), "{path}");
    }
    if cfg!(unix) {
        assert_refused(&shot("cloth", "--mesh", "/dev/null"), &["/dev/null: is not a regular file"]);
    }
}

#[test]
fn a_scene_of_another_lab_is_shown_with_a_note() {
    let folder = Folder::new();
    let scene = folder.write("scene.json", r#"{"collidoscope": 2, "show": "lab=arena&preset=containment"}"#);
    let out = folder.path("out.png");
    let shot =
        |lab| collidoscope(&["shot", lab, "--open", text(&scene), "--size", "64x64", "--out", text(&out)]);
    let said = |lab| {
        let done = shot(lab);
        assert!(done.status.success());
        String::from_utf8(done.stderr).unwrap()
    };
    assert!(
        said("level").contains("the scene file belongs to the lab arena, which is shown instead of level")
    );
    assert!(!said("arena").contains("instead of"));
}

#[test]
fn a_method_is_named_for_a_mesh_by_any_argument() {
    let folder = Folder::new();
    let mesh = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/models/torus.obj");
    let shot = |given: [&str; 2]| {
        let out = folder.path("out.png");
        let size = ["--size", "640x400", "--frame", "0", "--out", text(&out)];
        succeeded(&[&["shot", "cloth", "--mesh", mesh], &given[..], &size].concat());
        std::fs::read(&out).unwrap()
    };
    let by_method = shot(["--method", "cloth-fast"]);
    assert!(by_method == shot(["--set", "method=cloth-fast"]), "it is the method that was named");
    assert!(by_method != shot(["--method", "binary"]));
    let refused = collidoscope(&["shot", "cloth", "--mesh", mesh, "--set", "side=33", "--out", "never.png"]);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(2), "{said}");
    // Notes about the mesh come first.
    assert!(
        said.lines()
            .last()
            .unwrap()
            .ends_with("side=33: a garment has the particles of its mesh; leave side out"),
        "{said}"
    );
}

#[test]
fn help_lists_the_words_of_every_lab_methods_and_lessons() {
    for help in [collidoscope(&["--help"]), collidoscope(&["shot", "--help"])] {
        let help = String::from_utf8(help.stdout).unwrap();
        for row in collidoscope::labs::LABS {
            let from = help.find(&format!("Parameters of the lab {}, as in", row.id)).unwrap();
            for word in row.words {
                let line =
                    help[from..].lines().find(|line| line.trim_start().starts_with(&format!("{} ", word.id)));
                assert!(line.is_some(), "{} of {} is missing", word.id, row.id);
            }
        }
        assert!(help.contains("relation-4, ") && help.contains("Overlays on the scene"), "{help}");
        for lesson in collidoscope::lessons::all() {
            assert!(help.contains(&format!("  {} ", lesson.id)), "{} is missing", lesson.id);
        }
        assert!(help.contains("Methods of the lab cloth"), "{help}");
    }
}

#[test]
fn what_a_lab_does_not_have_is_refused_with_what_it_has() {
    let shot = |arguments: &[&str]| collidoscope(&[&["shot"], arguments, &["--out", "never.png"]].concat());
    assert_refused(
        &shot(&["level", "--set", "moover=car"]),
        &["\"moover\"", "the lab level has the parameters seed, faces, mover"],
    );
    assert_refused(
        &shot(&["cloth", "--preset", "needle"]),
        &["the lab cloth has no presets", "--set scene="],
    );
    assert_refused(
        &shot(&["road", "--preset", "needle"]),
        &["the lab road has no presets", "--set rule=NAME takes"],
    );
    assert_refused(
        &shot(&["arena", "--preset", "neadle"]),
        &["no preset is called \"neadle\"", "containment"],
    );
}

#[test]
fn a_name_that_nothing_has_is_answered_with_the_one_that_was_meant() {
    let folder = Folder::new();
    let out = folder.path("out.png");
    let cases = folder.write("cases.json", &two_cubes(1.5));
    for (given, meant) in [
        (
            &["qery", text(&cases)][..],
            "no command and no file is called \"qery\"; did you mean \"query\"? There are info,",
        ),
        (&["benhc"], "\"bench\""),
        (&["bench", "figur-3"], "\"figure-3\""),
        (&["query", text(&cases), "--method", "gkj"], "\"gjk\""),
        (&["shot", "lesson", "stencil-bugg", "--out", text(&out)], "\"stencil-bug\""),
        (&["shot", "arena", "--preset", "neadle", "--out", text(&out)], "\"needle"),
        (&["shot", "cloth", "--method", "cloth-fasst", "--out", text(&out)], "\"cloth-fast\""),
    ] {
        assert_refused(&collidoscope(given), &["did you mean", meant]);
    }
    let lab = collidoscope(&["--lab", "raod"]);
    assert_refused(
        &lab,
        &["no lab is called \"raod\"; did you mean \"road\"? There are arena, road, meshes, level, cloth"],
    );
    assert!(!String::from_utf8_lossy(&lab.stderr).contains("inspector"), "a page is no lab");
    let wrong = collidoscope(&["query", text(&cases), "--methd", "gjk"]);
    let parts = ["'--methd' found; a similar argument exists: '--method'", "(see collidoscope query --help)"];
    assert_refused(&wrong, &parts);
    // An existing file with such a name is opened.
    folder.write("qery", "{}");
    let by_file = collidoscope(&[text(&folder.path("qery"))]);
    assert!(!String::from_utf8_lossy(&by_file.stderr).contains("did you mean"));
}

#[test]
fn a_number_that_is_out_of_range_is_answered_with_the_range() {
    let seeds = "expected a whole number from 0 to 18446744073709551615";
    for given in [
        &["--seed", "-1"][..],
        &["--seed", "one"],
        &["--seed", "1.5"],
        &["bench", "figure-3", "--seed", "-1"],
        &["shot", "arena", "--seed", "-1", "--out", "never.png"],
    ] {
        let refused = collidoscope(given);
        assert_refused(&refused, &["--seed", seeds]);
        assert!(!String::from_utf8_lossy(&refused.stderr).contains("tip"), "{given:?}");
    }
    let frame = collidoscope(&["shot", "arena", "--frame", "-1", "--out", "never.png"]);
    assert_refused(&frame, &["--frame", "from 0 to 100000"]);
    let pair = ["shot", "inspector", "--pair", "3-3", "--out", "never.png"];
    assert_refused(&collidoscope(&pair), &["pair=3-3", "a pair needs two different bodies"]);
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_a_failure() {
    for given in [&["--help"][..], &["--version"], &["bench", "--help"], &["info"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_collidoscope"));
        let output = command.args(given).env("LANGUAGE", "en").stdout(full).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{given:?}: {said}");
        assert!(
            said.lines().count() == 1 && said.contains("no space left; make room there"),
            "{given:?}: {said}"
        );
    }
}

#[test]
fn one_of_something_is_said_in_the_singular() {
    let folder = Folder::new();
    let triangle = folder.write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    let header = "x,y,z,qx,qy,qz,qw\n";
    let poses = folder.write("poses.csv", &format!("{header}0,0,0,0,0,0,1\n"));
    let short = folder.write("short.csv", &format!("{header}0\n"));
    let meshes = |poses: &std::path::Path| {
        let done = collidoscope(&["meshes", text(&triangle), text(&triangle), "--poses", text(poses)]);
        String::from_utf8(done.stderr).unwrap()
    };
    let said = meshes(&poses);
    assert!(
        said.contains("A 1 triangle, B 1; detect in 1 pose, 1 colliding; least time of 1 sweep after"),
        "{said}"
    );
    assert!(meshes(&short).contains("has 1 value; write"), "{}", meshes(&short));
}

/// A small file may hold values that take a hundred times its bytes, or one word that a message would repeat.
#[test]
fn what_would_fill_memory_or_the_terminal_is_refused_in_a_short_line() {
    let folder = Folder::new();
    let refused = |arguments: &[&str], parts: &[&str]| {
        let done = collidoscope_in_a_minute(arguments);
        assert_refused(&done, parts);
        assert!(done.stderr.len() < 4000, "{}", done.stderr.len());
    };
    let out = folder.path("out.png");
    let list = |before: &str, after: &str| format!("{before}{}0{after}", "0,".repeat(5_000_000));
    for (name, text_of) in [
        ("lab.json", list("{\"collidoscope\":2,\"show\":\"lab=arena\",\n\"lab\":[", "]}")),
        ("paths.json", list("{\"collidoscope\":2,\"show\":\"\",\n\"lab\":{\"models\":{\"paths\":[", "]}}}")),
    ] {
        let scene = folder.write(name, &text_of);
        let shot = ["shot", "arena", "--open", text(&scene), "--out", text(&out)];
        refused(&shot, &[name, "line 2: too many values", "remove some"]);
    }
    let triangle = folder.write("t.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    let poses = |content: &str, parts: &[&str]| {
        let poses = folder.write("poses.csv", content);
        refused(&["meshes", text(&triangle), text(&triangle), "--poses", text(&poses)], parts);
    };
    let (commas, word) = (",".repeat(3_000_000), "x".repeat(3_000_000));
    poses(&commas, &["poses.csv", "line 1 is", "it must be x,y,z"]);
    poses(&format!("x,y,z,qx,qy,qz,qw\n{commas}"), &["line 2: has 3000001 values; write x,y,z"]);
    poses(
        &format!("x,y,z,qx,qy,qz,qw\n0,{word},0,0,0,0,1"),
        &["line 2: y is \"xxx", "write one such as 0.25"],
    );
    let queries = folder.write("edge-edge.csv", &commas);
    refused(&["ccd", text(&queries)], &["line 1: has 3000001 values; write seven"]);
    let cases = folder.write("cases.json", &format!("{{\"shapes\": {{}}, \"{word}\": 1}}"));
    refused(&["query", text(&cases), "--method", "gjk"], &["cases.json: unknown field \"xxx", "choose from"]);
    let cases = folder.write("cases.json", &format!("{{\"{word}\": 1, \"{word}\": 2}}"));
    refused(&["sweep", text(&cases)], &["cases.json:1:", "duplicate field", "rename or remove one"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output_is_named() {
    let folder = Folder::new();
    let cases = folder.write("cases.json", &two_cubes(1.5));
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_collidoscope"));
    command.args(["query", text(&cases), "--method", "gjk"]).stdout(full);
    let done = command.output().unwrap();
    assert_refused(&done, &["standard output: cannot be written: there is no space left; make room there"]);
}

#[test]
fn a_setting_of_one_method_is_set_for_it_alone_in_every_command() {
    let folder = Folder::new();
    let cases = folder.write("cases.json", &two_cubes(1.5));
    let query = |more: &[&str]| collidoscope(&[&["query", text(&cases), "--method"], more].concat());
    let volumes = ["sphere-aabb-obb,obb-sphere", "--set"];
    let set = |word: &str| query(&[&volumes[..], &[word]].concat());
    let known = set("no-method.x=1");
    assert_refused(&known, &["no setting is called \"no-method.x\"", "there are"]);
    let one = set("obb-sphere.no-name=1");
    assert_refused(&one, &["no setting is called \"obb-sphere.no-name\""]);
    assert!(!String::from_utf8_lossy(&one.stderr).contains("sphere-aabb-obb"));
    let triangle = folder.write("t.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    let poses = folder.write("p.csv", "x,y,z,qx,qy,qz,qw\n0,0,0,0,0,0,1\n");
    let meshes = ["meshes", text(&triangle), text(&triangle), "--poses", text(&poses), "--all", "--set"];
    let meshes = |word: &str| collidoscope(&[&meshes[..], &[word]].concat());
    assert!(meshes("obb-tree.start=front").status.success());
    assert_refused(&meshes("obb-tree.start=nowhere"), &["obb-tree: "]);
    let level = folder.write("sweep.json", crate::program::sweep_command::CASES);
    let sweep = ["sweep", text(&level), "--all", "--set", "bsp-shift-bevels.bevels=all-edges"];
    assert!(collidoscope(&sweep).status.success());
}
