//! Statistics in lessons: a percentage, or a count over random pairs, stands beside its certificate, in the same section:
//! an experiment (`bench ID` or a link), a scene that shows it, a proof, or a claim of the lesson with that number.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

/// Numbers that a reader derives from the text beside them: the lesson, the number, how.
const DERIVED: &[(&str, &str, &str)] = &[
    ("22-convex-decomposition", "0.78", "shown by the lesson that the sentence links"),
    ("22-convex-decomposition", "1", "a setting of the method"),
    ("22-convex-decomposition", "37", "0.75 m of a bracket of 2 m"),
    ("46-quad-tree", "83", "the patent's pairs over its frames"),
    ("46-quad-tree", "61", "the patent's pairs over its frames"),
];

/// Statistics of a lesson without a certificate.
fn without_certificate(name: &str, lesson: &str) -> Vec<String> {
    let (front, body) = lesson.split_once("\n---\n").unwrap_or(("", lesson));
    let is_number = |c: char| c.is_ascii_digit() || c == '.';
    let claims = front.lines().filter(|line| line.starts_with("claim:"));
    let claimed: HashSet<&str> = claims.flat_map(|line| line.split(|c| !is_number(c))).collect();
    let is_certified =
        |text: &str| ["bench ", "experiment:", "docs/proofs"].iter().any(|word| text.contains(word));
    let mut missing = Vec::new();
    for section in body.split("\n## ").filter(|section| !is_certified(section)) {
        for line in section.lines().filter(|line| !line.contains("show:")) {
            for number in statistics(line) {
                let is_derived = DERIVED.iter().any(|(of, known, _)| *of == name && *known == number);
                if !is_derived && !claimed.contains(number.as_str()) {
                    missing.push(format!("{name}: {number} in {line:?}"));
                }
            }
        }
    }
    missing
}

/// The percentages of a line, and its counts of random pairs, without thousands separators.
fn statistics(line: &str) -> Vec<String> {
    let number_before = |at: usize| {
        let before = line[..at].trim_end();
        let is_part = |c: char| c.is_ascii_digit() || c == '.' || c == ',';
        let number = before.rsplit(|c| !is_part(c)).next().unwrap_or_default().replace(',', "");
        number.contains(|c: char| c.is_ascii_digit()).then_some(number)
    };
    let ends = ["%", "random pairs"].iter().flat_map(|unit| line.match_indices(unit));
    ends.filter_map(|(at, _)| number_before(at)).collect()
}

#[test]
fn statistics_of_lessons_have_a_certificate() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/lessons");
    let mut missing = Vec::new();
    for language in ["en", "zh-CN"] {
        for entry in fs::read_dir(folder.join(language)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap();
            missing.extend(without_certificate(name, &fs::read_to_string(&path).unwrap()));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn a_statistic_without_a_certificate_is_found() {
    let lesson = |body: &str| format!("---\ntitle: T\nclaim: preset=a -> fact:share=12\n---\n{body}\n");
    let missing = |body: &str| without_certificate("t", &lesson(body)).len();
    assert_eq!(missing("It misses 57 % of the pairs, of 2,000 random pairs."), 2);
    assert_eq!(missing("It misses 12 % of the pairs."), 0, "a claim");
    assert_eq!(missing("It misses 57 % (`bench shortcuts`)."), 0, "an experiment");
    assert_eq!(missing("`bench shortcuts`.\n\n## Another section\n\nIt misses 57 %."), 1);
}
