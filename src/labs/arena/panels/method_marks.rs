//! The marks of a method in every list and chart: the stroke of its curve, a piece of it, aligned numbers.

use egui::{Color32, RichText, Sense, Shape, Stroke, Ui, vec2};
use unicode_width::UnicodeWidthStr as _;

use crate::labs::arena::lineup::row_of;
use crate::methods::Method;
use crate::ui::theme;

/// How a method's curve is drawn: a colour, and 0 for a whole line, 1 for dashes, 2 for dots.
pub fn line_style(method: &Method) -> (Color32, usize) {
    let row = row_of(method);
    (theme::series(row), row / theme::colors().series.len() % 3)
}

/// A short piece of a method's curve, as in the chart.
pub fn swatch(ui: &mut Ui, method: &Method) {
    let (rect, _) = ui.allocate_exact_size(vec2(22.0, 12.0), Sense::hover());
    let (color, dashes) = line_style(method);
    let ends = [rect.left_center(), rect.right_center()];
    let stroke = Stroke::new(2.0, color);
    match dashes {
        0 => ui.painter().extend([Shape::line_segment(ends, stroke)]),
        1 => ui.painter().extend(Shape::dashed_line(&ends, stroke, 6.0, 3.0)),
        _ => ui.painter().extend(Shape::dotted_line(&ends, color, 4.5, 1.4)),
    };
}

/// A number, or the title over it, at the right of `width` characters.
pub fn aligned(title: &str, width: usize) -> RichText {
    // A Chinese character is two columns wide.
    let padding = " ".repeat(width.saturating_sub(title.width()));
    RichText::new(format!("{padding}{title}")).monospace()
}
