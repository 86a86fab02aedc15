//! The tests that `scripts/test --fast` leaves out: all that open an OpenGL context or a window, or run an
//! experiment.

use std::fs;

use super::{Source, assert_none, repository, top};

/// A file of `tests/` with one of these texts has such tests.
const SLOW: &[&str] = &["gpu()", "Visitor::", "Worker::start("];

/// The modules of the list `slow` in the script.
fn left_out(script: &str) -> Vec<&str> {
    let list = script.split("slow=(").nth(1).and_then(|rest| rest.split(')').next());
    list.unwrap_or_default().split_whitespace().collect()
}

/// Files with slow tests that the script runs, and modules in its list that do not exist.
fn not_left_out(script: &str, sources: &[Source]) -> Vec<String> {
    let left_out = left_out(script);
    let module = |source: &Source| {
        let path = source.path.strip_prefix("tests/")?.strip_suffix(".rs")?;
        Some(path.strip_suffix("/mod").unwrap_or(path).replace('/', "::"))
    };
    let modules: Vec<_> = sources.iter().filter_map(|source| Some((module(source)?, source))).collect();
    let is_below = |module: &str, entry: &str| {
        module.strip_prefix(entry).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
    };
    let is_slow =
        |source: &Source| source.code().any(|(_, line)| SLOW.iter().any(|word| line.contains(word)));
    let runs = modules.iter().filter(|(module, source)| {
        !is_below(module, "support")
            && is_slow(source)
            && !left_out.iter().any(|entry| is_below(module, entry))
    });
    let gone = left_out.iter().filter(|entry| !modules.iter().any(|(module, _)| is_below(module, entry)));
    runs.map(|(module, _)| {
        format!("scripts/test --fast runs {module}, which draws or measures: add it to `slow`")
    })
    .chain(gone.map(|entry| format!("scripts/test: there is no module {entry} in tests/")))
    .collect()
}

#[test]
fn the_fast_tests_neither_draw_nor_measure() {
    let script = fs::read_to_string(top().join("scripts/test")).expect("the script can be read");
    assert!(!left_out(&script).is_empty());
    let others = repository().into_iter().filter(|source| source.path != "tests/tidy/fast.rs");
    assert_none(not_left_out(&script, &others.collect::<Vec<_>>()));
}

#[test]
fn slow_tests_that_are_run_and_modules_that_are_gone_are_found() {
    let count = |script: &str, path: &str, text: &str| {
        not_left_out(script, &[Source::sample(path, text), Source::sample("tests/b/mod.rs", "fn f() {}")])
            .len()
    };
    let slow = "let gpu = gpu();";
    assert_eq!(count("slow=(\n    a\n)", "tests/a.rs", slow), 0);
    assert_eq!(count("slow=(a)", "tests/a/parts.rs", slow), 0);
    assert_eq!(count("slow=(b)", "tests/a.rs", slow), 1);
    assert_eq!(
        count("slow=(a)", "tests/ab.rs", slow),
        2,
        "another module, and the one that is named is gone"
    );
    assert_eq!(count("slow=(a::parts)", "tests/a/parts.rs", slow), 0);
    assert_eq!(count("slow=(b)", "tests/a.rs", "// gpu()"), 0);
}
