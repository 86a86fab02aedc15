//! The shape of files: how long they are and how they begin.

use super::{Source, assert_none, repository};

/// Where a file holds a second idea that should have a file of its own.
const LONGEST: usize = 400;

fn too_long(source: &Source) -> Option<String> {
    let lines = source.text.lines().count();
    (lines > LONGEST).then(|| format!("{}: {lines} lines, more than {LONGEST}", source.path))
}

fn no_opening_words(source: &Source) -> Option<String> {
    let opens = source.text.starts_with("//! ");
    (!opens).then(|| format!("{}: does not begin by saying what it is (`//! …`)", source.path))
}

#[test]
fn files_are_short() {
    let all = repository();
    let rust = all.iter().filter(|s| s.is_rust_in("src") || s.is_rust_in("tests"));
    assert_none(rust.filter_map(too_long).collect());
}

#[test]
fn files_begin_by_saying_what_they_are() {
    assert_none(repository().iter().filter(|s| s.is_rust_in("src")).filter_map(no_opening_words).collect());
}

#[test]
fn long_files_and_wordless_ones_are_found() {
    let lines = |count: usize| Source::sample("src/a.rs", &"x\n".repeat(count));
    assert!(too_long(&lines(LONGEST)).is_none());
    assert!(too_long(&lines(LONGEST + 1)).is_some());
    assert!(no_opening_words(&Source::sample("src/a.rs", "//! Words.\n")).is_none());
    assert!(no_opening_words(&Source::sample("src/a.rs", "use std::fmt;\n//! Words.\n")).is_some());
    assert!(no_opening_words(&Source::sample("src/a.rs", "")).is_some());
}
