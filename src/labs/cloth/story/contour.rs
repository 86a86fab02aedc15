//! The contour of a patch, seen along the axis of its cone: flat, at the start and at the end of the step.

use egui::{Pos2, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};
use rust_i18n::t;

use super::question::Question;
use crate::geometry::Vector;
use crate::ui::theme;

/// Edges of a contour between which crossings are looked for at most.
const MOST: usize = 700;

type Flat = [[f64; 2]; 2];

/// The edges around a patch as they lie at a time, in metres across an axis.
pub fn flat(question: &Question, edges: &[[u32; 2]], axis: &Vector, time: f64) -> Vec<Flat> {
    let across = axis.cross(&Vector::ith(axis.iamin(), 1.0)).normalize();
    let up = axis.cross(&across);
    let place = |p: u32| {
        let at = question.at(p, time).coords;
        [across.dot(&at), up.dot(&at)]
    };
    edges.iter().map(|edge| edge.map(place)).collect()
}

/// Which edges cross another one without a common particle.
pub fn crossing(edges: &[[u32; 2]], flat: &[Flat]) -> Vec<bool> {
    let mut crossing = vec![false; edges.len()];
    if edges.len() > MOST {
        return crossing;
    }
    for (i, first) in edges.iter().enumerate() {
        for (j, second) in edges.iter().enumerate().skip(i + 1) {
            if !first.iter().any(|p| second.contains(p)) && cross(&flat[i], &flat[j]) {
                (crossing[i], crossing[j]) = (true, true);
            }
        }
    }
    crossing
}

fn cross([a, b]: &Flat, [c, d]: &Flat) -> bool {
    let side = |p: &[f64; 2], q: &[f64; 2], r: &[f64; 2]| {
        (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
    };
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}

/// The contour in a room `height` points high.
pub fn show(ui: &mut Ui, question: &Question, edges: &[[u32; 2]], axis: &Vector, height: f32) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_filled(rect, 2.0, theme::sunken());
    let ends = [0.0, 1.0].map(|time| flat(question, edges, axis, time));
    let all = || ends.iter().flatten().flatten();
    let range = |i: usize| {
        let along = all().map(|p| p[i]);
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
    let mut count = 0;
    for (flat, is_end) in ends.iter().zip([false, true]) {
        let crossing = crossing(edges, flat);
        count += crossing.iter().filter(|crosses| **crosses).count();
        for (edge, crosses) in flat.iter().zip(&crossing) {
            let points = edge.each_ref().map(place);
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
    let name = t!("The contour along the axis; edges that cross another: %{n}", n = count);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &*name));
    response.on_hover_text(format!(
        "{name}\n{}",
        t!("Seen along the axis of the cone. Dashed: at the start of the step; solid: at its end; thick: edges that cross another one then. Where none does, they may still come so near that it cannot be shown.")
    ));
}
