//! Nothing moves under the mouse: parts that a click does not affect stay in place.

use collidoscope::app::Shell;
use collidoscope::exhibit::Page;
use collidoscope::labs::arena::Setup;
use collidoscope::labs::arena::words::Start;
use collidoscope::world::PRESETS;
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, Rect};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use crate::window::panel::{choose, click, open, open_small_world};
use crate::window::panes::{method, press};

/// The views of the inspector whose positions are compared.
const VIEWS: [&str; 3] = ["Depth buffer", "Stencil buffer", "The pair in space"];

/// The rectangles of all pictures with these names.
fn places(harness: &Harness<'_, Shell>, names: &[&str]) -> Vec<Rect> {
    let of = |name| harness.query_all_by_role_and_label(Role::Image, name).map(|node| node.rect());
    names.iter().flat_map(|name| of(name).collect::<Vec<_>>()).collect()
}

fn assert_still(before: &[Rect], after: &[Rect], what: &str) {
    assert_eq!(before.len(), after.len(), "{what}");
    for (before, after) in before.iter().zip(after) {
        let moved = (before.min - after.min).length().max((before.max - after.max).length());
        assert!(moved < 1.0, "{what}: from {before:?} to {after:?}");
    }
}

#[test]
fn the_worlds_controls_stay_where_they_are_whatever_settings_a_method_has() {
    let mut harness = open_small_world();
    click(&mut harness, Role::Button, "Pause");
    let names = ["Seed", "Bodies", "Density"];
    let places = |harness: &Harness<'_, Shell>| -> Vec<Rect> {
        names.iter().map(|name| harness.get_all_by_label(name).next().unwrap().rect()).collect()
    };
    let before = places(&harness);
    for other in ["GJK (exact reference)", "Stencil", "Sphere-AABB-OBB tree", "Occlusion query"] {
        choose(&mut harness, "Pane 1", other);
        assert_still(&before, &places(&harness), other);
    }
}

#[test]
fn a_group_folds_and_only_what_is_below_it_moves() {
    let mut harness = open_small_world();
    click(&mut harness, Role::Button, "Pause");
    let of = |harness: &Harness<'_, Shell>, name: &str| {
        harness.get_by_role_and_label(Role::DisclosureTriangle, name).rect()
    };
    let before = ["World", "Method", "Model"].map(|name| of(&harness, name));
    click(&mut harness, Role::DisclosureTriangle, "Method");
    assert!(harness.query_by_role_and_label(Role::ComboBox, "Schedule").is_none(), "it is folded away");
    assert_still(&before[..2], &["World", "Method"].map(|name| of(&harness, name)), "folded");
    assert!(of(&harness, "Model").top() < before[2].top());
    assert!(harness.state().folded.contains("method"));
    click(&mut harness, Role::DisclosureTriangle, "Method");
    assert_still(&before, &["World", "Method", "Model"].map(|name| of(&harness, name)), "open again");
}

fn click_at(harness: &mut Harness<'_, Shell>, pos: Pos2) {
    for pressed in [true, false] {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        harness.event(Event::PointerMoved(pos));
        harness.event(Event::PointerButton { pos, button, pressed, modifiers });
        harness.run_steps(1);
    }
    // Long enough that the next click is not the second of a double click.
    harness.run_steps(30);
}

/// The inspector with a preset, decided by one method, alone or next to another.
fn inspect(id: &str, beside: Option<&str>, size: [f32; 2]) -> Harness<'static, Shell> {
    let preset = PRESETS.iter().find(|row| row.id == "intersecting").unwrap();
    let mut harness = open(Setup { start: Start::Preset(preset), method: method(id) }, size);
    harness.state_mut().turn_to(Page::Inspector);
    harness.state_mut().inspector.compare = beside.map(|id| &method(id).about);
    harness.run();
    press(&mut harness, Key::ArrowRight);
    harness
}

#[test]
fn buffers_and_the_pair_in_space_stay_where_they_are() {
    for size in [[1280.0, 800.0], [1920.0, 1080.0]] {
        for (id, beside) in
            [("stencil", None), ("occlusion-query", None), ("stencil", Some("stencil-as-published"))]
        {
            let mut harness = inspect(id, beside, size);
            let case = format!("{id} beside {beside:?} at {size:?}");
            let before = places(&harness, &VIEWS);
            assert!(before.len() >= 2, "{case}: {before:?}");
            for share in [0.3, 0.7] {
                let at = before[0].min + share * before[0].size();
                click_at(&mut harness, at);
                assert!(harness.state().inspector.pixel.is_some(), "{case}: a pixel is picked");
                assert_still(&before, &places(&harness, &VIEWS), &format!("{case}, a pixel"));
            }
            for name in ["Fragments", "Changes"] {
                let switches = harness.get_all_by_role_and_label(Role::CheckBox, name).count();
                assert!(switches > 0);
                harness.get_all_by_role_and_label(Role::CheckBox, name).next().unwrap().click();
                harness.run();
                assert_still(&before, &places(&harness, &VIEWS), &format!("{case}, {name}"));
            }
            for step in 0..8 {
                press(&mut harness, Key::ArrowRight);
                assert_still(&before, &places(&harness, &VIEWS), &format!("{case}, step {step}"));
            }
        }
    }
}

#[test]
fn panels_are_scrolled_as_far_in_another_context() {
    use collidoscope::ui::egui_gaps;
    let show = |ui: &mut egui::Ui, _: &mut ()| {
        let area = egui::ScrollArea::vertical().max_height(80.0).show(ui, |ui| {
            (0..40).for_each(|row| drop(ui.label(format!("row {row}"))));
        });
        egui_gaps::keep_scrolled(ui, area.id);
    };
    let shown = |harness: &egui_kittest::Harness<'_, ()>| harness.get_by_label("row 20").rect().top();
    let [mut before, mut after] = [(); 2].map(|()| egui_kittest::Harness::builder().build_ui_state(show, ()));
    before.get_by_label("row 20").scroll_to_me();
    before.run();
    assert!(shown(&before) < shown(&after));
    egui_gaps::take_scrolled_along(&before.ctx, &after.ctx);
    after.run();
    assert_eq!(shown(&after), shown(&before));
}
