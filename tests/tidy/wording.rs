//! The wording of comments: parts of the program are not described as persons.

use super::{Source, assert_none, repository};

/// Words for persons that comments must not use for parts of the program, for users or for other programs.
const PERSONS: &[&str] = &[
    "somebody",
    "nobody",
    "anybody",
    "everybody",
    "someone",
    "anyone",
    "everyone",
    "whoever",
    "whom",
    "who asks",
    "who is asked",
    "who decides",
    "who answers",
];

/// Complaints about comments with such a word, in Rust and in shaders.
fn persons_in_comments(source: &Source) -> Vec<String> {
    let comments =
        (1..).zip(source.text.lines()).filter_map(|(at, line)| Some((at, line.split_once("//")?.1)));
    comments
        .filter_map(|(at, comment)| {
            let words: Vec<_> =
                comment.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
            let spaced = format!(" {} ", words.join(" ").to_lowercase());
            let person = PERSONS.iter().find(|person| spaced.contains(&format!(" {person} ")))?;
            Some(format!("{}:{at}: say what it is instead of “{person}”", source.path))
        })
        .collect()
}

#[test]
fn comments_name_no_persons_for_parts() {
    let all = repository();
    let ours =
        all.iter().filter(|s| s.is_ours() || s.is_rust_in("benches") || s.path.starts_with("shaders/"));
    assert_none(ours.flat_map(persons_in_comments).collect());
}

#[test]
fn a_person_in_a_comment_is_found_and_no_other_word() {
    let count = |text: &str| persons_in_comments(&Source::sample("src/a.rs", text)).len();
    assert_eq!(
        count(
            "//! Nobody reads it.\n/// Whether somebody drags\nlet a = 1; // for those who ask, who asks\n"
        ),
        3
    );
    assert_eq!(
        count("/// A body's name; the bodies, of which none\nlet nobody = \"somebody\"; // everybody's\n"),
        1
    );
    assert_eq!(count("let nobody = \"somebody\";\n/// Lin, Zou & Zhang, who draw bodies as they are.\n"), 0);
}

/// Phrases that a stranger has to read twice, in small letters; each has a plain word: see `docs/internals/terms.md`.
const PHRASES: &[&str] = &[
    "anew",
    "as it were",
    "broke off",
    "breaks off",
    "came to",
    "come to from",
    "did away with",
    "do away with",
    "does away with",
    "gone back from",
    "goes on from",
    "had apart",
    "has apart",
    "have apart",
    "has to be told",
    "is asked of",
    "are asked of",
    "is held against",
    "is said of",
    "are said of",
    "is told of",
    "are told of",
    "is told what",
    "is told when",
    "it as it",
    "it is said",
    "let nothing pass",
    "lets nothing pass",
    "part with",
    "parted with",
    "stood there",
    "taken back",
    "took back",
    "those after it",
    "those before it",
    "what became of",
    "what becomes of",
    "what is named",
    "whatever asks",
];
/// Words with which no comment begins: the noun comes first.
const BEGINNINGS: &[&str] = &["What ", "Of ", "The same "];

/// Lines with such a phrase in a comment or a text, and comments with such a beginning.
fn hard_to_read(source: &Source) -> Vec<String> {
    let mut found = Vec::new();
    let mut before = false;
    for (at, line) in (1..).zip(source.text.lines()) {
        let comment =
            line.trim_start().strip_prefix("//").map(|c| c.trim_start_matches(['/', '!']).trim_start());
        let text = match (comment, line.split_once('"'), line.split_once("// ")) {
            (Some(comment), ..) => comment,
            (None, Some((_, text)), _) | (None, None, Some((_, text))) => text,
            _ => "",
        };
        let text = text.to_lowercase();
        let phrases = PHRASES.iter().filter(|phrase| {
            let alone = |(at, _): (usize, &str)| {
                let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
                !is_word(text[..at].chars().next_back()) && !is_word(text[at + phrase.len()..].chars().next())
            };
            text.match_indices(*phrase).any(alone)
        });
        found.extend(phrases.map(|phrase| format!("{}:{at}: say it without “{phrase}”", source.path)));
        let begins = comment.filter(|_| !before);
        let beginnings = BEGINNINGS.iter().filter(|word| begins.is_some_and(|c| c.starts_with(**word)));
        found.extend(
            beginnings.map(|word| format!("{}:{at}: begin with the noun, not with “{word}”", source.path)),
        );
        before = comment.is_some_and(|comment| !comment.is_empty());
    }
    found
}

#[test]
fn comments_and_texts_are_understood_at_first_reading() {
    let all = repository();
    let ours = all.iter().filter(|s| s.is_ours() || s.path.starts_with("shaders/"));
    assert_none(ours.flat_map(hard_to_read).collect());
}

#[test]
fn a_phrase_that_is_hard_to_read_is_found_and_plain_ones_are_not() {
    let count = |text: &str| hard_to_read(&Source::sample("src/a.rs", text)).len();
    assert_eq!(count("/// What changes did away with.\nlet a = t!(\"Built anew\"); // those after it\n"), 4);
    assert_eq!(count("/// State discarded by changes.\n/// What follows a line is no beginning.\n"), 0);
    assert_eq!(count("let came_to = anew(); // The same-side rule, part by part, with several parts.\n"), 0);
}
