//! The translations in `assets/locales`: one per line, key and value in double quotes.

use std::collections::BTreeSet;

use super::files;

/// A line of a catalogue.
pub struct Entry {
    pub file: String,
    pub english: String,
    pub other: String,
}

impl Entry {
    pub fn sample(english: &str, other: &str) -> Self {
        Self { file: "sample".into(), english: english.into(), other: other.into() }
    }

    /// The names of the gaps on both sides.
    pub fn gaps(&self) -> (BTreeSet<&str>, BTreeSet<&str>) {
        (gaps(&self.english), gaps(&self.other))
    }
}

fn gaps(text: &str) -> BTreeSet<&str> {
    text.split("%{").skip(1).filter_map(|part| part.split_once('}')).map(|(name, _)| name).collect()
}

/// The entries of all catalogues.
pub fn catalogues() -> Vec<Entry> {
    let files = files("assets/locales", ".zh-CN.yml");
    assert!(!files.is_empty());
    files.iter().flat_map(|(path, text)| entries(&path.to_string_lossy(), text)).collect()
}

fn entries(file: &str, text: &str) -> Vec<Entry> {
    let lines = text.lines().filter(|line| !(line.trim().is_empty() || line.starts_with(['#', '_'])));
    lines
        .map(|line| {
            let mut values = serde_json::Deserializer::from_str(line).into_iter::<String>();
            let english = values.next().and_then(Result::ok);
            let rest = line[values.byte_offset()..].strip_prefix(": ");
            let other = rest.and_then(|rest| serde_json::from_str(rest).ok());
            let (Some(english), Some(other)) = (english, other) else {
                panic!("{file}: not of the form \"English\": \"translation\": {line}");
            };
            Entry { file: file.to_owned(), english, other }
        })
        .collect()
}

#[test]
fn a_line_is_read_with_its_quotes() {
    let read = entries("f", "_version: 1\n# Things\n\"a \\\"b\\\": %{n}\": \"甲“乙”：%{n}\"\n");
    assert_eq!((read.len(), read[0].english.as_str()), (1, "a \"b\": %{n}"));
    assert_eq!(read[0].other, "甲“乙”：%{n}");
    assert_eq!(read[0].gaps().0, BTreeSet::from(["n"]));
    assert!(std::panic::catch_unwind(|| entries("f", "plain: text")).is_err());
}
