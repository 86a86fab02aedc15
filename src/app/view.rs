//! The 3-D view: the scene as a picture, and the mouse over it.

use egui::{Color32, PointerButton, Pos2, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2};

use super::shell::Shell;
use super::theme;
use crate::labs::arena::pick;

/// Fills the rest of `ui` with the scene.
pub fn show(ui: &mut Ui, shell: &mut Shell) {
    let pixels_per_point = ui.ctx().pixels_per_point();
    let rect = ui.available_rect_before_wrap();
    let response = ui.allocate_rect(rect, Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, "Scene"));
    let size = [rect.width(), rect.height()].map(|side| (side * pixels_per_point).round().max(0.0) as u32);
    if size.contains(&0) {
        return;
    }
    steer(ui, shell, &response);

    let edition = shell.edition();
    let lists = shell.arena.scene_lists(shell.overlays);
    let scene = shell.arena.scene(&lists, shell.overlays);
    shell.stage.set_occlusion_culling(shell.occlusion_culling);
    let counts_on_show = shell.stage.body_counts();
    let still = shell.fine || !shell.arena.playback.playing;
    match shell.stage.scene(size, pixels_per_point, still, edition, &scene, &shell.camera) {
        // The picture's rows run from the bottom.
        Ok(texture) => {
            let upside_down = Rect::from_min_max(pos2(0.0, 1.0), pos2(1.0, 0.0));
            ui.painter().image(texture, rect, upside_down, Color32::WHITE);
            if shell.occlusion_culling && shell.stage.body_counts() != counts_on_show {
                // The panel that tells them stands before the picture.
                ui.ctx().request_repaint();
            }
        }
        Err(why) => {
            ui.painter().rect_filled(rect, 0.0, theme::SUNKEN);
            let text = format!("The scene cannot be drawn: {why}");
            let galley = ui.painter().layout(
                text,
                egui::TextStyle::Body.resolve(ui.style()),
                theme::AMBER,
                rect.width() - 40.0,
            );
            ui.painter().galley(rect.center() - 0.5 * galley.size(), galley, theme::AMBER);
        }
    }
}

/// Orbit, pan, zoom, pick.
fn steer(ui: &Ui, shell: &mut Shell, response: &Response) {
    let pixels = f64::from(ui.ctx().pixels_per_point());
    let drag = response.drag_delta();
    // In points, so that the hand turns the scene equally far on every screen.
    let (dx, dy) = (f64::from(drag.x), f64::from(drag.y));
    let shift = ui.input(|input| input.modifiers.shift);
    if response.dragged_by(PointerButton::Primary) && !shift {
        shell.camera.orbit(dx, dy);
    } else if response.dragged() {
        let viewport = [response.rect.width(), response.rect.height()].map(|side| f64::from(side) * pixels);
        shell.camera.pan(dx * pixels, dy * pixels, viewport);
    }
    if response.hovered() {
        let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
        shell.camera.zoom(f64::from(pinch) * (f64::from(scroll) * 0.004).exp());
    }
    if let Some(at) = response.interact_pointer_pos().filter(|_| response.clicked()) {
        let (x, y) = to_ndc(response.rect, at);
        let aspect = f64::from(response.rect.width() / response.rect.height());
        let (origin, direction) = shell.camera.ray(x, y, aspect);
        let hit = pick(shell.arena.bodies(), origin, direction);
        shell.arena.select(hit);
    }
}

/// −1…1 from left to right and from the bottom up.
fn to_ndc(rect: Rect, at: Pos2) -> (f64, f64) {
    let x = 2.0 * (at.x - rect.left()) / rect.width() - 1.0;
    let y = 1.0 - 2.0 * (at.y - rect.top()) / rect.height();
    (f64::from(x), f64::from(y))
}
