//! Documents name what is there, in lines of a readable length, and nothing names somebody's own machine.

use std::fs;

use super::{FOLDERS, Source, assert_none, has_word, repository, top};

/// Columns of a line of a document: what fits a window beside its difference from the version before.
const WIDEST: usize = 120;

/// Endings that make a word a path even without a folder.
const ENDINGS: &[&str] = &[".rs", ".md", ".toml", ".sh"];

/// Every document: the files that end in `.md`, without those of `assets/`, which the program shows.
fn documents() -> Vec<Source> {
    let is_document = |s: &Source| s.path.ends_with(".md") && !s.path.starts_with("assets/");
    let mut documents: Vec<_> = repository().into_iter().filter(is_document).collect();
    let log = "fuzz/LOG.md";
    documents.push(Source { path: log.to_owned(), text: fs::read_to_string(top().join(log)).expect(log) });
    assert!(documents.len() > 10, "the walk found the documents");
    documents
}

/// Complaints about lines with more than [`WIDEST`] characters.
fn wide_lines(document: &Source) -> Vec<String> {
    let wide = (1..).zip(document.text.lines()).filter(|(_, line)| line.chars().count() > WIDEST);
    wide.map(|(line, _)| format!("{}:{line}: more than {WIDEST} characters", document.path)).collect()
}

/// Complaints about every path in backticks, and every linked file, that does not exist. Paths in backticks begin in the
/// top folder, those of links in the document's.
fn paths_not_there(document: &Source, exists: impl Fn(&str) -> bool) -> Vec<String> {
    let folder = document.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let beside = |path: &str| resolved(&format!("{folder}/{path}"));
    let quoted = named_paths(&document.text).into_iter();
    let linked = linked_paths(&document.text).into_iter().map(|(line, path)| (line, beside(&path)));
    let mut named: Vec<_> = quoted.chain(linked).collect();
    named.sort_by_key(|(line, _)| *line);
    let missing = named.into_iter().filter(|(_, path)| !exists(path));
    missing.map(|(line, path)| format!("{}:{line}: there is no `{path}`", document.path)).collect()
}

/// Words in backticks that look like paths of the repository, with line numbers.
fn named_paths(text: &str) -> Vec<(usize, String)> {
    let quoted = |line: &str| -> Vec<String> {
        let words = line.split('`').skip(1).step_by(2).filter_map(|t| t.split_whitespace().next());
        words.filter(|word| looks_like_path(word)).map(str::to_owned).collect()
    };
    outside_fences(text)
        .flat_map(|(number, line)| quoted(line).into_iter().map(move |p| (number, p)))
        .collect()
}

/// The targets of links to files, as they are written, with line numbers.
fn linked_paths(text: &str) -> Vec<(usize, String)> {
    let linked = |line: &str| -> Vec<String> {
        let targets = line.split("](").skip(1).filter_map(|t| t.split([')', '#', ' ']).next());
        targets.filter(|t| !t.is_empty() && !t.contains(':')).map(str::to_owned).collect()
    };
    outside_fences(text)
        .flat_map(|(number, line)| linked(line).into_iter().map(move |p| (number, p)))
        .collect()
}

/// Lines with their numbers, without blocks fenced by ```: those show commands and their output.
fn outside_fences(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fenced = false;
    (1..).zip(text.lines()).filter(move |(_, line)| {
        let is_fence = line.trim_start().starts_with("```");
        fenced ^= is_fence;
        !fenced && !is_fence
    })
}

/// A path without `..`, from the top folder.
fn resolved(path: &str) -> String {
    let mut parts = Vec::new();
    for part in path.split('/').filter(|part| !part.is_empty() && *part != ".") {
        match part {
            ".." => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

fn looks_like_path(word: &str) -> bool {
    let plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "_-./".contains(c));
    let folder = word.split_once('/').map(|(folder, _)| folder);
    plain && (folder.is_some_and(|f| FOLDERS.contains(&f)) || ENDINGS.iter().any(|e| word.ends_with(e)))
}

/// Complaints about absolute paths on a particular machine.
fn machine_paths(source: &Source) -> Vec<String> {
    // Assembled at run time, so that this file does not complain about itself.
    let forbidden = ["work", "root", "home", "Users"].map(|folder| format!("/{folder}/"));
    let mut complaints = Vec::new();
    for (line, number) in source.text.lines().zip(1..) {
        for start in &forbidden {
            // After a letter, a full stop or a shell variable's brace it is the middle of another path.
            let alone =
                |i: usize| !line[..i].ends_with(|c: char| c.is_alphanumeric() || "_-.}~*)".contains(c));
            if line.match_indices(start.as_str()).any(|(i, _)| alone(i)) {
                complaints.push(format!("{}:{number}: a path of one machine, {start}", source.path));
            }
        }
    }
    complaints
}

/// Complaints about every file of `shaders/` that no Rust file mentions with both folder and name.
fn unused_shaders(sources: &[Source]) -> Vec<String> {
    let rust: Vec<_> = sources.iter().filter(|s| s.is_ours()).collect();
    let shaders = sources.iter().filter(|s| s.path.starts_with("shaders/"));
    let unused = shaders.filter(|shader| {
        let (folder, name) = shader.path.rsplit_once('/').expect("it is in shaders/");
        let says = |source: &Source, word| source.code().any(|(_, line)| has_word(line, word));
        !rust.iter().any(|source| says(source, folder) && says(source, name))
    });
    unused.map(|shader| format!("{}: no file of src names it", shader.path)).collect()
}

#[test]
fn documents_name_paths_that_exist() {
    // The changes also name what is gone.
    let all = documents().into_iter().filter(|d| d.path != "CHANGELOG.md");
    assert_none(all.flat_map(|d| paths_not_there(&d, |path| top().join(path).exists())).collect());
}

#[test]
fn no_line_of_a_document_is_too_wide() {
    assert_none(documents().iter().flat_map(wide_lines).collect());
}

#[test]
fn no_text_names_a_path_of_one_machine() {
    assert_none(repository().iter().flat_map(machine_paths).collect());
}

#[test]
fn every_shader_is_used() {
    assert_none(unused_shaders(&repository()));
}

#[test]
fn paths_that_are_not_there_are_found() {
    let text = "See `src/lib.rs`, `src/attic/`, `lost.md`, `scripts/run --help`, `geometry`, `a/b`, `x::y`.\n\
                [page](docs/page.md) [site](https://example.org/a.md) [here](#there)\n\
                ```\n`src/fenced.rs`\n```\n`src/*.rs` `tests/gone.rs`";
    let there = |path: &str| ["src/lib.rs", "scripts/run"].contains(&path);
    let complaints = paths_not_there(&Source::sample("A.md", text), there);
    let expected = ["A.md:1: there is no `src/attic/`", "A.md:1: there is no `lost.md`"];
    assert_eq!(complaints[..2], expected);
    assert_eq!(
        complaints[2..],
        ["A.md:2: there is no `docs/page.md`", "A.md:6: there is no `tests/gone.rs`"]
    );
    let linked = |text: &str| paths_not_there(&Source::sample("docs/guide/a.md", text), there);
    assert!(linked("[code](../../src/lib.rs) [run](../../scripts/run#top)").is_empty());
    assert_eq!(linked("[code](src/lib.rs)"), ["docs/guide/a.md:1: there is no `docs/guide/src/lib.rs`"]);
}

#[test]
fn wide_lines_are_found() {
    let count = |text: &str| wide_lines(&Source::sample("docs/a.md", text)).len();
    let widest = "é".repeat(WIDEST);
    assert_eq!(count(&widest), 0);
    assert_eq!(count(&format!("{widest}.\n{widest}\n| {widest} |")), 2);
}

#[test]
fn machine_paths_are_found() {
    let count = |text: String| machine_paths(&Source::sample("scripts/run", &text)).len();
    let home = "home";
    assert_eq!(count(format!("cd /{home}/ann/collidoscope")), 1);
    assert_eq!(count(format!("\"/{home}/ann\"\n(/{home}/bob)")), 2);
    assert_eq!(count(format!("https://example.org/{home}/ann and src/{home}/mod.rs")), 0);
}

#[test]
fn unused_shaders_are_found() {
    let shader = || Source::sample("shaders/scene/body.vert", "void main() {}");
    let count = |code: &str| unused_shaders(&[shader(), Source::sample("src/labs/draw.rs", code)]).len();
    assert_eq!(count("include_str!(\"../../shaders/scene/body.vert\")"), 0);
    assert_eq!(count("const FOLDER: &str = \"shaders/scene/\";\nlet body = \"body.vert\";"), 0);
    assert_eq!(count("include_str!(\"../../shaders/other/body.vert\")"), 1);
    assert_eq!(count("include_str!(\"../../shaders/scene/body.vertex\")"), 1);
    assert_eq!(count("// shaders/scene/body.vert"), 1);
}
