//! The terms of the field in every language: their meaning in this program, in a sentence or two.
//!
//! Source: `assets/glossary/en.md` and its translations, one term after the other:
//!
//! ```text
//! ## candidate-pair | Candidate pair
//! A pair of bodies whose axis-aligned boxes overlap.
//! ```
//!
//! The id before the bar is the same in every language, and the terms are in the same order. Synonyms may follow
//! the term, separated by ` | `. The paragraph is plain text.

use std::ops::Range;
use std::sync::LazyLock;

use crate::language::Language;

/// The source texts, in the order of [`Language::ALL`].
pub const TEXTS: [&str; Language::ALL.len()] =
    [include_str!("../assets/glossary/en.md"), include_str!("../assets/glossary/zh-CN.md")];

/// A term of the field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Id, as in code and links.
    pub id: &'static str,
    /// The term in each language, in the order of [`Language::ALL`].
    texts: Vec<Text>,
}

/// A term in one language.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Text {
    name: &'static str,
    /// Names of the term in texts, in lower case.
    words: Vec<String>,
    /// The abbreviations among `words`.
    short: Vec<String>,
    says: &'static str,
}

impl Term {
    /// The term's name.
    pub fn name(&self, language: Language) -> &'static str {
        self.text(language).name
    }

    /// The term's meaning, one paragraph.
    pub fn says(&self, language: Language) -> &'static str {
        self.text(language).says
    }

    /// The names of the term in texts, in lower case.
    pub fn words(&self, language: Language) -> &[String] {
        &self.text(language).words
    }

    /// The abbreviations among the names, in lower case.
    pub fn short(&self, language: Language) -> &[String] {
        &self.text(language).short
    }

    fn text(&self, language: Language) -> &Text {
        let index = Language::ALL.iter().position(|other| *other == language);
        &self.texts[index.unwrap_or_default()]
    }
}

impl Text {
    /// `names`: the term and its synonyms, separated by bars. Text in brackets is not part of a name.
    fn of(names: &'static str, says: &'static str) -> Self {
        let bare = |name: &str| name.split(['(', '（']).next().unwrap_or_default().trim().to_lowercase();
        // At least two capitals and no space: GJK, k-DOP.
        let is_short =
            |name: &&str| !name.contains(' ') && name.chars().filter(char::is_ascii_uppercase).count() >= 2;
        let name = names.split(" | ").next().unwrap_or_default();
        let short = names.split(" | ").filter(is_short).map(bare).collect();
        Self { name, words: names.split(" | ").map(bare).collect(), short, says }
    }
}

/// All terms, in the order of the files, which groups them by subject.
pub fn all() -> &'static [Term] {
    // A test finds mistakes in the files; at run time a mistake leaves the glossary empty.
    static ALL: LazyLock<Vec<Term>> = LazyLock::new(|| read(TEXTS).unwrap_or_default());
    &ALL
}

/// The term with this id.
pub fn find(id: &str) -> Option<&'static Term> {
    all().iter().find(|term| term.id == id)
}

/// The text in lower case with the abbreviations of a term spelt out, once for each spelling.
pub fn spelt_out(text: &str) -> Vec<String> {
    let text = text.to_lowercase();
    let mut spelt = Vec::new();
    for term in all() {
        let short =
            |word: &str| Language::ALL.iter().any(|l| term.short(*l).iter().any(|short| short == word));
        if !text.split_whitespace().any(short) {
            continue;
        }
        let long =
            Language::ALL.iter().flat_map(|language| term.words(*language)).filter(|word| !short(word));
        spelt.extend(long.map(|long| {
            let words: Vec<&str> = text.split_whitespace().map(|w| if short(w) { long } else { w }).collect();
            words.join(" ")
        }));
    }
    spelt
}

/// The terms that a text mentions, in order of appearance; of two overlapping mentions the longer counts.
pub fn named_in(text: &str, language: Language) -> Vec<&'static Term> {
    let mut named: Vec<&Term> = Vec::new();
    for (_, term) in places_in(text, language) {
        if named.iter().all(|other| other.id != term.id) {
            named.push(term);
        }
    }
    named
}

/// Every mention of a term in a text, as byte ranges in order; of two overlapping mentions the longer counts.
pub fn places_in(text: &str, language: Language) -> Vec<(Range<usize>, &'static Term)> {
    // Among the letters that have a lower case, the terms contain only A to Z. So lower case has the same length in
    // bytes, and byte positions in the text stay valid.
    let text = text.to_ascii_lowercase();
    let mut found: Vec<(Range<usize>, &Term)> = Vec::new();
    for term in all() {
        for word in term.words(language) {
            let places = text.match_indices(word.as_str()).map(|(at, word)| at..at + word.len());
            found.extend(places.filter(|at| is_whole(&text, at.start, at.end)).map(|at| (at, term)));
        }
    }
    found.sort_by_key(|(at, _)| std::cmp::Reverse(at.len()));
    let mut kept: Vec<(Range<usize>, &Term)> = Vec::new();
    for (at, term) in found {
        if kept.iter().all(|(other, _)| at.end <= other.start || other.end <= at.start) {
            kept.push((at, term));
        }
    }
    kept.sort_by_key(|(at, _)| at.start);
    kept
}

/// Whether the text from `at` to `end` is not part of a longer word; a plural `s` may follow. Chinese does not
/// separate words.
fn is_whole(text: &str, at: usize, end: usize) -> bool {
    let is_letter = |c: char| c.is_ascii_alphanumeric();
    let (before, after) = (&text[..at], &text[end..]);
    let after = after.strip_prefix('s').unwrap_or(after);
    let begins_inside = text[at..].starts_with(is_letter) && before.ends_with(is_letter);
    let ends_inside = text[..end].ends_with(is_letter) && after.starts_with(is_letter);
    !(begins_inside || ends_inside)
}

/// Parses the files of all languages. The error is one line that names the file and the line.
pub fn read(texts: [&'static str; Language::ALL.len()]) -> Result<Vec<Term>, String> {
    let mut terms: Vec<Term> = Vec::new();
    for (at, (language, text)) in Language::ALL.into_iter().zip(texts).enumerate() {
        let wrong =
            |line: usize, why: &str| Err(format!("assets/glossary/{}.md:{line}: {why}", language.id()));
        let mut count = 0;
        let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
        while let Some((number, line)) = lines.next() {
            let Some((id, names)) = line.strip_prefix("## ").and_then(|head| head.split_once(" | ")) else {
                return wrong(number, "a term begins with `## id | term`");
            };
            let Some((_, says)) = lines.next().filter(|(_, line)| !line.starts_with('#')) else {
                return wrong(number, "its paragraph is missing");
            };
            let text = Text::of(names, says);
            if at == 0 {
                if terms.iter().any(|term| term.id == id) {
                    return wrong(number, "this id is there already");
                }
                terms.push(Term { id, texts: vec![text] });
            } else {
                let Some(term) = terms.get_mut(count).filter(|term| term.id == id) else {
                    return wrong(number, "the ids are those of the English file, in the same order");
                };
                term.texts.push(text);
            }
            count += 1;
        }
        if count < terms.len() {
            return wrong(text.lines().count(), "terms of the English file are missing at the end");
        }
    }
    Ok(terms)
}
