//! Header of a pane: its method, cost, and errors.

use egui::Ui;

use crate::labs::meshes::meshes_lab::MeshesLab;
use crate::labs::pane_panels;
use crate::language::t;
use crate::ui::format::{grouped, milliseconds};
use crate::ui::pane_method::figure;
use crate::ui::theme;

/// Adds the header above `pane`, in one or two lines.
pub fn show(ui: &mut Ui, lab: &mut MeshesLab, pane: usize, one_line: bool) {
    pane_panels::header(ui, lab, pane, one_line.then_some(190.0), |ui, lab| figures(ui, lab, pane));
}

/// Cost and errors of the pane's answers, laid out from the right.
fn figures(ui: &mut Ui, lab: &MeshesLab, pane: usize) {
    let Some(lane) = lab.contest.lanes.get(pane) else { return };
    let Some(answered) = lane.answered() else { return };
    let wrong = lane.total[1];
    if wrong > 0 {
        let help = t!("Answers since the start that differ from the reference.");
        figure(ui, t!("different answers: %{n}", n = wrong).into_owned(), theme::amber(), &help);
    }
    let time = format!("{} ms", milliseconds(answered.time));
    figure(ui, time, theme::text(), &t!("Time of the current answer."));
    let cost = &answered.answer.cost;
    let work = t!(
        "volume tests: %{v}, triangle tests: %{n}",
        v = grouped(cost.volume_tests),
        n = grouped(cost.triangle_tests)
    );
    figure(ui, work.into_owned(), theme::weak(), &t!("Number of tests for the current answer."));
}
