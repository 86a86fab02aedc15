//! The window of a method in a 3D view: the box that the method renders. The part of the view outside the window's
//! frame is invisible to the method.

use egui::{Painter, Rect, Stroke, StrokeKind};

use super::drawing::project;
use super::theme;
use crate::geometry::Aabb;
use crate::render::camera::Camera;

/// Opacity of the cover outside the window.
const COVER: f32 = 0.6;

/// Screen rectangle of the window `volume`, a box in world space, in a view that fills `rect`; `None` if a corner of
/// the box is not in front of the camera.
pub fn frame(rect: Rect, camera: &Camera, volume: &Aabb) -> Option<Rect> {
    let corners: Option<Vec<_>> =
        volume.corners().iter().map(|corner| project(rect, camera, corner)).collect();
    Some(Rect::from_points(&corners?))
}

/// Covers the part of the view outside the window, and draws the window's edge.
pub fn paint(painter: &Painter, rect: Rect, camera: &Camera, volume: &Aabb) {
    let Some(window) = frame(rect, camera, volume) else { return };
    let color = theme::sunken().gamma_multiply(COVER);
    let (above, rest) = rect.split_top_bottom_at_y(window.top().clamp(rect.top(), rect.bottom()));
    let (middle, below) = rest.split_top_bottom_at_y(window.bottom().clamp(rest.top(), rest.bottom()));
    let (left, rest) = middle.split_left_right_at_x(window.left().clamp(rect.left(), rect.right()));
    let (_, right) = rest.split_left_right_at_x(window.right().clamp(rest.left(), rest.right()));
    for outside in [above, below, left, right] {
        painter.rect_filled(outside, 0.0, color);
    }
    painter.rect_stroke(window, 0.0, Stroke::new(1.5, theme::accent()), StrokeKind::Outside);
}
