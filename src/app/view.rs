//! A pane's 3D view: the rendered scene, the marks over it, and the mouse, which turns the view or drags a body.

use egui::{Color32, FontId, Id, Painter, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use super::cameras::Cameras;
use super::{close_up, grasp, spots};
use crate::labs::capabilities::Hand;
use crate::labs::lab::Lab;
use crate::labs::lab::change_panes;
use crate::language::t;
use crate::render::camera::{Camera, Lens};
use crate::render::floor::Floor;
use crate::render::grip::Ray;
use crate::ui::hand::Hold;
use crate::ui::requests::{PanelContext, Request};
use crate::ui::stage::{Canvas, Sight};
use crate::ui::{orbit, theme};

/// Minimum width of a pane that tells the scale of its floor, points.
const ROOM_FOR_SCALE: f32 = 360.0;

/// Fills `rect` with the scene as the pane's method sees it. Returns the part covered by the lens on the contact.
pub fn show(
    ui: &mut Ui,
    lab: &mut dyn Lab,
    cameras: &mut Cameras,
    hold: &mut Option<Hold>,
    panel: &mut PanelContext,
    pane: usize,
    rect: Rect,
) -> Option<Rect> {
    let pixels_per_point = ui.ctx().pixels_per_point();
    let response = ui.interact(rect, ui.scope_id().with(("scene", pane)), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, t!("Scene %{n}", n = pane + 1)));
    ui.data_mut(|data| data.insert_temp(response.id.with("is a scene"), true));
    let size = [rect.width(), rect.height()].map(|side| (side * pixels_per_point).round().max(0.0) as u32);
    if size.contains(&0) {
        return None;
    }
    let mut lens = None;
    let under = |hand: &dyn Hand, (origin, direction): &Ray| hand.under(*origin, *direction);
    // A drag of a body also selects the body.
    let pick =
        |hand: &mut dyn Hand, (origin, direction): Ray| drop(hand.click(pane, origin, direction, false));
    if let Some(hand) = lab.hand() {
        grasp::carry(ui, hand, hold, &response, &cameras.of(pane), under, pick);
    }
    if hold.is_none() {
        cameras.steer(pane, |camera| {
            orbit::steer(ui, &response, camera);
        });
    }
    click(ui, lab, pane, &response, &cameras.of(pane), panel);
    let over = response.hover_pos().filter(|_| !response.dragged());
    let over = over.map(|at| grasp::ray(rect, &cameras.of(pane), at));
    if lab.hand().is_some_and(|hand| hand.hover(pane, over)) {
        ui.ctx().request_repaint();
    }

    // Antialiasing is too slow while a body is dragged or the view turns.
    let still = panel.fine || (!lab.playback().playing && hold.is_none() && !response.dragged());
    let camera = cameras.of(pane);
    let sight = Sight { size, pixels_per_point, still, camera, close_up: false };
    let counts_on_show = panel.stage.body_counts();
    match lab.picture(pane, &mut Canvas::Kept { stage: &mut *panel.stage, pane, sight: &sight }) {
        // The first row of the texture is the bottom row of the picture.
        Ok(texture) => {
            let upside_down = Rect::from_min_max(pos2(0.0, 1.0), pos2(1.0, 0.0));
            if let Some(texture) = texture {
                ui.painter().image(texture, rect, upside_down, Color32::WHITE);
            }
            let painter = ui.painter().with_clip_rect(rect);
            lab.paint_over(pane, &painter, rect, &camera);
            spots::show(ui, lab, pane, rect, &camera, panel);
            if pane == 0
                && let Some(floor) = lab.floor()
            {
                tell_scale(&painter, rect, &floor, &camera);
            }
            if let Lens::Window(volume) = camera.lens() {
                orbit::paint(&painter, rect, &camera, &volume);
            }
            grasp::paint_axis(&painter, rect, &camera, hold.as_ref());
            if cameras.close_up && lab.panes().focus() == pane {
                lens = Some(close_up::show(ui, lab, panel.stage, pane, rect, &sight));
            }
            if panel.stage.body_counts() != counts_on_show {
                // Redraws, because the panel with the counts was drawn before the scene.
                ui.ctx().request_repaint();
            }
        }
        Err(why) => {
            ui.painter().rect_filled(rect, 0.0, theme::over_pictures().sunken);
            tell(ui, rect, &t!("The scene cannot be drawn: %{why}", why = why));
            return None;
        }
    }
    let lost = cameras.view(pane).lost().and_then(|id| lab.row().why_not_from(id));
    if let Some(why) = lab.pane_trouble(pane).or(lost) {
        tell(ui, rect, &why);
    }
    lens
}

/// Whether the widget with this id is the 3D view of a scene.
pub fn is_scene(ui: &Ui, id: Id) -> bool {
    ui.data(|data| data.get_temp::<bool>(id.with("is a scene"))).is_some()
}

/// Shows `text`, an explanation, at the top of the pane that fills `rect`.
pub fn tell(ui: &Ui, rect: Rect, text: &str) {
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

/// Shows the length of a square of the floor's grid in the lower right corner of the pane, if the grid can be seen.
fn tell_scale(painter: &Painter, rect: Rect, floor: &Floor, camera: &Camera) {
    let is_seen = camera.source().y > floor.middle.y && !matches!(camera.lens(), Lens::Window(_));
    if !is_seen || rect.width() < ROOM_FOR_SCALE {
        return;
    }
    let (_, length) = floor.square();
    let text = t!("1 square = %{length}", length = length).into_owned();
    let galley = painter.layout_no_wrap(text, FontId::proportional(11.0), theme::over_pictures().weak);
    let corner = rect.right_bottom() - galley.size() - vec2(8.0, 6.0);
    painter.rect_filled(
        Rect::from_min_size(corner, galley.size()).expand2(vec2(4.0, 2.0)),
        3.0,
        theme::plate(),
    );
    painter.galley(corner, galley, theme::over_pictures().weak);
}

/// Activates a pane when a button is pressed in it, and selects a body on a click.
fn click(
    ui: &Ui,
    lab: &mut dyn Lab,
    pane: usize,
    response: &Response,
    camera: &Camera,
    panel: &mut PanelContext,
) {
    if response.clicked() || response.drag_started() {
        change_panes(lab, |panes| panes.focus_on(pane));
    }
    if let Some(at) = response.interact_pointer_pos().filter(|_| response.clicked()) {
        let (origin, direction) = grasp::ray(response.rect, camera, at);
        let shift = ui.input(|input| input.modifiers.shift);
        if let Some(told) = lab.hand().and_then(|hand| hand.click(pane, origin, direction, shift)) {
            panel.ask(Request::Tell(told));
        }
    }
}
