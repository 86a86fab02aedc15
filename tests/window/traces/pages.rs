//! The two views of traces, shown without their page.

use crate::support::window;
use crate::support::window::Drive as _;
use std::rc::Rc;

use collidoscope::app::Shell;
use collidoscope::methods;
use collidoscope::object_space::hybrid_boxes::seen::Volume;
use collidoscope::stories::arena::walk::trees;
use collidoscope::stories::arena::{self, Recording, Steps};
use collidoscope::ui::style;
use collidoscope::world::{PRESETS, Pair, Parameters};
use egui::vec2;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

const IDS: [&str; 4] = ["sphere-aabb-obb", "obb-sphere", "aabb-obb", "obb"];

fn recording(id: &str, preset: &str, stage: &str) -> Recording {
    let method = methods::find(id).unwrap();
    let mut settings = method.default_settings();
    settings.set("stage", stage).unwrap();
    let preset = PRESETS.iter().find(|p| p.id == preset).unwrap();
    arena::record(None, method, &settings, &(preset.build)(), Pair { a: 0, b: 1 }).unwrap()
}

/// The cascade of the traversal after `position` steps; the position is the state of the harness.
fn shown(recording: Recording, position: usize, size: [f32; 2]) -> Harness<'static, usize> {
    shown_in("cascade", recording, position, size)
}

/// A view of the traversal.
fn shown_in(
    view: &'static str,
    recording: Recording,
    position: usize,
    size: [f32; 2],
) -> Harness<'static, usize> {
    let recording = Rc::new(recording);
    let mut harness =
        Harness::builder().with_size(vec2(size[0], size[1])).with_context_setup(style::apply).build_ui_state(
            move |ui, position: &mut usize| {
                let Steps::Trees(trace) = &recording.steps else { panic!("a walk down trees") };
                trees::alone(ui, [recording.pair.a, recording.pair.b], trace, *position, view);
            },
            position,
        );
    harness.run();
    harness
}

#[test]
fn every_preset_can_be_stepped_through() {
    for id in IDS {
        for preset in PRESETS {
            let whole = recording(id, preset.id, "triangles");
            let steps = whole.len();
            let mut harness = shown(whole, 0, [680.0, 500.0]);
            harness.get_by_label_contains("Before the first step");
            for position in [1, steps / 2, steps, usize::MAX] {
                *harness.state_mut() = position;
                harness.run();
            }
        }
    }
    for preset in PRESETS {
        shown(recording("sphere-aabb-obb", preset.id, "boxes"), 1, [680.0, 500.0]);
    }
}

#[test]
fn it_fits_where_there_is_little_room() {
    for size in [[1000.0, 800.0], [480.0, 600.0], [240.0, 160.0], [30.0, 20.0]] {
        shown(recording("sphere-aabb-obb", "containment", "triangles"), 9, size);
    }
}

#[test]
fn the_end_is_told_and_the_idle_inequality_too() {
    let harness = shown(recording("sphere-aabb-obb", "containment", "triangles"), usize::MAX, [900.0, 700.0]);
    harness.get_by_label_contains("lies inside");
    let harness =
        shown(recording("sphere-aabb-obb", "intersecting", "triangles"), usize::MAX, [900.0, 700.0]);
    harness.get_by_label_contains("share a point: the bodies collide");
    // Inequality (8) was tested and rejected nothing.
    let whole = recording("sphere-aabb-obb", "containment", "triangles");
    let Steps::Trees(trace) = &whole.steps else { panic!() };
    let asked = trace.counts.tested(Volume::Obbs);
    assert!(asked > 1);
    let harness = shown(whole, usize::MAX, [900.0, 700.0]);
    let idle = format!("tested {asked}×, rejected 0");
    assert!(harness.query_all_by_label_contains(&idle).next().is_some(), "{idle}");
    let harness = shown(recording("obb", "b-behind-a", "triangles"), usize::MAX, [900.0, 700.0]);
    harness.get_by_label_contains("Not part of this method");
}

#[test]
fn the_separating_axis_is_named() {
    let whole = recording("obb", "near-miss", "boxes");
    assert!(!whole.verdict.colliding);
    let harness = shown_in("axes", whole, 1, [900.0, 700.0]);
    harness.get_by_label_contains("proved by the stage “Separating axes”");
    assert_eq!(harness.query_all_by_label_contains("First separating axis in test order").count(), 1);
}

fn open(count: usize, size: [f32; 2]) -> Harness<'static, Shell> {
    window::on_own_page("broad-phase", Parameters { count, density: 0.2, ..Parameters::default() }, size)
}

#[test]
fn the_first_frame_has_no_lists_to_repair_and_the_next_has() {
    let mut harness = open(20, [900.0, 700.0]);
    harness.run();
    harness.get_by_label_contains("without earlier lists");
    harness.get_by_label("Step one frame").click();
    harness.run();
    assert_eq!(harness.state().arena().world().frame(), 1);
    harness.get_by_label_contains("From frame 0 to frame 1");
}

#[test]
fn a_click_on_a_swap_jumps_to_after_it() {
    let mut harness = open(30, [900.0, 700.0]);
    harness.run();
    (0..3).for_each(|_| harness.state_mut().arena_mut().step());
    harness.run();
    let count = harness.state().arena().sweep.cursor.length.unwrap();
    assert!(count > 3, "{count} swaps");
    // The first label such as "2 x: …" or "12 x: …".
    harness.get_all_by_label_contains("2 x: ").next().unwrap().click();
    harness.run();
    assert_eq!(harness.state().arena().sweep.cursor.position, 2);
    harness.get_by_label("Swapped bodies:");
    // Selecting a pair shows it.
    harness.state_mut().arena_mut().selected_pair = Some(Pair { a: 3, b: 4 });
    harness.run();
    harness.get_by_label("body 3");
    harness.get_by_label("body 4");
    harness.get_by_label("Clear selection").click();
    harness.run();
    assert_eq!(harness.state().arena().selected_pair, None);
    harness.get_by_label("Swapped bodies:");
}

#[test]
fn every_swap_and_every_size_can_be_shown() {
    let mut harness = open(100, [700.0, 500.0]);
    harness.run();
    harness.state_mut().arena_mut().step();
    for position in [0, 1, 7, 50, usize::MAX] {
        for height in [None, Some(1.5), Some(24.0)] {
            harness.state_mut().inspector.position = position;
            harness.state_mut().arena_mut().sweep.row_height = height;
            harness.run();
        }
    }
    for size in [[400.0, 300.0], [90.0, 60.0], [20.0, 20.0]] {
        harness.set_size(vec2(size[0], size[1]));
        harness.run();
    }
}
