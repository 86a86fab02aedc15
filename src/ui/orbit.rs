//! The mouse over a 3D view: dragging orbits the view around its target or pans it; the wheel zooms. And the window of
//! a method in the view: the box that the method renders.

use egui::{Painter, PointerButton, Rect, Response, Stroke, StrokeKind, Ui};

use super::drawing::project;
use super::theme;
use crate::geometry::Aabb;
use crate::render::camera::Camera;

/// Moves the camera when the mouse drags or scrolls over `response`. Returns whether the camera moved.
pub fn steer(ui: &Ui, response: &Response, camera: &mut Camera) -> bool {
    let drag = response.drag_delta();
    // The movement is measured in points, so that a movement of the mouse turns the scene equally far on every
    // screen.
    let (dx, dy) = (f64::from(drag.x), f64::from(drag.y));
    let orbits = [PointerButton::Primary, PointerButton::Middle];
    let shift = ui.input(|input| input.modifiers.shift);
    if orbits.into_iter().any(|button| response.dragged_by(button)) && !shift {
        camera.orbit(dx, dy);
    } else if response.dragged() {
        camera.pan(dx, dy, [response.rect.width(), response.rect.height()].map(f64::from));
    }
    if !response.hovered() {
        return response.dragged();
    }
    let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
    camera.zoom(f64::from(pinch) * (f64::from(scroll) * 0.004).exp());
    response.dragged() || scroll != 0.0 || pinch != 1.0
}

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
