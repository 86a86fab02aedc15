//! Typical search texts, and the expected first hit.

use collidoscope::app::search::entry::Entry;
use collidoscope::exhibit::Page;
use collidoscope::labs::LABS;
use collidoscope::language::Language;
use collidoscope::settings::Range;
use collidoscope::ui::requests::{FilesRequest, LessonsRequest, Look, Request, Side};
use egui::{Event, Key, Modifiers};

use crate::support::window::Drive as _;
use crate::window::languages_speech::alone_as;
use crate::window::search::{listed, open, value};

/// The expected first hit.
#[derive(Debug)]
enum First {
    Lab(&'static str),
    Lesson(&'static str),
    Term(&'static str),
    Experiment(&'static str),
    Asks(Request),
    /// A parameter and its value.
    Word(&'static str, &'static str),
    /// The setting with this id.
    Setting(&'static str),
    /// The method with this id.
    Method(&'static str),
}
use First::{Asks, Experiment, Lab, Lesson, Method, Setting, Term, Word};

/// Search texts in English and in Chinese, and the expected hit.
const TYPED: &[(&str, &str, First)] = &[
    // A newcomer: the labs, and how to use the window.
    ("road", "道路", Lab("road")),
    ("car", "汽车", Lab("road")),
    ("arena", "竞技场", Lab("arena")),
    ("undo", "撤销", Asks(Request::Undo)),
    ("keys", "快捷键", Asks(Request::ToggleSheet)),
    ("help", "帮助", Asks(Request::ToggleSheet)),
    ("language", "语言", Asks(Request::NextLanguage)),
    ("screenshot", "截图", Asks(Request::Files(FilesRequest::WindowPicture))),
    ("apng", "视频", Asks(Request::Files(FilesRequest::ChooseExport))),
    ("from above", "从上", Asks(Request::Look(Look::From(Side { axis: 1, positive: true })))),
    ("bodies", "物体数", Setting("bodies")),
    ("bodies 200", "物体数 200", Word("bodies", "200")),
    ("near miss", "擦身而过", Word("preset", "near-miss")),
    ("candidate pair", "candidate pair", Term("candidate-pair")),
    // A lecturer: lessons, methods by name, publications.
    ("separating axes", "分离轴", Lesson("separating-axes")),
    ("full visibility and the theorem", "完全可见与定理", Lesson("full-visibility")),
    ("four rays", "四条射线", Lesson("four-rays")),
    ("lesson gjk", "课程 GJK", Lesson("gjk")),
    ("rays four lesson", "课程 四条射线", Lesson("four-rays")),
    ("method gjk", "方法 GJK", Method("gjk")),
    ("cullide", "CULLIDE", Method("cullide")),
    ("shinya", "Shinya", Lesson("shinya-forgue-1991")),
    ("stencil", "模板", Method("stencil")),
    ("recode", "RECODE", Method("recode")),
    ("slides", "幻灯片", Asks(Request::Lessons(LessonsRequest::ToggleLecture))),
    ("minkowski", "闵可夫斯基", Term("minkowski-difference")),
    ("table 3", "table 3", Experiment("table-3-cascades")),
    // An engineer: abbreviations and settings.
    ("SAT", "SAT", Term("separating-axis")),
    ("sat", "sat", Term("separating-axis")),
    ("GJK", "GJK", Method("gjk")),
    ("AABB", "AABB", Term("aabb")),
    ("AABB tree", "AABB 树", Method("aabb-tree")),
    ("OBB", "OBB", Term("obb")),
    ("OBB tree", "OBB 树", Method("obb")),
    ("BVH", "BVH", Term("bounding-volume-hierarchy")),
    ("EPA", "EPA", Term("epa")),
    ("k-DOP", "k-DOP", Term("k-dop")),
    ("CCD", "CCD", Term("continuous-collision-detection")),
    ("broad phase", "粗检测", Asks(Request::Turn(Page::Own("broad-phase")))),
    ("octree", "八叉树", Word("broad-phase", "octree")),
    ("sweep", "扫掠", Lesson("sweep-and-prune")),
    ("resolution", "分辨率", Setting("resolution")),
    ("resolution 64", "分辨率64", Word("occlusion-query.resolution", "64")),
    ("inspector", "检查器", Asks(Request::Turn(Page::Inspector))),
    ("benchmark", "基准测试", Asks(Request::Turn(Page::Experiments))),
];

fn is(entry: &Entry, first: &First) -> bool {
    let ask = entry.asks.first();
    match first {
        Lab(id) => ask == Some(&Request::OpenLab(id)),
        Lesson(id) => ask == Some(&Request::Lessons(LessonsRequest::Open((*id).to_owned()))),
        Term(id) => ask == Some(&Request::Lessons(LessonsRequest::Term(id))),
        Experiment(id) => ask == Some(&Request::Experiment(id)),
        Asks(request) => ask == Some(request),
        Word(name, is) => value(entry, name).as_deref() == Some(is),
        Setting(id) => entry.setting.as_ref().is_some_and(|found| found.setting.id == *id),
        // A method that is already shown becomes the active pane.
        Method(id) => {
            let shown = value(entry, "method").or(value(entry, "focus")).is_some();
            shown && entry.setting.is_none() && entry.ids.iter().any(|own| own == id)
        }
    }
}

fn the_first_hit(language: Language, typed: impl Fn(&(&'static str, &'static str, First)) -> &'static str) {
    language.speak();
    let harness = open();
    let mut wrong = Vec::new();
    for row in TYPED {
        let found = listed(harness.state(), typed(row));
        if !found.first().is_some_and(|entry| is(entry, &row.2)) {
            let hits: Vec<_> = found.iter().take(4).map(|e| format!("{} ({})", e.title, e.kind)).collect();
            wrong.push(format!("{}: not {:?} but {hits:?}", typed(row), row.2));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_typed_in_english_finds_what_is_meant_first() {
    the_first_hit(Language::English, |row| row.0);
}

#[test]
fn what_is_typed_in_chinese_finds_what_is_meant_first() {
    alone_as("search_ranking::what_is_typed_in_chinese_finds_what_is_meant_first", || {
        the_first_hit(Language::Chinese, |row| row.1);
    });
}

/// An abbreviation also finds entries with its long form, but none that merely contain its letters.
#[test]
fn an_abbreviation_finds_what_has_it_spelt_out() {
    let harness = open();
    let found = listed(harness.state(), "SAT");
    assert!(found.iter().any(|entry| is(entry, &Lesson("separating-axes"))), "{found:#?}");
    let spelt = |entry: &Entry| {
        let mut names = entry.names.iter().map(|name| name.to_lowercase());
        names.any(|name| name.contains("sat") || name.contains("separating ax"))
    };
    let titles: Vec<_> = found.iter().map(|entry| (&entry.title, &entry.names)).collect();
    assert!(found.iter().all(spelt), "{titles:#?}");
}

/// A world of more bodies has a larger box, which is framed completely.
#[test]
fn a_larger_world_is_framed() {
    let mut harness = open();
    harness.state_mut().present(&"method=gjk,stencil&focus=2".parse().unwrap()).unwrap();
    // From nearby, and with a camera that follows a pair.
    harness.state_mut().look(Look::At("picked"));
    harness.run_steps(2);
    for typed in ["bodies 200", "bodies 60"] {
        harness.event(Event::Text(typed.to_owned()));
        harness.run();
        harness.key_press(Key::Enter);
        harness.run();
        harness.run_steps(3);
        let shell = harness.state();
        let bounds = shell.lab.bounds();
        let camera = shell.cameras.of(0);
        for corner in bounds.corners() {
            let clip = camera.view_projection(1.0) * corner.to_homogeneous();
            let at = clip.xyz() / clip.w;
            assert!(at.iter().all(|part| part.abs() <= 1.0), "{typed}: {corner} is seen at {at}");
        }
        harness.key_press_modifiers(Modifiers::COMMAND, Key::K);
        harness.run();
    }
}

#[test]
fn every_number_of_every_lab_is_found_and_set() {
    let mut harness = open();
    let mut numbers = 0;
    for row in LABS {
        harness.key_press(Key::Escape);
        harness.state_mut().present(&format!("lab={}", row.id).parse().unwrap()).unwrap();
        harness.run_steps(2);
        harness.key_press_modifiers(Modifiers::COMMAND, Key::K);
        harness.run_steps(2);
        for word in row.words {
            let Some(range) = word.range else { continue };
            let values = match range {
                Range::Whole { min, max, .. } => [min.to_string(), max.min(7 + min).to_string()],
                Range::Real { min, max, .. } => [min.to_string(), (0.5 * (min + max)).to_string()],
                _ => ["on".to_owned(), "off".to_owned()],
            };
            for text in
                [word.label, word.id].iter().flat_map(|name| values.each_ref().map(|v| format!("{name} {v}")))
            {
                let found = listed(harness.state(), &text);
                let sets = |entry: &Entry| {
                    let Some(Request::Show(exhibit)) = entry.asks.first() else { return false };
                    let set = value(entry, word.id).is_some_and(|value| text.ends_with(&value));
                    set && exhibit.lab.as_deref() == Some(row.id)
                };
                assert!(found.iter().any(sets), "{}: {text}: {found:#?}", row.id);
            }
            numbers += 1;
        }
        // Every parameter that accepts a plain number is one of them.
        for word in
            row.words.iter().filter(|word| word.range.is_none() && word.id != "focus" && word.id != "body")
        {
            let is_number = (row.check)(&format!("{}=2", word.id).parse().unwrap()).is_ok();
            assert!(!is_number, "{}: {} is a number that the search does not set", row.id, word.id);
        }
    }
    assert!(numbers > 40, "{numbers}");
}

#[test]
fn a_slider_on_show_is_set_by_its_name_and_a_value() {
    for (lab, typed, word, set) in [
        ("cloth", "particles 129", "side", "129"),
        ("cloth", "particles per side 129", "side", "129"),
        ("level", "faces 100000", "faces", "100000"),
        ("meshes", "triangles 5000", "triangles", "5000"),
        ("road", "triangles 5000", "triangles", "5000"),
    ] {
        let mut harness = open();
        harness.state_mut().ask(Request::Search);
        harness.state_mut().present(&format!("lab={lab}").parse().unwrap()).unwrap();
        harness.state_mut().ask(Request::Search);
        let found = listed(harness.state(), typed);
        let titles: Vec<_> = found.iter().map(|entry| format!("{} · {}", entry.title, entry.says)).collect();
        let first = found.first().and_then(|entry| value(entry, word));
        assert_eq!(first.as_deref(), Some(set), "{lab}, {typed}: {titles:#?}");
    }
}
