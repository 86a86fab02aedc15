//! Header of a pane: its method, cost, and errors. And the label over the pane: the distance of the closest points.

use egui::{Align2, Painter, Rect, Ui, vec2};

use crate::labs::meshes::headline::standing;
use crate::labs::meshes::meshes_lab::MeshesLab;
use crate::labs::pane_panels;
use crate::language::t;
use crate::render::camera::Camera;
use crate::ui::drawing::{plate, project};
use crate::ui::format::{grouped, length, milliseconds};
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
    let (text, color) = standing(lane).short();
    figure(ui, text, color, &t!("The current answer, compared with the reference."));
    let time = format!("{} ms", milliseconds(answered.time));
    figure(ui, time, theme::text(), &t!("Time of the current answer."));
    let cost = &answered.answer.cost;
    let work = t!(
        "volumes: %{v}, triangles: %{n}",
        v = grouped(cost.volume_tests),
        n = grouped(cost.triangle_tests)
    );
    figure(ui, work.into_owned(), theme::weak(), &t!("Number of tests for the current answer."));
}

/// Paints the distance beside the midpoint of the closest points.
pub fn paint(painter: &Painter, rect: Rect, camera: &Camera, lab: &MeshesLab, pane: usize) {
    let Some(answered) = lab.contest.lanes.get(pane).and_then(|lane| lane.answered()) else { return };
    let (Some(distance), Some([from, to])) = (answered.answer.distance, answered.answer.closest) else {
        return;
    };
    let Some(at) = project(rect, camera, &nalgebra::center(&from, &to)) else { return };
    let color = theme::over_pictures().strong;
    plate(painter, rect, at + vec2(10.0, -8.0), Align2::LEFT_BOTTOM, length(distance), color);
}
