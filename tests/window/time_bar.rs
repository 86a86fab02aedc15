//! The scene's time bar in the inspector: the same pair, frame by frame.

use crate::support::window::Drive as _;
use collidoscope::app::Shell;
use collidoscope::exhibit::Page;
use collidoscope::labs::arena::subject::inspected_pair;
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use crate::support::assert_no_complaints;
use crate::window::panel::{click, open_small_world};
use crate::window::panes::press;

/// Number of steps of the first method.
fn length(harness: &mut Harness<'_, Shell>) -> usize {
    harness.state_mut().inspected().unwrap().steps()
}

#[test]
fn a_pair_is_followed_from_frame_to_frame_at_its_step() {
    let mut harness = open_small_world();
    press(&mut harness, Key::I);
    // The time bar also works without the panel that lists pairs.
    harness.state_mut().panels_hidden = true;
    harness.run();
    let pair = harness.state().arena().selected_pair.expect("a pair is taken apart");
    let frame = harness.state().arena().world().frame();
    let name = format!("Inspecting: Bodies {} and {}", pair.a, pair.b);
    press(&mut harness, Key::Home);
    press(&mut harness, Key::ArrowRight);
    press(&mut harness, Key::ArrowRight);
    let turned = length(&mut harness);
    assert!(turned >= 2, "this test wants a pair with steps");
    let mut shorter = false;
    for on in 1..=40 {
        press(&mut harness, Key::N);
        assert_eq!(harness.state().arena().world().frame(), frame + on);
        assert_eq!(inspected_pair(harness.state().arena()), Some(pair), "frame {}", frame + on);
        harness.get_by_label(&format!("Frame {}", frame + on));
        harness.get_by_label(&name);
        shorter |= length(&mut harness) < 2;
    }
    assert!(shorter, "this test wants the pair to part");
    for _ in 0..40 {
        click(&mut harness, Role::Button, "Previous frame");
    }
    assert_eq!(harness.state().arena().world().frame(), frame);
    assert_eq!(
        (length(&mut harness), harness.state().inspector.position),
        (turned, 2),
        "where it was before they parted"
    );
    harness.get_by_label(&format!("step 2 of {turned}"));
    // Back to the first recorded frame, and no further.
    for _ in 0..frame + 3 {
        press(&mut harness, Key::P);
    }
    assert_eq!(harness.state().arena().world().frame(), 0);
    assert_no_complaints(harness.state().arena().gpu().unwrap());
}

#[test]
fn pages_of_the_lab_are_stepped_too() {
    let mut harness = open_small_world();
    press(&mut harness, Key::I);
    let frame = harness.state().arena().world().frame();
    for page in ["tiles", "broad-phase"] {
        harness.state_mut().turn_to(Page::Own(page));
        press(&mut harness, Key::N);
        harness.get_by_label(&format!("Frame {}", frame + 1));
        assert!(harness.query_by_label_contains("Inspecting:").is_none(), "{page} shows all");
        click(&mut harness, Role::Button, "Previous frame");
        assert_eq!(harness.state().arena().world().frame(), frame);
    }
}
