//! Bodies moved by hand in the window and in the inspector's picture in space: dragged, turned, nudged and typed,
//! and decided by all methods at every place.

use collidoscope::app::Shell;
use collidoscope::app::scene_file::LoadedScene;
use collidoscope::geometry::Pose;
use collidoscope::inspector::space::SpaceLook;
use collidoscope::labs::arena::Setup;
use collidoscope::methods;
use collidoscope::render::camera::Camera;
use collidoscope::ui::drawing::project;
use collidoscope::ui::requests::Request;
use collidoscope::world::Pair;
use egui::accesskit::Role;
use egui::{Key, Modifiers, PointerButton, Pos2, Rect, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::support::window::Drive as _;
use crate::window::panel::{click, open, open_small_world};
use crate::window::panes::preset;

pub type Window = Harness<'static, Shell>;

pub fn near_miss() -> Window {
    let start = preset("near-miss");
    open(Setup { start, method: methods::find("occlusion-query").unwrap() }, [1280.0, 800.0])
}

pub fn hash(harness: &Window) -> u64 {
    harness.state().arena().world().state_hash()
}

pub fn pose(harness: &Window, body: usize) -> Pose {
    harness.state().arena().bodies()[body].pose
}

/// The position on screen of a body's centre in the first pane.
pub fn seen(harness: &Window, body: usize) -> Pos2 {
    let rect = harness.get_by_role_and_label(Role::Image, "Scene 1").rect();
    let shown = &harness.state().arena().bodies()[body];
    let middle = shown.pose * shown.shape.local_aabb().center();
    project(rect, &harness.state().cameras.of(0), &middle).unwrap()
}

pub fn button(harness: &mut Window, at: Pos2, button: PointerButton, pressed: bool, modifiers: Modifiers) {
    harness.event(egui::Event::PointerButton { pos: at, button, pressed, modifiers });
    harness.run_steps(1);
}

pub fn press(harness: &mut Window, at: Pos2) {
    harness.event(egui::Event::PointerMoved(at));
    harness.run_steps(1);
    button(harness, at, PointerButton::Primary, true, Modifiers::NONE);
}

pub fn carry(harness: &mut Window, from: Pos2, to: Pos2) {
    for step in 1..=8 {
        harness.event(egui::Event::PointerMoved(from + (to - from) * (step as f32 / 8.0)));
        harness.run_steps(1);
    }
}

pub fn release(harness: &mut Window, at: Pos2) {
    button(harness, at, PointerButton::Primary, false, Modifiers::NONE);
    harness.run_steps(2);
}

pub fn drag(harness: &mut Window, from: Pos2, to: Pos2) {
    press(harness, from);
    carry(harness, from, to);
    release(harness, to);
}

fn verdicts(harness: &Window) -> [Option<bool>; 2] {
    let arena = harness.state().arena();
    [0, 1].map(|pane| arena.answer_in(pane)?.verdicts.first().map(|verdict| verdict.colliding))
}

#[test]
fn a_dragged_body_stays_under_the_pointer_and_every_pane_decides_it_there() {
    let mut harness = near_miss();
    harness.key_press(Key::Num2);
    harness.run_steps(3);
    harness.state_mut().arena_mut().show_in(1, methods::find("gjk").unwrap());
    harness.run_steps(3);
    assert_ne!(verdicts(&harness)[1], Some(true), "apart at first");
    let (still, cameras, before) = (pose(&harness, 0), harness.state().cameras, hash(&harness));
    let (from, to) = (seen(&harness, 1), seen(&harness, 0));

    press(&mut harness, from);
    carry(&mut harness, from, to);
    assert_eq!(verdicts(&harness), [Some(true); 2], "both panes decide while it is held");
    assert_eq!(harness.state().arena().selected, Some(1));
    let at = seen(&harness, 1);
    assert!((at - to).length() < 2.0, "{at:?} is not under the pointer at {to:?}");
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    assert_eq!(hash(&harness), before, "back to the last bit");
    carry(&mut harness, to, from + vec2(90.0, 40.0));
    assert_eq!(
        (hash(&harness), harness.state().cameras),
        (before, cameras),
        "the rest of the drag does nothing"
    );
    release(&mut harness, from);

    drag(&mut harness, from, to);
    assert_eq!(verdicts(&harness), [Some(true); 2]);
    assert_eq!((pose(&harness, 0), harness.state().cameras), (still, cameras));
    assert_eq!(harness.state().arena().world().frame(), 0);
}

#[test]
fn keys_keep_a_drag_to_an_axis_and_turn_the_body() {
    let mut harness = near_miss();
    let (before, from) = (pose(&harness, 1), seen(&harness, 1));
    press(&mut harness, from);
    harness.key_down(Key::Y);
    carry(&mut harness, from, from + vec2(30.0, -60.0));
    let moved = pose(&harness, 1).translation.vector - before.translation.vector;
    assert!(moved.y > 0.0 && moved.x.abs() < 1e-12 && moved.z.abs() < 1e-12, "{moved}");
    harness.key_up(Key::Y);
    release(&mut harness, from);

    let (before, from) = (pose(&harness, 1), seen(&harness, 1));
    harness.event(egui::Event::PointerMoved(from));
    harness.run_steps(1);
    harness.event(egui::Event::ModifiersChanged(Modifiers::COMMAND));
    button(&mut harness, from, PointerButton::Primary, true, Modifiers::COMMAND);
    carry(&mut harness, from, from + vec2(20.0, 7.0));
    let turned = pose(&harness, 1);
    release(&mut harness, from);
    harness.event(egui::Event::ModifiersChanged(Modifiers::NONE));
    harness.run_steps(1);
    let middle = harness.state().arena().bodies()[1].shape.local_aabb().center();
    assert!(turned.rotation.angle_to(&before.rotation) > 0.1);
    assert!((turned * middle - before * middle).norm() < 1e-9);
}

#[test]
fn a_drag_beside_all_bodies_or_with_alt_turns_the_view() {
    let mut harness = near_miss();
    let (before, on_body) = (hash(&harness), seen(&harness, 1));
    let corner = harness.get_by_role_and_label(Role::Image, "Scene 1").rect().left_top() + vec2(20.0, 20.0);
    let mut cameras = vec![harness.state().cameras];
    drag(&mut harness, corner, corner + vec2(40.0, 10.0));
    cameras.push(harness.state().cameras);
    let from = seen(&harness, 1);
    harness.event(egui::Event::PointerMoved(from));
    harness.run_steps(1);
    button(&mut harness, from, PointerButton::Middle, true, Modifiers::NONE);
    carry(&mut harness, from, from + vec2(40.0, 10.0));
    button(&mut harness, from, PointerButton::Middle, false, Modifiers::NONE);
    cameras.push(harness.state().cameras);
    assert!(cameras[0] != cameras[1] && cameras[1] != cameras[2]);
    assert_eq!(hash(&harness), before);
    assert_ne!(seen(&harness, 1), on_body);
}

#[test]
fn what_is_held_stays_in_the_hand_while_the_world_plays() {
    let mut harness = open_small_world();
    harness.state_mut().arena_mut().playback.playing = true;
    let rect = harness.get_by_role_and_label(Role::Image, "Scene 1").rect();
    // The body under the pointer when the button is pressed.
    let body = (0..30).find(|&body| {
        let (at, camera) = (seen(&harness, body), harness.state().cameras.of(0));
        let shown = &harness.state().arena().bodies()[body];
        let way = shown.pose * shown.shape.local_aabb().center() - camera.eye();
        rect.shrink(80.0).contains(at)
            && harness.state().arena().under(camera.eye(), way).is_some_and(|grip| grip.id == body)
    });
    let body = body.expect("a body is seen");
    harness.state_mut().arena_mut().playback.playing = false;
    let from = seen(&harness, body);
    press(&mut harness, from);
    carry(&mut harness, from, from + vec2(20.0, 0.0));
    harness.state_mut().arena_mut().playback.playing = true;
    let (held, frame) = (pose(&harness, body), harness.state().arena().world().frame());
    harness.run_steps(10);
    assert!(harness.state().arena().world().frame() >= frame + 10);
    assert_eq!(pose(&harness, body), held);
    release(&mut harness, from + vec2(20.0, 0.0));
    harness.run_steps(3);
    assert_ne!(pose(&harness, body), held, "it goes on");
    let arena = harness.state().arena();
    assert!(arena.bodies().iter().all(|body| arena.container().contains(&body.aabb(), 1e-9)));
}

#[test]
fn keys_and_typed_numbers_move_what_is_picked() {
    let mut harness = near_miss();
    let pressed = |harness: &mut Window, modifiers, key| {
        harness.key_press_modifiers(modifiers, key);
        harness.run_steps(2);
    };
    let before = hash(&harness);
    pressed(&mut harness, Modifiers::COMMAND, Key::ArrowRight);
    assert_eq!(hash(&harness), before, "nothing is picked");
    harness.state_mut().arena_mut().select(Some(1));
    harness.run_steps(2);
    let size = harness.state().arena().bodies()[1].shape.size();
    let [right, up, _] = harness.state().cameras.of(0).directions();
    let mut at = pose(&harness, 1).translation.vector;
    for (modifiers, key, expected) in [
        (Modifiers::COMMAND, Key::ArrowRight, right * 0.01 * size),
        (Modifiers::COMMAND | Modifiers::SHIFT, Key::ArrowUp, up * 0.1 * size),
    ] {
        pressed(&mut harness, modifiers, key);
        let now = pose(&harness, 1).translation.vector;
        assert!((now - at - expected).norm() < 1e-9, "{key:?}");
        at = now;
    }
    let field = "Position along y, metres";
    click(&mut harness, Role::SpinButton, field);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.event(egui::Event::Text("0.125".to_owned()));
    harness.run_steps(2);
    harness.key_press(Key::Enter);
    harness.run_steps(3);
    let typed = pose(&harness, 1).translation.vector;
    assert!((typed.y - 0.125).abs() < 1e-12, "{typed}");
    assert_eq!((typed.x, typed.z), (at.x, at.z));
}

#[test]
fn a_scene_made_by_hand_is_saved_and_opened_as_it_was() {
    let mut harness = near_miss();
    let (from, to) = (seen(&harness, 1), seen(&harness, 0));
    let folder = tempfile::tempdir().unwrap();
    assert!(harness.state().scene_file(folder.path()).lab.is_null(), "the preset alone says it all");
    drag(&mut harness, from, to);
    let file = harness.state().scene_file(folder.path());
    let made = hash(&harness);
    let scene = LoadedScene::check(file, folder.path()).unwrap();
    let mut other = near_miss();
    assert_ne!(hash(&other), made);
    other.state_mut().open_scene(&scene).unwrap();
    assert_eq!(hash(&other), made);
    let again = other.state().scene_file(folder.path());
    assert!(!again.lab.is_null(), "it is still made by hand");
    other.key_press(Key::R);
    other.run_steps(2);
    assert_ne!(hash(&other), made, "its beginning is the preset's");
}

#[test]
fn a_body_that_leaves_the_pointer_at_once_is_the_one_that_is_picked() {
    let mut harness = near_miss();
    let from = seen(&harness, 1);
    press(&mut harness, from);
    // A single mouse event, far from the old place of the body.
    harness.event(egui::Event::PointerMoved(from + vec2(140.0, -120.0)));
    harness.run_steps(2);
    let arena = harness.state().arena();
    assert_eq!(arena.selected, Some(1));
    assert!(harness.state().hold.is_some());
    release(&mut harness, from);
}

#[test]
fn the_walls_stop_what_is_dragged_through_them() {
    let mut harness = near_miss();
    let from = seen(&harness, 1);
    press(&mut harness, from);
    carry(&mut harness, from, from + vec2(600.0, -500.0));
    release(&mut harness, from);
    let arena = harness.state().arena();
    assert!(arena.container().contains(&arena.bodies()[1].aabb(), 1e-9));
}

#[test]
fn the_hand_opens_when_the_pane_or_the_page_goes_away() {
    for key in [Key::Num1, Key::I] {
        let mut harness = near_miss();
        harness.key_press(Key::Num2);
        harness.run_steps(3);
        let rect = harness.get_by_role_and_label(Role::Image, "Scene 2").rect();
        let body = &harness.state().arena().bodies()[1];
        let middle = body.pose * body.shape.local_aabb().center();
        let from = project(rect, &harness.state().cameras.of(1), &middle).unwrap();
        press(&mut harness, from);
        carry(&mut harness, from, from + vec2(0.0, -30.0));
        assert!(harness.state().hold.is_some());
        harness.key_press(key);
        harness.run_steps(3);
        release(&mut harness, from);
        assert!(harness.state().hold.is_none(), "{key:?}");
        let held = pose(&harness, 1);
        harness.state_mut().arena_mut().step();
        assert_ne!(pose(&harness, 1), held, "{key:?}: it moves on");
    }
}

#[test]
fn the_picked_pair_slides_to_contact_and_the_strip_says_what_methods_say_there() {
    // High enough for the whole panel.
    let method = methods::find("occlusion-query").unwrap();
    let mut harness = open(Setup { start: preset("near-miss"), method }, [1280.0, 1200.0]);
    let slide = |harness: &Window| harness.query_by_label("Slide 0–1 to contact").is_some();
    assert!(!slide(&harness), "no pair is picked");
    harness.state_mut().arena_mut().selected_pair = Some(collidoscope::world::Pair::new(0, 1));
    harness.run_steps(2);
    click(&mut harness, Role::Button, "Slide 0–1 to contact");
    let gap = |harness: &Window| {
        let bodies = harness.state().arena().bodies();
        collidoscope::object_space::reference::distance(&bodies[0], &bodies[1])
    };
    let (before, still) = (hash(&harness), pose(&harness, 0));
    click(&mut harness, Role::Button, "+1 px");
    let far = gap(&harness);
    assert!(far > 1e-6);
    click(&mut harness, Role::Button, "Touch");
    assert!(gap(&harness) < 1e-9, "by the reference");
    let touching = pose(&harness, 1);
    click(&mut harness, Role::Button, "−1 px");
    assert_eq!(gap(&harness), 0.0);
    let moved = |harness: &Window| (pose(harness, 1).translation.vector - touching.translation.vector).norm();
    let pixel = moved(&harness);
    assert!(pixel > 1e-6);
    assert_eq!(pose(&harness, 0), still);
    // From −4 to +4 pixels: a quarter from the right is +2.
    let chart = harness.get_by(|node| node.label().is_some_and(|label| label.starts_with("Verdicts around")));
    assert!(format!("{chart:?}").contains("changes at +0.03"), "{chart:?}");
    let rect = chart.rect().shrink2(vec2(6.0, 0.0));
    let at = egui::pos2(rect.left() + 0.75 * rect.width(), rect.top() + 20.0);
    drag(&mut harness, at, at);
    let there = harness.get_by(|node| node.label().is_some_and(|label| label.starts_with("Verdicts around")));
    assert_eq!(there.rect().shrink2(vec2(6.0, 0.0)), rect, "wherever the body is");
    assert!((moved(&harness) - 2.0 * pixel).abs() < 0.1 * pixel, "{} and {pixel}", moved(&harness));
    for _ in 0..4 {
        harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        harness.run_steps(3);
    }
    assert_eq!(hash(&harness), before, "every move is taken back by itself");

    let mut inspected = near_miss();
    inspected.state_mut().inspect(collidoscope::world::Pair::new(0, 1));
    inspected.run_steps(3);
    click(&mut inspected, Role::Button, "Slide 0–1 to contact");
    click(&mut inspected, Role::Button, "−1 px");
    assert_eq!(gap(&inspected), 0.0);
    assert!(inspected.state_mut().inspected().unwrap().outcome().hit, "the story is of the new place");
}

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
fn seen_in_space(harness: &mut Window, body: usize) -> Pos2 {
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
    let (from, to) = (seen_in_space(&mut harness, 1), seen_in_space(&mut harness, 0));
    press(&mut harness, from);
    carry(&mut harness, from, to);
    assert!(harness.state().hold.is_some());
    let at = seen_in_space(&mut harness, 1);
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
    let (start, from) = (pose(&harness, 1), seen_in_space(&mut harness, 1));
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
    let from = seen_in_space(&mut harness, 1);
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
    let (from, to) = (seen_in_space(&mut harness, 1), seen_in_space(&mut harness, 0));
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
        let from = seen_in_space(&mut harness, 1);
        let to = seen_in_space(&mut harness, 0) + way;
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
