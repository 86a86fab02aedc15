//! The sorted lists of interval ends of the three axes, as slope charts: on the left the order in the
//! previous frame, on the right the order after the swaps so far.

use egui::{
    Align2, Color32, FontId, Painter, Pos2, Rect, RichText, ScrollArea, Sense, Stroke, Ui, pos2, vec2,
};

use super::state::Sweep;
use super::state::{Focus, begins_color};
use crate::broad_phase::sweep_and_prune::trace::Trace;
use crate::broad_phase::sweep_and_prune::{Endpoint, Swap};
use crate::labs::arena::Arena;
use crate::language::t;
use crate::ui::drawing::colors_of_both;
use crate::ui::theme;

/// Minimum height of a row, points.
pub const LEAST: f32 = 1.5;
/// Maximum height of a row, points: enough for a large label.
pub const MOST: f32 = 24.0;
/// Height of a row if not all rows fit, points: enough for a label.
pub const USUAL: f32 = 15.0;
/// Minimum height of a row with labels, points; highlighted rows always have them.
const LABELLED: f32 = 10.0;
/// Width of the labels at either side, points.
const LABEL: f32 = 42.0;
/// Space between two charts, points.
const GAP: f32 = 12.0;
/// Height of the titles above the rows, points.
const TITLE: f32 = 20.0;

/// The charts of all three axes, scrolled together.
pub fn show(
    ui: &mut Ui,
    sweep: &mut Sweep,
    arena: &mut Arena,
    trace: &Trace,
    position: usize,
    focus: &Focus,
) {
    let count = trace.start[0].len();
    titles(ui, trace, position);
    let fit = (ui.available_height() / count.max(1) as f32).clamp(LEAST, MOST);
    let row = sweep.row_height.unwrap_or(if fit > 7.0 { fit.min(22.0) } else { USUAL });
    let swap = position.checked_sub(1).and_then(|index| trace.swaps.get(index));
    let mut scroll = ScrollArea::vertical().id_salt("lists").auto_shrink([false; 2]);
    // Scrolls to the current swap when it changes and is out of view.
    if let Some(swap) = swap
        && sweep.followed[0] != Some(position)
    {
        let (at, height) = (row * swap.place as f32, ui.available_height());
        let seen = sweep.scrolled + row..=sweep.scrolled + height - 3.0 * row;
        if !seen.contains(&at) {
            scroll = scroll.vertical_scroll_offset((at - 0.5 * height).max(0.0));
        }
    }
    sweep.followed[0] = Some(position);
    let mut picked = None;
    let scrolled = scroll.show_viewport(ui, |ui, view| {
        let size = vec2(ui.available_width(), row * count as f32 + 4.0);
        let (area, _) = ui.allocate_exact_size(size, Sense::hover());
        let visible = view.translate(area.min.to_vec2());
        for axis in 0..3 {
            let list = List {
                rect: column(area, axis),
                row,
                before: &trace.start[axis],
                after: after(trace, axis, position),
                swap: swap.filter(|swap| usize::from(swap.axis) == axis),
            };
            list.paint(ui, focus, visible);
            picked = picked.or(list.interact(ui, trace, axis));
        }
    });
    sweep.scrolled = scrolled.state.clamped_offset().y;
    if let Some(body) = picked {
        arena.selected_pair = None;
        let picked = arena.selected == Some(body);
        arena.select((!picked).then_some(body));
    }
}

/// The order of an axis on the right of its chart: the result of the first `position` swaps, or of the full
/// sort that replaced the swaps.
fn after(trace: &Trace, axis: usize, position: usize) -> Vec<Endpoint> {
    if position == trace.swaps.len() && (trace.cost.rebuilt || trace.left_out > 0) {
        return trace.end[axis].clone();
    }
    trace.list_after(axis, position)
}

/// The third of `area` for the chart of an axis.
fn column(area: Rect, axis: usize) -> Rect {
    let width = (area.width() - 2.0 * GAP) / 3.0;
    let left = area.left() + axis as f32 * (width + GAP);
    Rect::from_min_max(pos2(left, area.top()), pos2(left + width, area.bottom()))
}

fn titles(ui: &mut Ui, trace: &Trace, position: usize) {
    let (area, response) = ui.allocate_exact_size(vec2(ui.available_width(), TITLE), Sense::hover());
    for axis in 0..3 {
        let of_axis = |swaps: &[Swap]| swaps.iter().filter(|swap| usize::from(swap.axis) == axis).count();
        let (done, all) = (of_axis(&trace.swaps[..position]), of_axis(&trace.swaps));
        let rect = column(area, axis);
        let painter = ui.painter();
        let (small, large) = (FontId::proportional(12.0), FontId::proportional(14.0));
        let name = ["x", "y", "z"][axis];
        let text = format!("{name} · {done}/{all}");
        let middle = painter.text(rect.center(), Align2::CENTER_CENTER, text, large, theme::strong());
        let sides = [
            (Align2::LEFT_CENTER, rect.left_center(), t!("before")),
            (Align2::RIGHT_CENTER, rect.right_center(), t!("now")),
        ];
        for (align, at, word) in sides {
            let word = painter.layout_no_wrap(word.into_owned(), small.clone(), theme::weak());
            let place = align.anchor_size(at, word.size());
            // The hover text replaces a label that has no room.
            if !place.expand2(vec2(4.0, 0.0)).intersects(middle) {
                painter.galley(place.min, word, theme::weak());
            }
        }
    }
    response.on_hover_text(t!(
        "One list per axis, with the lowest end at the top. [7 is the lower end of body 7, 7] is its upper end. Left: order of the previous frame; right: order after the swaps so far, whose number is beside the axis name. Ends with crossing lines have been swapped."
    ));
}

/// The chart of one axis.
struct List<'a> {
    rect: Rect,
    row: f32,
    before: &'a [Endpoint],
    after: Vec<Endpoint>,
    /// The current swap, if it is on this axis.
    swap: Option<&'a Swap>,
}

impl List<'_> {
    fn y(&self, place: usize) -> f32 {
        self.rect.top() + self.row * (place as f32 + 0.5)
    }

    /// The x coordinates of the left and right ends of the chart's lines, points.
    fn sides(&self) -> [f32; 2] {
        [self.rect.left() + LABEL, self.rect.right() - LABEL]
    }

    fn paint(&self, ui: &Ui, focus: &Focus, visible: Rect) {
        let painter = ui.painter();
        let bodies = self.before.len() / 2;
        // For each body, the places of its interval's lower and upper end in the order on the right.
        let mut now = vec![[0_usize; 2]; bodies];
        for (place, end) in self.after.iter().enumerate() {
            now[end.body as usize][usize::from(end.is_max)] = place;
        }
        let [left, right] = self.sides();
        self.spans(painter, focus, &now);
        let mut on_top = Vec::new();
        for (place, end) in self.before.iter().enumerate() {
            let to = now[end.body as usize][usize::from(end.is_max)];
            let line = [pos2(left, self.y(place)), pos2(right, self.y(to))];
            let (top, bottom) = (line[0].y.min(line[1].y), line[0].y.max(line[1].y));
            if bottom < visible.top() - self.row || top > visible.bottom() + self.row {
                continue;
            }
            let of_swap =
                self.swap.is_some_and(|swap| is_same(end, &swap.moved) || is_same(end, &swap.passed));
            let color = focus.color(end.body as usize);
            if of_swap || color.is_some() {
                on_top.push((end, line, of_swap, color));
                continue;
            }
            let moved = to != place;
            let line_color = if moved { theme::weak() } else { theme::line() };
            painter.line_segment(line, Stroke::new(if moved { 1.0 } else { 0.75 }, line_color));
            if self.row >= LABELLED {
                self.labels(painter, end, line, theme::text(), false);
            }
        }
        // Highlighted lines are drawn on top.
        for (end, line, of_swap, color) in on_top {
            let color = color.unwrap_or(theme::strong());
            painter.line_segment(line, Stroke::new(if of_swap { 2.5 } else { 1.75 }, color));
            self.labels(painter, end, line, color, true);
        }
        self.crossing(painter, &now);
    }

    /// Paints the intervals of the highlighted bodies as bars beside the order on the right.
    fn spans(&self, painter: &Painter, focus: &Focus, now: &[[usize; 2]]) {
        let right = self.sides()[1];
        for (index, &body) in focus.bodies.iter().take(2).enumerate() {
            let Some([low, high]) = now.get(body) else { continue };
            let x = right - 4.0 - 5.0 * index as f32;
            let span = Rect::from_min_max(pos2(x - 1.5, self.y(*low)), pos2(x + 1.5, self.y(*high)));
            painter.rect_filled(span, 1.5, colors_of_both()[index].gamma_multiply(0.6));
        }
    }

    fn labels(&self, painter: &Painter, end: &Endpoint, [from, to]: [Pos2; 2], color: Color32, large: bool) {
        let size = if large { self.row.clamp(11.5, 13.5) } else { (self.row * 0.85).min(12.5) };
        let font = FontId::proportional(size);
        let text = label(end);
        for (at, align) in
            [(from - vec2(5.0, 0.0), Align2::RIGHT_CENTER), (to + vec2(5.0, 0.0), Align2::LEFT_CENTER)]
        {
            if large && self.row < LABELLED {
                // The background of this enlarged label covers the labels of neighbouring rows.
                let room = Rect::from_center_size(
                    align.anchor_size(at, vec2(8.0 * text.len() as f32, 12.0)).center(),
                    vec2(8.0 * text.len() as f32, 12.0),
                );
                painter.rect_filled(room, 2.0, theme::panel());
            }
            painter.text(at, align, &text, font.clone(), color);
        }
    }

    /// Frames the current places of the two swapped ends, in another colour if the swap makes a pair overlap.
    fn crossing(&self, painter: &Painter, now: &[[usize; 2]]) {
        let Some(swap) = self.swap else { return };
        let place = |end: &Endpoint| self.y(now[end.body as usize][usize::from(end.is_max)]);
        let (top, bottom) = (place(&swap.moved), place(&swap.passed));
        let half = 0.5 * self.row.max(8.0);
        let frame = Rect::from_min_max(
            pos2(self.sides()[1] + 2.0, top.min(bottom) - half),
            pos2(self.rect.right(), top.max(bottom) + half),
        );
        let (color, width) =
            if swap.begins == Some(true) { (begins_color(), 2.0) } else { (theme::strong(), 1.0) };
        painter.rect_stroke(frame, 3.0, Stroke::new(width, color), egui::StrokeKind::Inside);
    }

    /// Adds the hover text for the interval end under the pointer; returns the body that was clicked.
    fn interact(&self, ui: &mut Ui, trace: &Trace, axis: usize) -> Option<usize> {
        let response = ui.interact(self.rect, ui.scope_id().with(("list", axis)), Sense::click());
        let name = t!("Sorted list of the %{axis} axis", axis = ["x", "y", "z"][axis]);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
        let Some(pointer) = response.hover_pos().or(response.interact_pointer_pos()) else {
            response.on_hover_text(t!("Point at an end to see its body; click to pick the body."));
            return None;
        };
        let place = ((pointer.y - self.rect.top()) / self.row).max(0.0) as usize;
        let list = if pointer.x < self.rect.center().x { self.before } else { &self.after };
        let end = *list.get(place)?;
        let body = end.body as usize;
        let clicked = response.clicked().then_some(body);
        response.on_hover_ui_at_pointer(|ui| {
            let which = if end.is_max { t!("upper end") } else { t!("lower end") };
            ui.label(RichText::new(t!("Body %{n}, %{end}", n = body, end = which)).color(theme::strong()));
            let at = |boxes: &[crate::geometry::Aabb]| {
                let b = &boxes[body];
                if end.is_max { b.max[axis] } else { b.min[axis] }
            };
            let [was, is] = [at(&trace.boxes[0]), at(&trace.boxes[1])];
            ui.label(format!("{was:.4} m → {is:.4} m"));
            ui.label(RichText::new(t!("Click to pick this body.")).color(theme::weak()));
        });
        clicked
    }
}

fn is_same(a: &Endpoint, b: &Endpoint) -> bool {
    (a.body, a.is_max) == (b.body, b.is_max)
}

/// Label of an interval's end: `[7` is the lower end of body 7's interval, `7]` the upper end.
pub fn label(end: &Endpoint) -> String {
    if end.is_max { format!("{}]", end.body) } else { format!("[{}", end.body) }
}
