//! Properties of the repository's text that readers can rely on: which room uses which, which words belong to
//! which room, that documents name existing things, that files stay short.
//!
//! Every check is a function from text to complaints, so that a test can also run it on a bad sample.

mod circles;
mod documents;
mod floors;
mod paths;
mod rooms;
mod shape;
mod tiers;
mod wording;

use std::fs;
use std::path::Path;

/// The folders that are checked; of the files in the top folder, those in [`TEXTS`].
const FOLDERS: &[&str] = &[
    ".ci",
    ".github",
    "assets",
    "benches",
    "crates",
    "docs",
    "examples",
    "packaging",
    "python",
    "scripts",
    "shaders",
    "src",
    "tests",
];
/// The sources of the three crates, from the ground up.
const CRATES: [&str; 3] = ["crates/kernels/src", "crates/raster/src", "src"];
/// Folders below these that git ignores: builds and environments of the Python package.
const IGNORED: &[&str] = &["target", ".venv", "__pycache__"];
/// Endings of files in the top folder that are checked.
const TEXTS: &[&str] = &[".cff", ".md", ".toml", "LICENSE-APACHE", "LICENSE-MIT"];

/// A text file of the repository, or a sample for a test.
struct Source {
    /// The path from the top folder, with `/`.
    path: String,
    text: String,
}

impl Source {
    fn sample(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), text: text.to_owned() }
    }

    /// Rust code line by line, numbered from 1, without comments.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        (1..).zip(self.text.lines().map(|line| line.split("//").next().unwrap_or(line)))
    }

    /// True for the Rust code of the three crates.
    fn is_ours(&self) -> bool {
        CRATES.iter().any(|folder| self.is_rust_in(folder))
    }

    /// The path from the folder of its crate, such as `src/lib.rs`.
    fn in_crate(&self) -> &str {
        let inner = self.path.strip_prefix("crates/").and_then(|path| path.split_once('/'));
        inner.map_or(&self.path, |(_, path)| path)
    }

    fn is_rust_in(&self, folder: &str) -> bool {
        self.path.ends_with(".rs") && self.path.strip_prefix(folder).is_some_and(|p| p.starts_with('/'))
    }
}

fn top() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// All text files of the repository, sorted by path. Pictures and other binary files are left out.
fn repository() -> Vec<Source> {
    let mut paths = Vec::new();
    for folder in FOLDERS {
        files_below(folder, &mut paths);
    }
    for entry in fs::read_dir(top()).expect("the top folder can be read") {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if TEXTS.iter().any(|end| name.ends_with(end)) {
            paths.push(name);
        }
    }
    paths.sort();
    let read = |path: String| Some(Source { text: fs::read_to_string(top().join(&path)).ok()?, path });
    let sources: Vec<_> = paths.into_iter().filter_map(read).collect();
    assert!(sources.iter().any(|s| s.path == "src/lib.rs"), "the walk found the sources");
    sources
}

fn files_below(folder: &str, paths: &mut Vec<String>) {
    let Ok(entries) = fs::read_dir(top().join(folder)) else { return };
    for entry in entries.map(Result::unwrap) {
        let name = entry.file_name().into_string().expect("file names are UTF-8");
        let path = format!("{folder}/{name}");
        if entry.file_type().unwrap().is_dir() {
            if !IGNORED.contains(&name.as_str()) {
                files_below(&path, paths);
            }
        } else {
            paths.push(path);
        }
    }
}

/// Fails with all complaints at once.
fn assert_none(complaints: Vec<String>) {
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

/// True if the word occurs in the line as a whole identifier; a word that ends in `::`, as the beginning of a
/// path.
fn has_word(line: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(i, _)| {
        let ends = word.ends_with("::") || !line[i + word.len()..].starts_with(is_part);
        ends && !line[..i].ends_with(is_part)
    })
}
