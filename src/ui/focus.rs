//! Layouts in reading order. Tab moves the focus in the order in which controls are added, so what is on the left or above
//! is added first; and what has the focus is scrolled into sight.

use egui::{Ui, UiBuilder};

/// Contents at the right end of a line, laid out from the left, so that the focus moves through them in reading order.
/// Their width, points.
pub fn at_the_right(ui: &mut Ui, id_salt: &str, contents: impl FnOnce(&mut Ui)) -> f32 {
    let id = ui.scope_id().with(id_salt);
    let known: f32 = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    // The space counts as an item of the line, with spacing of its own.
    ui.add_space((ui.available_width() - known - ui.spacing().item_spacing.x).max(0.0));
    let width = ui.horizontal(contents).response.rect.width();
    if (width - known).abs() > 0.5 {
        ui.data_mut(|data| data.insert_temp(id, width));
        ui.ctx().request_discard("contents at the right have another width");
    }
    width
}

/// Two parts of `ui`: `lower`, panels at the bottom as high as they need, and `upper` over them in the rest. The upper part
/// is added first, so that the focus goes through it first. `id_salt` keeps the lower part's height between frames.
pub fn above<S>(
    ui: &mut Ui,
    id_salt: &str,
    state: &mut S,
    upper: impl FnOnce(&mut S, &mut Ui),
    lower: impl FnOnce(&mut S, &mut Ui),
) {
    let id = ui.scope_id().with(id_salt);
    let room = ui.available_rect_before_wrap();
    let known: f32 = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let (over, _) = room.split_top_bottom_at_y((room.bottom() - known).max(room.top()));
    upper(state, &mut ui.new_child(UiBuilder::new().id_salt("upper").max_rect(over)));
    let mut below = ui.new_child(UiBuilder::new().id_salt("lower").max_rect(room));
    lower(state, &mut below);
    let height = room.bottom() - below.available_rect_before_wrap().bottom();
    if (height - known).abs() > 0.5 {
        ui.data_mut(|data| data.insert_temp(id, height));
        ui.ctx().request_discard("what stands below has another height");
    }
}

/// Scrolls to the control in `ui` to which the focus has just moved. To be called at the end of a scrolled part.
pub fn keep_focus_in_sight(ui: &Ui) {
    let Some(focused) = ui.memory(|memory| memory.focused()) else { return };
    let Some(control) = ui.ctx().read_response(focused).filter(egui::Response::gained_focus) else { return };
    let is_here = control.layer_id == ui.layer_id() && ui.min_rect().expand(1.0).contains_rect(control.rect);
    if is_here && !ui.clip_rect().contains_rect(control.rect) {
        ui.scroll_to_rect(control.rect.expand(8.0), None);
    }
}
