//! A pane's 3-D view: the scene as a picture, the marks over it, and the mouse.

use egui::{Color32, PointerButton, Pos2, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2};
use rust_i18n::t;

use super::cameras::Cameras;
use crate::labs::arena::lab::ArenaLab;
use crate::ui::requests::{PanelContext, Request};
use crate::ui::stage::Sight;
use crate::ui::theme;

/// Fills `rect` with the scene as a pane's method sees it.
pub fn show(
    ui: &mut Ui,
    lab: &mut ArenaLab,
    cameras: &mut Cameras,
    panel: &mut PanelContext,
    pane: usize,
    rect: Rect,
) {
    let pixels_per_point = ui.ctx().pixels_per_point();
    let response = ui.interact(rect, ui.scope_id().with(("scene", pane)), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, t!("Scene %{n}", n = pane + 1)));
    let size = [rect.width(), rect.height()].map(|side| (side * pixels_per_point).round().max(0.0) as u32);
    if size.contains(&0) {
        return;
    }
    steer(ui, lab, cameras, panel, pane, &response);

    let still = panel.fine || !lab.playback().playing;
    let camera = cameras.of(pane);
    let sight = Sight { size, pixels_per_point, still, camera };
    let counts_on_show = panel.stage.body_counts();
    match lab.picture(pane, panel.stage, &sight) {
        // The picture's rows run from the bottom.
        Ok(texture) => {
            let upside_down = Rect::from_min_max(pos2(0.0, 1.0), pos2(1.0, 0.0));
            ui.painter().image(texture, rect, upside_down, Color32::WHITE);
            lab.paint_over(pane, &ui.painter().with_clip_rect(rect), rect, &camera);
            if panel.stage.body_counts() != counts_on_show {
                // The panel that tells them stands before the picture.
                ui.ctx().request_repaint();
            }
        }
        Err(why) => {
            ui.painter().rect_filled(rect, 0.0, theme::SUNKEN);
            tell(ui, rect, &t!("The scene cannot be drawn: %{why}", why = why));
            return;
        }
    }
    if let Some(why) = lab.pane_trouble(pane) {
        tell(ui, rect, &why);
    }
}

/// A line of explanation at the top of a pane.
fn tell(ui: &Ui, rect: Rect, text: &str) {
    let font = egui::TextStyle::Body.resolve(ui.style());
    let galley = ui.painter().layout(text.to_owned(), font, theme::AMBER, (rect.width() - 40.0).max(40.0));
    let corner = pos2(rect.center().x - 0.5 * galley.size().x, rect.top() + 12.0);
    let behind = Rect::from_min_size(corner, galley.size()).expand(6.0);
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_filled(behind, 4.0, theme::SUNKEN.gamma_multiply(0.85));
    painter.galley(corner, galley, theme::AMBER);
}

/// Orbit, pan, zoom, pick; whatever is touched gets the focus.
fn steer(
    ui: &Ui,
    lab: &mut ArenaLab,
    cameras: &mut Cameras,
    panel: &mut PanelContext,
    pane: usize,
    response: &Response,
) {
    let pixels = f64::from(ui.ctx().pixels_per_point());
    let drag = response.drag_delta();
    // In points, so that the hand turns the scene equally far on every screen.
    let (dx, dy) = (f64::from(drag.x), f64::from(drag.y));
    let shift = ui.input(|input| input.modifiers.shift);
    if response.dragged_by(PointerButton::Primary) && !shift {
        cameras.steer(pane, |camera| camera.orbit(dx, dy));
    } else if response.dragged() {
        let viewport = [response.rect.width(), response.rect.height()].map(|side| f64::from(side) * pixels);
        cameras.steer(pane, |camera| camera.pan(dx * pixels, dy * pixels, viewport));
    }
    if response.hovered() {
        let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
        let factor = f64::from(pinch) * (f64::from(scroll) * 0.004).exp();
        cameras.steer(pane, |camera| camera.zoom(factor));
    }
    if response.clicked() || response.drag_started() {
        lab.focus_on(pane);
    }
    if let Some(at) = response.interact_pointer_pos().filter(|_| response.clicked()) {
        let (x, y) = to_ndc(response.rect, at);
        let aspect = f64::from(response.rect.width() / response.rect.height());
        let (origin, direction) = cameras.of(pane).ray(x, y, aspect);
        if let Some(told) = lab.click(pane, origin, direction, shift) {
            panel.ask(Request::Tell(told));
        }
    }
}

/// −1…1 from left to right and from the bottom up.
fn to_ndc(rect: Rect, at: Pos2) -> (f64, f64) {
    let x = 2.0 * (at.x - rect.left()) / rect.width() - 1.0;
    let y = 1.0 - 2.0 * (at.y - rect.top()) / rect.height();
    (f64::from(x), f64::from(y))
}
