//! The boxes of the inclusion test, drawn below the curve of the cubic over the same time axis. A box is a
//! range of time and of two coordinates on the features; each coordinate has a strip of its own.

use egui::{Align2, FontId, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use super::curve::x_of;
use super::pair_recording::PairStep;
use crate::continuous::Kind;
use crate::continuous::inclusion::Cell;
use crate::language::t;
use crate::ui::drawing::{Hatch, hatching};
use crate::ui::theme;

/// Minimum size of the current box on the screen, points.
const LEAST: f32 = 4.0;

/// Adds the two strips, each `height` points high, with the boxes of the steps `looks`; if the last step is a
/// box, it is framed.
pub fn show(ui: &mut Ui, kind: Kind, looks: &[PairStep], height: f32) {
    let boxes: Vec<(&Cell, bool)> = looks
        .iter()
        .filter_map(|look| if let PairStep::Box(cell, holds) = look { Some((cell, *holds)) } else { None })
        .collect();
    let names = match kind {
        Kind::VertexFace => ["u", "v"],
        Kind::EdgeEdge => ["a", "b"],
    };
    let is_last = matches!(looks.last(), Some(PairStep::Box(..)));
    for (axis, name) in names.into_iter().enumerate() {
        strip(ui, name, axis + 1, &boxes, is_last, height);
    }
}

fn strip(ui: &mut Ui, name: &str, axis: usize, boxes: &[(&Cell, bool)], is_last: bool, height: f32) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let painter = ui.painter();
    let room = Rect::from_x_y_ranges(x_of(rect, 0.0)..=x_of(rect, 1.0), rect.shrink(1.0).y_range());
    painter.rect_filled(room, 0.0, theme::sunken());
    let place = |cell: &Cell| {
        let [[from, to], [low, high]] = [cell.domain[0], cell.domain[axis]];
        let y = |share: f64| room.bottom() - share as f32 * room.height();
        Rect::from_min_max(pos2(x_of(rect, from), y(high)), pos2(x_of(rect, to), y(low)))
    };
    let line = Stroke::new(0.75, theme::weak());
    for (cell, _) in boxes {
        painter.rect_stroke(place(cell), 0.0, line, StrokeKind::Inside);
    }
    let free: Vec<Rect> = boxes.iter().filter(|(_, holds)| !holds).map(|(cell, _)| place(cell)).collect();
    for place in &free {
        painter.rect_filled(*place, 0.0, theme::teal().gamma_multiply(0.12));
    }
    hatching(painter, free, Hatch::Dots, theme::teal().gamma_multiply(0.6));
    if let Some((cell, holds)) = boxes.last().filter(|_| is_last) {
        let at = place(cell);
        let seen = Rect::from_center_size(at.center(), at.size().max(vec2(LEAST, LEAST)));
        let color = if *holds { theme::strong() } else { theme::teal() };
        painter.rect_stroke(seen, 0.0, Stroke::new(2.0, color), StrokeKind::Outside);
    }
    let font = FontId::proportional(12.0);
    painter.text(rect.left_center() + vec2(4.0, 0.0), Align2::LEFT_CENTER, name, font, theme::text());
    let label = match boxes.last() {
        Some((cell, _)) => {
            let [low, high] = cell.domain[axis];
            format!("{name}: {low:.6} … {high:.6}")
        }
        None => name.to_owned(),
    };
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &label));
    response.on_hover_text(format!(
        "{label}\n{}",
        t!("A coordinate on the features, 0 at the bottom and 1 at the top, over the step. Boxes of the inclusion test: dotted where the vector between the features cannot be 0; the current one is framed.")
    ));
}

/// Adds the bounds that the vector between the features has within a box: for each axis of space, an interval
/// as a bar, with a line at 0. Without 0 in one of the intervals, the box contains no contact.
pub fn image(ui: &mut Ui, cell: &Cell) {
    let size = cell.image.as_flattened().iter().fold(f64::MIN_POSITIVE, |most: f64, x| most.max(x.abs()));
    for (axis, [low, high]) in cell.image.into_iter().enumerate() {
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 22.0), Sense::hover());
        let painter = ui.painter();
        let rail = Rect::from_x_y_ranges(rect.left() + 18.0..=rect.right() - 4.0, rect.shrink(5.0).y_range());
        let x = |value: f64| rail.center().x + (value / size) as f32 * 0.5 * rail.width();
        let holds = low <= 0.0 && high >= 0.0;
        let color = if holds { theme::accent() } else { theme::teal() };
        painter.rect_filled(rail, 1.0, theme::sunken());
        let bar = Rect::from_x_y_ranges(x(low)..=x(high).max(x(low) + 1.0), rail.y_range());
        painter.rect_filled(bar, 1.0, color.gamma_multiply(0.8));
        painter.vline(x(0.0), rail.expand(3.0).y_range(), Stroke::new(1.5, theme::strong()));
        let font = FontId::proportional(12.0);
        let name = ["x", "y", "z"][axis];
        painter.text(rect.left_center(), Align2::LEFT_CENTER, name, font, theme::text());
        let length = crate::ui::format::length;
        let relation = if holds { t!("interval contains 0") } else { t!("interval does not contain 0") };
        let label = format!("{name}: {} … {}; {relation}", length(low), length(high));
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &label));
        response.on_hover_text(label);
    }
}
