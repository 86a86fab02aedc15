//! Terms of the glossary.

use collidoscope::glossary::{TEXTS, find, named_in, read};
use collidoscope::language::Language;

const ENGLISH: &str = "## a | First\nIt is one.\n\n## b | Second\nIt is two.\n";
const CHINESE: &str = "## a | 第一\n它是一。\n\n## b | 第二\n它是二。\n";

#[test]
fn the_glossary_is_read_in_every_language() {
    let terms = read(TEXTS).unwrap();
    assert!(terms.len() >= 60, "{}", terms.len());
    for term in &terms {
        assert_eq!(find(term.id), Some(term));
        for language in Language::ALL {
            let (name, says) = (term.name(language), term.says(language));
            assert!(!name.is_empty() && says.ends_with(['.', '。']), "{}: {name}: {says}", term.id);
            assert!(!says.contains(['`', '*']), "{}: plain text", term.id);
        }
    }
    let terms = read([ENGLISH, CHINESE]).unwrap();
    assert_eq!(terms[1].name(Language::Chinese), "第二");
    assert_eq!(terms[1].says(Language::English), "It is two.");
}

#[test]
fn terms_are_found_in_texts_as_whole_words() {
    let ids = |text, language| named_in(text, language).iter().map(|term| term.id).collect::<Vec<_>>();
    let english = |text| ids(text, Language::English);
    assert_eq!(english("Candidate pairs"), ["candidate-pair"]);
    assert_eq!(english("GJK (exact reference)"), ["gjk", "reference"]);
    assert_eq!(english("Stencil buffer after the stencil test"), ["stencil", "stencil-test"]);
    assert_eq!(english("an array of arrays, restored"), [""; 0]);
    assert_eq!(english("The same trees with oriented boxes"), ["obb"]);
    let chinese = |text| ids(text, Language::Chinese);
    assert_eq!(chinese("遮挡查询统计的就是样本数"), ["occlusion-query", "sample"]);
    assert_eq!(chinese("球、AABB 和 OBB"), ["aabb", "obb"]);
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    for (english, chinese, says) in [
        ("First", CHINESE, "en.md:1: a term begins"),
        ("## a | First\n## b | Second\n", CHINESE, "en.md:1: its paragraph"),
        ("## a | First\nOne.\n## a | Second\nTwo.\n", CHINESE, "en.md:3: this id"),
        (ENGLISH, "## b | 第二\n它是二。\n", "zh-CN.md:1: the ids"),
        (ENGLISH, "## a | 第一\n它是一。\n", "zh-CN.md:2: terms"),
    ] {
        let why = read([english, chinese]).unwrap_err();
        assert!(why.contains(says), "{why}");
    }
}
