//! The window without a mouse: Tab reaches every control in reading order, and Enter presses it.

use std::collections::BTreeSet;

use collidoscope::app::Shell;
use collidoscope::app::asking::Asking;
use collidoscope::app::file_work::Purpose;
use collidoscope::exhibit::Page;
use collidoscope::labs::arena::Setup;
use collidoscope::ui::requests::{LessonsRequest, Request};
use egui::accesskit::{Action, Role};
use egui::{Key, Modifiers, Rect};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _, by};

use crate::support::window::Drive as _;
use crate::window::panel::{assert_explained, open, open_small_world};
use crate::window::panes::press;

/// A control: its number, name and rectangle.
type Control = (String, String, Rect);

fn controls(harness: &Harness<'_, Shell>, is_one: impl Fn(&egui_kittest::Node<'_>) -> bool) -> Vec<Control> {
    let all = harness.query_all(by().predicate(|_| true)).filter(|node| {
        let data = node.accesskit_node();
        data.data().supports_action(Action::Focus) && !data.is_disabled() && data.role() != Role::Window
    });
    let all = all.filter(|node| is_one(node));
    all.map(|node| {
        let name = node.accesskit_node().label().unwrap_or_default();
        (format!("{:?}", node.accesskit_node().id()), name, node.rect())
    })
    .collect()
}

/// All controls that Tab reaches, in order, until it returns to the first.
fn walk(harness: &mut Harness<'_, Shell>) -> Vec<Control> {
    let mut reached: Vec<Control> = Vec::new();
    for _ in 0..400 {
        harness.key_press(Key::Tab);
        harness.run_steps(2);
        let focused = controls(harness, |node| node.accesskit_node().is_focused());
        let Some(control) = focused.into_iter().next() else { continue };
        if reached.first().is_some_and(|first| first.0 == control.0) {
            return reached;
        }
        reached.push(control);
    }
    panic!("Tab does not come back to where it began: {reached:#?}");
}

fn paused(size: [f32; 2]) -> Harness<'static, Shell> {
    let mut harness = open(Setup::default(), size);
    harness.state_mut().arena_mut().playback.playing = false;
    harness.run_steps(3);
    harness
}

/// Asserts that every control of a state is reached and has a name.
fn assert_reached(harness: &mut Harness<'_, Shell>, state: &str) -> Vec<Control> {
    assert_explained(harness, 12, state);
    let there: BTreeSet<(String, String)> =
        controls(harness, |_| true).into_iter().map(|(id, name, _)| (id, name)).collect();
    let reached = walk(harness);
    let ids: BTreeSet<&String> = reached.iter().map(|control| &control.0).collect();
    let missed: Vec<_> = there.iter().filter(|(id, _)| !ids.contains(id)).collect();
    assert!(missed.is_empty(), "{state}: Tab does not reach {missed:?}");
    reached
}

#[test]
fn tab_reaches_every_control_of_the_scene_in_reading_order() {
    let mut harness = paused([1280.0, 800.0]);
    let reached = assert_reached(&mut harness, "scene");
    // The order of panels: the top bar, controls, the panes with what is below them, figures.
    let panel = |rect: &Rect| match rect.center() {
        at if at.y < 29.0 => 0,
        at if at.x < 256.0 => 1,
        at if at.x < 1280.0 - 236.0 => 2,
        _ => 3,
    };
    let panels: Vec<_> = reached.iter().map(|(.., rect)| panel(rect)).collect();
    assert!(panels.is_sorted(), "{panels:?}");
    // In a panel that does not scroll, the order is line by line, from left to right.
    for pair in reached.windows(2).filter(|pair| panel(&pair[0].2) == panel(&pair[1].2)) {
        let [(_, before, a), (_, after, b)] = pair else { unreachable!("windows of two") };
        let scrolls = panel(a) % 2 == 1;
        let same_line = a.y_range().contains(b.center().y) || b.y_range().contains(a.center().y);
        let in_order = if same_line { a.left() <= b.left() } else { a.center().y < b.center().y };
        assert!(scrolls || in_order, "{after} at {b:?} after {before} at {a:?}");
    }
    assert_eq!(reached[0].1, "File");
}

#[test]
fn tab_reaches_every_control_of_inspector_and_lessons() {
    let mut harness = paused([1280.0, 800.0]);
    let pair = harness.state().arena().found().candidates[0];
    harness.state_mut().inspect(pair);
    harness.run_steps(3);
    assert_reached(&mut harness, "inspector");
    harness.state_mut().ask(Request::Turn(Page::Scene));
    harness.state_mut().ask(Request::Lessons(LessonsRequest::Toggle));
    harness.run_steps(3);
    assert_reached(&mut harness, "lessons");
}

#[test]
fn what_has_the_focus_gets_space_and_escape_and_letters_stay_keys() {
    let mut harness = paused([1280.0, 800.0]);
    while controls(&harness, |node| node.accesskit_node().is_focused())
        .first()
        .is_none_or(|c| c.1 != "Numbers")
    {
        harness.key_press(Key::Tab);
        harness.run_steps(2);
    }
    harness.key_press(Key::Space);
    harness.run_steps(2);
    assert!(!harness.state().shows_numbers(), "space presses what has the focus");
    let before = harness.state().arena().world().frame();
    harness.key_press(Key::Period);
    harness.run_steps(2);
    assert_eq!(harness.state().arena().world().frame(), before + 1);
    harness.key_press(Key::Enter);
    harness.run_steps(2);
    assert!(harness.state().shows_numbers(), "the focus is where it was");
    harness.state_mut().arena_mut().select(Some(3));
    let press = |harness: &mut Harness<'_, Shell>| {
        harness.key_press(Key::Escape);
        harness.run_steps(2);
        harness.state().arena().selected
    };
    assert_eq!(press(&mut harness), Some(3), "back from the controls");
    assert_eq!(press(&mut harness), None);
    harness.key_press(Key::Space);
    harness.run_steps(1);
    assert!(harness.state().arena().playback.playing);
}

/// On a lab's own page, the key list and the status line show only the inspector's keys that have an effect
/// there, and no other key is handled.
#[test]
fn the_sheet_lists_the_keys_that_do_something_on_the_page() {
    let mut harness = paused([1280.0, 800.0]);
    let (step, frame, compare) = (
        "Next step",
        "Next frame of the scene, same pair and step",
        "Compare with a second method (on or off)",
    );
    for (words, there) in [
        ("lab=arena&page=inspector", [true, true, true]),
        ("lab=arena&page=broad-phase", [true, true, false]),
        ("lab=arena&page=tiles", [false, true, false]),
        ("lab=cloth&page=tables", [false, false, false]),
    ] {
        harness.state_mut().ask(Request::Show(Box::new(words.parse().unwrap())));
        harness.run_steps(3);
        let named = ["Arrow keys: step", "N, P:", "C: compare"]
            .map(|key| harness.query_all_by_label_contains(key).next().is_some());
        assert_eq!(named, there, "{words}");
        let before = harness.state().lab.frame();
        harness.key_press(Key::N);
        harness.run_steps(3);
        assert_eq!(harness.state().lab.frame() > before, there[1], "{words}");
        harness.key_press_modifiers(Modifiers::SHIFT, Key::Questionmark);
        harness.run_steps(3);
        assert!(harness.state().sheet_open);
        let listed = [step, frame, compare].map(|says| harness.query_all_by_label(says).next().is_some());
        assert_eq!(listed, there, "{words}");
        harness.key_press(Key::Escape);
        harness.run_steps(2);
    }
}

#[test]
fn keys_turn_the_view_of_the_pane_in_focus() {
    let mut harness = paused([1280.0, 800.0]);
    let view = harness.state().cameras.of(0);
    for (key, back) in
        [(Key::ArrowRight, Key::ArrowLeft), (Key::ArrowUp, Key::ArrowDown), (Key::PageUp, Key::PageDown)]
    {
        for modifiers in [Modifiers::ALT, Modifiers::ALT | Modifiers::SHIFT] {
            harness.key_press_modifiers(modifiers, key);
            harness.run();
            let now = harness.state().cameras.of(0);
            assert_ne!(now, view, "{key:?} {modifiers:?}");
            harness.key_press_modifiers(modifiers, back);
            harness.run();
            let (at, was) = (harness.state().cameras.of(0), view);
            assert!((at.eye() - was.eye()).norm() < 1e-9 * was.distance(), "{back:?} {modifiers:?}");
        }
    }
    harness.key_press(Key::Questionmark);
    harness.run();
    assert!(
        harness.query_by_label("Alt + arrows").is_some() && harness.query_by_label("Turn the view").is_some()
    );
}

#[test]
fn a_key_hides_what_a_resting_pointer_has_called_up_until_it_moves() {
    let mut harness = open_small_world();
    press(&mut harness, Key::I);
    let button = harness.get_by_role_and_label(Role::Button, "Step forward");
    let place = button.rect().center();
    let says = button.accesskit_node().data().description().unwrap().to_owned();
    let shown = |harness: &Harness<'_, Shell>| harness.query_by_label(&says).is_some();
    harness.event(egui::Event::PointerMoved(place));
    harness.run_steps(40);
    assert!(shown(&harness), "after a while");
    harness.key_press(Key::PageDown);
    harness.run_steps(1);
    assert!(!shown(&harness), "at once");
    harness.run_steps(60);
    assert!(!shown(&harness), "and for as long as it rests");
    harness.event(egui::Event::PointerMoved(place + egui::vec2(2.0, 0.0)));
    harness.run_steps(40);
    assert!(shown(&harness), "again");
}

#[test]
fn keys_do_nothing_while_a_dialog_of_the_desktop_is_open() {
    let mut harness = paused([1280.0, 800.0]);
    let folder = tempfile::tempdir().unwrap();
    let (sender, dialog) = std::sync::mpsc::channel();
    let asking = Asking::by_dialog(Purpose::SaveScene, Purpose::SaveScene.kind(), folder.path(), "x", dialog);
    harness.state_mut().files.asking = Some(asking);
    let frame = harness.state().lab.frame();
    for (modifiers, key) in [
        (Modifiers::NONE, Key::Period),
        (Modifiers::NONE, Key::I),
        (Modifiers::NONE, Key::F1),
        (Modifiers::NONE, Key::F12),
        (Modifiers::COMMAND, Key::K),
        (Modifiers::COMMAND, Key::E),
        (Modifiers::SHIFT, Key::Questionmark),
    ] {
        harness.key_press_modifiers(modifiers, key);
        // While it is open, the window polls for its answer.
        harness.run_steps(2);
        let shell = harness.state();
        assert_eq!((shell.page, shell.lab.frame()), (Page::Scene, frame), "{key:?}");
        assert!(shell.search.is_none() && shell.lessons.open.is_none() && !shell.sheet_open, "{key:?}");
        assert!(shell.files.exporting.is_none() && !shell.picture_wanted, "{key:?}");
    }
    sender.send(Some(folder.path().join("x"))).unwrap();
    harness.run_steps(3);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    harness.key_press(Key::Period);
    harness.run_steps(2);
    assert_eq!(harness.state().lab.frame(), frame + 1, "and then they do again");
}
