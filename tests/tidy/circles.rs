//! No cycles among files: no file depends on itself, even indirectly.
//!
//! Dependencies are read from text: every path in a `use` or in code that begins with `crate`, `super`,
//! `self`, a child module or an imported name is an arrow to the file that defines the named item. A
//! re-export of `mod.rs` by `use` leads to the file it comes from; a `mod` line alone is no arrow, nor is a
//! method that another file adds to a type. Test modules inside a file are left out.

use std::collections::{BTreeMap, BTreeSet};

use super::paths::File;
use super::{CRATES, Source, assert_none, repository};

/// Files that are still part of a cycle. The list only shrinks.
const STILL_CIRCULAR: &[&str] = &[];

/// The target of a path.
#[derive(Clone, Copy, PartialEq)]
enum Target {
    Module(usize),
    ItemOf(usize),
}

/// An arrow between two files: its start, and the path that makes it.
struct Arrow {
    from: usize,
    to: usize,
    line: usize,
    path: String,
}

/// All files of a crate, and the file at each module path.
pub struct Graph {
    files: Vec<File>,
    modules: BTreeMap<Vec<String>, usize>,
}

impl Graph {
    /// Reads the crate with its sources in this folder.
    pub fn read(sources: &[Source], folder: &str) -> Self {
        let files: Vec<_> = sources.iter().filter(|s| s.is_rust_in(folder)).filter_map(File::read).collect();
        let modules = files.iter().enumerate().map(|(i, file)| (file.module.clone(), i)).collect();
        Self { files, modules }
    }

    /// The target of a path in a file; `None` for other crates, locals and the file's own items.
    fn resolve(&self, file: usize, path: &[String], depth: usize) -> Option<Target> {
        let module = &self.files[file].module;
        match path.first()?.as_str() {
            "crate" => self.walk(&[], &path[1..], depth),
            "self" => self.walk(module, &path[1..], depth),
            "super" => self.walk(module.split_last()?.1, &path[1..], depth),
            first => {
                let child = [module, &[first.to_owned()][..]].concat();
                if self.modules.contains_key(&child) {
                    return self.walk(&child, &path[1..], depth);
                }
                self.imported(file, first, &path[1..], depth)
            }
        }
    }

    /// The target of an imported name followed by the rest of the path.
    fn imported(&self, file: usize, name: &str, rest: &[String], depth: usize) -> Option<Target> {
        let depth = depth.checked_sub(1)?;
        let of_name = self.files[file].bound.iter().filter(|(bound, _)| bound == name);
        let explicit = of_name.map(|(_, path)| [path, rest].concat());
        let by_glob = self.files[file].globs.iter().filter(|glob| self.has(file, glob, name, depth));
        let globs = by_glob.map(|glob| [glob, &[name.to_owned()][..], rest].concat());
        // A crate's name that its own `use` binds would recurse forever.
        let mut paths = explicit.chain(globs).filter(|path| path.first().is_none_or(|first| first != name));
        paths.find_map(|path| self.resolve(file, &path, depth))
    }

    /// True if the module at `path` has an item of this name, so that `path::*` imports it.
    fn has(&self, file: usize, path: &[String], name: &str, depth: usize) -> bool {
        let Some(Target::Module(at)) = self.resolve(file, path, depth) else { return false };
        let File { module, bound, defined, .. } = &self.files[at];
        let child = [module, &[name.to_owned()][..]].concat();
        self.modules.contains_key(&child) || defined.contains(name) || bound.iter().any(|(n, _)| n == name)
    }

    /// Follows the rest of a path from a module.
    fn walk(&self, module: &[String], rest: &[String], depth: usize) -> Option<Target> {
        let at = *self.modules.get(module)?;
        let Some(first) = rest.first() else { return Some(Target::Module(at)) };
        match first.as_str() {
            "super" => self.walk(module.split_last()?.1, &rest[1..], depth),
            "self" => self.walk(module, &rest[1..], depth),
            name => {
                let child = [module, &[name.to_owned()][..]].concat();
                if self.modules.contains_key(&child) {
                    return self.walk(&child, &rest[1..], depth);
                }
                if self.files[at].defined.contains(name) {
                    return Some(Target::ItemOf(at));
                }
                let is_passed_on = self.files[at].bound.iter().any(|(bound, _)| bound == name);
                let has_globs = !self.files[at].globs.is_empty();
                match (is_passed_on || has_globs).then(|| self.imported(at, name, &rest[1..], depth)) {
                    Some(Some(target)) => Some(target),
                    // Imported from another crate.
                    Some(None) if is_passed_on => None,
                    _ => Some(Target::ItemOf(at)),
                }
            }
        }
    }

    /// Types with inherent methods, as `file: Type`, and the files that add them.
    pub fn extended(&self) -> BTreeMap<String, BTreeSet<&str>> {
        let mut types: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
        for (at, file) in self.files.iter().enumerate() {
            for path in &file.extended {
                let home = match self.resolve(at, path, 16) {
                    Some(Target::ItemOf(home)) => home,
                    _ => at,
                };
                // The name by which this file imports it.
                let is_it = |(bound, _): &&(String, Vec<String>)| path.len() == 1 && *bound == path[0];
                let path = file.bound.iter().find(is_it).map_or(path, |(_, path)| path);
                let name = path.last().map_or("", String::as_str);
                types.entry(format!("{}: {name}", self.files[home].path)).or_default().insert(&file.path);
            }
        }
        types
    }

    fn arrows(&self) -> Vec<Arrow> {
        let mut arrows = Vec::new();
        for (from, file) in self.files.iter().enumerate() {
            for (line, path) in &file.named {
                if let Some(Target::ItemOf(to)) = self.resolve(from, path, 16)
                    && to != from
                {
                    arrows.push(Arrow { from, to, line: *line, path: path.join("::") });
                }
            }
        }
        arrows
    }

    /// Cycles of files, each with the arrows inside it.
    fn circles(&self) -> Vec<(Vec<usize>, Vec<Arrow>)> {
        let arrows = self.arrows();
        let mut next = vec![Vec::new(); self.files.len()];
        arrows.iter().for_each(|a| next[a.from].push(a.to));
        let reach: Vec<BTreeSet<usize>> = (0..next.len())
            .map(|start| {
                let (mut seen, mut open) = (BTreeSet::new(), vec![start]);
                while let Some(at) = open.pop() {
                    open.extend(next[at].iter().filter(|to| seen.insert(**to)));
                }
                seen
            })
            .collect();
        let mut circles: Vec<(Vec<usize>, Vec<Arrow>)> = Vec::new();
        for file in (0..next.len()).filter(|f| reach[*f].contains(f)) {
            if circles.iter().all(|(members, _)| !members.contains(&file)) {
                let back = |other: &usize| reach[*other].contains(&file);
                circles.push((reach[file].iter().copied().filter(back).collect(), vec![]));
            }
        }
        for arrow in arrows {
            let both = |m: &Vec<usize>| m.contains(&arrow.from) && m.contains(&arrow.to);
            if let Some((_, inside)) = circles.iter_mut().find(|(members, _)| both(members)) {
                inside.push(arrow);
            }
        }
        circles
    }
}

/// Complaints about cycles with a file that is not in `allowed`, and about allowed files that are in none.
fn circles_of_files(sources: &[Source], folder: &str, allowed: &[&str]) -> Vec<String> {
    let graph = Graph::read(sources, folder);
    let path = |file: usize| graph.files[file].path.as_str();
    let circles = graph.circles();
    let mut complaints = Vec::new();
    for (members, arrows) in &circles {
        if members.iter().all(|file| allowed.contains(&path(*file))) {
            continue;
        }
        complaints.push(format!("a circle of {} files:", members.len()));
        let mut said = BTreeSet::new();
        for Arrow { from, to, line, path: named } in arrows.iter().filter(|a| said.insert((a.from, a.to))) {
            complaints.push(format!("    {}:{line}: `{named}` is in {}", path(*from), path(*to)));
        }
    }
    let circular: BTreeSet<_> = circles.iter().flat_map(|(m, _)| m).map(|file| path(*file)).collect();
    let mended = allowed.iter().filter(|file| !circular.contains(*file));
    complaints.extend(mended.map(|file| format!("{file} stands in no circle: take it off STILL_CIRCULAR")));
    complaints
}

#[test]
fn no_files_stand_in_a_circle() {
    let sources = repository();
    assert_none(
        CRATES.iter().flat_map(|folder| circles_of_files(&sources, folder, STILL_CIRCULAR)).collect(),
    );
}

/// The cycles among these files, each as its sorted paths.
fn circles_among(files: &[(&str, &str)]) -> Vec<Vec<String>> {
    let sources: Vec<_> = files.iter().map(|(path, text)| Source::sample(path, text)).collect();
    let graph = Graph::read(&sources, "src");
    let paths =
        |(members, _): &(Vec<usize>, _)| members.iter().map(|f| graph.files[*f].path.clone()).collect();
    graph.circles().iter().map(paths).collect()
}

#[test]
fn circles_are_found_in_every_spelling() {
    // The parent uses its child; the child uses, in some spelling, an item of the parent.
    let parent = "pub mod child;\nuse child::Child;\npub struct Thing;\npub fn f(_: Child) {}";
    for back in [
        "use super::Thing;",
        "use crate::room::Thing as Other;",
        "use crate::room::{child, Thing};",
        "use super::{\n    super::other::Far,\n    Thing,\n};",
        "use super::*;",
        "fn g() { super::f(Child) }",
        "fn g() -> crate::room::Thing { todo() }",
        "fn g(x: &super::Thing<'static>) {}",
        "use super::super::room;\nfn g() { room::f(Child) }",
        "use crate::{room as hall};\nfn g() { hall::f(Child) }",
        "use crate::other::room::Thing;",
    ] {
        let child = format!("{back}\npub struct Child;");
        let files = [
            ("src/lib.rs", "pub mod room;\npub mod other;"),
            ("src/other.rs", "pub use crate::room;\npub struct Far;"),
            ("src/room/child.rs", child.as_str()),
            ("src/room/mod.rs", parent),
        ];
        assert_eq!(circles_among(&files), [["src/room/child.rs", "src/room/mod.rs"]], "{back}");
    }
}

#[test]
fn what_is_no_circle_is_let_pass() {
    for child in [
        "use super::other::Other;",
        "// use super::Thing;\n/// [`super::Thing`]",
        "const TEXT: &str = \"super::Thing\"; const RAW: &str = r#\"super::Thing\"#;",
        "#[cfg(test)]\npub(super) mod tests {\n    use super::super::Thing;\n    fn f() { if true {} }\n}",
        "use std::thing::Thing;\nfn f() { Thing::new(); x.super_thing::<T>() }",
        // The parent re-exports it, but another file defines it.
        "use super::Other;\nuse crate::room::Renamed;",
        // The module is only a part of the path to another file.
        "use super::super::room;\nfn f(_: room::other::Other) {}",
    ] {
        let files = [
            ("src/room/child.rs", child),
            (
                "src/room/mod.rs",
                "mod child;\npub mod other;\nuse child::f;\npub use other::{Other, Deep as Renamed};\n\
                 pub struct Thing;",
            ),
            ("src/room/other.rs", "pub struct Other;\npub struct Deep;"),
        ];
        assert_eq!(circles_among(&files), [[""; 0]; 0], "{child}");
    }
    let declared_only = [("src/a/mod.rs", "mod b;\npub struct A;"), ("src/a/b.rs", "use super::A;")];
    assert_eq!(circles_among(&declared_only), [[""; 0]; 0], "a `mod` line is no arrow");
}

#[test]
fn circles_of_several_files_and_stale_exceptions_are_found() {
    let files = [
        ("src/lib.rs", "pub mod a;"),
        ("src/a.rs", "use crate::b::B;\npub struct A;"),
        ("src/b.rs", "use crate::c::C;\npub struct B;"),
        ("src/c.rs", "use crate::a::A;\npub struct C;"),
        ("src/d.rs", "use crate::a::A;\npub struct D;"),
    ];
    assert_eq!(circles_among(&files), [["src/a.rs", "src/b.rs", "src/c.rs"]]);
    let sources = files.map(|(path, text)| Source::sample(path, text));
    let count = |allowed: &[&str]| circles_of_files(&sources, "src", allowed).len();
    assert_eq!(count(&["src/a.rs", "src/b.rs", "src/c.rs"]), 0);
    assert_eq!(count(&["src/a.rs", "src/b.rs"]), 4, "a line for the circle and one for each arrow");
    assert_eq!(count(&["src/a.rs", "src/b.rs", "src/c.rs", "src/d.rs"]), 1, "d stands in none");
    assert_eq!(count(&["src/a.rs", "src/b.rs", "src/c.rs", "src/gone.rs"]), 1);
}
