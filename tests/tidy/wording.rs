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
    let ours = all
        .iter()
        .filter(|s| s.is_rust_in("src") || s.is_rust_in("benches") || s.path.starts_with("shaders/"));
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
