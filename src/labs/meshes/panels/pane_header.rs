//! Over a pane: its method, what it took, and whether it is right.

use egui::{Align, Label, Layout, RichText, Ui};
use rust_i18n::t;

use crate::hierarchies::methods::METHODS;
use crate::labs::meshes::meshes_lab::MeshesLab;
use crate::ui::format::{grouped, milliseconds};
use crate::ui::pane_method;
use crate::ui::theme;

/// The section over the picture of `pane`, in one line or in two.
pub fn show(ui: &mut Ui, lab: &mut MeshesLab, pane: usize, one_line: bool) {
    ui.horizontal(|ui| {
        name(ui, lab, pane, if one_line { 190.0 } else { ui.available_width() - 34.0 });
        if one_line {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| figures(ui, lab, pane));
        }
    });
    if !one_line {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| figures(ui, lab, pane));
    }
}

/// The pane's number and the choice of its method.
fn name(ui: &mut Ui, lab: &mut MeshesLab, pane: usize, width: f32) {
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

/// What the pane's answer took: added from the right to the left.
fn figures(ui: &mut Ui, lab: &MeshesLab, pane: usize) {
    let Some(lane) = lab.lanes().get(pane) else { return };
    let Some(answered) = lane.answered() else { return };
    let say = |ui: &mut Ui, text: String, color, help: &str| {
        ui.add(Label::new(RichText::new(text).small().color(color)).truncate()).on_hover_text(help);
    };
    let wrong = lane.judged()[1];
    if wrong > 0 {
        let help = t!("Answers since the start that differ from the reference.");
        say(ui, t!("%{n} differ", n = wrong).into_owned(), theme::amber(), &help);
    }
    let time = format!("{} ms", milliseconds(answered.time));
    say(ui, time, theme::text(), &t!("Time of the answer on show."));
    let cost = &answered.answer.cost;
    let work = t!(
        "volume tests: %{v}, triangle tests: %{n}",
        v = grouped(cost.volume_tests),
        n = grouped(cost.triangle_tests)
    );
    say(ui, work.into_owned(), theme::weak(), &t!("What the answer on show took."));
}
