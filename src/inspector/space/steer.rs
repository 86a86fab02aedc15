//! The mouse over a picture in space: orbit, pan, zoom, show all.

use std::hash::{DefaultHasher, Hash, Hasher};

use egui::{PointerButton, Response, Ui};

use crate::geometry::{Aabb, Vector};
use crate::render::camera::Camera;

/// Where something is seen from, and what that is.
#[derive(Clone, Copy)]
pub struct Standpoint {
    of: u64,
    camera: Camera,
}

/// Moves the camera as the mouse over `response` says. `place` tells what is seen: something else is framed anew, with
/// `bounds` seen from `back`.
pub fn steer(
    ui: &Ui,
    response: &Response,
    standpoint: &mut Option<Standpoint>,
    place: u64,
    bounds: &Aabb,
    back: &Vector,
) -> Camera {
    let mut hasher = DefaultHasher::new();
    (place, back.map(f64::to_bits)).hash(&mut hasher);
    let of = hasher.finish();
    let known = standpoint.filter(|known| known.of == of);
    let fresh = || Camera::framing_from(bounds, back);
    let mut camera = known.map_or_else(fresh, |known| known.camera);
    let drag = response.drag_delta();
    let (dx, dy) = (f64::from(drag.x), f64::from(drag.y));
    if response.dragged_by(PointerButton::Primary) && !ui.input(|input| input.modifiers.shift) {
        camera.orbit(dx, dy);
    } else if response.dragged() {
        let viewport = [response.rect.width(), response.rect.height()].map(f64::from);
        camera.pan(dx, dy, viewport);
    }
    if response.hovered() {
        let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
        camera.zoom(f64::from(pinch) * (f64::from(scroll) * 0.004).exp());
    }
    if response.double_clicked() {
        camera = fresh();
    }
    *standpoint = Some(Standpoint { of, camera });
    camera
}
