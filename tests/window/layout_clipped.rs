//! At 1280×800 no name of a setting and no figure over a pane is clipped, in both languages. The choice in a
//! list may be: its hover text has the whole text.

use collidoscope::app::Shell;
use collidoscope::labs::LABS;
use collidoscope::language::{self, Language};
use collidoscope::ui::requests::{LessonsRequest, Request};
use egui::accesskit::Role;
use egui::{Rect, Shape, pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use crate::support::window::Drive as _;
use crate::window::languages_speech::alone_as;
use crate::window::panel::open_small_world;

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
    let headers = Rect::from_min_max(pos2(690.0, 56.0), pos2(1280.0, 190.0));
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
    alone_as("layout_clipped::nothing_is_cut_off_but_what_is_chosen", || {
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
