//! Texts that would read "1 bodies": a plural directly after a number that may be one.

use std::collections::BTreeMap;

use super::all_literals;
use super::literals::Literal;

/// Plurals of things that the window counts.
const COUNTED: &[&str] = &[
    "answers",
    "axes",
    "bodies",
    "boxes",
    "brushes",
    "candidates",
    "cells",
    "contacts",
    "entries",
    "frames",
    "hits",
    "misses",
    "moves",
    "nodes",
    "pages",
    "pairs",
    "panes",
    "pieces",
    "pixels",
    "points",
    "queries",
    "scenes",
    "slides",
    "steps",
    "swaps",
    "tests",
    "times",
    "triangles",
    "wheels",
];

/// Marked texts whose number is never one, and why.
const NEVER_ONE: &[(&str, &str)] = &[
    ("%{n} triangles. Open (Ctrl+O) or drop a mesh to use it as terrain.", "a terrain has two at least"),
    ("%{file}: %{n} triangles.", "a terrain has two at least"),
    ("Pairs in all compared frames: %{n}, in %{frames} frames.", "the arm before it is that of one"),
    ("%{a} and %{b} differ on %{n} pairs of this frame.", "the arm before it is that of one"),
    ("%{triangles} triangles · one candidate pair", "a body has four at least"),
    (
        "%{triangles} triangles · %{n} candidate pairs",
        "the arm before it is that of one; a body has four at least",
    ),
    ("verdict changes %{n} times", "the arms before it are those of none, one and two"),
    ("%{n} triangles are tested; those that the ray hits are drawn.", "the arm before it is that of one"),
    (
        "%{n} pieces: their hulls reach %{metres} m into the hole, %{percent} % of the ring's size.",
        "three at least",
    ),
    ("%{n} of at most %{most} pieces", "the limit is two at least"),
    ("%{width} by %{height} pixels", "64 at least"),
    ("Window size: %{width} × %{height} pixels", "64 at least"),
    ("A level of more than %{n} brushes cannot be cut away.", "a constant"),
    ("a terrain of %{n} triangles", "1,000 at least"),
    ("Playback speed: ×1 is %{n} frames per second.", "a constant"),
];

/// The plural directly after a gap, or after one more word.
fn plural(text: &str) -> Option<&str> {
    text.split("%{").skip(1).find_map(|part| {
        let (_, behind) = part.split_once("} ")?;
        let words = behind.split(|c: char| !c.is_ascii_alphabetic() && c != '-').take(2);
        words.into_iter().find(|word| COUNTED.contains(word))
    })
}

/// True if a text counts a single one: `1 pane`, `one pane`, or `%{n} pane`.
fn is_of_one(text: &str, plural: &str) -> bool {
    let stem = plural
        .strip_suffix("ies")
        .map_or_else(|| plural.trim_end_matches('s').to_owned(), |s| format!("{s}y"));
    let words: Vec<&str> = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').collect();
    words.contains(&stem.as_str())
}

/// Texts with a plural that may count one thing, in files without a text for a single one.
fn wrong(literals: &[Literal]) -> Vec<String> {
    let mut of_file: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for literal in literals.iter().filter(|literal| literal.marked) {
        of_file.entry(&literal.file).or_default().push(&literal.text);
    }
    let mut complaints = Vec::new();
    for (file, texts) in of_file {
        for text in &texts {
            let Some(plural) = plural(text).filter(|_| NEVER_ONE.iter().all(|(known, _)| known != text))
            else {
                continue;
            };
            if !texts.iter().any(|other| is_of_one(other, plural)) {
                complaints.push(format!("{file}: {text:?} may read \"1 {plural}\"; use format::counted"));
            }
        }
    }
    complaints
}

#[test]
fn one_of_a_thing_is_told_in_the_singular() {
    let literals = all_literals();
    assert_eq!(wrong(&literals), [""; 0]);
    for (text, why) in NEVER_ONE {
        let is_used = literals.iter().any(|literal| literal.text == *text);
        assert!(is_used && plural(text).is_some(), "{text:?} needs no exception: {why}");
    }
}

#[test]
fn a_plural_without_its_singular_is_complained_of() {
    let sample = |code: &str| wrong(&super::literals::literals("sample.rs", code)).len();
    assert_eq!(sample("t!(\"%{n} bodies\")"), 1);
    assert_eq!(sample("t!(\"%{n} candidate pairs\")"), 1);
    assert_eq!(sample("t!(\"%{n} bodies\"); t!(\"%{n} body\")"), 0);
    assert_eq!(sample("t!(\"%{n} bodies\"); t!(\"one body\")"), 0);
    assert_eq!(sample("t!(\"bodies: %{n}\")"), 0);
}
