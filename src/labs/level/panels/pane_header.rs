//! Header of a pane: its method, how far it stops the mover too early, and the cost.

use egui::Ui;

use crate::labs::level::level_lab::LevelLab;
use crate::labs::pane_panels;
use crate::language::t;
use crate::ui::format::grouped;
use crate::ui::pane_method::figure;
use crate::ui::theme;

/// Adds the header above `pane`, in one or two lines.
pub fn show(ui: &mut Ui, lab: &mut LevelLab, pane: usize, one_line: bool) {
    pane_panels::header(ui, lab, pane, one_line.then_some(230.0), |ui, lab| figures(ui, lab, pane));
}

/// Cost and error of the pane's answer, laid out from the right.
fn figures(ui: &mut Ui, lab: &LevelLab, pane: usize) {
    let Some(lane) = lab.contest.lanes.get(pane) else { return };
    let Some(answer) = lane.answer() else { return };
    let total = lane.total;
    let color = if total.early + total.late > 0 { theme::violet() } else { theme::weak() };
    let help = t!("Hits reported too early since the start, and the largest error.");
    let most = format!("{:.1}", 1e3 * total.most);
    let early = match total.early {
        0 => t!("too early: 0"),
        early => t!("too early: %{n}, by at most %{mm} mm", n = grouped(early), mm = most),
    };
    figure(ui, early.into_owned(), color, &help);
    let micros = format!("{:.1} µs", 1e6 * answer.time.as_secs_f64());
    figure(ui, micros, theme::text(), &t!("Time of the current answer."));
    let cost = &answer.cost;
    let work = match cost.nodes {
        0 => t!("brushes: %{n}", n = grouped(cost.cells)),
        _ => t!("nodes: %{nodes}, bevels: %{n}", nodes = grouped(cost.nodes), n = grouped(cost.bevels)),
    };
    figure(ui, work.into_owned(), theme::weak(), &t!("Number of tests for the current answer."));
}
