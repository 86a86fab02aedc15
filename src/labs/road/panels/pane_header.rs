//! Header of a pane: its method, cost, and errors.

use egui::Ui;

use crate::labs::pane_panels;
use crate::labs::road::lane::is_reference;
use crate::labs::road::road_lab::RoadLab;
use crate::language::t;
use crate::ui::format::{grouped, time};
use crate::ui::pane_method::figure;
use crate::ui::theme;

/// Adds the header above `pane`, in one or two lines.
pub fn show(ui: &mut Ui, lab: &mut RoadLab, pane: usize, one_line: bool) {
    pane_panels::header(ui, lab, pane, one_line.then_some(190.0), |ui, lab| figures(ui, lab, pane));
}

/// Cost of the four rays in this frame, and number of differing answers, laid out from the right.
fn figures(ui: &mut Ui, lab: &RoadLab, pane: usize) {
    let Some(lane) = lab.road.contest.lanes.get(pane) else { return };
    let (last, wrong) = (lane.last(), lane.total.differences);
    let color = if wrong > 0 { theme::amber() } else { theme::weak() };
    if is_reference(lane) {
        let help = t!("The other methods are compared with this one.");
        figure(ui, t!("reference").into_owned(), theme::weak(), &help);
    } else {
        let help = t!("Answers since the start that differ from brute force on the same ray.");
        figure(ui, t!("different answers: %{n}", n = wrong).into_owned(), color, &help);
    }
    figure(
        ui,
        time(last.time.as_secs_f64()),
        theme::text(),
        &t!("Time of all four ray casts in this frame."),
    );
    let (nodes, triangles) = (grouped(last.nodes), grouped(last.triangles));
    let work = match last.nodes {
        0 => t!("triangles: %{n}", n = triangles),
        _ => t!("nodes: %{nodes}, triangles: %{n}", nodes = nodes, n = triangles),
    };
    figure(ui, work.into_owned(), theme::weak(), &t!("Cost of the four rays in this frame."));
}
