//! Nothing moves under the mouse, nothing overlaps in narrow and wide windows, and at 1280×800 no name of a setting
//! and no figure over a pane is clipped, in both languages. The choice in a list may be: its hover text has the
//! whole text.

use collidoscope::app::Shell;
use collidoscope::exhibit::Page;
use collidoscope::labs::LABS;
use collidoscope::labs::arena::Setup;
use collidoscope::labs::arena::words::Start;
use collidoscope::language::{self, Language};
use collidoscope::ui::requests::{LessonsRequest, Request};
use collidoscope::world::PRESETS;
use egui::accesskit::Role;
use egui::epaint::ClippedShape;
use egui::{Event, Key, LayerId, Modifiers, PointerButton, Pos2, Rect, Shape, pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use crate::support::window::Drive as _;
use crate::window::languages_speech::alone_as;
use crate::window::panel::{choose, click, open, open_small_world, open_view};
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
    harness.state_mut().inspector.details = Some(true);
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

const SIZE: [f32; 2] = [1280.0, 800.0];

/// Texts in this part of the window that end in an ellipsis, except in lists.
fn clipped(harness: &Harness<'_, Shell>, part: Rect) -> Vec<String> {
    let lists: Vec<Rect> = harness.query_all_by_role(Role::ComboBox).map(|node| node.rect()).collect();
    let mut found = Vec::new();
    for clipped in &harness.output().shapes {
        walk(&clipped.shape, &mut |text, rect| {
            let in_list = lists.iter().any(|list| list.expand(2.0).contains(rect.center()));
            if part.intersect(clipped.clip_rect).contains(rect.center()) && !in_list {
                found.push(text);
            }
        });
    }
    found
}

fn walk(shape: &Shape, found: &mut impl FnMut(String, Rect)) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| walk(shape, found)),
        Shape::Text(text) if text.galley.elided => {
            found(text.galley.text().to_owned(), text.galley.rect.translate(text.pos.to_vec2()));
        }
        _ => {}
    }
}

/// The clipped texts of every lab with each of its methods, in the left panel; and over two panes next to a
/// lesson.
fn all_clipped(harness: &mut Harness<'_, Shell>) -> Vec<String> {
    let left = Rect::from_min_max(pos2(0.0, 30.0), pos2(286.0, 770.0));
    let headers = Rect::from_min_max(pos2(690.0, 56.0), pos2(1280.0, 204.0));
    let mut complaints = Vec::new();
    for row in LABS {
        for method in (row.methods)() {
            let exhibit = format!("lab={}&method={}&page=lab", row.id, method.id);
            harness.state_mut().present(&exhibit.parse().unwrap()).unwrap();
            harness.run_steps(3);
            complaints.extend(clipped(harness, left).into_iter().map(|text| format!("{exhibit}: {text:?}")));
        }
    }
    harness.state_mut().ask(Request::Lessons(LessonsRequest::Toggle));
    for row in LABS {
        let exhibit = format!("lab={}&page=lab&{}", row.id, row.side_by_side);
        harness.state_mut().present(&exhibit.parse().unwrap()).unwrap();
        harness.state_mut().ask(Request::Step);
        harness.run_steps(4);
        complaints
            .extend(clipped(harness, headers).into_iter().map(|text| format!("over {exhibit}: {text:?}")));
    }
    // A figure without enough space would not be drawn at all.
    harness
        .state_mut()
        .present(&"lab=level&method=bsp-shift,bsp-shift-bevels&page=lab".parse().unwrap())
        .unwrap();
    harness.run_steps(4);
    let figure = language::tr("nodes: %{nodes}, bevels: %{n}");
    let work = harness.query_all_by_label_contains(figure.split('%').next().unwrap_or_default());
    let over: Vec<Rect> = work.map(|node| node.rect()).filter(|rect| rect.left() > headers.left()).collect();
    let inside = over.iter().filter(|rect| headers.contains_rect(**rect)).count();
    if inside < 2 {
        complaints.push(format!("figures over the panes of the level: {over:?}"));
    }
    harness.state_mut().ask(Request::Lessons(LessonsRequest::Toggle));
    harness.run_steps(2);
    complaints
}

#[test]
fn nothing_is_cut_off_but_what_is_chosen() {
    alone_as("window::layout::nothing_is_cut_off_but_what_is_chosen", || {
        let mut harness = open_small_world();
        harness.set_size(SIZE.into());
        for language in Language::ALL {
            language.speak();
            harness.run_steps(2);
            let complaints = all_clipped(&mut harness);
            assert!(complaints.is_empty(), "{}: {complaints:#?}", language.id());
        }
    });
}

#[test]
fn a_text_that_is_cut_off_is_found() {
    let elided = Harness::new_ui(|ui| {
        ui.set_max_width(40.0);
        ui.add(egui::Label::new("a name that is far too long").truncate());
    });
    let mut found = Vec::new();
    elided.output().shapes.iter().for_each(|shape| walk(&shape.shape, &mut |text, _| found.push(text)));
    assert_eq!(found.len(), 1, "{found:?}");
}

#[test]
fn whatever_lies_over_a_window_of_one_pixel_is_laid_out() {
    use collidoscope::ui::requests::FilesRequest::{ChooseExport, ChooseOpened};
    let files = [ChooseExport, ChooseOpened].map(Request::Files);
    for request in [Request::Search, Request::ToggleSheet].into_iter().chain(files) {
        let mut harness = open_small_world();
        harness.set_size(egui::vec2(1.0, 1.0));
        harness.state_mut().ask(request);
        harness.run_steps(3);
    }
}

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
        walk_all(shape, *clip_rect, &mut found);
    }
    found.retain(|(_, rect)| !pictures.iter().any(|picture| picture.expand(1.0).contains_rect(*rect)));
    found
}

fn walk_all(shape: &Shape, clip: Rect, found: &mut Vec<(String, Rect)>) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| walk_all(shape, clip, found)),
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
    // The marks in a picture stand where the bodies are.
    let is_in_picture = |control: &Rect| pictures.iter().any(|picture| picture.contains_rect(*control));
    let controls: Vec<_> = controls.into_iter().filter(|control| !is_in_picture(control)).collect();
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
    let is_on = |harness: &mut Harness<'_, Shell>| {
        use egui_kittest::kittest::NodeT as _;
        open_view(harness);
        let legend = harness.get_by_role_and_label(Role::Button, "Legend");
        let is_on = !legend.accesskit_node().is_disabled();
        press(harness, Key::Escape);
        is_on
    };
    harness.run_steps(4);
    assert!(is_on(&mut harness));
    harness.set_size([640.0, 400.0].into());
    harness.run_steps(4);
    assert!(!is_on(&mut harness));
    harness.set_size([1280.0, 800.0].into());
    harness.run_steps(4);
    assert!(is_on(&mut harness));
}
