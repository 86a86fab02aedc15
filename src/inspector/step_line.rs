//! A line of a story's list of steps.

use egui::{Align, Label, RichText, Sense, Stroke, StrokeKind, Ui, vec2};
use rust_i18n::t;

use super::story::Showing;
use crate::ui::theme;

/// Adds a line: a click on it jumps to `position`, and the step at hand is framed and in view.
pub fn step_line(ui: &mut Ui, at_hand: bool, text: String, position: usize, showing: &mut Showing<'_>) {
    let ink = if at_hand { theme::strong() } else { theme::weak() };
    let label = Label::new(RichText::new(text).small().color(ink)).wrap().sense(Sense::click());
    let response = ui.add(label).on_hover_text(t!("Click to go to this step."));
    if response.clicked() {
        showing.cursor.jump(position);
    }
    if at_hand {
        let rect = response.rect.expand2(vec2(3.0, 1.0));
        let stroke = Stroke::new(1.0, theme::accent());
        ui.painter().rect_stroke(rect, 2.0, stroke, StrokeKind::Outside);
        // Once for each step: a list lower than a line can never show it whole.
        let shown = ui.scope_id().with("the step in sight");
        let before = ui.data_mut(|data| data.get_temp::<usize>(shown));
        ui.data_mut(|data| data.insert_temp(shown, position));
        if before != Some(position) && !ui.clip_rect().contains_rect(rect) {
            response.scroll_to_me(Some(Align::Center));
        }
    }
}
