//! Table of projections of two bodies or volumes on axes, one per row: both intervals as bars, and the gap, if any.

use egui::{
    Align, Align2, Color32, FontId, Layout, Pos2, Rect, RichText, Sense, Stroke, StrokeKind, Ui, pos2, vec2,
};

use crate::language::t;
use crate::ui::drawing::colors_of_both;
use crate::ui::theme;

/// Width of the column of names on the left, and of the column of gaps on the right, points.
const NAMES: f32 = 108.0;
const GAPS: f32 = 84.0;
/// A gap smaller than this fraction of the visible range is a rounding error.
pub const NO_GAP: f64 = 1e-9;

/// One axis with the projections of both volumes.
pub struct Projection {
    /// Short name of the axis, at the left of its row.
    pub name: String,
    /// Projection of A.
    pub a: [f64; 2],
    /// Projection of B, in the same unit and from the same origin.
    pub b: [f64; 2],
    /// Text on the right: the gap, or why there is none.
    pub gap: String,
    /// Whether the axis separates the volumes.
    pub separates: bool,
    /// Whether the axis is the first separating one, where the test ends.
    pub is_first: bool,
    /// Whether the row is faint: the axis was not tested, or is irrelevant.
    pub is_faint: bool,
    /// Hover text of the row, also for screen readers.
    pub says: String,
}

/// Draws the rows, `height` points each. `breaks` are indices of rows; before each of these rows there is extra space.
pub fn show(ui: &mut Ui, rows: &[Projection], breaks: &[usize], height: f32) {
    legend(ui);
    let scale = scale(rows);
    ui.spacing_mut().item_spacing.y = 0.0;
    for (index, projection) in rows.iter().enumerate() {
        if breaks.contains(&index) {
            ui.add_space(5.0);
        }
        row(ui, height, projection, scale);
    }
}

/// Range of all intervals.
pub fn scale(rows: &[Projection]) -> [f64; 2] {
    let ends = || rows.iter().flat_map(|row| [row.a, row.b]);
    let low = ends().map(|[low, _]| low).fold(f64::INFINITY, f64::min);
    let high = ends().map(|[_, high]| high).fold(f64::NEG_INFINITY, f64::max);
    if low < high { [low, high] } else { [-1.0, 1.0] }
}

fn legend(ui: &mut Ui) {
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(RichText::new(t!("gap, or − overlap")).small().color(theme::weak()))
                .on_hover_text(t!("Gap between the projections; a negative value is an overlap."));
            ui.with_layout(Layout::left_to_right(Align::Center), names);
        });
    });
}

fn names(ui: &mut Ui) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 10.0;
        for (side, name) in [t!("A, upper bar"), t!("B, lower bar")].into_iter().enumerate() {
            ui.label(RichText::new(name).small().color(colors_of_both()[side]))
                .on_hover_text(t!("Projection of the box on the axis; all rows use the same scale."));
        }
        ui.label(RichText::new(t!("gap")).small().color(theme::teal())).on_hover_text(t!(
            "If the projections have a gap, a plane perpendicular to the axis separates the boxes."
        ));
    });
}

fn row(ui: &mut Ui, height: f32, row: &Projection, [low, high]: [f64; 2]) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let painter = ui.painter();
    if row.is_first {
        let frame = Stroke::new(1.5, theme::teal());
        painter.rect(rect.shrink(0.5), 3.0, theme::sunken(), frame, StrokeKind::Inside);
    }
    let strength: f32 = if row.is_faint { 0.45 } else { 1.0 };
    let font = FontId::proportional((0.6 * height).clamp(12.0, 15.0));
    let text_color = if row.is_first { theme::strong() } else { theme::text() };
    let at = rect.left_center() + vec2(6.0, 0.0);
    painter.text(at, Align2::LEFT_CENTER, &row.name, font.clone(), text_color);

    let bars =
        Rect::from_min_max(pos2(rect.left() + NAMES, rect.top()), pos2(rect.right() - GAPS, rect.bottom()));
    let x = |along: f64| bars.left() + ((along - low) / (high - low)) as f32 * bars.width();
    let y = rect.center().y;
    painter.line_segment([pos2(bars.left(), y), pos2(bars.right(), y)], Stroke::new(0.5, theme::line()));
    for (interval, color, top) in
        [(row.a, colors_of_both()[0], y - 6.0), (row.b, colors_of_both()[1], y + 1.0)]
    {
        let bar = Rect::from_min_max(
            pos2(x(interval[0]), top),
            pos2(x(interval[1]).max(x(interval[0]) + 1.0), top + 5.0),
        );
        painter.rect_filled(bar, 1.0, color.gamma_multiply(strength));
    }
    if row.separates {
        let [from, to] = gap(row).map(x);
        mark_gap(ui, [pos2(from, y), pos2(to, y)], theme::teal().gamma_multiply(strength.max(0.7)));
    }
    let color = if row.separates { theme::teal() } else { theme::text() };
    let at = rect.right_center() - vec2(6.0, 0.0);
    ui.painter().text(at, Align2::RIGHT_CENTER, &row.gap, font, color);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &row.says));
    response.on_hover_text(&row.says);
}

/// The interval between the two projections of a row on a separating axis.
fn gap(row: &Projection) -> [f64; 2] {
    if row.b[0] > row.a[1] { [row.a[1], row.b[0]] } else { [row.b[1], row.a[0]] }
}

/// Vertical lines at both sides and a line between them: recognisable without colour.
fn mark_gap(ui: &Ui, [from, to]: [Pos2; 2], color: Color32) {
    let painter = ui.painter();
    let stroke = Stroke::new(1.5, color);
    for end in [from, to] {
        painter.line_segment([end - vec2(0.0, 8.0), end + vec2(0.0, 8.0)], stroke);
    }
    painter.line_segment([from, to], stroke);
}
