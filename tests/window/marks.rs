//! Marks over the panes, the same in every lab: they exist where a method errs, say what and why, lead to it, and move
//! nothing.

use collidoscope::app::Shell;
use collidoscope::exhibit::Page;
use collidoscope::labs::LABS;
use collidoscope::labs::arena::Setup;
use collidoscope::labs::lab::LabRow;
use collidoscope::language::Language;
use egui::Rect;
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use egui_kittest::{Harness, Node};

use crate::support::labs::words;
use crate::support::window::Drive as _;
use crate::window::panel::open;

type Window = Harness<'static, Shell>;

/// The opening scene of a lab, at the first frame with marks in the first pane.
fn opening(row: &LabRow) -> Window {
    let mut harness = open(Setup::default(), [1280.0, 800.0]);
    let opens = row.first_look.map_or(row.side_by_side, |look| look.words);
    harness.state_mut().present(&format!("lab={}&page=lab&{opens}", row.id).parse().unwrap()).unwrap();
    let lab = &mut harness.state_mut().lab;
    lab.playback().playing = false;
    lab.settle();
    while lab.spots(0).is_empty() {
        assert!(lab.frame() < 300, "{}: nothing is marked", row.id);
        lab.step();
        lab.settle();
    }
    harness.run_steps(4);
    harness
}

/// The first mark on the screen.
fn mark<'a>(harness: &'a Window, lab: &str) -> Node<'a> {
    let label = |node: &Node| node.accesskit_node().label().unwrap_or_default();
    let mut marks = harness.query_all_by_role(Role::Link).filter(|node| label(node).starts_with("Mark: "));
    marks.next().unwrap_or_else(|| panic!("{lab}: no mark is on the screen"))
}

fn scenes(harness: &Window) -> Vec<Rect> {
    let all = ["Scene 1", "Scene 2"].into_iter();
    all.filter_map(|name| Some(harness.query_by_role_and_label(Role::Image, name)?.rect())).collect()
}

fn click_at(harness: &mut Window, at: egui::Pos2) {
    harness.hover_at(at);
    harness.run_steps(1);
    harness.drag_at(at);
    harness.run_steps(1);
    harness.drop_at(at);
    harness.run_steps(4);
}

#[test]
fn every_lab_marks_what_its_opening_scene_is_about() {
    for row in LABS {
        let harness = opening(row);
        let lab = &harness.state().lab;
        let (first, second) = (lab.spots(0), lab.spots(1));
        // In the meshes both methods are right, and the contact is marked.
        assert_eq!(first[0].mistake.is_some(), row.id != "meshes", "{}", row.id);
        assert!(second.iter().all(|spot| spot.mistake.is_none()), "{}: {second:?}", row.id);
        for spot in &first {
            assert!(!spot.name.is_empty() && spot.why.ends_with(['.', ')']), "{}: {spot:?}", row.id);
            assert!(spot.around.extents().min() > 0.0 && spot.radius >= 0.0, "{}: {spot:?}", row.id);
            (row.check)(&words(&spot.subject)).unwrap_or_else(|why| panic!("{}: {why}", row.id));
        }
        Language::Chinese.speak();
        let chinese = lab.spots(0);
        Language::English.speak();
        assert!(!chinese[0].why.contains(" the "), "{}: {}", row.id, chinese[0].why);
    }
}

#[test]
fn a_mark_says_why_and_nothing_moves_when_it_is_hovered_or_picked() {
    for row in LABS {
        let mut harness = opening(row);
        let before = scenes(&harness);
        assert_eq!(before.len(), 2, "{}", row.id);
        mark(&harness, row.id).hover();
        harness.run_steps(40);
        let whys: Vec<_> = harness.state().lab.spots(0).into_iter().map(|spot| spot.why).collect();
        let is_said = whys.iter().any(|why| harness.query_by_label_contains(why).is_some());
        assert!(is_said, "{}: {whys:?}", row.id);
        assert_eq!(scenes(&harness), before, "{}: hovered", row.id);
        mark(&harness, row.id).click();
        harness.run_steps(4);
        assert_eq!(scenes(&harness), before, "{}: picked", row.id);
    }
}

#[test]
fn a_click_flies_to_the_mark_and_the_next_click_opens_the_inspector() {
    for row in LABS {
        let mut harness = opening(row);
        let before = harness.state().cameras.of(0);
        let at = mark(&harness, row.id).rect().center();
        click_at(&mut harness, at);
        let shell = harness.state();
        let camera = shell.cameras.of(0);
        assert_eq!((shell.page, shell.lab.panes().focus()), (Page::Scene, 0), "{}", row.id);
        assert!(camera.distance() < before.distance(), "{}: it comes near", row.id);
        assert!(shell.notice.as_ref().is_some_and(|says| says.ends_with("Click again to inspect it.")));
        // The flight has moved the mark; the second click is where the first one was.
        click_at(&mut harness, at);
        assert_eq!(harness.state().page, Page::Inspector, "{}", row.id);
        assert!(harness.state_mut().inspected().is_ok(), "{}", row.id);
    }
}
