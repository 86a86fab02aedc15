//! The drawing of a patch's contour (its border edges), projected along the axis of the patch's cone, at the
//! start and at the end of the step.

use egui::{Pos2, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::question::Question;
use crate::cloth::crossings::{Flat, crossings, flat};
use crate::geometry::Vector;
use crate::language::t;
use crate::ui::theme;

/// Radius of the mark of a crossing, points.
const MARK: f32 = 5.0;

/// Adds the drawing, `height` points high, of the contour with these `edges`, projected along `axis`.
pub fn show(ui: &mut Ui, question: &Question, edges: &[[u32; 2]], axis: &Vector, height: f32) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_filled(rect, 2.0, theme::sunken());
    let seen = flat(axis);
    let ends: [Vec<[Flat; 2]>; 2] =
        [0.0, 1.0].map(|time| edges.iter().map(|edge| edge.map(|p| seen(&question.at(p, time)))).collect());
    let all_points = || ends.iter().flatten().flatten();
    let range = |i: usize| {
        let along = all_points().map(|p| p[i]);
        along.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)])
    };
    let [[left, right], [low, high]] = [0, 1].map(range);
    let plot = rect.shrink(8.0);
    let scale = (f64::from(plot.width()) / (right - left)).min(f64::from(plot.height()) / (high - low));
    if !scale.is_finite() {
        return;
    }
    let place = |p: &[f64; 2]| -> Pos2 {
        let x = (p[0] - 0.5 * (left + right)) * scale;
        let y = (p[1] - 0.5 * (low + high)) * scale;
        pos2(plot.center().x + x as f32, plot.center().y - y as f32)
    };
    let crossings_at = ends.each_ref().map(|flat| crossings(edges, flat));
    for ((flat, is_end), crossings) in ends.iter().zip([false, true]).zip(&crossings_at) {
        for (index, edge) in flat.iter().enumerate() {
            let points = edge.each_ref().map(place);
            let crosses = crossings.iter().any(|crossing| crossing.edges.contains(&index));
            let stroke = match (crosses, is_end) {
                (true, _) => Stroke::new(3.0, theme::amber()),
                (false, true) => Stroke::new(1.75, theme::accent()),
                (false, false) => Stroke::new(1.0, theme::weak()),
            };
            if is_end {
                painter.line_segment(points, stroke);
            } else {
                painter.extend(Shape::dashed_line(&points, stroke, 4.0, 3.0));
            }
        }
    }
    // The marks of the step's end are drawn on top.
    for ((flat, is_end), crossings) in ends.iter().zip([false, true]).zip(&crossings_at) {
        for crossing in crossings {
            let [from, to] = &flat[crossing.edges[0]];
            let at = place(&[0, 1].map(|i| from[i] + (to[i] - from[i]) * crossing.shares[0]));
            painter.circle_filled(at, MARK, if is_end { theme::amber() } else { theme::sunken() });
            painter.circle_stroke(
                at,
                MARK,
                Stroke::new(1.5, if is_end { theme::strong() } else { theme::amber() }),
            );
        }
    }
    let [start, end] = crossings_at.map(|crossings| crossings.len());
    let name = t!(
        "The contour, seen along the axis; self-crossings at the start: %{start}, at the end: %{end}",
        start = start,
        end = end
    );
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &*name));
    response.on_hover_text(format!(
        "{name}\n{}",
        t!("The contour seen along the axis of the cone. Dashed: at the start of the step; solid: at its end; circles: self-crossings, open at the start and filled at the end. Even without crossings the edges may be too close for a proof.")
    ));
}
