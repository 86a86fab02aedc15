//! Hover texts and keys: a text that a resting pointer has called up does not stay over what a key has turned to.

use egui::{Event, Frame, Id, Tooltip, Ui};

/// Hides all hover texts from the press of a key until the pointer moves, a button is pressed or the wheel is turned. To be
/// called before anything is shown.
pub fn hide_at_a_key(ui: &Ui) {
    let id = Id::unique("hover texts are hidden");
    let (by_key, by_pointer) = ui.input(|input| {
        let is_key = |event: &Event| matches!(event, Event::Key { pressed: true, .. });
        let is_of_pointer = |event: &Event| {
            matches!(event, Event::PointerMoved(_) | Event::PointerButton { .. } | Event::MouseWheel { .. })
        };
        (input.events.iter().any(is_key), input.events.iter().any(is_of_pointer))
    });
    let was_hidden = ui.data(|data| data.get_temp(id).unwrap_or(false));
    let is_hidden = by_key || was_hidden && !by_pointer;
    ui.data_mut(|data| data.insert_temp(id, is_hidden));
    if is_hidden {
        // egui shows one hover text in a layer, the first that asks: an empty one without a frame.
        let mut empty = Tooltip::always_open(ui.ctx().clone(), ui.layer_id(), id, ui.max_rect().left_top());
        empty.popup = empty.popup.frame(Frame::NONE);
        empty.show(|_| ());
    }
}
