//! Pages of `docs/` whose lists come from the program's tables.
//!
//! A page is written by hand, except between `<!-- generated: NAME -->` and `<!-- end -->`: those lines are what
//! [`BLOCKS`] makes of the tables. The test fails where they differ, and writes them with
//!
//! ```text
//! UPDATE_DOCS=1 cargo test --test integration documents
//! ```

mod command_line;
mod course;
mod keys;
mod methods;
mod oddities;
mod readme;
mod results;
mod settings;
mod statistics;
mod text;

use std::fs;
use std::path::Path;

use text::{BEGIN, END};

/// The environment variable that lets the test write the pages.
const UPDATE: &str = "UPDATE_DOCS";
/// The command that writes the pages, for the complaint.
const COMMAND: &str = "UPDATE_DOCS=1 cargo test --test integration documents";

/// A part of a page: its name, the page, and the lines that the program's tables give.
type Block = (&'static str, &'static str, fn() -> String);

/// All generated parts, page by page.
const BLOCKS: &[Block] = &[
    ("lessons", "docs/guide/lessons.md", command_line::lessons),
    ("commands", "docs/reference/command-line.md", command_line::commands),
    ("labs", "docs/reference/command-line.md", command_line::labs),
    ("record columns", "docs/reference/file-formats.md", results::columns),
    ("no walls", "docs/reference/file-formats.md", command_line::no_walls),
    ("measured columns", "docs/reference/file-formats.md", settings::measured_columns),
    ("files of labs", "docs/reference/file-formats.md", command_line::files_of_labs),
    ("oddities of text", "docs/reference/file-formats.md", oddities::of_text),
    ("oddities of meshes", "docs/reference/file-formats.md", oddities::of_meshes),
    ("keys", "docs/reference/keys.md", keys::groups),
    ("methods of labs", "docs/reference/methods.md", methods::of_labs),
    ("broad phases", "docs/reference/methods.md", methods::broad_phases),
    ("continuous tests", "docs/reference/methods.md", methods::continuous),
    ("parameters of labs", "docs/reference/settings.md", settings::parameters),
    ("settings of methods", "docs/reference/settings.md", settings::of_methods),
    ("verdicts", "docs/results.md", results::verdicts),
    ("more figures", "docs/results.md", results::more_figures),
    ("claims", "docs/results.md", results::claims),
];

/// The page with every generated part put in its place; or why it cannot be.
fn filled(page: &str, blocks: &[(&str, String)]) -> Result<String, String> {
    let mut out = String::new();
    let mut rest = page;
    let mut filled = Vec::new();
    while let Some((before, after)) = rest.split_once(BEGIN) {
        let (name, body) = after.split_once(" -->\n").ok_or("a part has no name")?;
        let (_, after) = body.split_once(END).ok_or_else(|| format!("`{name}` has no end"))?;
        let (_, lines) =
            blocks.iter().find(|(known, _)| *known == name).ok_or_else(|| format!("no part is `{name}`"))?;
        out += &format!("{before}{BEGIN}{name} -->\n{}\n{END}", lines.trim_end());
        filled.push(name);
        rest = after;
    }
    match blocks.iter().find(|(name, _)| filled.iter().filter(|known| *known == name).count() != 1) {
        Some((name, _)) => Err(format!("`{name}` has to stand there once")),
        None => Ok(out + rest),
    }
}

/// The first lines that differ, as they are and as they should be.
fn first_difference(is: &str, should_be: &str) -> Option<String> {
    let (mut is, mut should_be) = (is.lines(), should_be.lines());
    for number in 1.. {
        match (is.next(), should_be.next()) {
            (None, None) => break,
            (is, should_be) if is == should_be => {}
            (is, should_be) => {
                let shown = |line: Option<&str>| line.unwrap_or("(the end)").to_owned();
                return Some(format!(
                    "{number}:\n  is        {}\n  should be {}",
                    shown(is),
                    shown(should_be)
                ));
            }
        }
    }
    None
}

#[test]
fn every_page_lists_what_the_program_has() {
    let mut pages: Vec<&str> = BLOCKS.iter().map(|(_, page, _)| *page).collect();
    pages.dedup();
    let mut complaints = Vec::new();
    for page in pages {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(page);
        let is = fs::read_to_string(&path).unwrap_or_else(|why| panic!("{page}: {why}"));
        let blocks = BLOCKS.iter().filter(|(_, of, _)| *of == page);
        let blocks: Vec<_> = blocks.map(|(name, _, lines)| (*name, lines())).collect();
        let should_be = filled(&is, &blocks).unwrap_or_else(|why| panic!("{page}: {why}"));
        let Some(difference) = first_difference(&is, &should_be) else { continue };
        if std::env::var_os(UPDATE).is_some() {
            fs::write(&path, should_be).unwrap_or_else(|why| panic!("{page}: {why}"));
        } else {
            complaints.push(format!("{page}:{difference}"));
        }
    }
    assert!(complaints.is_empty(), "\n{}\nto write the pages: {COMMAND}", complaints.join("\n"));
}

#[test]
fn a_part_that_differs_is_missing_or_unknown_is_found() {
    let page = "Text.\n\n<!-- generated: a -->\nold\n<!-- end -->\n\nMore.\n";
    let filled = |page: &str| filled(page, &[("a", "new\n".to_owned())]);
    let new = filled(page).unwrap();
    assert_eq!(new, page.replace("old", "new"));
    assert_eq!(filled(&new).as_deref(), Ok(new.as_str()));
    assert_eq!(first_difference(&new, &new), None);
    assert!(first_difference(page, &new).is_some_and(|text| text.starts_with("4:") && text.contains("old")));
    assert!(first_difference("a\n", "a\nb\n").is_some());
    assert!(filled("Text.\n").is_err_and(|why| why.contains("once")));
    assert!(filled(&page.replace("generated: a", "generated: b")).is_err_and(|why| why.contains("`b`")));
    assert!(filled(&page.replace("<!-- end -->", "")).is_err_and(|why| why.contains("no end")));
}
