//! The view of best-first search for the distance: the heap of pairs of nodes that wait to be opened, the
//! closest first, and a chart of the lower and upper bound of the distance, which converge.

use std::collections::HashMap;

use egui::{Align2, FontId, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::recording::{Bounds, Recording, Step, StepKind};
use crate::language::t;
use crate::ui::format::{grouped, length};
use crate::ui::theme;
use crate::ui::widgets::{heading, note};

/// Height of the chart of the bounds, points.
const CHART: f32 = 92.0;
/// Height of a row of the heap, points.
const ROW: f32 = 15.0;
/// Width of the names in the heap and of the lengths next to the bars, points.
const NAMES: [f32; 2] = [92.0, 62.0];

/// Adds the chart of the bounds with a mark after `done` steps, and the heap as it is after these steps. Both
/// together are `room` points high.
pub fn show(ui: &mut Ui, recording: &Recording, done: usize, room: f32) {
    let all = recording.steps.len() as u64 + recording.left_out;
    heading(ui, &t!("Bounds of the distance"));
    chart(ui, &recording.bounds, all as usize, done);
    let now = recording.bounds.iter().rev().find(|bounds| bounds.step <= done);
    let text = match now {
        None => t!("No bound is known yet.").into_owned(),
        Some(Bounds { low, high, .. }) if high.is_finite() => {
            t!("The distance is between %{low} and %{high}.", low = length(*low), high = length(*high))
                .into_owned()
        }
        Some(Bounds { low, .. }) => t!("The distance is at least %{low}.", low = length(*low)).into_owned(),
    };
    note(ui, &text);
    let waiting = waiting(&recording.steps[..done.min(recording.steps.len())]);
    heading(ui, &t!("Heap, waiting pairs: %{n}", n = grouped(waiting.len() as u64)));
    let rows = ((room - CHART - 110.0) / ROW).clamp(3.0, 40.0) as usize;
    heap(ui, &waiting, now.map_or(f64::INFINITY, |now| now.high), rows);
}

/// The waiting pairs after these steps, the next one first.
pub fn waiting(done: &[Step]) -> Vec<([u32; 2], f64)> {
    let mut known: HashMap<[u32; 2], f64> = HashMap::new();
    for step in done {
        match step.kind {
            StepKind::Volumes { kept: true, measure } => {
                known.insert(step.nodes, measure);
            }
            StepKind::Opened | StepKind::Dropped(_) => {
                known.remove(&step.nodes);
            }
            StepKind::Volumes { .. } | StepKind::Triangles { .. } => {}
        }
    }
    let mut waiting: Vec<_> = known.into_iter().collect();
    // Among pairs with equal bounds, the traversal opens the deeper pair first.
    let down = |[a, b]: [u32; 2]| std::cmp::Reverse(u64::from(a) + u64::from(b));
    waiting.sort_by(|one, other| one.1.total_cmp(&other.1).then_with(|| down(one.0).cmp(&down(other.0))));
    waiting
}

/// Adds the chart of the distance's lower bound and of the best distance so far (its upper bound) over all
/// `all` steps, with a mark after `done` steps.
fn chart(ui: &mut Ui, bounds: &[Bounds], all: usize, done: usize) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), CHART), Sense::hover());
    let painter = ui.painter();
    painter.rect_filled(rect, 2.0, theme::sunken());
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Image, true, t!("Lower and upper bound of the distance, by step"))
    });
    response.on_hover_text(t!("All steps from left to right. Thin line, rising: lower bound of the remaining pairs. Thick line, falling: distance of the closest triangles so far. The traversal ends where the lines meet."));
    let known = bounds.iter().flat_map(|bounds| [bounds.low, bounds.high]).filter(|bound| bound.is_finite());
    let most = known.fold(0.0, f64::max);
    if all == 0 || most <= 0.0 {
        return;
    }
    let plot = rect.shrink2(vec2(4.0, 8.0));
    let x = |step: usize| plot.left() + plot.width() * step as f32 / all as f32;
    let y = |metres: f64| plot.bottom() - (metres / most) as f32 * plot.height();
    let ends = bounds.iter().skip(1).map(|next| next.step).chain([all]);
    let stairs = |value: &dyn Fn(&Bounds) -> f64| -> Vec<Pos2> {
        let finite = bounds.iter().zip(ends.clone()).filter(|(bounds, _)| value(bounds).is_finite());
        finite.flat_map(|(bounds, end)| [bounds.step, end].map(|at| pos2(x(at), y(value(bounds))))).collect()
    };
    painter.add(Shape::line(stairs(&|bounds| bounds.low), Stroke::new(1.25, theme::teal())));
    painter.add(Shape::line(stairs(&|bounds| bounds.high), Stroke::new(2.5, theme::accent())));
    painter.vline(x(done.min(all)), rect.y_range(), Stroke::new(1.0, theme::strong()));
    let font = FontId::proportional(11.0);
    painter.text(
        rect.left_top() + vec2(4.0, 2.0),
        Align2::LEFT_TOP,
        length(most),
        font.clone(),
        theme::weak(),
    );
    painter.text(rect.left_bottom() + vec2(4.0, -2.0), Align2::LEFT_BOTTOM, length(0.0), font, theme::weak());
}

/// Adds the first rows of the heap. Each waiting pair has a bar as long as the lower bound of its distance; a
/// line marks the best distance so far.
fn heap(ui: &mut Ui, waiting: &[([u32; 2], f64)], best: f64, rows: usize) {
    let shown = &waiting[..waiting.len().min(rows)];
    let farthest = shown.iter().map(|(_, bound)| *bound).fold(0.0, f64::max);
    let most = if best.is_finite() { best.max(farthest) } else { farthest }.max(f64::MIN_POSITIVE);
    for (place, (nodes, bound)) in shown.iter().enumerate() {
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
        let painter = ui.painter();
        let font = FontId::proportional(12.0);
        let name = format!("A{} B{}", nodes[0], nodes[1]);
        let color = if place == 0 { theme::strong() } else { theme::text() };
        painter.text(rect.left_center(), Align2::LEFT_CENTER, &name, font.clone(), color);
        let bars = rect.shrink2(vec2(0.0, 3.0));
        let bars = Rect::from_min_max(
            bars.min + vec2(NAMES[0], 0.0),
            pos2((bars.right() - NAMES[1]).max(bars.left() + NAMES[0]), bars.bottom()),
        );
        let x = |metres: f64| bars.left() + (metres / most) as f32 * bars.width();
        let bar = bars.with_max_x(x(*bound).max(bars.left() + 1.0));
        // Pairs that cannot improve the best distance are grey.
        let is_done = *bound >= best;
        painter.rect_filled(bar, 1.0, if is_done { theme::line() } else { theme::teal() });
        if best.is_finite() {
            painter.vline(x(best), rect.y_range(), Stroke::new(1.5, theme::accent()));
        }
        painter.text(rect.right_center(), Align2::RIGHT_CENTER, length(*bound), font, color);
        let says = if is_done {
            t!(
                "The nodes are at least %{d} apart, no closer than the closest triangles so far: the pair will be dropped.",
                d = length(*bound)
            )
        } else if place == 0 {
            t!(
                "The nodes are at least %{d} apart, the closest waiting pair: it is opened next.",
                d = length(*bound)
            )
        } else {
            t!("The nodes are at least %{d} apart.", d = length(*bound))
        };
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{name}: {says}")));
        response.on_hover_text(says);
    }
    if waiting.len() > shown.len() {
        note(ui, &t!("… and more waiting pairs: %{n}.", n = grouped((waiting.len() - shown.len()) as u64)));
    }
}
