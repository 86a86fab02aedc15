//! The mouse over a picture in space: orbit, pan, zoom, show all.

use std::hash::{DefaultHasher, Hash, Hasher};

use egui::{PointerButton, Response, Ui};

use crate::geometry::{Aabb, Vector};
use crate::render::camera::Camera;

/// Where something is seen from, and what that is.
#[derive(Clone, Copy)]
pub struct Standpoint {
    of: [u64; 2],
    bounds: Aabb,
    camera: Camera,
    /// Whether the mouse has moved it since it was framed.
    is_moved: bool,
}

/// Moves the camera as the mouse over `response` says. `of` tells what is seen, and at which place. Something else is
/// framed anew, with `bounds` seen from `back`. So is the same thing at another place, unless the mouse has moved the
/// camera: then it moves along and keeps its direction and distance.
pub fn steer(
    ui: &Ui,
    response: &Response,
    standpoint: &mut Option<Standpoint>,
    of: [u64; 2],
    bounds: &Aabb,
    back: &Vector,
) -> Camera {
    let of = of.map(|of| {
        let mut hasher = DefaultHasher::new();
        (of, back.map(f64::to_bits)).hash(&mut hasher);
        hasher.finish()
    });
    let fresh = || Camera::framing_from(bounds, back);
    let (mut camera, mut is_moved) = match standpoint {
        Some(known) if known.of == of => (known.camera, known.is_moved),
        Some(known) if known.of[0] == of[0] && known.is_moved => {
            known.camera.move_by(&(bounds.center() - known.bounds.center()));
            (known.camera, true)
        }
        _ => (fresh(), false),
    };
    is_moved |= response.dragged();
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
        is_moved |= scroll != 0.0 || pinch != 1.0;
        camera.zoom(f64::from(pinch) * (f64::from(scroll) * 0.004).exp());
    }
    if response.double_clicked() {
        (camera, is_moved) = (fresh(), false);
    }
    *standpoint = Some(Standpoint { of, bounds: *bounds, camera, is_moved });
    camera
}
