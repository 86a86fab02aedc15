//! What is written over the picture: the distance of the closest points.

use egui::{Align2, Color32, FontId, Painter, Rect, vec2};

use crate::labs::meshes::meshes_lab::MeshesLab;
use crate::render::camera::Camera;
use crate::ui::drawing::project;
use crate::ui::format::length;
use crate::ui::theme;

/// The distance beside the middle of the line between the closest points.
pub fn paint(painter: &Painter, rect: Rect, camera: &Camera, lab: &MeshesLab, pane: usize) {
    let Some(answered) = lab.lanes().get(pane).and_then(|lane| lane.answered()) else { return };
    let (Some(distance), Some([from, to])) = (answered.answer.distance, answered.answer.closest) else {
        return;
    };
    let Some(at) = project(rect, camera, &nalgebra::center(&from, &to)) else { return };
    let font = FontId::proportional(13.0);
    let galley = painter.layout_no_wrap(length(distance), font, theme::over_pictures().strong);
    let plate = Align2::LEFT_BOTTOM.anchor_size(at + vec2(10.0, -8.0), galley.size()).expand2(vec2(6.0, 3.0));
    // Into the picture.
    let room = rect.shrink(4.0);
    let plate = plate.translate(vec2(
        (room.left() - plate.left()).max(0.0) + (room.right() - plate.right()).min(0.0),
        (room.top() - plate.top()).max(0.0) + (room.bottom() - plate.bottom()).min(0.0),
    ));
    painter.rect_filled(plate, 3.0, theme::plate());
    painter.galley(plate.min + vec2(6.0, 3.0), galley, Color32::WHITE);
}
