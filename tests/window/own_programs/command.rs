//! `grade` and `query --method-program` on the command line: exit status, report, recording, and scenes that open.

use std::path::Path;

use collidoscope::app::scene_file::LoadedScene;
use collidoscope::labs::arena::Setup;
use collidoscope::labs::arena::words::Start;
use collidoscope::methods;
use collidoscope::world::{PRESETS, Pair};
use serde_json::{Value, json};

use super::helper;
use crate::support::window::Drive as _;
use crate::support::{gpu, window};
use crate::window::cli::{Folder, assert_refused, collidoscope, lines, text, two_cubes};

const HOMEWORK: &str = r#"
id = "small"
seed = 4
bodies = ["box", "hull"]
bare_credit = 0.5
families = [{name = "far", count = 4}, {name = "near", count = 12}, {name = "degenerate", count = 6}]
checks = [{name = "exchange", count = 6}, {name = "motion", count = 6}]
[limits]
answer_s = 10.0
[title]
en = "Small"
zh-CN = "小"
[text]
en = "Do it."
"#;

fn grade(folder: &Folder, more: &[&str]) -> std::process::Output {
    let file = folder.write("small.toml", HOMEWORK);
    collidoscope(&[&["grade", "--homework", text(&file)], more].concat())
}

fn report(output: &std::process::Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)))
}

#[test]
fn all_passed_is_0_and_a_failure_is_1() {
    let folder = Folder::new();
    let right = grade(&folder, &["--program", &helper("right"), "--json"]);
    assert_eq!(right.status.code(), Some(0), "{}", String::from_utf8_lossy(&right.stdout));
    let found = report(&right);
    assert_eq!(
        (&found["grade"], &found["passed"], &found["homework"]),
        (&json!(2), &json!(true), &json!("small"))
    );
    assert!(
        found["families"][1]["proved"].as_u64() > Some(2) && found["families"][1]["bare"].as_u64() > Some(2)
    );
    let wrong = grade(&folder, &["--program", &helper("wrong"), "--json"]);
    assert_eq!(wrong.status.code(), Some(1));
    let found = report(&wrong);
    // Wrong verdicts that stay are consistent, but earn nothing.
    assert_eq!((&found["score"], &found["checks"][0]["passed"]), (&json!(0.0), &json!(6)));
    assert_eq!(found["checks"][0]["score"], json!(0.0));
    assert!(found["families"][1]["missed"].as_u64() > Some(2));
    let failure = &found["families"][0]["failures"][0];
    assert_eq!(
        (&failure["outcome"], &failure["expected"], &failure["verdict"]),
        (&json!("false-hit"), &json!(false), &json!(true))
    );
    let lying = report(&grade(&folder, &["--program", &helper("lying"), "--json", "--hints", "3"]));
    assert_eq!((&lying["score"], &lying["families"][0]["lying"]), (&json!(40.0), &json!(4)));
    let hint = &lying["families"][0]["hint"];
    assert!(hint["invariant"].as_str().unwrap().contains("side of your plane, by up to"), "{hint}");
    assert!(hint["pair"].as_str().unwrap().contains("A: box with half sides"), "{hint}");
}

#[test]
fn methods_are_graded_like_programs() {
    let folder = Folder::new();
    let exact = grade(&folder, &["--method", "gjk", "--json"]);
    assert_eq!(exact.status.code(), Some(0), "{}", String::from_utf8_lossy(&exact.stdout));
    let found = report(&exact);
    assert_eq!((&found["program"], &found["families"][1]["bare"]), (&json!("gjk"), &json!(12)));
    let coarse =
        report(&grade(&folder, &["--method", "occlusion-query", "--set", "resolution=16", "--json"]));
    assert!(coarse["families"][1]["missed"].as_u64() > Some(0), "pixels miss small overlaps: {coarse}");
    assert_refused(&grade(&folder, &["--method", "gkj"]), &["no method is called \"gkj\"", "gjk"]);
    assert_refused(&grade(&folder, &["--method", "gjk", "--program", "x"]), &["cannot be used with"]);
}

#[test]
fn a_crash_costs_its_pair_and_the_rest_is_kept() {
    let folder = Folder::new();
    let file = folder.write("small.toml", &HOMEWORK.replace("answer_s", "restarts = 3\nanswer_s"));
    let output = collidoscope(&["grade", "--homework", text(&file), "--program", &helper("dies"), "--json"]);
    let found = report(&output);
    assert_eq!((output.status.code(), &found["restarts"]), (Some(1), &json!(3)));
    let all = found["families"].as_array().unwrap().iter().chain(found["checks"].as_array().unwrap());
    let count = |word: &str| -> u64 { all.clone().filter_map(|group| group[word].as_u64()).sum() };
    // Two answers for each of four processes.
    assert_eq!((count("passed"), count("pairs")), (8, 34));
    assert!(found["standard_error"].as_str().unwrap().contains("helper starts: dies"));
}

#[test]
fn the_report_for_people_names_what_is_wrong() {
    let folder = Folder::new();
    let output = grade(&folder, &["--program", &helper("wrong"), "--hints", "2"]);
    let said = String::from_utf8(output.stdout).unwrap();
    for part in [
        "small: Small (seed 4)",
        "Do it.",
        "not all passed",
        "hint: Bodies with a small gap",
        "A: box",
        "missed",
    ] {
        assert!(said.contains(part), "{part:?} is missing in:\n{said}");
    }
    let none = grade(&folder, &["--program", &helper("wrong"), "--hints", "0"]);
    assert!(!String::from_utf8(none.stdout).unwrap().contains("hint:"));
    let chinese = grade(&folder, &["--program", &helper("wrong"), "--hints", "3", "--language", "zh-CN"]);
    let said = String::from_utf8(chinese.stdout).unwrap();
    for part in ["small: 小", "提示：间隙或重叠很小", "A：半边长", "漏检：", "得分："] {
        assert!(said.contains(part), "{part:?} is missing in:\n{said}");
    }
    let english: Vec<_> = said
        .lines()
        .filter(|line| line.contains("hint") || line.contains("pair ") || line.contains(" bodies"))
        .collect();
    assert!(english.is_empty(), "{english:?}");
}

#[test]
fn a_recording_gives_the_same_report_without_the_program() {
    let folder = Folder::new();
    let recording = folder.path("run.jsonl");
    for (how, stages) in [("wrong", "3"), ("dies", "1"), ("right", "1")] {
        let run =
            grade(&folder, &["--program", &helper(how), "--record", text(&recording), "--hints", stages]);
        let replay = grade(&folder, &["--replay", text(&recording), "--hints", stages]);
        let of = |output: &std::process::Output| {
            let said = String::from_utf8(output.stdout.clone()).unwrap();
            // What only a running program has: its standard error and the number of its starts.
            let kept = said.split("\nstandard error").next().unwrap_or(&said).to_owned();
            kept.lines().filter(|line| !line.contains("started again")).collect::<Vec<_>>().join("\n")
        };
        assert_eq!(of(&run), of(&replay), "{how}");
        assert_eq!(run.status.code(), replay.status.code());
    }
    let other = grade(&folder, &["--replay", text(&recording), "--hidden", "x"]);
    assert_refused(&other, &["run.jsonl", "other questions", "--hints"]);
}

#[test]
fn a_hidden_seed_asks_other_pairs_and_the_same_again() {
    let folder = Folder::new();
    let (first, second) = (folder.path("1"), folder.path("2"));
    let file = folder.write("secret", "student 17, salt\n");
    for (hidden, out) in [("student 17, salt", &first), (text(&file), &second)] {
        let output =
            grade(&folder, &["--program", &helper("right"), "--hidden", hidden, "--record", text(out)]);
        assert_eq!(output.status.code(), Some(0));
        assert!(String::from_utf8(output.stdout).unwrap().contains("seed hidden"));
    }
    let asked = |path: &Path| -> Vec<String> {
        let text = std::fs::read_to_string(path).unwrap();
        text.lines()
            .skip(1)
            .map(|line| serde_json::from_str::<Value>(line).unwrap()["asked"].to_string())
            .collect()
    };
    assert_eq!(asked(&first), asked(&second));
    let public = folder.path("3");
    grade(&folder, &["--program", &helper("right"), "--record", text(&public)]);
    assert_ne!(asked(&first), asked(&public));
}

#[test]
fn bad_input_is_refused_in_one_line() {
    let folder = Folder::new();
    let run = |name: &str, content: &str, program: &str| {
        let file = folder.write(name, content);
        collidoscope(&["grade", "--homework", text(&file), "--program", program])
    };
    assert_refused(&run("a.toml", "id = 3", &helper("right")), &["a.toml: line 1:"]);
    assert_refused(&run("b.toml", HOMEWORK, &helper("old")), &["version 0 of the protocol"]);
    assert_refused(&run("c.toml", HOMEWORK, "no-such-program"), &["no-such-program"]);
    assert_refused(&run("d.toml", HOMEWORK, "'"), &["without its partner"]);
    assert_refused(
        &collidoscope(&["grade", "--homework", "none.toml", "--program", "x"]),
        &["none.toml", "no such file"],
    );
    let file = folder.write("e.toml", HOMEWORK);
    let nothing = collidoscope(&["grade", "--homework", text(&file)]);
    assert_refused(&nothing, &["--program", "--passes", "--method", "--replay"]);
}

#[test]
fn a_program_stands_beside_methods_in_query() {
    let folder = Folder::new();
    let run = |distance: f64, how: &str, more: &[&str]| {
        let cases = folder.write("cases.json", &two_cubes(distance));
        collidoscope(&[&["query", text(&cases), "--method-program", &helper(how)], more].concat())
    };
    let output = run(2.5, "right", &["--method", "gjk", "--check"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let found = lines(&output);
    assert_eq!(
        (found.len(), &found[0]["method"], &found[1]["method"]),
        (2, &json!("gjk"), &json!("program"))
    );
    assert_eq!((&found[1]["colliding"], &found[1]["reference"]), (&json!(false), &json!(false)));
    assert_eq!(
        (&found[1]["evidence"]["certificate"], &found[1]["evidence"]["name"]),
        (&json!("proved"), &json!("helper"))
    );
    let alone = lines(&run(1.5, "right", &[]));
    assert_eq!((alone.len(), &alone[0]["evidence"]["certificate"]), (1, &json!("none")));
    let lying = run(2.5, "lying", &["--check"]);
    assert_eq!(lying.status.code(), Some(1));
    assert_eq!(lines(&lying)[0]["evidence"]["certificate"], "false");
    let wrong = run(1.5, "wrong", &["--check"]);
    assert!(
        wrong.status.code() == Some(1)
            && String::from_utf8_lossy(&wrong.stderr).contains("program: 1 verdict differs")
    );
    let failed = lines(&run(1.5, "aborts", &[]));
    assert_eq!((&failed[0]["colliding"], &failed[0]["evidence"]["failure"]), (&Value::Null, &json!("crash")));
}

/// JSON on standard output is JSON, and shows nothing invisible.
#[test]
fn names_of_any_characters_leave_json_json() {
    let folder = Folder::new();
    let name = "mine \u{2764}\u{fe0f} a\u{200d}b \u{202e}c";
    let output = grade(&folder, &["--program", &helper("hidden-name"), "--json"]);
    assert_eq!(report(&output)["program"], name);
    let cases = folder.write("cases.json", &two_cubes(2.5));
    let query = collidoscope(&["query", text(&cases), "--method-program", &helper("hidden-name")]);
    assert_eq!(lines(&query)[0]["evidence"]["name"], name);
    for output in [output, query] {
        let shown = String::from_utf8(output.stdout).unwrap();
        assert!(
            shown.contains("\\ufe0f") && !shown.contains(['\u{fe0f}', '\u{200d}', '\u{202e}']),
            "{shown}"
        );
    }
}

/// An interrupted command leaves no program and no folder behind, although the terminal reaches only the command
/// itself.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_command_leaves_nothing() {
    use std::os::unix::process::ExitStatusExt as _;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    let folder = Folder::new();
    let cases = folder.write("cases.json", &two_cubes(2.5));
    let homework = folder.write("small.toml", HOMEWORK);
    let program = helper("silent");
    let query = ["query", text(&cases), "--program-time", "600", "--method-program", &program];
    let graded = ["grade", "--homework", text(&homework), "--program", &program];
    for (given, signal, ends) in
        [(&query[..], "-INT", Ok(130)), (&graded, "-TERM", Ok(130)), (&query, "-QUIT", Err(3))]
    {
        let temporary = tempfile::tempdir().unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_collidoscope"));
        command.args(given).env("TMPDIR", temporary.path());
        let mut running = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let within = |done: &mut dyn FnMut() -> bool| {
            let start = Instant::now();
            while !done() {
                assert!(start.elapsed() < Duration::from_secs(30));
                std::thread::sleep(Duration::from_millis(10));
            }
        };
        let id = running.id();
        let mut child = String::new();
        within(&mut || {
            // The shell that sets the limits has become the program.
            let children = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap();
            child = children.trim().to_owned();
            let command = std::fs::read_to_string(format!("/proc/{child}/cmdline")).unwrap_or_default();
            command.ends_with("silent\0") && !command.contains("ulimit")
        });
        assert!(std::fs::read_dir(temporary.path()).unwrap().next().is_some(), "the program's folder");
        assert!(Command::new("kill").args([signal, &id.to_string()]).status().unwrap().success());
        let status = running.wait().unwrap();
        assert_eq!(status.code().ok_or(status.signal().unwrap_or(0)), ends, "{signal}");
        within(&mut || {
            let state = std::fs::read_to_string(format!("/proc/{child}/stat")).unwrap_or_default();
            state.is_empty() || state.contains(") Z ")
        });
        assert_eq!(std::fs::read_dir(temporary.path()).unwrap().count(), 0, "{signal}");
    }
}

/// Every failed pair opens in the window: the same bodies to the last bit, in the inspector, beside the reference.
#[test]
fn a_failed_pair_opens_in_the_window() {
    let folder = Folder::new();
    let out = folder.path("failed");
    let file = folder.write(
        "all.toml",
        "id = \"all\"\nfamilies = [{name = \"near\", count = 6}, {name = \"concave\", count = 8}, \
         {name = \"sizes\", count = 4}, {name = \"far-from-origin\", count = 4}, {name = \"degenerate\", count = 4}, \
         {name = \"needles\", count = 4}]\n[title]\nen = \"A\"\n",
    );
    let output = collidoscope(&[
        "grade",
        "--homework",
        text(&file),
        "--program",
        &helper("wrong"),
        "--json",
        "--out",
        text(&out),
    ]);
    let found = report(&output);
    let gpu = gpu();
    let method = methods::find("stencil").unwrap();
    let mut shell = window::open(&gpu, Setup { start: Start::Preset(&PRESETS[3]), method });
    let mut opened = 0;
    for family in found["families"].as_array().unwrap() {
        for failure in family["failures"].as_array().unwrap() {
            let link = failure["open"].as_str().unwrap();
            let path = link.split('\'').nth(1).unwrap();
            assert!(
                link.ends_with(&format!(" --method-program '{}'", helper("wrong").replace('\'', r"'\''"))),
                "{link}"
            );
            let scene = LoadedScene::load(Path::new(path)).unwrap_or_else(|why| panic!("{link}: {why:#}"));
            shell.open_scene(&scene).unwrap();
            let arena = shell.arena();
            assert_eq!(arena.selected_pair, Some(Pair::new(0, 1)), "{link}");
            for (body, side) in arena.bodies().iter().zip(["a", "b"]) {
                let numbers = |name: &str| -> Vec<f64> {
                    let list = failure[side][name].as_array().unwrap();
                    list.iter().map(|number| number.as_f64().unwrap()).collect()
                };
                assert_eq!(body.pose.translation.vector.as_slice(), numbers("position"), "{link}");
                assert_eq!(body.pose.rotation.coords.as_slice(), numbers("rotation"), "{link}");
                let size = failure[side]["size"].as_f64().unwrap();
                assert!((body.shape.size() / size - 1.0).abs() < 1e-9, "{link}");
            }
            let reference = arena.found().answers.iter().find(|answer| answer.method.id == "gjk").unwrap();
            let says = reference.verdicts.first().is_some_and(|verdict| verdict.colliding);
            if family["name"] != "concave" {
                assert_eq!(says, failure["expected"].as_bool().unwrap(), "{link}");
            }
            opened += 1;
        }
    }
    assert!(opened > 15, "{opened}");
}
