//! The course: every lesson can be read in every language, its links work, its claims hold, and mistakes are
//! refused with file and line.

use crate::support::window;
use crate::support::window::Drive as _;
use collidoscope::app::Shell;
use collidoscope::broad_phase::BROAD_PHASES;
use collidoscope::exhibit::{Page, Position, SceneLink};
use collidoscope::inspector::Story as _;
use collidoscope::labs::LABS;
use collidoscope::labs::arena::Setup;
use collidoscope::labs::arena::words::{FRAME, WORDS};
use collidoscope::language::Language;
use collidoscope::lessons::claim::Claim;
use collidoscope::lessons::link::Target;
use collidoscope::lessons::{self, FILES, Files, Group, read_all};
use collidoscope::methods;
use collidoscope::settings::Value;
use collidoscope::stories::arena;
use collidoscope::world::Pair;

use crate::support::{assert_no_complaints, gpu};

/// The lessons whose groups follow each other.
const LESSONS_IN_ORDER: usize = 53;

/// Presets whose bodies share a face.
const TOUCHING: [&str; 2] = ["preset=relation-2", "preset=relation-3"];

#[test]
fn the_table_of_lessons_is_what_the_folders_hold() {
    for language in Language::ALL {
        let folder = format!("{}/assets/lessons/{}", env!("CARGO_MANIFEST_DIR"), language.id());
        let entries = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        let listed: Vec<String> = FILES.iter().map(|files| format!("{}.md", files.name)).collect();
        assert_eq!(listed, names, "{folder}");
    }
    let mut ids = Vec::new();
    for (index, files) in FILES.iter().enumerate() {
        let (number, id) = files.name.split_once('-').unwrap();
        assert_eq!(number, format!("{index:02}"), "{}", files.name);
        assert!(!ids.contains(&id), "{id} twice");
        ids.push(id);
    }
    // Later lessons of earlier groups have the last numbers, so that all others keep theirs.
    let first = FILES.iter().take(LESSONS_IN_ORDER);
    let groups: Vec<Group> = first.map(|files| files.group).collect();
    let order = groups.iter().map(|group| Group::ALL.iter().position(|other| other == group).unwrap());
    assert!(order.is_sorted(), "the groups follow each other: {groups:?}");
}

#[test]
fn every_lesson_reads_in_every_language() {
    let course = read_all(FILES).unwrap_or_else(|why| panic!("{why}"));
    for lesson in &course {
        for language in Language::ALL {
            let page = lesson.page(language);
            assert!((2..=4).contains(&page.questions.len()), "{}: {}", lesson.id, page.questions.len());
            assert!(page.text.len() >= 2, "{}", lesson.id);
        }
        assert!((2..=12).contains(&lesson.claims.len()), "{}: {} claims", lesson.id, lesson.claims.len());
        let titles = Language::ALL.map(|language| &lesson.page(language).title);
        assert!(titles[1].chars().any(|c| c >= '\u{2e80}') || titles[0] == titles[1], "{titles:?}");
    }
}

/// Checks a lesson: its claims hold, and its scene and links can be shown, with existing steps and pixels.
fn check(number: usize) {
    let Some(lesson) = lessons::all().get(number) else { return };
    let gpu = gpu();
    // Coincident faces are rasterised by different triangles: on a graphics card, rounding decides which is in front.
    let is_decided = |claim: &&Claim| {
        gpu.capabilities().is_software()
            || !TOUCHING.iter().any(|preset| claim.exhibit.to_string().contains(preset))
    };
    let failed: Vec<String> =
        lesson.claims.iter().filter(is_decided).filter_map(|claim| claim.check(&gpu).err()).collect();
    assert!(failed.is_empty(), "{}: {failed:#?}", lesson.id);

    let mut shell = window::open(&gpu, Setup::default());
    shell.open_lesson(lesson.id).unwrap();
    assert_on_show(&lesson.show, &shell, lesson.id);
    for target in lesson.page(Language::English).links() {
        if let Target::Show(exhibit) = target {
            shell.open_lesson(lesson.id).unwrap();
            shell.present(&exhibit).unwrap_or_else(|why| panic!("{}: {exhibit}: {why}", lesson.id));
            assert_on_show(&exhibit, &shell, lesson.id);
        }
    }
    assert_eq!(shell.lab.trouble(), None, "{}", lesson.id);
    assert_no_complaints(&gpu);
}

/// Checks that the scenes of its slides can be shown, with existing steps.
fn check_slides(number: usize) {
    let Some(lesson) = lessons::all().get(number) else { return };
    let gpu = gpu();
    let mut shell = window::open(&gpu, Setup::default());
    shell.open_lesson(lesson.id).unwrap();
    let mut seen = vec![lesson.show.clone()];
    for (number, slide) in (1..).zip(lesson.slides(Language::English)) {
        for answered in [false, true] {
            let mut scene = slide.scene(&lesson.show, answered);
            if let Some(walk) = slide.head.walk {
                scene.inspected.step = Some(walk.last);
            }
            if !seen.contains(&scene) {
                let place = format!("{}, slide {number}", lesson.id);
                shell.open_lesson(lesson.id).unwrap();
                shell.present(&scene).unwrap_or_else(|why| panic!("{place}: {scene}: {why}"));
                assert_on_show(&scene, &shell, &place);
                seen.push(scene);
            }
        }
    }
    assert_no_complaints(&gpu);
}

/// Asserts that the window shows what a link describes, and that its step and pixel exist.
pub fn assert_on_show(exhibit: &SceneLink, shell: &Shell, place: &str) {
    let now = shell.exhibit();
    let at = || format!("{place}: {exhibit}, but {now}");
    assert!(exhibit.page.is_none() || exhibit.page == now.page, "{}", at());
    let beside = &exhibit.inspected.compare;
    assert!(beside.is_none() || *beside == now.inspected.compare, "{}", at());
    if shell.lab.row().id != LABS[0].id {
        // Including the settings with default values.
        let every = shell.lab.words(true);
        for (name, value) in exhibit.words.iter() {
            assert_eq!(every.get(name), Some(value), "{name}; {}", at());
        }
        return;
    }
    for (name, value) in exhibit.words.iter() {
        if WORDS.iter().any(|row| row.id == name) {
            // Defaults are not written out.
            let defaults = [("broad-phase", BROAD_PHASES[0].id), ("relation", "4")];
            let unsaid = defaults.into_iter().find(|(word, _)| *word == name).map(|(_, value)| value);
            assert_eq!(now.words.get(name).or(unsaid), Some(value), "{name}; {}", at());
            continue;
        }
        // METHOD.NAME is a setting of one method.
        let name = name.split_once('.').map_or(name, |(_, setting)| setting);
        let all = methods::METHODS.iter().flat_map(|method| shell.arena().settings_of(method).iter());
        let mut values = all.filter(|(setting, _)| setting.id == name).map(|(_, value)| value.to_string());
        assert!(values.any(|now| now == value), "no method has {name}={value}; {}", at());
    }
    let method = shell.arena().roles().shown;
    let settings = shell.arena().settings_of(method);
    if let Some(Position::At(step)) = exhibit.inspected.step.filter(|_| shell.page == Page::Inspector) {
        let pair = shell.arena().selected_pair.unwrap_or(Pair { a: 0, b: 1 });
        let (gpu, bodies) = (shell.arena().gpu(), shell.arena().bodies());
        let steps = match shell.arena().apart {
            FRAME => {
                let pairs = &shell.arena().found().candidates;
                arena::frame::record(gpu, method, settings, bodies, pairs, 0).map(|story| story.steps())
            }
            _ => arena::record(gpu, method, settings, bodies, pair).map(|recording| recording.len()),
        };
        let steps = steps.unwrap_or_else(|why| panic!("{why}; {}", at()));
        assert!(step <= steps, "there are {steps} steps; {}", at());
    }
    if let Some(pixel) = exhibit.inspected.pixel {
        let side = settings.iter().find(|(setting, _)| setting.id == "resolution").map(|(_, value)| value);
        let Some(Value::Whole(side)) = side else { panic!("{} has no pixels; {}", method.id, at()) };
        assert!(pixel.iter().all(|coordinate| u64::from(*coordinate) < side), "{side} pixels; {}", at());
    }
}

/// One test per lesson, so that they run in parallel.
macro_rules! lesson_tests {
    ($($name:ident $number:literal)*) => {
        $(#[test]
        fn $name() {
            check($number);
        })*

        mod slides {
            $(#[test]
            fn $name() {
                super::check_slides($number);
            })*
        }

        #[test]
        fn every_lesson_has_its_test() {
            assert!(FILES.len() <= [$($number),*].len(), "add a line for the new lessons");
            assert!([$($number),*].iter().enumerate().all(|(index, number)| index == *number));
        }
    };
}
lesson_tests! {
    lesson_00 0 lesson_01 1 lesson_02 2 lesson_03 3 lesson_04 4 lesson_05 5 lesson_06 6
    lesson_07 7 lesson_08 8 lesson_09 9 lesson_10 10 lesson_11 11 lesson_12 12
    lesson_13 13 lesson_14 14 lesson_15 15 lesson_16 16 lesson_17 17 lesson_18 18
    lesson_19 19 lesson_20 20 lesson_21 21 lesson_22 22 lesson_23 23 lesson_24 24
    lesson_25 25 lesson_26 26 lesson_27 27 lesson_28 28 lesson_29 29 lesson_30 30
    lesson_31 31 lesson_32 32 lesson_33 33 lesson_34 34 lesson_35 35
    lesson_36 36 lesson_37 37 lesson_38 38 lesson_39 39 lesson_40 40
    lesson_41 41 lesson_42 42 lesson_43 43 lesson_44 44 lesson_45 45
    lesson_46 46 lesson_47 47 lesson_48 48 lesson_49 49 lesson_50 50 lesson_51 51 lesson_52 52
    lesson_53 53 lesson_54 54 lesson_55 55 lesson_56 56 lesson_57 57
}

#[test]
fn claims_are_found_right_and_wrong() {
    let gpu = gpu();
    let check = |text: &str| text.parse::<Claim>().unwrap().check(&gpu);
    for text in [
        "preset=intersecting&method=occlusion-query -> colliding",
        "preset=b-behind-a&method=stencil -> apart",
        "preset=b-behind-a&method=stencil-as-published -> false-hit",
        "preset=containment&method=occlusion-query&view-volume=overlap -> missed",
        "preset=containment&method=occlusion-query -> right",
        "preset=four-in-a-row&method=gjk&pair=1-2 -> colliding",
        "preset=four-in-a-row -> candidates=3",
        "preset=near-miss&method=occlusion-query -> bytes<9",
        "preset=b-behind-a&method=occlusion-query&schedule=pair-by-pair -> rejected=round 2",
        "preset=relation-4&method=stencil -> steps=7",
        "preset=relation-4&method=stencil -> relation=4",
        "preset=relation-4&method=stencil&step=2 -> no-stencil=3",
        "preset=relation-4&method=stencil&step=last -> stencil=3",
        "preset=relation-4&method=stencil&step=last -> samples>0",
        "seed=1&bodies=20&frame=3 -> candidates=2",
    ] {
        check(text).unwrap_or_else(|why| panic!("{why}"));
    }
    for (text, found) in [
        ("preset=intersecting&method=occlusion-query -> apart", "found colliding"),
        ("preset=b-behind-a&method=stencil -> colliding", "found apart"),
        ("preset=b-behind-a&method=stencil -> missed", "found right"),
        ("preset=b-behind-a&method=stencil-as-published -> right", "found false-hit"),
        ("preset=four-in-a-row -> candidates=2", "found 3 candidates"),
        ("preset=intersecting&method=occlusion-query -> bytes<8", "found 8 bytes"),
        ("preset=intersecting&method=occlusion-query -> rejected=round 2", "found no pair"),
        ("preset=intersecting&method=occlusion-query -> rejected=obb", "there are boxes, round 1, round 2"),
        ("preset=relation-4&method=stencil -> steps=2", "found 7 steps"),
        ("preset=relation-4&method=stencil -> relation=5", "found the relations [4]"),
        ("preset=relation-4&method=stencil&step=2 -> stencil=3", "found 0 pixels with 3"),
        ("preset=relation-4&method=stencil&step=99 -> stencil=3", "there are steps 1 to 7"),
        ("preset=relation-4&method=stencil&step=last -> samples=0", "samples"),
        ("preset=relation-4 -> pieces>0", "found 0 pieces"),
        ("preset=relation-4&method=gjk&pair=0-2 -> apart", "there are bodies 0 to 1"),
    ] {
        let why = check(text).expect_err(text);
        assert!(why.contains(found) && why.lines().count() == 1, "{text}: {why}");
    }
    assert_no_complaints(&gpu);
}

const ENGLISH: &str = "---\ntitle: A lesson\nshow: preset=near-miss\nclaim: preset=near-miss&method=gjk -> apart\n---\n\
                       See [step 3](show:step=3) and [itself](lesson:sample).\n\n<!-- figure: relations -->\n\n\
                       ## Questions\n\n1. Why?\n\n   > So.\n";
const CHINESE: &str = "---\ntitle: 一课\n---\n看[第三步](show:step=3)与[本课](lesson:sample)。\n\n\
                       <!-- figure: relations -->\n\n## 问题\n\n1. 为何？\n\n   > 因此。\n";

/// A course of one lesson, with a text replaced in one of its files.
fn read_changed(in_english: bool, from: &str, to: &str) -> Result<(), String> {
    let text = if in_english { ENGLISH } else { CHINESE };
    assert!(text.contains(from), "{from:?} is not in the sample");
    let changed: &'static str = Box::leak(text.replacen(from, to, 1).into_boxed_str());
    let texts = if in_english { [changed, CHINESE] } else { [ENGLISH, changed] };
    read_all(&[Files { group: Group::Buffers, name: "01-sample", texts, slides: None }]).map(|_| ())
}

#[test]
fn broken_lessons_are_refused_with_file_line_and_mend() {
    assert_eq!(read_changed(true, "A lesson", "Another lesson"), Ok(()));
    for (in_english, from, to, place, says) in [
        (true, "---\ntitle", "title", "en/01-sample.md:1:", "between two lines"),
        (true, "title: A lesson\n", "", "en/01-sample.md:1:", "title: …"),
        (true, "title: A lesson", "title: A\ntitle: B", "en/01-sample.md:3:", "one line"),
        (true, "near-miss\nclaim", "nowhere\nclaim", "en/01-sample.md:3:", "containment"),
        (true, "show: preset=near-miss\n", "", "en/01-sample.md:1:", "show: preset"),
        (true, "-> apart", "-> sideways", "en/01-sample.md:4:", "false-hit"),
        (true, "show: preset", "scene: preset", "en/01-sample.md:3:", "title, show, needs and claim"),
        (true, "---\nSee", "See", "en/01-sample.md:5:", "title, show, needs and claim"),
        (true, "show:step=3", "show:step=three", "en/01-sample.md:6:", "whole number"),
        (true, "show:step=3", "file.md", "en/01-sample.md:6:", "lesson:ID"),
        (true, "lesson:sample", "lesson:other", "zh-CN/01-sample.md:1:", "lesson:other is missing"),
        (true, "figure: relations", "picture: relations", "en/01-sample.md:8:", "figure: NAME"),
        (true, "## Questions", "## Answers", "en/01-sample.md:14:", "## Questions"),
        (true, "   > So.", "   So.", "en/01-sample.md:10:", "question 1"),
        (true, "1. Why?", "Why?", "en/01-sample.md:10:", "one list"),
        (
            false,
            "title: 一课",
            "title: 一课\nshow: preset=near-miss",
            "zh-CN/01-sample.md:1:",
            "English file",
        ),
        (false, "show:step=3", "show:step=4", "zh-CN/01-sample.md:1:", "show:step=3 is missing"),
        (false, "figure: relations", "figure: theorem", "zh-CN/01-sample.md:1:", "figures"),
        (
            false,
            "因此。",
            "因此。\n\n2. 再问？\n\n   > 再答。",
            "zh-CN/01-sample.md:1:",
            "2 questions instead of 1",
        ),
        (false, "## 问题", "## Questions", "zh-CN/01-sample.md:", "## 问题"),
        (true, "claim:", "needs: other\nclaim:", "en/01-sample.md:4:", "no lesson \"other\" before"),
        (true, "claim:", "needs: sample\nclaim:", "en/01-sample.md:4:", "no lesson \"sample\" before"),
        (true, "claim:", "needs: a\nneeds: b\nclaim:", "en/01-sample.md:5:", "one line `needs: …`"),
        (false, "title: 一课", "title: 一课\nneeds: other", "zh-CN/01-sample.md:1:", "English file"),
        (true, "<!-- figure", "**Predict:** why?\n\n<!-- figure", "zh-CN/01-sample.md:1:", "0 predictions"),
        (true, "## Q", "**Predict:** why?\n\n## Q", "en/01-sample.md:10:", "text must follow"),
        (false, "## 问", "**预测：** 为何？\n\n## 问", "zh-CN/01-sample.md:8:", "text must follow"),
    ] {
        let why = read_changed(in_english, from, to).expect_err(to);
        assert!(why.starts_with("assets/lessons/") && why.lines().count() == 1, "{to:?}: {why}");
        assert!(why.contains(place) && why.contains(says), "{to:?}: {why}");
    }
    // The same mistake in both languages is reported for the course.
    let both = [ENGLISH, CHINESE].map(|text| {
        let text: &'static str = Box::leak(text.replace("lesson:sample", "lesson:other").into_boxed_str());
        text
    });
    let why = read_all(&[Files { group: Group::Buffers, name: "01-sample", texts: both, slides: None }])
        .unwrap_err();
    assert!(why.contains("en/01-sample.md:6:") && why.contains("\"other\""), "{why}");
}

/// Prerequisites lead from each lesson to earlier ones, so they have no circle; most lessons have some.
#[test]
fn prerequisites_are_earlier_lessons_and_the_later_part_of_the_course_has_them() {
    let course = lessons::all();
    let number = |id: &str| course.iter().position(|lesson| lesson.id == id);
    for (index, lesson) in course.iter().enumerate() {
        for id in &lesson.needs {
            let found = number(id).unwrap_or_else(|| panic!("{}: no lesson {id:?}", lesson.id));
            assert!(found < index, "{}: {id} comes later", lesson.id);
        }
        let mut once = lesson.needs.clone();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), lesson.needs.len(), "{}: one twice", lesson.id);
        assert!((5..=60).contains(&lesson.minutes), "{}: {} minutes", lesson.id, lesson.minutes);
    }
    let alone = course.iter().filter(|lesson| lesson.needs.is_empty()).count();
    assert!((1..=course.len() / 4).contains(&alone), "{alone} lessons need nothing");
    // A circle of two is refused, whichever comes first.
    let changed =
        |from: &str, to: &str| -> &'static str { Box::leak(ENGLISH.replacen(from, to, 1).into_boxed_str()) };
    let files = |name, needs: &str| {
        let texts = [changed("claim:", &format!("needs: {needs}\nclaim:")), CHINESE];
        Files { group: Group::Buffers, name, texts, slides: None }
    };
    let first = Files { texts: [ENGLISH, CHINESE], ..files("01-sample", "") };
    assert!(read_all(&[first, files("02-next", "sample")]).is_ok());
    let why = read_all(&[files("01-sample", "next"), files("02-next", "sample")]).unwrap_err();
    assert!(why.contains("en/01-sample.md:4:") && why.contains("\"next\""), "{why}");
}

/// The lists of `--help` have ids and titles without reading the lessons.
#[test]
fn the_files_name_id_and_title_as_the_lessons_read_them() {
    for (files, lesson) in FILES.iter().zip(lessons::all()) {
        assert_eq!(files.id(), lesson.id);
        for language in Language::ALL {
            assert_eq!(files.title(language), lesson.page(language).title);
        }
    }
}
