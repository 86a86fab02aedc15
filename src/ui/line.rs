//! A line of controls with a left and a right end, which becomes two lines if there is no room for one.

use egui::Ui;

use super::egui_gaps::at_the_right;
use crate::language::Language;

/// Shows controls at both ends of a line. If they need more than the line's width, those of the right end move to a
/// line of their own. All controls are added from left to right, which is also the focus order.
pub fn two_ends<S>(
    ui: &mut Ui,
    id_salt: &str,
    state: &mut S,
    left: impl FnOnce(&mut S, &mut Ui),
    right: impl FnOnce(&mut S, &mut Ui),
) {
    // The width of the words depends on the language.
    let id = ui.scope_id().with((id_salt, Language::current().id()));
    let room = ui.available_width();
    // The last width at which one line was too narrow. If the width has changed, one line is tried again, because
    // some controls may have become narrower.
    let too_narrow: Option<f32> = ui.data(|data| data.get_temp(id));
    if too_narrow == Some(room) {
        ui.horizontal_wrapped(|ui| left(state, ui));
        ui.horizontal_wrapped(|ui| right(state, ui));
        return;
    }
    let line = ui.horizontal(|ui| {
        let start = ui.cursor().left();
        left(state, ui);
        let at_left = ui.cursor().left() - start;
        at_left + at_the_right(ui, "right end", |ui| right(state, ui))
    });
    if line.inner > room + 0.5 {
        ui.data_mut(|data| data.insert_temp(id, room));
        ui.ctx().request_discard("a line has no room for both of its ends");
    }
}
