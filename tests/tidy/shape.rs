//! The shape of files: their length, how they begin, the number of files with methods of one type, and no tests where
//! cargo runs none.

use super::circles::Graph;
use super::{CRATES, Source, assert_none, repository};

/// Maximum number of lines: a longer file has a second idea that should get its own file.
const LONGEST: usize = 600;
/// Minimum number of lines: a shorter file is part of the idea of another one.
const SHORTEST: usize = 25;
/// Maximum number of files with inherent methods of a type: beyond it the type is more than one object, or
/// one that was cut to fit.
const MOST_IMPL_FILES: usize = 3;

/// Files that are still shorter than [`SHORTEST`]. The list only shrinks.
const STILL_SHORT: &[&str] = &["crates/raster/src/gpu/context/current.rs"];
/// Types that are still spread over more than [`MOST_IMPL_FILES`]. The list only shrinks.
const STILL_SPREAD: &[&str] = &[
    "src/labs/arena/mod.rs: Arena",
    "src/labs/cloth/cloth_lab.rs: ClothLab",
    "src/labs/level/level_lab.rs: LevelLab",
    "src/labs/meshes/meshes_lab.rs: MeshesLab",
];

/// Most lines of each folder of [`CRATES`], in its order, with comments. A commit that needs more raises the number, and
/// its message names the feature; a commit that leaves more than [`SPARE`] lines unused lowers it.
const MOST_LINES: [usize; 3] = [48_300, 22_500, 91_200];
/// Lines that a folder may stay below its number.
const SPARE: usize = 300;

/// Folders with too many lines, and those whose number is to be lowered.
fn too_heavy(sources: &[Source], most: [usize; 3]) -> Vec<String> {
    let lines =
        |folder| sources.iter().filter(|s| s.is_rust_in(folder)).map(|s| s.text.lines().count()).sum();
    let weighed = CRATES.into_iter().map(|folder| (folder, lines(folder))).zip(most);
    weighed
        .filter(|((_, lines), most)| lines > most || lines + SPARE < *most)
        .map(|((folder, lines), most)| format!("{folder}: {lines} lines; MOST_LINES says {most}"))
        .collect()
}

fn too_long(source: &Source) -> Option<String> {
    let lines = source.text.lines().count();
    (lines > LONGEST).then(|| format!("{}: {lines} lines, more than {LONGEST}", source.path))
}

/// Too short files that are not in `allowed`, and allowed files that are not too short.
fn too_short(sources: &[&Source], allowed: &[&str]) -> Vec<String> {
    let is_short = |source: &&&Source| {
        let name = source.path.rsplit('/').next();
        source.text.lines().count() < SHORTEST && !matches!(name, Some("mod.rs" | "lib.rs" | "main.rs"))
    };
    let short: Vec<&str> = sources.iter().filter(is_short).map(|source| source.path.as_str()).collect();
    let new = short.iter().filter(|path| !allowed.contains(path));
    let mended = allowed.iter().filter(|path| !short.contains(path));
    new.map(|path| format!("{path}: fewer than {SHORTEST} lines: merge it with the file that needs it"))
        .chain(mended.map(|path| format!("{path} is not short, or gone: take it off STILL_SHORT")))
        .collect()
}

/// Types with methods in too many files that are not in `allowed`, and allowed types that are not spread too
/// far.
fn too_spread(sources: &[Source], allowed: &[&str]) -> Vec<String> {
    let graphs = CRATES.map(|folder| Graph::read(sources, folder));
    let extended: Vec<_> = graphs.iter().flat_map(Graph::extended).collect();
    let spread: Vec<_> = extended.iter().filter(|(_, files)| files.len() > MOST_IMPL_FILES).collect();
    let is_spread = |name: &&&str| spread.iter().any(|(known, _)| known.as_str() == **name);
    let new = spread.iter().filter(|(name, _)| !allowed.contains(&name.as_str()));
    let mended = allowed.iter().filter(|name| !is_spread(name));
    new.map(|(name, files)| format!("{name} has methods in {} files: {files:?}", files.len()))
        .chain(mended.map(|name| format!("{name} is not spread: take it off STILL_SPREAD")))
        .collect()
}

/// Complaints about unit tests in the program's crate, which has `test = false`: cargo would never run them.
fn lost_tests(source: &Source) -> Vec<String> {
    let is_test = |code: &str| ["cfg(test)", "#[test]"].iter().any(|sign| code.contains(sign));
    let found = source.code().filter(|(_, code)| is_test(code));
    found.map(|(line, _)| format!("{}:{line}: never run; move it to tests/units/", source.path)).collect()
}

fn no_opening_words(source: &Source) -> Option<String> {
    let opens = source.text.starts_with("//! ");
    (!opens).then(|| format!("{}: does not begin by saying what it is (`//! …`)", source.path))
}

#[test]
fn files_are_neither_long_nor_cut_to_fit() {
    let all = repository();
    let rust: Vec<&Source> = all.iter().filter(|s| s.is_ours() || s.is_rust_in("tests")).collect();
    let long = rust.iter().filter_map(|source| too_long(source));
    assert_none(long.chain(too_short(&rust, STILL_SHORT)).collect());
}

#[test]
fn no_crate_gets_heavier_without_a_word() {
    assert_none(too_heavy(&repository(), MOST_LINES));
}

#[test]
fn heavier_and_lighter_crates_are_found() {
    let source = |path: &str, count: usize| Source::sample(path, &"x\n".repeat(count));
    let all = [source("src/a.rs", 400), source("src/b.rs", 600), source("crates/raster/src/a.rs", 7)];
    let found = |most: usize| too_heavy(&all, [0, 7, most]).len();
    assert_eq!([999, 1000, 1000 + SPARE, 1001 + SPARE].map(found), [1, 0, 0, 1]);
    assert_eq!(too_heavy(&all, [SPARE + 1, 6, 1000]).len(), 2);
}

#[test]
fn no_test_stands_where_it_is_never_run() {
    assert_none(repository().iter().filter(|s| s.is_rust_in("src")).flat_map(lost_tests).collect());
}

#[test]
fn no_type_is_spread_over_many_files() {
    assert_none(too_spread(&repository(), STILL_SPREAD));
}

#[test]
fn files_begin_by_saying_what_they_are() {
    assert_none(repository().iter().filter(|s| s.is_ours()).filter_map(no_opening_words).collect());
}

#[test]
fn long_short_and_wordless_files_are_found() {
    let lines = |path: &str, count: usize| Source::sample(path, &"x\n".repeat(count));
    assert!(too_long(&lines("src/a.rs", LONGEST)).is_none());
    assert!(too_long(&lines("src/a.rs", LONGEST + 1)).is_some());
    let short = |path: &str, count: usize, allowed: &[&str]| {
        too_short(&[&lines(path, count), &lines("src/b/mod.rs", 1)], allowed).len()
    };
    assert_eq!(short("src/a.rs", SHORTEST, &[]), 0);
    assert_eq!(short("src/a.rs", SHORTEST - 1, &[]), 1);
    assert_eq!(short("src/a.rs", SHORTEST - 1, &["src/a.rs"]), 0);
    assert_eq!(short("src/a.rs", SHORTEST, &["src/a.rs"]), 1, "it need not be allowed any more");
    assert_eq!(short("src/a.rs", SHORTEST, &["src/gone.rs"]), 1);
    assert!(no_opening_words(&Source::sample("src/a.rs", "//! Words.\n")).is_none());
    assert!(no_opening_words(&Source::sample("src/a.rs", "use std::fmt;\n//! Words.\n")).is_some());
    assert!(no_opening_words(&Source::sample("src/a.rs", "")).is_some());
}

#[test]
fn tests_that_are_never_run_are_found() {
    let count = |text: &str| lost_tests(&Source::sample("src/a.rs", text)).len();
    assert_eq!(count("#[cfg(test)]\nmod tests {\n    #[test]\n    fn f() {}\n}"), 2);
    assert_eq!(count("#[cfg(unix)]\nfn test() {} // #[test]"), 0);
}

#[test]
fn a_type_in_many_files_is_found_however_it_is_named() {
    let count = |others: [&str; 3], allowed: &[&str]| {
        let [b, c, d] = others;
        let files = [
            ("src/lib.rs", "pub mod a; mod b; mod c; mod d; mod e;"),
            ("src/a.rs", "pub struct A<T>(T);\npub struct B;\nimpl<T> A<T> {}\nfn f(_: impl Fn()) {}"),
            ("src/b.rs", b),
            ("src/c.rs", c),
            ("src/d.rs", d),
            ("src/e.rs", "struct A;\nimpl A {}\nimpl A {}"),
        ];
        let files = files.map(|(path, text)| Source::sample(path, text));
        too_spread(&files, allowed).len()
    };
    let impls = [
        "use crate::a::A;\nimpl<F: Fn() -> u8> A<F> where F: for<'a> Sized {}",
        "impl super::a::A<u8> { fn g() {} }",
        "use super::a::A as Other;\n#[cfg(unix)]\nimpl Other<u8> {}",
    ];
    assert_eq!(count(impls, &[]), 1);
    assert_eq!(count(impls, &["src/a.rs: A"]), 0);
    let of_trait = "use crate::a::A;\nimpl<T> Clone for A<T> {}";
    assert_eq!(count([impls[0], impls[1], of_trait], &[]), 0);
    assert_eq!(count([impls[0], impls[1], "use crate::a::B;\nimpl B {}"], &[]), 0, "another type");
    assert_eq!(count([impls[0], impls[1], ""], &["src/a.rs: A"]), 1, "it need not be allowed any more");
}
