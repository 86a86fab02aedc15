//! Rectangular regions of a page, and centred sentences in them.

use egui::{Rect, RichText, Ui, UiBuilder};

use crate::ui::theme;

/// Space between two regions, points.
pub const GAP: f32 = 10.0;

/// Adds `contents` in a rectangle of the page and clips them to it.
pub fn region(ui: &mut Ui, salt: &str, side: usize, rect: Rect, contents: impl FnOnce(&mut Ui)) {
    if rect.width() < 8.0 || rect.height() < 8.0 {
        return;
    }
    ui.scope_builder(UiBuilder::new().id_salt((salt, side)).max_rect(rect), |ui| {
        ui.set_clip_rect(rect.expand(1.0).intersect(ui.clip_rect()));
        contents(ui);
    });
}

/// Adds a centred sentence, in amber if it reports a problem.
pub fn centred_sentence(ui: &mut Ui, text: &str, is_trouble: bool) {
    let color = if is_trouble { theme::amber() } else { theme::weak() };
    ui.centered_and_justified(|ui| ui.label(RichText::new(text).color(color)));
}
