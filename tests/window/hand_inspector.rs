//! Bodies moved by hand in the inspector: dragged in the picture in space while the story and the verdicts
//! follow.

use collidoscope::app::Shell;
use collidoscope::inspector::space::SpaceLook;
use collidoscope::render::camera::Camera;
use collidoscope::ui::drawing::project;
use collidoscope::ui::requests::Request;
use collidoscope::world::Pair;
use egui::accesskit::Role;
use egui::{Key, Modifiers, Pos2, Rect, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::support::window::Drive as _;
use crate::window::hand::{Window, carry, drag, hash, near_miss, pose, press, release};

fn near_miss_apart() -> Window {
    let mut harness = near_miss();
    harness.state_mut().inspect(Pair::new(0, 1));
    harness.run_steps(3);
    harness
}

fn camera(harness: &mut Window) -> Camera {
    let look: &mut SpaceLook = harness.state_mut().inspector.space();
    look.shown().expect("the picture in space is on show").1
}

fn picture(harness: &Window) -> Rect {
    harness.get_by_role_and_label(Role::Image, "The pair in space").rect()
}

/// The position on screen of a body's centre in the picture in space.
fn seen(harness: &mut Window, body: usize) -> Pos2 {
    let (rect, camera) = (picture(harness), camera(harness));
    let shown = &harness.state().arena().bodies()[body];
    project(rect, &camera, &(shown.pose * shown.shape.local_aabb().center())).unwrap()
}

fn inspected(harness: &mut Window) -> bool {
    let shell: &mut Shell = harness.state_mut();
    shell.inspected().unwrap().outcome().hit
}

#[test]
fn a_body_dragged_in_space_stays_under_the_pointer_and_its_story_follows() {
    let mut harness = near_miss_apart();
    let (before, view) = (hash(&harness), camera(&mut harness));
    assert!(!inspected(&mut harness));
    let (from, to) = (seen(&mut harness, 1), seen(&mut harness, 0));
    press(&mut harness, from);
    carry(&mut harness, from, to);
    assert!(harness.state().hold.is_some());
    let at = seen(&mut harness, 1);
    // The grip is in front of the body's centre, and nearer points move farther on the screen.
    assert!((at - to).length() < 6.0, "{at:?} is not under the pointer at {to:?}");
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    assert_eq!(hash(&harness), before, "back to the last bit");
    release(&mut harness, to);
    assert_eq!(harness.state().page.word(), "inspector", "the key has put the body back and nothing else");

    drag(&mut harness, from, to);
    assert!(inspected(&mut harness), "the method in focus decides it where it is");
    harness.get_all_by_label_contains("colliding").next().expect("and the page says so");
    assert_eq!(camera(&mut harness), view, "the view stays");
    assert!(harness.state().hold.is_none());
    assert_eq!(harness.state().arena().selected, None, "the list of pairs stays as it is");

    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run_steps(3);
    assert_eq!(hash(&harness), before, "one undo takes the whole drag back");
    assert!(!inspected(&mut harness));
}

#[test]
fn keys_keep_a_drag_in_space_to_an_axis_and_nudge_along_its_own_camera() {
    let mut harness = near_miss_apart();
    let (start, from) = (pose(&harness, 1), seen(&mut harness, 1));
    press(&mut harness, from);
    harness.key_down(Key::Y);
    carry(&mut harness, from, from + vec2(25.0, -50.0));
    let moved = pose(&harness, 1).translation.vector - start.translation.vector;
    assert!(moved.y > 0.0 && moved.x.abs() < 1e-12 && moved.z.abs() < 1e-12, "{moved}");
    harness.key_up(Key::Y);
    release(&mut harness, from);

    let at = pose(&harness, 1).translation.vector;
    let size = harness.state().arena().bodies()[1].shape.size();
    let [right, ..] = camera(&mut harness).directions();
    harness.key_press_modifiers(Modifiers::COMMAND, Key::ArrowRight);
    harness.run_steps(2);
    let moved = pose(&harness, 1).translation.vector - at;
    assert!((moved - right * 0.01 * size).norm() < 1e-9, "{moved}");
}

#[test]
fn a_drag_beside_the_bodies_turns_the_picture_in_space() {
    let mut harness = near_miss_apart();
    let (before, view) = (hash(&harness), camera(&mut harness));
    let corner = picture(&harness).left_top() + vec2(6.0, 6.0);
    drag(&mut harness, corner, corner + vec2(40.0, 10.0));
    assert_ne!(camera(&mut harness), view);
    assert_eq!(hash(&harness), before);
}

#[test]
fn the_hand_opens_when_the_inspector_is_left() {
    let mut harness = near_miss_apart();
    let from = seen(&mut harness, 1);
    press(&mut harness, from);
    carry(&mut harness, from, from + vec2(0.0, -30.0));
    assert!(harness.state().hold.is_some());
    harness.state_mut().ask(Request::Escape);
    assert!(harness.state().hold.is_some(), "Escape is the drag's while there is one");
    harness.key_press(Key::I);
    harness.run_steps(3);
    release(&mut harness, from);
    assert!(harness.state().hold.is_none());
    let held = pose(&harness, 1);
    harness.state_mut().arena_mut().step();
    assert_ne!(pose(&harness, 1), held, "it moves on");
}

#[test]
fn undo_and_keys_leave_the_picture_in_space_where_it_is_and_frames_of_the_scene_take_it_along() {
    let mut harness = near_miss_apart();
    let view = camera(&mut harness);
    let (from, to) = (seen(&mut harness, 1), seen(&mut harness, 0));
    drag(&mut harness, from, to);
    for key in [Key::Z, Key::Y, Key::ArrowUp, Key::Z] {
        harness.key_press_modifiers(Modifiers::COMMAND, key);
        harness.run_steps(3);
        assert_eq!(camera(&mut harness), view, "{key:?}");
    }
    harness.key_press(Key::N);
    harness.run_steps(3);
    let now = camera(&mut harness);
    assert!(now != view && now.directions() == view.directions(), "the pair moves, and the view with it");
}

/// The labels of A and B on the page.
fn letters(harness: &Window) -> String {
    let label = harness.get_by_label_contains("A is body");
    label.accesskit_node().value().or_else(|| label.accesskit_node().label()).unwrap()
}

#[test]
fn the_letters_stay_with_the_bodies_as_long_as_one_is_held() {
    let mut harness = near_miss_apart();
    let before = letters(&harness);
    let mut has_changed = false;
    // To each side of the other body, so that the order of their distances changes.
    for way in [vec2(-160.0, 0.0), vec2(160.0, 0.0), vec2(0.0, -160.0), vec2(0.0, 160.0)] {
        let from = seen(&mut harness, 1);
        let to = seen(&mut harness, 0) + way;
        press(&mut harness, from);
        let held = letters(&harness);
        for share in [0.3, 0.6, 0.8, 1.0] {
            carry(&mut harness, from, from + (to - from) * share);
            assert!(harness.state().hold.is_some());
            if harness.query_by_label_contains("A is body").is_some() {
                assert_eq!(letters(&harness), held, "{way:?}");
            }
        }
        release(&mut harness, to);
        harness.run_steps(5);
        if harness.query_by_label_contains("A is body").is_some() {
            has_changed |= letters(&harness) != held;
        }
        harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        harness.run_steps(5);
        assert_eq!(letters(&harness), before, "undone");
    }
    assert!(has_changed, "no drag has turned the order");
}

#[test]
fn keys_turn_move_and_zoom_the_picture_in_space() {
    let mut harness = near_miss_apart();
    let (before, view) = (hash(&harness), camera(&mut harness));
    let position = harness.state().inspector.position;
    let mut press = |modifiers, key| {
        harness.key_press_modifiers(modifiers, key);
        harness.run_steps(2);
        camera(&mut harness)
    };
    let turned = press(Modifiers::ALT, Key::ArrowRight);
    assert!(turned.directions() != view.directions() && turned.target() == view.target());
    assert_eq!(press(Modifiers::ALT, Key::ArrowLeft).directions(), view.directions(), "and back");
    let near = press(Modifiers::ALT, Key::PageUp);
    assert!(near.distance() < view.distance());
    let aside = press(Modifiers::ALT | Modifiers::SHIFT, Key::ArrowUp);
    assert!(aside.target() != view.target() && aside.directions() == near.directions());
    assert_eq!(hash(&harness), before);
    assert_eq!(harness.state().inspector.position, position, "no step was made");
}
