//! The mouse over a 3D view: dragging orbits the view around its target or pans it; the wheel zooms.

use egui::{PointerButton, Response, Ui};

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
