//! Label over a pane: the distance of the closest points.

use egui::{Align2, Painter, Rect, vec2};

use crate::labs::meshes::meshes_lab::MeshesLab;
use crate::render::camera::Camera;
use crate::ui::drawing::{plate, project};
use crate::ui::format::length;
use crate::ui::theme;

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
