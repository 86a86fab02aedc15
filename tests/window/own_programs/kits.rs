//! The starter kits: they run, find every collision, prove what they can, and say the same in every language.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::compiled;
use crate::window::cli::{collidoscope, text};

fn kits() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/own-method")
}

/// Whether a tool runs; in continuous integration on Linux it must.
fn has(tool: &str) -> bool {
    let runs = Command::new(tool).arg("--version").output().is_ok_and(|output| output.status.success());
    let may_lack = !cfg!(target_os = "linux") || std::env::var_os("CI").is_none();
    assert!(runs || may_lack, "{tool} is missing: scripts/setup.sh installs it");
    if !runs {
        println!("skipped: no {tool} here");
    }
    runs
}

fn graded(program: &str, homework: &str) -> Value {
    let file = kits().join("homework").join(homework);
    let output = collidoscope(&["grade", "--homework", text(&file), "--program", program, "--json"]);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// No misses, no lies, no failures; every verdict on a changed pair stays. Returns the numbers of passed pairs.
fn numbers(report: &Value) -> Vec<u64> {
    for group in report["families"].as_array().unwrap().iter().chain(report["checks"].as_array().unwrap()) {
        for word in ["missed", "lying", "failed", "changed", "not_compared"] {
            assert_eq!(group[word], 0, "{word}: {group}");
        }
    }
    let families = report["families"].as_array().unwrap();
    let passed: Vec<u64> = families.iter().map(|family| family["passed"].as_u64().unwrap()).collect();
    let pairs: Vec<u64> = families.iter().map(|family| family["pairs"].as_u64().unwrap()).collect();
    assert!(passed != pairs, "the gap in the kit shows: {report}");
    // Axes between edges are the subject of the second homework, and nearly half of the first.
    let most = if report["homework"] == "02-convex" { 0.0 } else { 60.0 };
    assert!(report["score"].as_f64() <= Some(most), "{}", report["score"]);
    passed
}

fn check(program: &str) {
    for homework in ["01-sphere-box.toml", "02-convex.toml"] {
        let ours = numbers(&graded(program, homework));
        let rust = compiled(&kits().join("mine.rs"));
        assert_eq!(ours, numbers(&graded(&format!("'{}'", rust.display()), homework)), "{homework}");
    }
}

#[test]
fn the_kit_in_rust_has_one_gap() {
    check(&format!("'{}'", compiled(&kits().join("mine.rs")).display()));
}

#[test]
fn the_kit_in_python_has_the_same_gap() {
    if has("python3") {
        check(&format!("python3 '{}'", kits().join("mine.py").display()));
    }
}

#[test]
fn the_kit_in_cpp_has_the_same_gap() {
    if !has("c++") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("mine");
    let source = kits().join("mine.cpp");
    let arguments = ["-O2", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-o"];
    let output = Command::new("c++").args(arguments).arg(&program).arg(&source).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    check(&format!("'{}'", program.display()));
}

/// A program written from the guide alone passes the first homework, under the public seed and others.
#[test]
fn the_first_homework_can_be_solved() {
    if !has("python3") {
        return;
    }
    let solution = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/window/own_programs/solution.py");
    let program = format!("python3 '{}'", solution.display());
    let file = kits().join("homework/01-sphere-box.toml");
    for hidden in [&[][..], &["--hidden", "one"], &["--hidden", "two"]] {
        let output =
            collidoscope(&[&["grade", "--homework", text(&file), "--program", &program], hidden].concat());
        let said = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{said}");
        assert!(said.contains("score: 100.0 of 100"), "{said}");
    }
}

/// The kits are short enough to be read in a minute.
#[test]
fn kits_stay_short() {
    for (name, most) in [("mine.py", 70), ("mine.cpp", 100), ("mine.rs", 100)] {
        let lines = std::fs::read_to_string(kits().join(name)).unwrap().lines().count();
        assert!(lines <= most, "{name}: {lines} lines");
    }
}
