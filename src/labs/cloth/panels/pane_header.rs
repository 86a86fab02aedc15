//! Over a pane: its method, what it finds and misses in the step on show, and how long that took.

use egui::{Align, Label, Layout, RichText, Ui};
use rust_i18n::t;

use super::answers::{rate, rate_help, said};
use crate::cloth::methods::METHODS;
use crate::labs::cloth::cloth_lab::ClothLab;
use crate::ui::format::{grouped, time};
use crate::ui::pane_method;
use crate::ui::theme;

/// The section over the picture of `pane`, in one line or in two.
pub fn show(ui: &mut Ui, lab: &mut ClothLab, pane: usize, one_line: bool) {
    ui.horizontal(|ui| {
        name(ui, lab, pane, if one_line { 230.0 } else { ui.available_width() - 34.0 });
        if one_line {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| figures(ui, lab, pane));
        }
    });
    if !one_line {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| figures(ui, lab, pane));
    }
}

/// The pane's number and the choice of its method.
fn name(ui: &mut Ui, lab: &mut ClothLab, pane: usize, width: f32) {
    let (method, in_focus) = (lab.lanes()[pane].method(), lab.focus() == pane);
    let all = METHODS.iter().map(|row| &row.about);
    let clicked = pane_method::show(ui, (pane, in_focus), &method.about, all, width);
    if clicked.number {
        lab.focus_on(pane);
    }
    if let Some(row) = clicked.method {
        lab.show_in(pane, &METHODS[row]);
    }
}

/// What the method found, and what that took: added from the right to the left.
fn figures(ui: &mut Ui, lab: &ClothLab, pane: usize) {
    let Some(lane) = lab.lanes().get(pane) else { return };
    let Some(found) = lane.answer() else { return };
    let say = |ui: &mut Ui, text: String, color, help: &str| {
        ui.add(Label::new(RichText::new(text).small().color(color)).truncate()).on_hover_text(help);
    };
    let (text, color) = said(lane);
    say(ui, text, color, &t!("Contacts in this step, held against the reference."));
    let took = time(found.times.total().as_secs_f64());
    say(ui, took, theme::text(), &t!("Detection in this step."));
    let tests = t!("exact tests: %{n}", n = grouped(found.counts.exact_tests));
    say(ui, tests.into_owned(), theme::weak(), &t!("Exact tests in this step."));
    say(ui, rate(lab, lane), theme::weak(), &rate_help());
}
