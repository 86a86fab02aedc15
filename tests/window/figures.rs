//! The figures of lessons, the large buffers and the pixel probe: their arithmetic compared with the CPU
//! twin, their width, and their reaction to pointer and keys.

use collidoscope::figures;
use collidoscope::figures::stencil_table::{OPERATIONS, TESTS, fragment_test};
use collidoscope::gpu::{Compare, StencilOp, StencilState};
use collidoscope::image_space::pass::{Depth, Pass, Surface, Who};
use collidoscope::image_space::pixel_twin::{PixelState, run_row};
use collidoscope::image_space::recording::{Outcome, PassRecording};
use collidoscope::inspector::cursor::Cursor;
use collidoscope::labs::arena::words::Start;
use collidoscope::labs::arena::{Arena, Setup};
use collidoscope::methods;
use collidoscope::stories::arena::passes::buffers::Fates;
use collidoscope::stories::arena::passes::{buffers, probe};
use collidoscope::stories::arena::{self, Steps};
use collidoscope::ui::buffer_colors::{PROOF, stencil_color};
use collidoscope::ui::style;
use collidoscope::world::{Pair, presets};
use egui::accesskit::Role;
use egui::{
    Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, PointerButton, Pos2, TouchPhase, Vec2, pos2,
    vec2,
};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use crate::support::gpu;

/// The tables that a method runs on a preset's two bodies.
fn recordings(preset: &str, method: &str) -> Vec<PassRecording> {
    let gpu = gpu();
    let preset = presets::PRESETS.iter().find(|p| p.id == preset).unwrap();
    let method = methods::find(method).unwrap();
    let arena = Arena::new(Some(gpu.clone()), Setup { start: Start::Preset(preset), method }).unwrap();
    let settings = arena.settings_of(method);
    let recording = arena::record(Some(&gpu), method, settings, arena.bodies(), Pair { a: 0, b: 1 }).unwrap();
    match recording.steps {
        Steps::Passes(tables) => tables,
        _ => panic!("{} on {} draws nothing", method.id, preset.id),
    }
}

#[test]
fn the_stencil_table_computes_what_the_twin_does() {
    let references = [0_u8, 1, 2, 3, 128, 255];
    let stored_values = [0_u8, 1, 2, 3, 127, 254, 255];
    let mut outcomes = [0; 3];
    for (test, _) in TESTS {
        for rotation in 0..OPERATIONS.len() {
            let op = |i: usize| OPERATIONS[(rotation + i) % OPERATIONS.len()].0;
            for reference in references {
                for mask in [0x00, 0x01, 0x0f, 0xff] {
                    for stored in stored_values {
                        for depth_passes in [true, false] {
                            let state = StencilState {
                                test,
                                reference,
                                mask,
                                fail: op(0),
                                depth_fail: op(1),
                                pass: op(2),
                                write: 0xff,
                                back_pass: None,
                            };
                            let depth = if depth_passes { Compare::Always } else { Compare::Never };
                            let row = Pass::draw(Surface::Near(Who::First))
                                .depth(depth, Depth::Write)
                                .stencil(test, reference, mask)
                                .then(op(0), op(1), op(2));
                            let mut pixel = PixelState { depth: 1.0, stencil: stored, passed: 0 };
                            let mut outcome = None;
                            run_row(&mut pixel, &row, 1.0, [0.5], |o| outcome = Some(o));
                            let shown = fragment_test(&state, stored, depth_passes);
                            let what = format!("{state:?} on {stored}, depth {depth_passes}: {shown:?}");
                            assert_eq!(shown.after, pixel.stencil, "{what}");
                            let expected = [Outcome::StencilFailed, Outcome::DepthFailed, Outcome::Passed]
                                [shown.operation];
                            assert_eq!(outcome, Some(expected), "{what}");
                            assert_eq!(shown.stencil_passes, expected != Outcome::StencilFailed, "{what}");
                            outcomes[shown.operation] += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(outcomes.iter().all(|count| *count > 1000), "{outcomes:?}");
}

#[test]
fn the_stencil_table_agrees_with_the_specification_worked_by_hand() {
    let state = |test, reference, mask, op| StencilState {
        test,
        reference,
        mask,
        fail: StencilOp::Zero,
        depth_fail: StencilOp::Invert,
        pass: op,
        write: 0xff,
        back_pass: None,
    };
    let after = |s: StencilState, stored, depth| fragment_test(&s, stored, depth).after;
    // The reference stands on the left: GL_LESS passes where 1 < stored.
    assert_eq!(after(state(Compare::Less, 1, 0xff, StencilOp::Increment), 2, true), 3);
    assert_eq!(after(state(Compare::Less, 2, 0xff, StencilOp::Increment), 2, true), 0);
    // Under mask 1, reference 1 equals 3; and 2 equals 0.
    assert_eq!(after(state(Compare::Equal, 1, 0x01, StencilOp::Increment), 3, true), 4);
    assert_eq!(after(state(Compare::Equal, 2, 0x01, StencilOp::Replace), 4, true), 2);
    // Saturation, and the operation on a failed depth test.
    assert_eq!(after(state(Compare::Always, 0, 0xff, StencilOp::Increment), 255, true), 255);
    assert_eq!(after(state(Compare::Always, 0, 0xff, StencilOp::Decrement), 0, true), 0);
    assert_eq!(after(state(Compare::Always, 0, 0xff, StencilOp::Keep), 0x0f, false), 0xf0);
}

#[test]
fn figures_fit_every_width_in_small_and_in_large_type() {
    let mut complaints = Vec::new();
    for name in figures::NAMES {
        for scale in [1.0, 1.6] {
            for width in [300.0, 420.0, 560.0, 900.0, 1200.0] {
                let took = std::cell::Cell::new(Vec2::ZERO);
                let draw = |ui: &mut egui::Ui| {
                    for font in ui.style_mut().text_styles.values_mut() {
                        font.size *= scale;
                    }
                    let shown = ui.scope(|ui| assert!(figures::show(ui, name)));
                    took.set(shown.response.rect.size());
                };
                let mut harness = Harness::builder()
                    .with_size(vec2(width, 2000.0))
                    .with_context_setup(style::apply)
                    .build_ui(draw);
                harness.run();
                drop(harness);
                let took = took.get();
                if took.x > width || !(60.0..1900.0).contains(&took.y) {
                    complaints.push(format!("{name} at {width}, type ×{scale}: {took:?}"));
                }
            }
        }
    }
    assert!(complaints.is_empty(), "{complaints:#?}");
    let mut harness = Harness::new_ui(|ui| assert!(!figures::show(ui, "no such figure")));
    harness.run();
}

#[test]
fn fates_add_up_to_the_fragments_and_agree_with_the_gpu() {
    let mut halved = 0;
    for method in ["stencil", "stencil-as-published", "recode", "occlusion-query"] {
        for recording in recordings("intersecting", method) {
            for (index, step) in recording.steps.iter().enumerate() {
                let what = format!("{method}, step {}", index + 1);
                let fates = Fates::of(step, recording.side());
                let drawn: usize = (0..step.depth.len()).map(|p| step.fragments_at(p).count()).sum();
                assert_eq!(fates.counts.iter().sum::<usize>(), drawn, "{what}");
                assert_eq!(fates.counts[0], step.samples as usize, "{what}");
                // The areas cover every pixel of the picture once.
                let all = fates.areas.iter().flatten().chain(&fates.bare);
                let area: f32 = all.map(|[x0, y0, x1, y1]| (x1 - x0) * (y1 - y0)).sum();
                assert_eq!(area, step.depth.len() as f32, "{what}");
                let half = |area: &&[f32; 4]| area[2] - area[0] == 0.5;
                halved += fates.areas.iter().flatten().filter(half).count();
            }
        }
    }
    assert!(halved > 0, "some pixels have two fragments with different fates");
    assert_eq!(stencil_color(3, Some(3)), PROOF);
}

struct Look {
    page: Cursor,
    look: buffers::Look,
    recording: PassRecording,
    index: Option<usize>,
}

fn open(recording: PassRecording, index: Option<usize>, size: [f32; 2]) -> Harness<'static, Look> {
    let look = Look { page: Cursor::default(), look: buffers::Look::default(), recording, index };
    Harness::builder().with_size(vec2(size[0], size[1])).with_context_setup(style::apply).build_ui_state(
        |ui, look: &mut Look| {
            buffers::show(ui, &mut look.page, &mut look.look, 0, &look.recording, look.index)
        },
        look,
    )
}

fn press(harness: &mut Harness<'_, Look>, pos: Pos2) {
    for pressed in [true, false] {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        harness.event(Event::PointerButton { pos, button, pressed, modifiers });
        harness.step();
    }
}

#[test]
fn pointing_clicking_zooming_and_keys_find_the_pixel() {
    let recording = recordings("relation-4", "stencil").remove(0);
    let side = recording.side() as f32;
    let mut harness = open(recording, Some(4), [900.0, 560.0]);
    harness.run();
    for name in ["Depth buffer", "Stencil buffer"] {
        let rect = harness.get_by_role_and_label(Role::Image, name).rect();
        assert!((rect.width() - rect.height()).abs() < 1.0, "square");
        // The centre of the pixel in column 9, row 5 from the bottom.
        let at = |x: f32, y: f32| {
            pos2(
                rect.left() + (x + 0.5) / side * rect.width(),
                rect.bottom() - (y + 0.5) / side * rect.height(),
            )
        };
        harness.event(Event::PointerMoved(at(9.0, 5.0)));
        harness.run();
        assert_eq!(harness.state().page.hovered, Some([9, 5]), "{name}");
        press(&mut harness, at(9.0, 5.0));
        assert_eq!(harness.state().page.pixel, Some([9, 5]));

        for (key, expected) in [
            (Key::ArrowRight, [10, 5]),
            (Key::ArrowUp, [10, 6]),
            (Key::ArrowLeft, [9, 6]),
            (Key::ArrowDown, [9, 5]),
        ] {
            harness.key_press(key);
            harness.run();
            assert_ne!(
                harness.state().page.pixel,
                Some(expected),
                "without Shift the keys are the transport's"
            );
            harness.key_press_modifiers(Modifiers::SHIFT, key);
            harness.run();
            assert_eq!(harness.state().page.pixel, Some(expected));
        }

        // The wheel zooms around the point under the pointer.
        assert!(harness.query_by_label("Fit").is_none());
        let (unit, phase, source) = (MouseWheelUnit::Point, TouchPhase::Move, MouseWheelSource::Wheel);
        harness.event(Event::MouseWheel {
            unit,
            delta: vec2(0.0, 250.0),
            phase,
            source,
            modifiers: Modifiers::NONE,
        });
        harness.run_steps(30);
        harness.get_by_label("Fit");
        assert_eq!(harness.state().page.hovered, Some([9, 5]), "{name}");
        harness.event(Event::PointerMoved(at(10.0, 5.0)));
        harness.run();
        assert_eq!(harness.state().page.hovered, Some([9, 5]), "a pixel is larger now");
        harness.get_by_role_and_label(Role::Button, "Fit").click();
        harness.run();
        assert!(harness.query_by_label("Fit").is_none());

        // A click on the selected pixel deselects it.
        harness.event(Event::PointerMoved(at(9.0, 5.0)));
        harness.run_steps(40);
        press(&mut harness, at(9.0, 5.0));
        assert_eq!(harness.state().page.pixel, None, "{name}");
        harness.event(Event::PointerMoved(pos2(2.0, 2.0)));
        harness.run();
        assert_eq!(harness.state().page.hovered, None);
    }
}

#[test]
fn buffers_show_before_and_after_every_step_in_small_places() {
    for method in ["stencil-as-published", "occlusion-query"] {
        let recording = recordings("intersecting", method).remove(0);
        for size in [[1200.0, 700.0], [380.0, 560.0], [200.0, 90.0]] {
            let steps = recording.steps.len();
            let mut harness = open(recording.clone(), None, size);
            for index in std::iter::once(None).chain((0..steps).map(Some)) {
                harness.state_mut().index = index;
                harness.run();
                harness.get_by_role_and_label(Role::Image, "Depth buffer");
            }
            harness.get_by_role_and_label(Role::CheckBox, "Fragments").click();
            harness.run();
            if !recording.table.uses_stencil() {
                assert!(harness.query_by_role_and_label(Role::Image, "Stencil buffer").is_none(), "{method}");
                assert!(harness.query_by_role_and_label(Role::Button, "Stencil").is_none(), "{method}");
                continue;
            }
            harness.get_by_role_and_label(Role::Button, "Stencil").click();
            harness.run();
            let width = |name: &str| harness.get_by_role_and_label(Role::Image, name).rect().width();
            assert!(width("Stencil buffer") >= width("Depth buffer"), "{size:?}");
        }
    }
}

#[test]
fn the_probe_says_what_a_pixel_proves() {
    let shown = |preset: &str, method: &str, size: [f32; 2]| {
        let recording = recordings(preset, method).remove(0);
        let steps = recording.steps.len();
        let middle = recording.side() as u32 / 2;
        let mut harness = Harness::builder()
            .with_size(vec2(size[0], size[1]))
            .with_context_setup(style::apply)
            .build_ui(move |ui| {
                probe::show(ui, &recording, None, [middle, middle]);
                ui.push_id("end", |ui| probe::show(ui, &recording, Some(steps - 1), [middle, middle]));
            });
        harness.run();
        let has = |text: &str| harness.query_all_by_label_contains(text).count() > 0;
        assert!(has("No step has been run yet."), "{preset} by {method}");
        let judgement = [
            has("this pixel alone proves"),
            has("This pixel alone does not prove"),
            has("The result is wrong"),
        ];
        (judgement, has("Relation 4"), has("0 → 1 → 1 → 1 → 2 → 2 → 3"))
    };
    for size in [[1000.0, 700.0], [420.0, 1200.0]] {
        assert_eq!(shown("relation-4", "stencil", size), ([true, false, false], true, true));
        let (judgement, relation, _) = shown("relation-4", "stencil-as-published", size);
        assert_eq!((judgement, relation), ([false, true, true], true), "missed");
        assert_eq!(shown("relation-8", "stencil-as-published", size).0, [true, false, true], "a false hit");
        assert_eq!(shown("relation-8", "stencil", size).0, [false, true, false]);
    }
}
