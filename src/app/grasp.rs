//! Dragging bodies with the mouse, in the panes of the scene and in the inspector's 3D view.

use egui::{Align2, CursorIcon, FontId, Painter, PointerButton, Pos2, Rect, Response, Stroke, Ui};

use crate::geometry::Vector;
use crate::labs::capabilities::Hand;
use crate::render::camera::Camera;
use crate::render::grip::{Grip, Ray, Way};
use crate::ui::drawing::project;
use crate::ui::hand::{Hold, way};
use crate::ui::theme;

/// Handles a drag over the 3D view `response`, from the press of the button to its release. Grabs the body that
/// `under` finds on the ray of the press, and moves it with the pointer. Ctrl rotates the body; X, Y and Z constrain
/// the drag to an axis; Escape puts the body back. `taken` is called once, with the ray of the press, before the
/// body moves.
pub fn carry(
    ui: &Ui,
    hand: &mut dyn Hand,
    hold: &mut Option<Hold>,
    response: &Response,
    camera: &Camera,
    under: impl Fn(&dyn Hand, &Ray) -> Option<Grip>,
    taken: impl FnOnce(&mut dyn Hand, Ray),
) {
    let (modifiers, pressed) = ui.input(|input| (input.modifiers, input.pointer.press_origin()));
    let takes = !modifiers.shift && !modifiers.alt;
    if hold.is_none() && takes {
        if response.drag_started_by(PointerButton::Primary)
            && let Some(at) = pressed
        {
            let ray = ray(response.rect, camera, at);
            if let Some(grip) = under(hand, &ray) {
                hand.grab(grip.id);
                *hold = Some(Hold::new(response.id, grip, at));
                taken(hand, ray);
            }
        } else if let Some(at) = response.hover_pos().filter(|_| !response.dragged())
            && under(hand, &ray(response.rect, camera, at)).is_some()
        {
            ui.ctx().set_cursor_icon(CursorIcon::Grab);
        }
    }
    let Some(held) = hold.as_mut().filter(|held| held.view == response.id) else { return };
    if !held.called_off && response.dragged_by(PointerButton::Primary) {
        ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
        held.way = way(ui);
        if let Some(at) = response.interact_pointer_pos()
            && let Some(pose) = held.pose(camera, &ray(response.rect, camera, at), at)
        {
            hand.carry(pose);
        }
    }
    if response.dragged_by(PointerButton::Primary) {
        return;
    }
    // Escape ends the drag while the button is still down.
    let down = ui.input(|input| input.pointer.primary_down());
    if !held.called_off {
        hand.release(!down);
        held.called_off = true;
    }
    if !down {
        *hold = None;
    }
}

/// The ray from the eye through the point `at` of the window, in a view that fills `rect`.
pub fn ray(rect: Rect, camera: &Camera, at: Pos2) -> Ray {
    // Coordinates from −1 to 1, left to right and bottom to top.
    let x = 2.0 * (at.x - rect.left()) / rect.width() - 1.0;
    let y = 1.0 - 2.0 * (at.y - rect.top()) / rect.height();
    camera.ray(f64::from(x), f64::from(y), f64::from(rect.width() / rect.height()))
}

/// Draws the axis that constrains the drag, as a labelled line through the grabbed point.
pub fn paint_axis(painter: &Painter, rect: Rect, camera: &Camera, hold: Option<&Hold>) {
    let Some(held) = hold.filter(|held| !held.called_off) else { return };
    let Way::Axis(axis) = held.way else { return };
    let at = held.grip().at;
    // The line is shorter than the distance to the camera, so that both ends are in front of the camera.
    let reach = Vector::ith(axis, 0.3 * camera.apparent_distance(&at));
    let ends = [at - reach, at + reach].map(|end| project(rect, camera, &end));
    let [Some(from), Some(to)] = ends else { return };
    let colors = theme::over_pictures();
    let color = [colors.amber, colors.teal, colors.accent][axis];
    painter.line_segment([from, to], Stroke::new(1.5, color));
    let name = ["x", "y", "z"][axis];
    painter.circle_filled(to, 10.0, theme::plate());
    painter.text(to, Align2::CENTER_CENTER, name, FontId::proportional(14.0), color);
}
