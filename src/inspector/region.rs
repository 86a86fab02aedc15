//! Parts of a page with places of their own, and sentences in the middle of them.

use egui::{Rect, RichText, Ui, UiBuilder, Vec2};

use crate::ui::theme;

/// Space between two regions, points.
pub const GAP: f32 = 10.0;

/// A part of the page with a place of its own. What it shows beyond that is cut off.
pub fn region(ui: &mut Ui, salt: &str, side: usize, rect: Rect, contents: impl FnOnce(&mut Ui)) {
    if rect.width() < 8.0 || rect.height() < 8.0 {
        return;
    }
    ui.scope_builder(UiBuilder::new().id_salt((salt, side)).max_rect(rect), |ui| {
        ui.set_clip_rect(rect.expand(1.0).intersect(ui.clip_rect()));
        contents(ui);
    });
}

/// A place below what `ui` has already, in points.
pub fn place_below(ui: &mut Ui, size: Vec2) -> Rect {
    ui.add_space(GAP);
    ui.allocate_space(size).1
}

/// A sentence in the middle.
pub fn tell(ui: &mut Ui, text: &str, is_trouble: bool) {
    let color = if is_trouble { theme::amber() } else { theme::weak() };
    ui.centered_and_justified(|ui| ui.label(RichText::new(text).color(color)));
}
