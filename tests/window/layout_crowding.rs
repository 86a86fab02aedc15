//! Nothing overlaps, in narrow and wide windows, in both languages.

use collidoscope::app::Shell;
use collidoscope::language::Language;
use collidoscope::ui::requests::{LessonsRequest, Request};
use egui::accesskit::Role;
use egui::epaint::ClippedShape;
use egui::{Key, LayerId, Rect, Shape};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use crate::support::window::Drive as _;
use crate::window::panel::open_small_world;

/// Sizes of the window, points.
const SIZES: [[f32; 2]; 4] = [[560.0, 420.0], [800.0, 600.0], [1280.0, 800.0], [1920.0, 1080.0]];

/// Maximum width of draggable edges and scroll bars, points; they may overlap the parts they belong to.
const EDGE: f32 = 9.0;

/// The states to check, as links.
const EXHIBITS: &[&str] = &[
    "seed=1&bodies=60&density=0.2&frame=12&method=stencil-as-published&page=lab",
    "method=stencil-as-published,obb,stencil,occlusion-query&page=lab&pair=0-1",
    "preset=intersecting&method=stencil&compare=none&page=inspector&step=4",
    "seed=1&bodies=30&frame=4&method=stencil&page=broad-phase&step=3",
    "lab=road&page=lab",
    "lab=road&page=inspector&step=3",
];

/// An overlap: a description and both rectangles.
#[derive(Debug, PartialEq)]
struct Overlap(String, Rect, Rect);

/// The visible rectangles of all controls in one layer.
fn controls(harness: &Harness<'_, Shell>) -> Vec<Rect> {
    harness.ctx.viewport(|viewport| {
        let widgets = viewport.prev_pass.widgets.get_layer(LayerId::background());
        let pressed = widgets.filter(|widget| widget.sense.interactive());
        let rects = pressed.map(|widget| widget.interact_rect.shrink(1.0));
        rects.filter(|rect| rect.size().min_elem() > EDGE).collect()
    })
}

/// All drawn texts with their visible rectangles, except texts inside pictures.
fn texts(shapes: &[ClippedShape], pictures: &[Rect]) -> Vec<(String, Rect)> {
    let mut found = Vec::new();
    for ClippedShape { clip_rect, shape, .. } in shapes {
        walk(shape, *clip_rect, &mut found);
    }
    found.retain(|(_, rect)| !pictures.iter().any(|picture| picture.expand(1.0).contains_rect(*rect)));
    found
}

fn walk(shape: &Shape, clip: Rect, found: &mut Vec<(String, Rect)>) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| walk(shape, clip, found)),
        Shape::Text(text) => {
            for row in &text.galley.rows {
                // The rectangle of the ink: a wrapped text begins with the space of the text before it.
                let at = text.pos.to_vec2() + row.pos.to_vec2();
                let rect = row.visuals.mesh_bounds.translate(at).intersect(clip).shrink(1.5);
                if rect.is_positive() && !row.text().trim().is_empty() {
                    found.push((row.text(), rect));
                }
            }
        }
        _ => {}
    }
}

/// Overlapping texts, and controls that partly cover another control or a text.
fn overlaps(harness: &Harness<'_, Shell>) -> Vec<Overlap> {
    let pictures: Vec<_> = harness.query_all_by_role(Role::Image).map(|node| node.rect()).collect();
    let texts = texts(&harness.output().shapes, &pictures);
    let controls = controls(harness);
    let mut found = Vec::new();
    for (index, (text, rect)) in texts.iter().enumerate() {
        for (other, below) in &texts[..index] {
            // Bold letters are drawn twice.
            if rect.intersects(*below) && text != other {
                found.push(Overlap(format!("{text:?} over {other:?}"), *rect, *below));
            }
        }
        // A link is as high as its line, so its ends count.
        let line = |control: &Rect| Rect::from_x_y_ranges(control.x_range(), rect.y_range());
        for control in
            controls.iter().filter(|control| control.intersects(*rect) && is_half_over(line(control), *rect))
        {
            found.push(Overlap(format!("a control half over {text:?}"), *control, *rect));
        }
    }
    for (index, control) in controls.iter().enumerate() {
        for other in controls[..index].iter().filter(|other| is_half_over(*control, **other)) {
            found.push(Overlap("two controls".to_owned(), *control, *other));
        }
    }
    found
}

/// True if the rectangles overlap and neither contains the other, within two points.
fn is_half_over(a: Rect, b: Rect) -> bool {
    a.intersects(b) && !a.expand(2.0).contains_rect(b) && !b.expand(2.0).contains_rect(a)
}

#[test]
fn nothing_lies_over_anything_else() {
    let mut complaints = Vec::new();
    let mut harness = open_small_world();
    for language in Language::ALL {
        language.speak();
        for size in SIZES {
            harness.set_size(size.into());
            let mut look = |harness: &mut Harness<'_, Shell>, state: &str| {
                harness.run_steps(4);
                complaints.extend(overlaps(harness).into_iter().map(|what| (size, state.to_owned(), what)));
            };
            for exhibit in EXHIBITS {
                harness.state_mut().present(&exhibit.parse().unwrap()).unwrap();
                harness.state_mut().lab.playback().playing = false;
                look(&mut harness, exhibit);
            }
            harness.state_mut().open_lesson("stencil").unwrap();
            look(&mut harness, "a lesson");
            harness.state_mut().lessons.open_glossary(None);
            look(&mut harness, "the glossary");
            harness.state_mut().open_lesson("stencil").unwrap();
            harness.state_mut().ask(Request::Lessons(LessonsRequest::ToggleLecture));
            look(&mut harness, "a slide");
            harness.state_mut().ask(Request::Lessons(LessonsRequest::ToggleLecture));
            harness.state_mut().ask(Request::Lessons(LessonsRequest::Toggle));
        }
    }
    Language::ALL[0].speak();
    assert!(complaints.is_empty(), "{}: {complaints:#?}", complaints.len());
}

#[test]
fn the_glossary_leaves_the_inspector_as_it_is() {
    let mut harness = open_small_world();
    harness.state_mut().open_lesson("stencil").unwrap();
    harness.run_steps(4);
    let place =
        |harness: &Harness<'_, Shell>| harness.get_by_role_and_label(Role::Image, "Depth buffer").rect();
    let before = place(&harness);
    harness.state_mut().lessons.open_glossary(None);
    harness.run_steps(4);
    assert_eq!(place(&harness), before);
}

#[test]
fn a_dialog_takes_the_hover_text_below_it_away() {
    let mut harness = open_small_world();
    harness.state_mut().lab.playback().playing = false;
    let help = "The course: short lessons, each with a scene to try (F1)";
    let is_shown = |harness: &Harness<'_, Shell>| {
        texts(&harness.output().shapes, &[]).iter().any(|(text, _)| help.starts_with(text.trim()))
    };
    harness.hover_at(harness.get_by_role_and_label(Role::Button, "Lessons").rect().center());
    harness.run_steps(60);
    assert!(is_shown(&harness));
    harness.key_press_modifiers(egui::Modifiers::COMMAND, Key::K);
    harness.run_steps(6);
    assert!(harness.state().search.is_some());
    assert!(!is_shown(&harness));
}

#[test]
fn the_legend_is_switched_off_with_a_reason_where_it_has_no_room() {
    let mut harness = open_small_world();
    harness.state_mut().lab.playback().playing = false;
    let is_on = |harness: &Harness<'_, Shell>| {
        use egui_kittest::kittest::NodeT as _;
        !harness.get_by_role_and_label(Role::Button, "Legend").accesskit_node().is_disabled()
    };
    harness.run_steps(4);
    assert!(is_on(&harness));
    harness.set_size([640.0, 400.0].into());
    harness.run_steps(4);
    assert!(!is_on(&harness));
    harness.set_size([1280.0, 800.0].into());
    harness.run_steps(4);
    assert!(is_on(&harness));
}
