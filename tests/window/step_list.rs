//! The list of a story's steps follows the current step.

use collidoscope::app::Shell;
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{Queryable as _, by};

use crate::support::window::Drive as _;
use crate::window::panel::open_small_world;
use crate::window::panes::press;

/// Whether a line that begins with this text is visible in the list, which starts below `top`, in points.
fn is_seen(harness: &Harness<'_, Shell>, role: Role, begins: &str, top: f32) -> bool {
    let line = by().role(role).predicate(|node| {
        let text = node.label().or_else(|| node.value());
        text.is_some_and(|text| text.starts_with(begins))
    });
    harness.query_all(line).any(|line| line.rect().top() > top && line.rect().bottom() < 760.0)
}

#[test]
fn the_list_of_steps_shows_the_one_at_hand_at_both_ends() {
    let mut harness = open_small_world();
    let walk = "lab=meshes&triangles=400&query=determine&method=obb-tree&page=inspector&step=0";
    harness.state_mut().present(&walk.parse().unwrap()).unwrap();
    harness.run();
    let steps = harness.state_mut().inspected().unwrap().steps();
    assert!(steps > 400, "a list that is cut at both ends: {steps}");
    let is_seen = |harness: &Harness<'_, Shell>, step: usize| {
        is_seen(harness, Role::Label, &format!("{step}  "), 300.0)
    };
    assert!(is_seen(&harness, 1) && !is_seen(&harness, steps));
    for (key, step) in
        [(Key::End, steps), (Key::Home, 1), (Key::End, steps), (Key::ArrowLeft, steps - 1), (Key::Home, 1)]
    {
        press(&mut harness, key);
        assert!(is_seen(&harness, step), "{key:?}: step {step}");
    }
    // Another story has its own current step.
    press(&mut harness, Key::End);
    harness.state_mut().present(&"frame=40&step=0".parse().unwrap()).unwrap();
    harness.run();
    assert!(is_seen(&harness, 1));
}

#[test]
fn a_long_table_of_passes_shows_the_row_at_hand() {
    let mut harness = open_small_world();
    let scene = "preset=in-the-notch&method=parity-slice&compare=none&page=inspector&step=51";
    harness.state_mut().present(&scene.parse().unwrap()).unwrap();
    harness.run();
    let is_seen = |harness: &Harness<'_, Shell>, row: usize| {
        is_seen(harness, Role::Button, &format!("Row {row}: "), 50.0)
    };
    assert!(is_seen(&harness, 51));
    for (key, row) in [(Key::End, 96), (Key::ArrowLeft, 95), (Key::Home, 1)] {
        press(&mut harness, key);
        assert!(is_seen(&harness, row), "{key:?}: row {row}");
    }
}
