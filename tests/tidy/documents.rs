//! Documents refer to existing things, and to no absolute path of a machine.

use super::{FOLDERS, Source, assert_none, has_word, repository, top};

/// Endings that make a word a path even without a folder.
const ENDINGS: &[&str] = &[".rs", ".md", ".toml", ".sh"];

/// Complaints about every path in backticks, and every linked file, that does not exist.
fn paths_not_there(document: &Source, exists: impl Fn(&str) -> bool) -> Vec<String> {
    let named = named_paths(&document.text).into_iter();
    let missing = named.filter(|(_, path)| !exists(path));
    missing.map(|(line, path)| format!("{}:{line}: there is no `{path}`", document.path)).collect()
}

/// Words in backticks that look like paths of the repository, and the targets of links to files, with line
/// numbers. Code blocks fenced by ``` are left out: they show commands and their output.
fn named_paths(text: &str) -> Vec<(usize, String)> {
    let mut fenced = false;
    let mut found = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            let quoted = line.split('`').skip(1).step_by(2).filter_map(|t| t.split_whitespace().next());
            found.extend(quoted.filter(|word| looks_like_path(word)).map(|p| (number, p.to_owned())));
            let linked = line.split("](").skip(1).filter_map(|t| t.split([')', '#', ' ']).next());
            found
                .extend(linked.filter(|t| !t.is_empty() && !t.contains(':')).map(|p| (number, p.to_owned())));
        }
    }
    found
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
    let rust: Vec<_> = sources.iter().filter(|s| s.is_rust_in("src")).collect();
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
    let documents = ["ARCHITECTURE.md", "README.md"];
    let all = repository();
    let read = all.iter().filter(|s| documents.contains(&s.path.as_str()));
    assert_none(read.flat_map(|d| paths_not_there(d, |path| top().join(path).exists())).collect());
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
