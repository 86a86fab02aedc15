//! Camera control of a 3D view by mouse and keys: orbit, pan, zoom, frame all.

use egui::{Response, Ui};

use super::stand::{Moment, Stand};
use crate::geometry::{Aabb, Vector};
use crate::render::camera::Camera;
use crate::ui::orbit;

/// The camera of a 3D view of `thing` at `place` (see `Stand::see`), moved by the mouse over `response` and by keys.
pub fn steer(
    ui: &Ui,
    response: &Response,
    stand: &mut Stand,
    [thing, place]: [u64; 2],
    bounds: &Aabb,
    back: &Vector,
) -> Camera {
    stand.see(thing, place, bounds, back);
    let Moment { held, turn, .. } = stand.now;
    if held {
        return stand.camera();
    }
    let mut camera = stand.camera();
    if orbit::steer(ui, response, &mut camera) {
        stand.change(|view| view.camera = camera);
    }
    if response.double_clicked() {
        stand.see_all(bounds, back);
    }
    if let Some(turn) = turn {
        stand.change(|view| turn.apply(&mut view.camera));
    }
    stand.camera()
}
