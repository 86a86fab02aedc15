//! The search: it finds everything with a name, entries do what they say, and it needs no mouse.

use collidoscope::app::Shell;
use collidoscope::app::search::entry::Entry;
use collidoscope::exhibit::Page;
use collidoscope::experiments::EXPERIMENTS;
use collidoscope::labs::{self, LABS};
use collidoscope::language::{Language, tr};
use collidoscope::lessons;
use collidoscope::ui::requests::{LessonsRequest, Request};
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
    alone_as("search::everything_is_found_by_its_chinese_title", || {
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
