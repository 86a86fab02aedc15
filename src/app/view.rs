//! A pane's 3-D view: the picture of the scene, the marks over it, and the mouse, which turns the view or drags a body.

use egui::{Color32, Id, PointerButton, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2};
use rust_i18n::t;

use super::cameras::Cameras;
use super::{close_up, grasp};
use crate::labs::lab::Lab;
use crate::render::camera::{Camera, Lens};
use crate::render::grip::Ray;
use crate::ui::hand::Hold;
use crate::ui::requests::{PanelContext, Request};
use crate::ui::stage::Sight;
use crate::ui::{eye, theme};

/// Fills `rect` with the scene as a pane's method sees it.
pub fn show(
    ui: &mut Ui,
    lab: &mut dyn Lab,
    cameras: &mut Cameras,
    hold: &mut Option<Hold>,
    panel: &mut PanelContext,
    pane: usize,
    rect: Rect,
) {
    let pixels_per_point = ui.ctx().pixels_per_point();
    let response = ui.interact(rect, ui.scope_id().with(("scene", pane)), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, t!("Scene %{n}", n = pane + 1)));
    ui.data_mut(|data| data.insert_temp(response.id.with("is a scene"), true));
    let size = [rect.width(), rect.height()].map(|side| (side * pixels_per_point).round().max(0.0) as u32);
    if size.contains(&0) {
        return;
    }
    let pointer = Pointer { pane, response: &response };
    let under = |lab: &dyn Lab, (origin, direction): &Ray| lab.under(*origin, *direction);
    // A body that is dragged is picked as well.
    let pick = |lab: &mut dyn Lab, (origin, direction): Ray| drop(lab.click(pane, origin, direction, false));
    grasp::carry(ui, lab, hold, &response, &cameras.of(pane), under, pick);
    if hold.is_none() {
        pointer.steer(ui, cameras);
    }
    pointer.click(ui, lab, &cameras.of(pane), panel);
    let over = response.hover_pos().filter(|_| !response.dragged());
    if lab.hover(pane, over.map(|at| grasp::ray(rect, &cameras.of(pane), at))) {
        ui.ctx().request_repaint();
    }

    // Smooth edges take too long during a drag, of a body or of the view.
    let still = panel.fine || (!lab.playback().playing && hold.is_none() && !response.dragged());
    let camera = cameras.of(pane);
    let sight = Sight { size, pixels_per_point, still, camera, close_up: false };
    let counts_on_show = panel.stage.body_counts();
    match lab.picture(pane, panel.stage, &sight) {
        // The picture's rows run from the bottom.
        Ok(texture) => {
            let upside_down = Rect::from_min_max(pos2(0.0, 1.0), pos2(1.0, 0.0));
            ui.painter().image(texture, rect, upside_down, Color32::WHITE);
            let painter = ui.painter().with_clip_rect(rect);
            lab.paint_over(pane, &painter, rect, &camera);
            if let Lens::Window(volume) = camera.lens() {
                eye::paint(&painter, rect, &camera, &volume);
            }
            grasp::paint_axis(&painter, rect, &camera, hold.as_ref());
            if cameras.close_up && lab.focus() == pane {
                close_up::show(ui, lab, panel.stage, pane, rect, &sight);
            }
            if panel.stage.body_counts() != counts_on_show {
                // The panel that tells them stands before the picture.
                ui.ctx().request_repaint();
            }
        }
        Err(why) => {
            ui.painter().rect_filled(rect, 0.0, theme::over_pictures().sunken);
            tell(ui, rect, &t!("The scene cannot be drawn: %{why}", why = why));
            return;
        }
    }
    let lost = cameras.lost(pane).and_then(|id| lab.row().why_not_from(id));
    if let Some(why) = lab.pane_trouble(pane).or(lost) {
        tell(ui, rect, &why);
    }
}

/// Whether this is the picture of a scene, which the focus can be on.
pub fn is_scene(ui: &Ui, id: Id) -> bool {
    ui.data(|data| data.get_temp::<bool>(id.with("is a scene"))).is_some()
}

/// A line of explanation at the top of a pane.
fn tell(ui: &Ui, rect: Rect, text: &str) {
    let font = egui::TextStyle::Body.resolve(ui.style());
    let galley = ui.painter().layout(
        text.to_owned(),
        font,
        theme::over_pictures().amber,
        (rect.width() - 40.0).max(40.0),
    );
    let corner = pos2(rect.center().x - 0.5 * galley.size().x, rect.top() + 12.0);
    let behind = Rect::from_min_size(corner, galley.size()).expand(6.0);
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_filled(behind, 4.0, theme::plate());
    painter.galley(corner, galley, theme::over_pictures().amber);
}

/// The mouse in a pane.
struct Pointer<'a> {
    pane: usize,
    response: &'a Response,
}

impl Pointer<'_> {
    /// A drag turns the view around its target or moves it sideways; the wheel zooms.
    fn steer(&self, ui: &Ui, cameras: &mut Cameras) {
        let Self { pane, response } = *self;
        let pixels = f64::from(ui.ctx().pixels_per_point());
        let drag = response.drag_delta();
        // In points, so that the hand turns the scene equally far on every screen.
        let (dx, dy) = (f64::from(drag.x), f64::from(drag.y));
        let shift = ui.input(|input| input.modifiers.shift);
        let orbits = [PointerButton::Primary, PointerButton::Middle];
        if orbits.into_iter().any(|button| response.dragged_by(button)) && !shift {
            cameras.steer(pane, |camera| camera.orbit(dx, dy));
        } else if response.dragged() {
            let viewport =
                [response.rect.width(), response.rect.height()].map(|side| f64::from(side) * pixels);
            cameras.steer(pane, |camera| camera.pan(dx * pixels, dy * pixels, viewport));
        }
        if response.hovered() {
            let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
            let factor = f64::from(pinch) * (f64::from(scroll) * 0.004).exp();
            cameras.steer(pane, |camera| camera.zoom(factor));
        }
    }

    /// A pane gets the focus when a button is pressed in it; a click picks.
    fn click(&self, ui: &Ui, lab: &mut dyn Lab, camera: &Camera, panel: &mut PanelContext) {
        if self.response.clicked() || self.response.drag_started() {
            lab.focus_on(self.pane);
        }
        if let Some(at) = self.response.interact_pointer_pos().filter(|_| self.response.clicked()) {
            let (origin, direction) = grasp::ray(self.response.rect, camera, at);
            let shift = ui.input(|input| input.modifiers.shift);
            if let Some(told) = lab.click(self.pane, origin, direction, shift) {
                panel.ask(Request::Tell(told));
            }
        }
    }
}
