//! A number compared with a bound, drawn as a bar with a mark at the bound.

use egui::text::{LayoutJob, TextWrapping};
use egui::{Align2, FontId, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use crate::ui::theme;

/// Height of a bar with its line of text, points.
pub const HEIGHT: f32 = 30.0;

/// A number and the bound that it is compared with.
pub struct Against {
    /// The name of the number.
    pub name: String,
    /// The number, and the text that shows it.
    pub value: (f64, String),
    /// The bound, and the text that shows it.
    pub bound: (f64, String),
    /// The value at the right end of the bar; with `None`, a value slightly above both numbers.
    pub most: Option<f64>,
    /// True if the comparison proves something; the bar then has another colour.
    pub shows: bool,
}

/// Adds the bar on its own line; both numbers must be non-negative.
pub fn show(ui: &mut Ui, bar: &Against) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::hover());
    let painter = ui.painter();
    let font = FontId::proportional(12.0);
    let line = rect.top() + 8.0;
    let rail =
        Rect::from_min_max(pos2(rect.left(), rect.top() + 16.0), pos2(rect.right(), rect.bottom() - 4.0));
    let most = bar.most.unwrap_or(bar.value.0.max(bar.bound.0).max(f64::MIN_POSITIVE) * 1.15);
    let x = |value: f64| rail.left() + (value / most).clamp(0.0, 1.0) as f32 * rail.width();
    painter.rect_filled(rail, 2.0, theme::sunken());
    let color = if bar.shows { theme::teal() } else { theme::amber() };
    painter.rect_filled(rail.with_max_x(x(bar.value.0)), 2.0, color.gamma_multiply(0.75));
    let mark = x(bar.bound.0);
    painter.vline(mark, rail.expand(3.0).y_range(), Stroke::new(2.0, theme::strong()));
    let sign = if bar.value.0 < bar.bound.0 { "<" } else { "≥" };
    let comparison = format!("{} {sign} {}", bar.value.1, bar.bound.1);
    let right = painter.text(
        pos2(rect.right(), line),
        Align2::RIGHT_CENTER,
        &comparison,
        font.clone(),
        theme::strong(),
    );
    // The name is truncated to the rest of the line; the hover text has the full name.
    let mut name = LayoutJob::simple_singleline(bar.name.clone(), font, theme::text());
    name.wrap = TextWrapping::truncate_at_width((right.left() - rect.left() - 8.0).max(0.0));
    let name = painter.layout_job(name);
    painter.galley(pos2(rect.left(), line - 0.5 * name.size().y), name, theme::text());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{}: {comparison}", bar.name)));
    response.on_hover_text(format!("{}: {comparison}", bar.name));
}
