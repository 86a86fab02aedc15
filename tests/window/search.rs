//! The search: it finds everything with a name, typical texts have the expected first hit, entries do what they
//! say, and it needs no mouse.

use First::{Asks, Experiment, Lab, Lesson, Method, Setting, Term, Word};
use collidoscope::app::Shell;
use collidoscope::app::search::entry::Entry;
use collidoscope::exhibit::Page;
use collidoscope::experiments::EXPERIMENTS;
use collidoscope::labs::{self, LABS};
use collidoscope::language::{Language, tr};
use collidoscope::lessons;
use collidoscope::settings::Range;
use collidoscope::ui::requests::{FilesRequest, LessonsRequest, Look, Request, Side};
use collidoscope::world::{PRESETS, Pair};
use egui::accesskit::{Role, Toggled};
use egui::{Event, Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::support::window::Drive as _;
use crate::window::languages_speech::alone_as;
use crate::window::panel::{click, open_small_world};

pub fn open() -> Harness<'static, Shell> {
    let mut harness = open_small_world();
    harness.run_steps(3);
    harness.state_mut().arena_mut().playback.playing = false;
    press(&mut harness, Modifiers::COMMAND, Key::K);
    assert!(harness.state().search.is_some(), "Ctrl + K opens it");
    harness
}

fn press(harness: &mut Harness<'_, Shell>, modifiers: Modifiers, key: Key) {
    harness.key_press_modifiers(modifiers, key);
    harness.run();
}

fn enter(harness: &mut Harness<'_, Shell>, text: &str) {
    harness.event(Event::Text(text.to_owned()));
    harness.run();
}

/// The entries listed for a text.
pub fn listed(shell: &Shell, text: &str) -> Vec<Entry> {
    shell.search.as_ref().expect("it is open").fitting(text, &*shell.lab, shell.page)
}

/// The value of a parameter that the first request of an entry sets.
pub fn value(entry: &Entry, name: &str) -> Option<String> {
    let Request::Show(exhibit) = entry.asks.first()? else { return None };
    exhibit.words.get(name).map(str::to_owned)
}

/// Asserts that one of the first three entries matches.
fn assert_found(shell: &Shell, text: &str, what: impl Fn(&Entry) -> bool) {
    let found = listed(shell, text);
    let titles: Vec<_> = found.iter().map(|entry| (&entry.title, &entry.kind, &entry.says)).collect();
    assert!(found.iter().take(3).any(what), "{text}: {titles:#?}");
}

fn everything_is_found_by_its_title(language: Language) {
    language.speak();
    let harness = open();
    let shell = harness.state();
    let both = |english: &str| [english.to_owned(), tr(english)];
    for lesson in lessons::all() {
        let open = Request::Lessons(LessonsRequest::Open(lesson.id.to_owned()));
        for language in [Language::English, language] {
            assert_found(shell, &lesson.page(language).title, |entry| entry.asks == [open.clone()]);
        }
    }
    for preset in PRESETS {
        for title in both(preset.title) {
            assert_found(shell, &title, |entry| value(entry, "preset").as_deref() == Some(preset.id));
        }
    }
    for experiment in EXPERIMENTS {
        for title in both(experiment.title) {
            assert_found(shell, &title, |entry| entry.asks == [Request::Experiment(experiment.id)]);
        }
    }
    for (row, method) in labs::methods() {
        let named = |entry: &Entry| {
            let Some(Request::Show(exhibit)) = entry.asks.first() else { return false };
            let shows =
                value(entry, "method").as_deref() == Some(method.id) || value(entry, "focus").is_some();
            exhibit.lab.as_deref() == Some(row.id) && shows && entry.title == tr(method.title)
        };
        both(method.title).iter().for_each(|title| assert_found(shell, title, named));
        // No value can be typed for a text.
        let is_text = |range| matches!(range, collidoscope::settings::Range::Text { .. });
        for setting in method.settings.iter().filter(|setting| !is_text(setting.range)) {
            for label in both(setting.label) {
                assert_found(shell, &label, |entry| {
                    entry.setting.as_ref().is_some_and(|found| found.setting.id == setting.id)
                });
            }
            for (title, label) in both(method.title).iter().zip(both(setting.label)) {
                let id = format!("{}.{}", method.id, setting.id);
                assert_found(shell, &format!("{title} {label}"), |entry| {
                    entry.setting.as_ref().is_some_and(|found| found.word == id)
                });
            }
        }
    }
    for row in LABS {
        for things in row.things.iter().filter(|things| !things.many || row.id == LABS[0].id) {
            for (kind, thing) in both(things.kind).iter().zip(std::iter::repeat_with(|| (things.rows)())) {
                let thing = &thing[0];
                let is_it = |entry: &Entry| value(entry, things.word).is_some();
                let title = if kind == things.kind { thing.title.to_owned() } else { tr(thing.title) };
                assert_found(shell, &format!("{kind} {title}"), is_it);
            }
        }
    }
    let resolution = tr("Resolution");
    for text in [format!("{resolution} 64"), format!("{resolution}=64"), "resolution 64".to_owned()] {
        let set = listed(shell, &text).swap_remove(0);
        assert_eq!(value(&set, "occlusion-query.resolution").as_deref(), Some("64"), "{text}: {set:?}");
    }
    for text in ["7", "body 7", "Body 7"].iter().chain((language == Language::Chinese).then_some(&"物体7"))
    {
        let picked = listed(shell, text).swap_remove(0);
        assert_eq!(value(&picked, "body").as_deref(), Some("7"), "{text}: {picked:?}");
    }
    for (_, says, request) in deeds() {
        for text in both(says) {
            assert_found(shell, &text, |entry| entry.asks == [request.clone()]);
        }
    }
}

/// The actions of keys, including the lab's own.
fn deeds() -> Vec<(&'static str, &'static str, Request)> {
    use collidoscope::app::keys::{COMMANDS, EVERYWHERE, SCENE};
    let keys = SCENE.iter().chain(EVERYWHERE).chain(LABS[0].keys);
    let keys = keys.map(|row| (row.shown, row.says, (row.ask)()));
    let all = keys.chain(COMMANDS.iter().map(|row| (row.shown, row.says, (row.ask)())));
    all.filter(|(.., request)| !matches!(request, Request::Escape | Request::Search)).collect()
}

#[test]
fn everything_is_found_by_its_english_title() {
    everything_is_found_by_its_title(Language::English);
}

#[test]
fn everything_is_found_by_its_chinese_title() {
    alone_as("window::search::everything_is_found_by_its_chinese_title", || {
        everything_is_found_by_its_title(Language::Chinese);
    });
}

#[test]
fn whatever_is_chosen_is_put_on_show() {
    let mut harness = open();
    let entries = harness.state().search.as_ref().unwrap().entries().to_vec();
    let values = ["64", "2", "0.5", "on"]
        .map(|value| entries.iter().filter_map(move |entry| entry.with_value(value)).collect::<Vec<_>>());
    let mut tried = 0;
    for entry in entries.iter().cloned().chain(values.into_iter().flatten()) {
        for request in &entry.asks {
            // Other requests are covered by the keys.
            let is_view = matches!(
                request,
                Request::Show(_) | Request::Turn(_) | Request::Experiment(_) | Request::Lessons(_)
            );
            if !is_view {
                continue;
            }
            let shell = harness.state_mut();
            shell.ask(request.clone());
            let what = format!("{}, {}: {}", entry.title, entry.kind, entry.says);
            assert_eq!((shell.notice.take(), shell.lessons.trouble.take()), (None, None), "{what}");
            tried += 1;
        }
    }
    assert!(tried > 150, "{tried}");
}

#[test]
fn a_setting_is_shown_or_set() {
    let mut harness = open();
    let resolution = |harness: &Harness<'_, Shell>| harness.state().lab.words(true);
    let before = resolution(&harness);
    enter(&mut harness, "resolution");
    let found = listed(harness.state(), "resolution");
    let at = found.iter().position(|entry| entry.setting.is_some()).expect("the setting is among them");
    (0..at).for_each(|_| press(&mut harness, Modifiers::NONE, Key::ArrowDown));
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert_eq!(resolution(&harness), before, "the method is on show already, and nothing is set");

    press(&mut harness, Modifiers::COMMAND, Key::K);
    enter(&mut harness, "resolution 64");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    let method = harness.state().arena().roles().shown.id;
    let word = format!("{method}.resolution");
    assert_eq!(resolution(&harness).get(&word), Some("64"));
    assert_ne!(before.get(&word), Some("64"));
    press(&mut harness, Modifiers::COMMAND, Key::Z);
    assert_eq!(resolution(&harness).get(&word), before.get(&word), "it is undone as any other change");

    press(&mut harness, Modifiers::COMMAND, Key::K);
    let wrong = listed(harness.state(), "resolution 9");
    assert!(wrong[0].says.contains("16") && value(&wrong[0], &word).is_none(), "{:?}", wrong[0]);
    let bodies = listed(harness.state(), "bodies 50");
    assert_eq!(value(&bodies[0], "bodies").as_deref(), Some("50"));
}

#[test]
fn numbers_pick_bodies_and_pairs() {
    let mut harness = open();
    let Pair { a, b } = *harness.state().arena().found().candidates.last().expect("some boxes overlap");
    let far = harness.state().cameras.of(0).distance();
    enter(&mut harness, &format!("{b}-{a}"));
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert!(harness.state().search.is_none());
    assert_eq!(harness.state().arena().selected_pair, Some(Pair { a, b }));
    assert!(harness.state().cameras.of(0).distance() < far, "it is looked at");

    press(&mut harness, Modifiers::COMMAND, Key::K);
    enter(&mut harness, "7");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert_eq!(harness.state().arena().selected, Some(7));
    assert_eq!(harness.state().exhibit().words.get("body"), Some("7"));

    press(&mut harness, Modifiers::COMMAND, Key::K);
    let pair = value(&listed(harness.state(), &format!("pair {a}-{b}"))[0], "pair");
    assert_eq!(pair, Some(format!("{a}-{b}")));
    for text in ["999", "3-999", "3-3", "-1", "1-2-3", "wheel 3"] {
        let found = listed(harness.state(), text);
        assert!(found.iter().all(|entry| !entry.names.is_empty()), "{text}: {found:?}");
    }
    harness.state_mut().present(&"page=experiments".parse().unwrap()).unwrap();
    let found = &listed(harness.state(), "7")[0];
    let Request::Show(exhibit) = &found.asks[0] else { panic!("{found:?}") };
    assert_eq!(exhibit.page.as_deref(), Some(Page::Scene.word()), "where it is seen");
}

#[test]
fn the_keyboard_alone_finds_and_goes_there() {
    let mut harness = open();
    let frame = harness.state().lab.frame();
    enter(&mut harness, "near");
    enter(&mut harness, " miss");
    press(&mut harness, Modifiers::NONE, Key::Space);
    assert_eq!(harness.state().lab.frame(), frame);
    assert!(!harness.state_mut().lab.playback().playing, "what is typed is no shortcut");
    let names: Vec<String> = rows(&harness);
    assert!(names[0].starts_with("Near miss, Scene: Two plates"), "{names:?}");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert!(harness.state().search.is_none(), "Enter closes it");
    assert_eq!(harness.state().exhibit().words.get("preset"), Some("near-miss"));

    press(&mut harness, Modifiers::COMMAND, Key::K);
    enter(&mut harness, "stencil");
    let names = rows(&harness);
    assert!(names.len() > 3, "{names:?}");
    let chosen = |harness: &Harness<'_, Shell>| {
        let all: Vec<_> = harness.query_all_by_role(Role::Button).collect();
        let chosen = all.iter().filter(|row| row.accesskit_node().toggled() == Some(Toggled::True));
        chosen.filter_map(|row| row.accesskit_node().label()).find(|label| names.contains(label))
    };
    assert_eq!(chosen(&harness), Some(names[0].clone()));
    press(&mut harness, Modifiers::NONE, Key::ArrowDown);
    press(&mut harness, Modifiers::NONE, Key::ArrowDown);
    press(&mut harness, Modifiers::NONE, Key::ArrowUp);
    assert_eq!(chosen(&harness), Some(names[1].clone()));
    let before = harness.state().exhibit();
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(harness.state().search.is_none(), "Esc closes it");
    assert_eq!(harness.state().exhibit(), before, "and does nothing else");
    press(&mut harness, Modifiers::NONE, Key::Space);
    assert!(harness.state_mut().lab.playback().playing, "the keys are the window's again");
}

/// The names of the listed entries, as for a screen reader.
fn rows(harness: &Harness<'_, Shell>) -> Vec<String> {
    let shell = harness.state();
    let found: Vec<_> = harness.query_all_by_role(Role::Button).collect();
    let labels = found.iter().filter_map(|row| row.accesskit_node().label());
    let kinds = shell.search.as_ref().unwrap().entries().iter().map(|entry| &entry.kind);
    let kinds: std::collections::BTreeSet<_> = kinds.collect();
    labels.filter(|label| kinds.iter().any(|kind| label.contains(&format!(", {kind}: ")))).collect()
}

#[test]
fn the_mouse_opens_it_and_chooses() {
    let mut harness = open();
    press(&mut harness, Modifiers::COMMAND, Key::K);
    assert!(harness.state().search.is_none(), "Ctrl + K closes it, too");
    click(&mut harness, Role::Button, "Search (Ctrl+K)");
    harness.get_by_role_and_label(Role::TextInput, "Search");
    enter(&mut harness, "table 3");
    let names = rows(&harness);
    let row =
        names.iter().find(|name| name.contains(", Measurement: ")).unwrap_or_else(|| panic!("{names:?}"));
    click(&mut harness, Role::Button, row);
    assert!(harness.state().search.is_none());
    assert_eq!(harness.state().page, Page::Experiments);
    assert_eq!(harness.state().experiments.experiment().id, "table-3-cascades");

    press(&mut harness, Modifiers::COMMAND, Key::K);
    enter(&mut harness, "qqqq");
    harness.get_by_label("No results.");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert!(harness.state().search.is_some(), "there is nowhere to go");
}

#[test]
fn another_method_takes_the_pane_in_focus_and_an_overlay_is_switched() {
    let mut harness = open();
    let shell = harness.state_mut();
    shell.present(&"method=gjk,stencil&focus=2&overlays=boxes".parse().unwrap()).unwrap();
    shell.ask(Request::Search);
    shell.ask(Request::Search);
    let of = |shell: &Shell, text: &str, name: &str| value(&listed(shell, text)[0], name);
    assert_eq!(of(shell, "recode", "method").as_deref(), Some("gjk,recode"));
    assert_eq!(of(shell, "gjk", "focus").as_deref(), Some("1"), "it is in a pane already");
    assert_eq!(of(shell, "velocities", "overlays").as_deref(), Some("boxes,velocity"));
    assert_eq!(of(shell, "boxes", "overlays").as_deref(), Some("none"), "off again");
}

/// Presses Ctrl + `command` and types text in the same frame, as a slow frame would receive it.
fn type_at_once(harness: &mut Harness<'_, Shell>, command: Key, text: &str, last: Option<Key>) {
    let press =
        |key, modifiers| Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers };
    let events = &mut harness.input_mut().events;
    events.push(press(command, Modifiers::COMMAND));
    for letter in text.chars() {
        let name = letter.to_uppercase().to_string();
        events.extend(Key::from_name(&name).map(|key| press(key, Modifiers::NONE)));
        events.push(Event::Text(letter.to_string()));
    }
    events.extend(last.map(|key| press(key, Modifiers::NONE)));
    harness.run_steps(8);
}

#[test]
fn what_is_typed_in_the_frame_in_which_it_opens_is_searched_for() {
    let mut harness = open_small_world();
    harness.run_steps(2);
    harness.state_mut().arena_mut().playback.playing = false;
    // As keys of the window these letters would open experiments, inspector, reset.
    type_at_once(&mut harness, Key::K, "bir", None);
    assert_eq!((harness.state().page, harness.state().search.is_some()), (Page::Scene, true));
    let typed = harness.get_by_role_and_label(Role::TextInput, "Search").accesskit_node().value();
    assert_eq!(typed.as_deref(), Some("bir"));
    press(&mut harness, Modifiers::NONE, Key::Escape);
    // Enter applies to the text typed before it.
    type_at_once(&mut harness, Key::K, "near miss", Some(Key::Enter));
    assert!(harness.state().search.is_none());
    assert_eq!(harness.state().exhibit().words.get("preset"), Some("near-miss"));
    // Text typed at once while the search is open.
    press(&mut harness, Modifiers::COMMAND, Key::K);
    type_at_once(&mut harness, Key::F35, "containment", Some(Key::Enter));
    assert_eq!(harness.state().exhibit().words.get("preset"), Some("containment"));
    // Text typed at once into the path box.
    type_at_once(&mut harness, Key::O, "bi", None);
    assert_eq!(harness.state().page, Page::Scene);
    // A picture of the window can still be taken.
    assert!(harness.state_mut().files.is_modal() && !harness.state().picture_wanted);
    harness.key_press(Key::F12);
    harness.run_steps(2);
    assert!(harness.state().picture_wanted, "F12 is heard while something is asked for");
}

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
    ("octree", "八叉树", Method("octree")),
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
    alone_as("window::search::what_is_typed_in_chinese_finds_what_is_meant_first", || {
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
