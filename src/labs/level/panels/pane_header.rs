//! Header of a pane: its method, how far it stops the mover too early now, and the cost. And the events of a frame.

use egui::Ui;

use crate::labs::level::headline::standing;
use crate::labs::level::level_lab::LevelLab;
use crate::labs::pane_panels;
use crate::language::t;
use crate::level::walking::Walked;
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
    let (text, color) = standing(lane).short();
    figure(ui, text, color, &t!("Stop of the current move, compared with the exact one."));
    let micros = format!("{:.1} µs", 1e6 * answer.time.as_secs_f64());
    figure(ui, micros, theme::text(), &t!("Time of the current answer."));
    let cost = &answer.cost;
    let work = match cost.nodes {
        0 => t!("brushes: %{n}", n = grouped(cost.cells)),
        _ => t!("nodes: %{nodes}, bevels: %{n}", nodes = grouped(cost.nodes), n = grouped(cost.bevels)),
    };
    figure(ui, work.into_owned(), theme::weak(), &t!("Number of tests for the current answer."));
}

/// Lines that describe a frame, in the current language.
pub fn happened(lab: &LevelLab, frame: u64) -> Vec<String> {
    let mut lines = Vec::new();
    let mark = lab.walk().marks().at(frame).copied().unwrap_or_default();
    if let Some(Walked { done, .. }) = lab.walk().at(frame) {
        if done.set_back {
            lines.push(t!("Stuck or fallen: the mover was reset to the path.").into_owned());
        }
        if done.climbed {
            lines.push(t!("The mover climbed a step.").into_owned());
        }
    }
    if mark.hits > 0 {
        lines.push(t!("The mover hit a wall and slid along it.").into_owned());
    }
    if mark.false_hits > 0 {
        lines.push(t!("Methods that report the hit too early: %{n}", n = mark.false_hits).into_owned());
    }
    if mark.missed > 0 {
        lines.push(t!("Methods that report the hit too late: %{n}", n = mark.missed).into_owned());
    }
    if lines.is_empty() {
        lines.push(t!("The move hit nothing.").into_owned());
    }
    lines
}
