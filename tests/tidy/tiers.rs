//! The tiers of the tests: those of the crates and of the program neither draw nor measure, `gpu` opens no window.

use super::{Source, assert_none, repository};

/// Folders of tests, and texts that their files do not have.
const TIERS: &[(&str, &[&str])] = &[
    ("crates/kernels/tests/", &["gpu()", "open_surfaceless("]),
    ("crates/raster/tests/", &["gpu()", "open_surfaceless("]),
    ("tests/program/", &["gpu()", "open_surfaceless(", "Visitor::", "Worker::start("]),
    ("tests/gpu/", &["Visitor::", "Worker::start(", "Shell::"]),
];

fn too_slow(sources: &[Source]) -> Vec<String> {
    let found = |source: &Source| {
        let (tier, texts) = TIERS.iter().find(|(tier, _)| source.path.starts_with(tier))?;
        let text = texts.iter().find(|text| source.code().any(|(_, line)| line.contains(*text)))?;
        Some(format!("{}: {text} is too slow for {tier}", source.path))
    };
    sources.iter().filter_map(found).collect()
}

#[test]
fn a_tier_has_nothing_slow() {
    let mut others = repository();
    others.retain(|source| source.path != "tests/tidy/tiers.rs");
    assert_none(too_slow(&others));
}

#[test]
fn slow_tests_in_a_quick_tier_are_found() {
    let count = |path: &str, text: &str| too_slow(&[Source::sample(path, text)]).len();
    assert_eq!(count("tests/program/a/parts.rs", "let gpu = gpu();"), 1);
    assert_eq!(count("crates/raster/tests/raster/a.rs", "let gpu = Gpu::open_surfaceless(true);"), 1);
    assert_eq!(count("tests/program/a.rs", "// gpu()"), 0);
    assert_eq!(count("tests/gpu/a.rs", "let gpu = gpu();"), 0);
    assert_eq!(count("tests/gpu/a.rs", "let shell = Shell::new(&gpu);"), 1);
    assert_eq!(count("tests/window/a.rs", "let shell = Shell::new(&gpu());"), 0);
}
