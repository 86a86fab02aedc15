//! The publications that the lessons draw on, from `docs/course/bibliography.md`, grouped by subject.
//!
//! An entry is a list item under a heading: author and year, title, place, DOI, and then either `Lessons:` with ids
//! of lessons, or `Background.`.

use std::sync::LazyLock;

use super::text::{self, Block};

/// The page with all entries, in English.
pub const FILE: &str = include_str!("../../docs/course/bibliography.md");

/// Publications on one subject.
#[derive(Debug)]
pub struct Section {
    /// The heading, in English.
    pub title: &'static str,
    /// The entries, in the order of the file.
    pub entries: Vec<Entry>,
}

/// A publication.
#[derive(Debug)]
pub struct Entry {
    /// Author, year, title, place of publication and DOI; the DOI is a link.
    pub about: Vec<Block>,
    /// Text of `about` in lower case, without its marks.
    pub plain: String,
    /// Ids of the lessons that name the publication; none for background reading.
    pub lessons: Vec<&'static str>,
}

/// All publications.
pub fn all() -> &'static [Section] {
    // A test finds mistakes in the file; at run time a mistake leaves the list empty.
    static ALL: LazyLock<Vec<Section>> = LazyLock::new(|| read(FILE).unwrap_or_default());
    &ALL
}

/// Parses the sections after the introduction. The error names the entry.
pub fn read(file: &'static str) -> Result<Vec<Section>, String> {
    let sections = file.split("\n## ").skip(1).map(|section| {
        let (title, body) = section.split_once('\n').unwrap_or((section, ""));
        let entries = body.split("\n- ").skip(1).map(entry).collect::<Result<_, _>>()?;
        Ok(Section { title, entries })
    });
    sections.collect()
}

fn entry(source: &'static str) -> Result<Entry, String> {
    let (about, lessons) = source.split_once("Lessons:").unwrap_or((source, ""));
    let about = with_links(about.trim().trim_end_matches("Background.").trim_end());
    let about = text::read(&about).map_err(|(_, why)| format!("{about}: {why}"))?;
    let mut plain = String::new();
    text::visit(&about, &mut |block| {
        if let Block::Paragraph(runs) = block {
            plain += &text::plain(runs).to_lowercase();
        }
    });
    Ok(Entry { about, plain, lessons: lessons.split('`').skip(1).step_by(2).collect() })
}

/// The text with every DOI as a link to its resolver. A DOI that was not verified is marked `‡` in the file.
pub fn with_links(text: &str) -> String {
    let words = text.split_inclusive(char::is_whitespace).map(|word| {
        let doi = word.trim_end().trim_end_matches('.');
        if doi == "‡" {
            "(from memory) ".to_owned()
        } else if doi.starts_with("10.") && doi.contains('/') {
            format!("[{doi}](<https://doi.org/{doi}>){}", &word[doi.len()..])
        } else {
            word.to_owned()
        }
    });
    words.collect()
}
