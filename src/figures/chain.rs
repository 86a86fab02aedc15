//! Stencil values in a row, each in its colour: 0 → 1 → 2 → 3.

use egui::{Align2, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use crate::ui::buffer_colors::{ink, stencil_color};
use crate::ui::drawing::{arrow, em, font};
use crate::ui::theme;

/// Draws `before`, then all `values`; the value at index `current` is framed. Unchanged values are smaller.
pub fn chain(ui: &mut Ui, before: u8, values: &[u8], proof: Option<u8>, current: Option<usize>) {
    let em = em(ui);
    let (side, gap) = (1.45 * em, 1.0 * em);
    let width = side + values.len() as f32 * (side + gap);
    let (rect, response) = ui.allocate_exact_size(vec2(width, 1.7 * em), Sense::hover());
    let text: Vec<_> = std::iter::once(before).chain(values.iter().copied()).map(|v| v.to_string()).collect();
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text.join(" → ")));
    let painter = ui.painter();
    let mut last = before;
    let mut x = rect.left();
    let cells = std::iter::once((before, None)).chain(values.iter().copied().zip((0..).map(Some)));
    for (value, index) in cells {
        if index.is_some() {
            let from = pos2(x + 0.1 * gap, rect.center().y);
            let color = if value == last { theme::line() } else { theme::text() };
            arrow(painter, from, from + vec2(0.8 * gap, 0.0), Stroke::new(1.3, color), 0.45 * em);
            x += gap;
        }
        let center = pos2(x + 0.5 * side, rect.center().y);
        let stays = index.is_some() && value == last;
        let cell = egui::Rect::from_center_size(center, vec2(side, side) * if stays { 0.8 } else { 1.0 });
        let ground = stencil_color(value, proof);
        let is_current = index.is_some() && index == current;
        let line =
            if is_current { Stroke::new(2.0, theme::strong()) } else { Stroke::new(1.0, theme::weak()) };
        painter.rect(cell, 3.0, ground, line, StrokeKind::Outside);
        let size = if stays { 0.9 * em } else { em };
        painter.text(center, Align2::CENTER_CENTER, value.to_string(), font(size), ink(ground));
        x += side;
        last = value;
    }
}
