//! Lessons: pages, slides, claims, links, bibliography.

use collidoscope::exhibit::Position;
use collidoscope::language::Language;
use collidoscope::lessons;
use collidoscope::lessons::bibliography::{Entry, FILE, read, with_links};
use collidoscope::lessons::claim::Claim;
use collidoscope::lessons::effort::{minutes, words};
use collidoscope::lessons::link::Target;
use collidoscope::lessons::page::{self, Page};
use collidoscope::lessons::prediction::{self, Part, count, without_text};
use collidoscope::lessons::slide_head::{Head, Large, Walk};
use collidoscope::lessons::slides::{self, differs};
use collidoscope::lessons::text::{self, Block, Run};

#[test]
fn entries_have_linked_dois_and_lessons_of_the_course() {
    let sections = read(FILE).unwrap();
    let entries: Vec<&Entry> = sections.iter().flat_map(|section| &section.entries).collect();
    assert!(sections.len() >= 5 && entries.len() >= 45, "{} entries", entries.len());
    let mut links = 0;
    for entry in &entries {
        assert!(!entry.plain.is_empty() && !entry.plain.contains("lessons:"), "{}", entry.plain);
        assert!(entry.lessons.iter().all(|id| lessons::find(id).is_some()), "{:?}", entry.lessons);
        text::visit(&entry.about, &mut |block| {
            let Block::Paragraph(runs) = block else { return };
            links += runs.iter().filter(|run| matches!(run.link, Some(Target::Web(_)))).count();
        });
    }
    let (_, listed) = FILE.split_once("\n## ").unwrap();
    assert_eq!(links, listed.matches("DOI").count(), "every DOI is a link");
}

#[test]
fn dois_are_recognized_at_the_end_of_a_sentence_and_across_lines() {
    assert_eq!(with_links("DOI\n10.1/a-b. Open."), "DOI\n[10.1/a-b](<https://doi.org/10.1/a-b>). Open.");
    assert_eq!(with_links("DOI ‡ 10.1/a."), "DOI (from memory) [10.1/a](<https://doi.org/10.1/a>).");
    assert_eq!(with_links("volume 10.5, 10 pages"), "volume 10.5, 10 pages");
}

#[test]
fn claims_are_read_and_said_again() {
    for text in [
        "preset=near-miss&method=gjk -> apart",
        "preset=thin-sliver&method=stencil&resolution=16 -> missed",
        "preset=relation-4&method=stencil&step=3 -> no-stencil=3",
        "preset=relation-4&method=stencil&step=last -> samples>0",
        "preset=relation-4&method=stencil -> relation=4",
        "preset=four-in-a-row -> candidates=3",
        "seed=3&bodies=20&frame=7&method=obb&pair=3-4 -> rejected=obb",
        "preset=near-miss&method=occlusion-query -> bytes<9",
        "preset=near-miss&method=gjk -> steps=4",
        "preset=containment -> pieces>0",
    ] {
        assert_eq!(text.parse::<Claim>().unwrap().to_string(), text);
    }
}

#[test]
fn a_claim_that_says_too_much_or_too_little_is_refused() {
    for (text, says) in [
        ("preset=near-miss&method=gjk", "EXHIBIT -> OUTCOME"),
        ("preset=near-miss&method=gjk -> sideways", "false-hit"),
        ("method=gjk -> apart", "one world"),
        ("preset=near-miss&seed=1&method=gjk -> apart", "cannot be combined"),
        ("preset=near-miss -> apart", "name it"),
        ("preset=near-miss&method=gjk,obb -> apart", "one method"),
        ("preset=near-miss&method=gjk -> candidates=1", "leave it out"),
        ("preset=near-miss&pair=0-1 -> candidates=1", "no pair"),
        ("preset=near-miss&method=gjk&step=1 -> apart", "no step"),
        ("preset=near-miss&method=stencil -> stencil=3", "is about a step"),
        ("preset=near-miss&method=gjk&step=1 -> samples=0", "table of passes"),
        ("preset=near-miss&method=gjk&page=lab -> apart", "page, compare"),
        ("preset=near-miss&method=gjk&resolution=64 -> apart", "no setting resolution"),
        ("preset=near-miss&method=stencil&step=1 -> stencil=300", "0 to 255"),
        ("preset=near-miss&method=stencil -> relation=9", "1 to 8"),
        ("preset=near-miss&method=stencil -> steps=many", "whole number"),
        ("preset=near-miss&method=stencil -> depth=1", "bytes<N"),
        ("preset=nowhere&method=stencil -> apart", "containment"),
    ] {
        let why = text.parse::<Claim>().unwrap_err();
        assert!(why.contains(says), "{text}: {why}");
    }
}

fn page_of(text: &str) -> Page {
    let file = format!("---\ntitle: T\n---\n{text}\n\n## Questions\n\n1. Why?\n\n   > So.\n");
    page::read(&file, Language::English).unwrap().1
}

#[test]
fn text_scenes_and_questions_count_and_are_rounded_up() {
    let short = page_of("A word.");
    assert_eq!(words(&short), 4);
    assert_eq!(minutes(&short, 0), 5);
    // 650 words take five minutes, the scene half a minute, the question one minute.
    assert_eq!(minutes(&page_of(&"word ".repeat(650)), 0), 10);
    let links: String = (0..20).map(|step| format!("[s](show:step={step}) and ")).collect();
    assert_eq!(minutes(&page_of(&links), 0), 15);
    assert_eq!(minutes(&short, 5), 10);
}

#[test]
fn links_are_read_and_said_again() {
    for text in ["show:method=stencil&step=3", "lesson:recode", "https://doi.org/10.1000/182"] {
        assert_eq!(text.parse::<Target>().unwrap().to_string(), text);
    }
}

#[test]
fn what_leads_nowhere_is_refused() {
    for (text, says) in [
        ("show:step=two", "whole number"),
        ("show:", "sets nothing"),
        ("http://example.org", "https://"),
        ("stencil", "lesson:ID"),
    ] {
        let why = text.parse::<Target>().unwrap_err();
        assert!(why.contains(says), "{text}: {why}");
    }
}

const TEXT: &str = "Top.\n\nSo? **Predict:** one?\n\nYes.\n\n**Predict:** two?\n\nNo.\n\n## Next\n\nEnd.\n";

#[test]
fn a_part_ends_after_each_prediction_and_before_each_heading() {
    let text = text::read(TEXT).unwrap();
    let parts = prediction::parts(&text, Language::English);
    let parts: Vec<_> = parts.into_iter().map(|part| (part.blocks, part.answers)).collect();
    assert_eq!(parts, [(0..2, None), (2..4, Some(0)), (4..5, Some(1)), (5..7, None)]);
    assert_eq!(count(&text, Language::English), 2);
    assert_eq!(count(&text, Language::Chinese), 0);
    assert_eq!(prediction::parts(&text, Language::Chinese).len(), 2);
    assert_eq!(prediction::parts(&[], Language::English), [Part { blocks: 0..0, answers: None }]);
}

#[test]
fn a_prediction_is_followed_by_text() {
    let missing = |text: &str| without_text(&text::read(text).unwrap(), Language::English);
    assert_eq!(missing(TEXT), None);
    assert_eq!(missing("**Predict:** one?").as_deref(), Some("Predict: one?"));
    assert_eq!(missing("**Predict:** one?\n\n## Next\n\nEnd.").as_deref(), Some("Predict: one?"));
}

const SAMPLE: &str = "---\nshow: pixel=3,4\nlarge: buffers\nwalk: 1-last\n---\n# A *title*\n- one\n- ( ) no\n- (x) yes\n\
                      > answer: because\n\n## Notes\nPoint at it.\n---\n---\n# Next\n\n## Notes\nNothing.\n";

#[test]
fn slides_are_read_with_all_their_parts() {
    let slides = slides::read(SAMPLE, Language::English).unwrap();
    let [first, second] = &slides[..] else { panic!("{slides:?}") };
    assert_eq!(first.head.show.inspected.pixel, Some([3, 4]));
    assert_eq!(first.head.large, Large::View("buffers".into()));
    assert_eq!(first.head.walk, Some(Walk { first: 1, last: Position::Last }));
    assert_eq!(text::plain(&first.title), "A title");
    assert_eq!((first.lines.len(), first.choices.len(), first.answer.len()), (1, 2, 1));
    assert!(first.choices[1].right && !first.choices[0].right);
    assert!(first.asks() && !second.asks());
    assert_eq!(second.head, Head::default());
    let scene = first.scene(&"preset=containment&page=inspector&step=4".parse().unwrap(), false);
    assert_eq!(scene.to_string(), "page=inspector&preset=containment&step=1&pixel=3,4");
    let other =
        slides::read("---\nshow: preset=near-miss\n---\n# T\n## Notes\nN.\n", Language::English).unwrap();
    let scene = other[0].scene(&"seed=1&bodies=9&pair=3-4&frame=2&method=gjk".parse().unwrap(), false);
    assert_eq!(scene.to_string(), "method=gjk&preset=near-miss", "another world has other bodies");
}

#[test]
fn what_a_slide_reveals_waits_for_the_answer() {
    let file = "---\nshow: step=0\nlarge: space\nreveal: step=4\nreveal-large: buffers\n---\n# T\n- ( ) a\n- (x) b\n\
                ## Notes\nN.\n";
    let slides = slides::read(file, Language::English).unwrap();
    let lesson = "preset=containment&page=inspector".parse().unwrap();
    let step = |answered| slides[0].scene(&lesson, answered).inspected.step;
    assert_eq!((step(false), step(true)), (Some(Position::At(0)), Some(Position::At(4))));
    assert_eq!(slides[0].large(false), &Large::View("space".into()));
    assert_eq!(slides[0].large(true), &Large::View("buffers".into()));
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    let slide = |head: &str, body: &str| format!("---\n{head}---\n{body}\n## Notes\nHere.\n");
    let long = "x".repeat(61);
    for (file, line, says) in [
        ("# No head".to_owned(), 1, "begins with its head"),
        ("---\nshow: step=1\n".to_owned(), 1, "does not end"),
        (slide("show: step=x\n", "# T"), 2, "whole number"),
        (slide("show: nothing=1\n", "# T"), 2, "nothing"),
        (slide("large: everything\n", "# T"), 2, "buffers"),
        (slide("large: figure cat\n", "# T"), 2, "relations"),
        (slide("walk: 5-2\n", "# T"), 2, "before the first"),
        (slide("walk: all\n", "# T"), 2, "2-6"),
        (slide("show: camera=nowhere\n", "# T"), 2, "camera=nowhere"),
        (slide("walk: 1-2\nshow: step=1\n", "# T"), 3, "leave `step` out"),
        (slide("size: 3\n", "# T"), 2, "show, large, walk"),
        (slide("walk: 1-2\nreveal: step=3\n", "# T"), 3, "not both"),
        (slide("reveal: step=3\n", "# T"), 3, "needs an answer"),
        (slide("", "- T"), 2, "title is missing"),
        (slide("", "# T\n> answer: a\n- b"), 5, "in this order"),
        (slide("", "# T\nrunning text"), 4, "a slide has lines"),
        (slide("", &format!("# T\n- {long}")), 4, "at most 60"),
        (slide("", "# T\n- [a](show:step=1)"), 4, "no links"),
        (slide("", "# T\n- a\n- b\n- c\n- d\n- e\n- f"), 2, "more than 5"),
        (slide("", "# T\n- ( ) a\n- ( ) b"), 2, "must be right"),
        ("---\n---\n# T\n".to_owned(), 2, "ends with notes"),
        ("---\n---\n# T\n## Notes\n".to_owned(), 4, "notes are missing"),
    ] {
        let (place, why) = slides::read(&file, Language::English).unwrap_err();
        assert!(why.contains(says), "{file}: {why}");
        assert_eq!(place, line, "{file}: {why}");
    }
    let chinese = format!("---\n---\n# 题\n- {}\n## 备注\n字。\n", "字".repeat(29));
    assert!(slides::read(&chinese, Language::Chinese).unwrap_err().1.contains("29"));
}

#[test]
fn translated_slides_have_the_same_heads_answers_and_choices() {
    let read = |text: &str| slides::read(text, Language::English).unwrap();
    let ours = read(SAMPLE);
    assert_eq!(differs(&ours, &ours), None);
    for (from, to, says) in [
        ("walk: 1-last", "walk: 1-2", "head of slide 1"),
        ("> answer: because\n", "", "answer of slide 1"),
        ("- ( ) no\n- (x) yes\n", "- (x) no\n- ( ) yes\n", "choices of slide 1"),
        ("---\n---\n# Next\n\n## Notes\nNothing.\n", "", "1 slides instead of 2"),
    ] {
        let why = differs(&ours, &read(&SAMPLE.replace(from, to))).unwrap();
        assert!(why.contains(says), "{why}");
    }
}

fn run(text: &str) -> Run {
    Run { text: text.into(), ..Run::default() }
}

#[test]
fn every_kind_of_block_is_read() {
    let text = "## Head\n\nOne *two*\n**three** `four`\\\nfive [six](lesson:recode).\n\n<!-- figure: theorem -->\n\n\
                3. a\n   - b\n4. c\n\n   > d\n\n```glsl\nx\n  y\n```\n\n|p|q|\n|-|-|\n|1|`2`|\n";
    let blocks = text::read(text).unwrap();
    let [head, running, figure, list, code, table] = &blocks[..] else { panic!("{blocks:?}") };
    assert_eq!(*head, Block::Heading(2, vec![run("Head")]));
    let Block::Paragraph(runs) = running else { panic!("{running:?}") };
    assert_eq!(text::plain(runs), "One two three four\nfive six.");
    assert!(runs.iter().any(|r| r.text == "three" && r.style.strong));
    assert!(runs.iter().any(|r| r.text == "four" && r.style.code));
    assert!(runs.iter().any(|r| r.text.starts_with("two") && r.style.emphasis));
    assert!(runs.iter().any(|r| r.text == "six" && r.link == Some(Target::Lesson("recode".into()))));
    assert_eq!(*figure, Block::Figure("theorem".into()));
    let Block::List(Some(3), items) = list else { panic!("{list:?}") };
    assert_eq!(items[0][1], Block::List(None, vec![vec![Block::Paragraph(vec![run("b")])]]));
    assert_eq!(items[1][1], Block::Quote(vec![Block::Paragraph(vec![run("d")])]));
    assert_eq!(*code, Block::Code("x\n  y".into()));
    let Block::Table(rows) = table else { panic!("{table:?}") };
    assert_eq!(rows.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2]);
    assert_eq!((text::plain(&rows[0][0]), text::plain(&rows[1][1])), ("p".into(), "2".into()));
    let mut seen = 0;
    text::visit(&blocks, &mut |_| seen += 1);
    assert_eq!(seen, 12);
}

#[test]
fn the_end_of_a_line_is_a_space_where_there_are_spaces() {
    let words = |text: &str| match &text::read(text).unwrap()[..] {
        [Block::Paragraph(runs)] => text::plain(runs),
        other => panic!("{other:?}"),
    };
    assert_eq!(words("one\ntwo"), "one two");
    assert_eq!(words("深度\n缓冲"), "深度缓冲");
    assert_eq!(words("深度，\n**缓冲**\nGL"), "深度，缓冲 GL");
}

#[test]
fn what_lessons_do_not_use_is_refused_with_its_place() {
    for (text, at, says) in [
        ("a\n\n<b>x</b>", 5, "figure: NAME"),
        ("a\n\n<div>\nx\n</div>", 3, "figure: NAME"),
        ("<!-- figure -->", 0, "figure: NAME"),
        ("![x](y.png)", 0, "figure: NAME"),
        ("a\n\n---\n", 3, "do not support"),
        ("a [b](c)", 2, "lesson:ID"),
    ] {
        let (place, why) = text::read(text).unwrap_err();
        assert!(why.contains(says), "{text:?}: {why}");
        assert!(place <= at, "{text:?}: {place}");
    }
}
