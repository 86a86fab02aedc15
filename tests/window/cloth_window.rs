//! The lab of the cloth in the window: pulled by the mouse, and its pages in the inspector.

use std::any::Any;

use collidoscope::app::Shell;
use collidoscope::cloth::pair_word;
use collidoscope::exhibit::Page;
use collidoscope::labs::LABS;
use collidoscope::labs::arena::Setup;
use collidoscope::labs::cloth::cloth_lab::ClothLab;
use collidoscope::labs::lab::change_panes;
use collidoscope::settings::Value;
use collidoscope::ui::drawing::project;
use egui::accesskit::Role;
use egui::{Key, Modifiers, Pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::support::labs::words;
use crate::support::window::Drive as _;
use crate::window::hand::{carry, press, release};
use crate::window::panel::{click, open};

type Window = Harness<'static, Shell>;

fn window(exhibit: &str) -> Window {
    let mut harness = open(Setup::default(), [1280.0, 800.0]);
    harness.state_mut().present(&exhibit.parse().unwrap()).unwrap();
    harness.run_steps(4);
    harness
}

fn cloth(harness: &Window) -> &ClothLab {
    (&*harness.state().lab as &dyn Any).downcast_ref().expect("the lab on show is the cloth")
}

/// The position on screen of the last particle, a free corner.
fn corner(harness: &Window) -> Pos2 {
    let rect = harness.get_by_role_and_label(Role::Image, "Scene 1").rect();
    let place = cloth(harness).now().state.positions.last().unwrap();
    project(rect, &harness.state().cameras.of(0), place).unwrap()
}

fn plays(harness: &mut Window) -> bool {
    harness.state_mut().lab.playback().playing
}

#[test]
fn the_cloth_opens_where_a_contact_is_missed_and_the_inspector_leads_to_it() {
    let row = LABS.iter().find(|row| row.id == "cloth").unwrap();
    let mut harness = window(&format!("lab=cloth&page=lab&{}", row.side_by_side));
    let missed = |harness: &Window, pane: usize| {
        let judged = cloth(harness).contest.lanes[pane].judged();
        judged.unwrap().missed.iter().map(|contact| pair_word::said(contact.features)).collect::<Vec<_>>()
    };
    let all = missed(&harness, 0);
    assert!(!all.is_empty() && missed(&harness, 1).is_empty(), "the panes differ");
    harness.key_press(Key::I);
    harness.run_steps(4);
    click(&mut harness, Role::Button, "See why it is missed");
    harness.run_steps(4);
    let words = harness.state().lab.words(false);
    assert!(all.iter().any(|pair| words.get("pair") == Some(pair)), "{words}");
    assert_eq!(harness.state().inspector.position, 1, "the decision of the method");
    assert!(harness.query_all_by_label_contains("the particle crosses it at t =").count() > 0);
    harness.key_press(Key::C);
    harness.run_steps(4);
    let compared = harness.state().inspector.compare.map(|about| about.id);
    assert_eq!(compared, Some("cloth-fast"), "the method of the other pane");
}

#[test]
fn a_method_whose_settings_break_its_promise_is_called_altered() {
    let link = "lab=cloth&page=lab&side=5&method=quad-safe&quad-safe.same-side=";
    let mut harness = window(&format!("{link}cubic"));
    let says = |harness: &Window, what: &str| harness.query_all_by_label_contains(what).count();
    assert_eq!((says(&harness, "2010 · exact"), says(&harness, "(altered)")), (1, 0));
    harness.state_mut().present(&format!("{link}one-plane").parse().unwrap()).unwrap();
    harness.run_steps(4);
    assert_eq!(says(&harness, "2010 · exact"), 0);
    assert!(says(&harness, "2010 · altered") == 1 && says(&harness, "Quad tree, safe (altered)") > 0);
}

#[test]
fn a_cloth_that_stands_moves_in_the_hand_and_stands_again_and_the_camera_returns_with_undo() {
    let mut harness = window("lab=cloth&scene=corners&side=7&frame=12");
    assert!(!plays(&mut harness));
    let (camera, state) = (harness.state().cameras.of(0), cloth(&harness).now().state.clone());
    // Inside the cloth, so that the pointer is on a triangle.
    let from = corner(&harness);
    let from = from + 0.04 * (harness.get_by_role_and_label(Role::Image, "Scene 1").rect().center() - from);
    let to = from + vec2(160.0, -60.0);
    press(&mut harness, from);
    carry(&mut harness, from, to);
    harness.run_steps(6);
    assert!(plays(&mut harness), "it answers while the hand pulls");
    release(&mut harness, to);
    let pulled = harness.state().lab.frame();
    assert!(pulled > 14, "{pulled}");
    assert!(!plays(&mut harness), "it stood before");
    harness.run_steps(4);
    assert_eq!(harness.state().lab.frame(), pulled);
    assert_eq!(harness.state().cameras.of(0), camera, "the camera stands while the hand pulls");
    // Playback, with the camera following.
    for _ in 0..6 {
        harness.key_press(Key::Period);
        harness.run_steps(2);
    }
    assert_ne!(harness.state().cameras.of(0), camera);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run_steps(4);
    assert_eq!((harness.state().lab.frame(), &cloth(&harness).now().state), (12, &state));
    let now = harness.state().cameras.of(0);
    let off = (now.target() - camera.target()).norm() + (now.distance() - camera.distance()).abs();
    assert!(off < 1e-9, "{off} m off where it stood before the pull");
    assert!(!plays(&mut harness));
}

#[test]
fn a_cloth_that_is_played_is_played_on_after_a_pull() {
    let mut harness = window("lab=cloth&scene=corners&side=7&frame=12");
    harness.state_mut().lab.playback().playing = true;
    let from = corner(&harness);
    let from = from + 0.04 * (harness.get_by_role_and_label(Role::Image, "Scene 1").rect().center() - from);
    press(&mut harness, from);
    carry(&mut harness, from, from + vec2(80.0, 0.0));
    release(&mut harness, from + vec2(80.0, 0.0));
    assert!(plays(&mut harness));
}

#[test]
fn what_there_is_nothing_of_is_said_in_the_words_of_the_lab() {
    for row in LABS {
        assert!(!row.no_subject.is_empty(), "{}", row.id);
    }
    let mut harness = window("lab=cloth&page=inspector&side=5");
    assert!(harness.state().lab.subject().is_none());
    harness
        .get_by_label("The motion has not started, so there is no step to inspect. Step one frame forward.");
    harness.key_press(Key::N);
    harness.run_steps(4);
    assert!(harness.query_by_label_contains("The motion has not started").is_none());
}

#[test]
fn beside_the_tables_nothing_stands_that_changes_nothing_there() {
    let mut harness = window("lab=cloth&page=inspector&side=5&frame=3");
    let of_frame = ["Compare with", "Inspected part", "Next frame"];
    for name in of_frame {
        harness.get_by_label(name);
    }
    click(&mut harness, Role::Button, "Tables");
    assert!(matches!(harness.state().page, Page::Own("tables")));
    harness.get_by_label_contains("Tables 1–6 of patent");
    harness.get_by_label("This page does not depend on the current frame.");
    for name in of_frame {
        assert!(harness.query_by_label(name).is_none(), "{name}");
    }
}

#[test]
fn what_has_no_effect_is_greyed_and_says_why() {
    let mut harness = window("lab=cloth&side=5&method=quad-safe&frame=1");
    let is_grey = |harness: &Window, role, name| {
        let mut controls = harness.get_all_by_role_and_label(role, name);
        controls.all(|control| control.accesskit_node().is_disabled())
    };
    let (cones, threshold) =
        ((Role::CheckBox, "Cones of the tree level"), (Role::Slider, "Centroid threshold"));
    assert!(!is_grey(&harness, cones.0, cones.1), "a quad tree has cones");
    assert!(is_grey(&harness, threshold.0, threshold.1), "a bound needs no threshold");
    let at = harness.get_by_role_and_label(threshold.0, threshold.1).rect().center();
    harness.event(egui::Event::PointerMoved(at));
    harness.run_steps(40);
    harness.get_by_label("The threshold applies only if Centroids is set to Threshold.");
    change_panes(&mut *harness.state_mut().lab, |panes| panes.set("centroid", Value::Word("threshold")));
    harness.run_steps(4);
    assert!(!is_grey(&harness, threshold.0, threshold.1));
    harness.state_mut().lab.put(&words("method=cloth-fast")).unwrap();
    harness.run_steps(4);
    assert!(is_grey(&harness, cones.0, cones.1));
    let at = harness.get_by_role_and_label(cones.0, cones.1).rect().center();
    harness.event(egui::Event::PointerMoved(at));
    harness.run_steps(40);
    harness.get_by_label_contains("No shown method uses normal cones");
}
