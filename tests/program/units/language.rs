//! Languages: tags, translations, sentence templates.

use collidoscope::language::Language;
use collidoscope::language::catalogue::filled;
use collidoscope::language::templates::{gaps, translated};

#[test]
fn a_language_is_known_by_any_of_its_tags() {
    for (tag, language) in [
        ("en", Some(Language::English)),
        ("en_GB.UTF-8", Some(Language::English)),
        ("zh", Some(Language::Chinese)),
        ("zh-CN", Some(Language::Chinese)),
        ("zh_CN.UTF-8", Some(Language::Chinese)),
        ("ZH-Hans", Some(Language::Chinese)),
        ("de", None),
        ("", None),
        ("C", None),
    ] {
        assert_eq!(Language::of(tag), language, "{tag:?}");
    }
}

#[test]
fn a_text_is_translated_and_an_unknown_one_is_not() {
    const TEXT: &str = "Language of the window, the lessons and the help (F2)";
    let chinese = Language::Chinese.translation(TEXT).unwrap();
    assert!(chinese.contains("语言"), "{chinese}");
    assert_eq!(Language::English.translation(TEXT), None);
    assert_eq!(Language::Chinese.translation("no such text"), None);
}

#[test]
fn the_menu_goes_round() {
    assert_eq!(Language::English.next(), Language::Chinese);
    assert_eq!(Language::Chinese.next(), Language::English);
}

#[test]
fn a_chinese_value_closes_up_with_the_characters_beside_it() {
    for (value, expected) in [("穷举", "依据穷举，由穷举判定"), ("GJK", "依据 GJK，由 GJK 判定")]
    {
        let gaps: [(&str, &dyn std::fmt::Display); 1] = [("method", &value)];
        assert_eq!(filled("依据 %{method}，由 %{method} 判定", &gaps), expected);
    }
}

#[test]
fn gaps_are_filled_once_and_unknown_ones_stay() {
    let gaps: [(&str, &dyn std::fmt::Display); 2] = [("n", &3), ("what", &"%{n} 物体")];
    for (text, expected) in [
        ("%{n} of %{what}.", "3 of %{n} 物体."),
        ("%{n}%{n}", "33"),
        ("%{other} 100 % %{n", "%{other} 100 % %{n"),
        ("", ""),
    ] {
        assert_eq!(filled(text, &gaps), expected);
    }
}

#[test]
fn a_built_sentence_is_translated_with_what_fills_its_gaps() {
    let told = |text| translated(Language::Chinese, text, str::to_owned);
    let time = told("about 3 min left").unwrap();
    assert!(time.contains('3') && !time.contains("about"), "{time}");
    assert_eq!(told("no such sentence"), None);
}

#[test]
fn gaps_are_found_and_other_texts_do_not_fit() {
    let template = "%{n} of at most %{most} pieces";
    assert_eq!(gaps(template, "3 of at most 64 pieces"), Some(vec![("n", "3"), ("most", "64")]));
    for other in ["3 of at most 64 parts", " of at most 64 pieces", "3 pieces", "", "of at most"] {
        assert_eq!(gaps(template, other), None, "{other}");
    }
    assert_eq!(gaps("as it is", "as it is"), Some(vec![]));
    assert_eq!(gaps("as it is", "as it is not"), None);
    assert_eq!(gaps("%{all}", "anything"), None);
}
