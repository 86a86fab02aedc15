//! Over a pane: its method, how far it stops the mover too soon, and what that took.

use egui::{Align, Label, Layout, RichText, Ui};
use rust_i18n::t;

use crate::labs::level::level_lab::LevelLab;
use crate::level::methods::METHODS;
use crate::ui::format::grouped;
use crate::ui::pane_method;
use crate::ui::theme;

/// The section over the picture of `pane`, in one line or in two.
pub fn show(ui: &mut Ui, lab: &mut LevelLab, pane: usize, one_line: bool) {
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
fn name(ui: &mut Ui, lab: &mut LevelLab, pane: usize, width: f32) {
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

/// What the answer of the pane took, and how wrong it is: added from the right to the left.
fn figures(ui: &mut Ui, lab: &LevelLab, pane: usize) {
    let Some(lane) = lab.lanes().get(pane) else { return };
    let Some(answer) = lane.answer() else { return };
    let say = |ui: &mut Ui, text: String, color, help: &str| {
        ui.add(Label::new(RichText::new(text).small().color(color)).truncate()).on_hover_text(help);
    };
    let total = lane.total();
    let color = if total.early + total.late > 0 { theme::violet() } else { theme::weak() };
    let help = t!("Answers since the start that stop the mover too soon, and the most of it.");
    let early =
        t!("early: %{n}, most %{mm} mm", n = grouped(total.early), mm = format!("{:.1}", 1e3 * total.most));
    say(ui, early.into_owned(), color, &help);
    let micros = format!("{:.1} µs", 1e6 * answer.time.as_secs_f64());
    say(ui, micros, theme::text(), &t!("Time of the answer on show."));
    let cost = &answer.cost;
    let work = match cost.nodes {
        0 => t!("brushes: %{n}", n = grouped(cost.cells)),
        _ => t!("nodes: %{nodes}, bevels: %{n}", nodes = grouped(cost.nodes), n = grouped(cost.bevels)),
    };
    say(ui, work.into_owned(), theme::weak(), &t!("What the answer on show took."));
}
