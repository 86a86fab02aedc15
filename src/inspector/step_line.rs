//! The list of a story's steps, one line of it, and the parts of a story below the picture: columns, sentences, sums.

use egui::{
    Align, Grid, Label, Rect, Response, RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui, Vec2, vec2,
};

use super::region::{GAP, region};
use super::story::Showing;
use crate::language::t;
use crate::ui::format::grouped;
use crate::ui::theme;

/// Below this width, in points, two columns become one.
const NARROW: f32 = 440.0;
/// Size of the longest bar of a sum, points.
const BAR: Vec2 = vec2(180.0, 8.0);
/// Width of a scroll bar, points.
const SCROLL_BAR: f32 = 14.0;
/// Number of lines listed before and after the current step.
const AROUND: usize = 150;

/// Adds a scrolling list in the remaining space of `ui`; `lines` adds its lines with [`step_line`]. The current step,
/// `at`, is scrolled into view; before the first step the list is at its top.
pub fn step_list(
    ui: &mut Ui,
    name: &str,
    at: usize,
    showing: &mut Showing<'_>,
    lines: impl FnOnce(&mut Ui, &mut Showing<'_>),
) {
    ScrollArea::vertical().id_salt(name).auto_shrink([false; 2]).show(ui, |ui| {
        if at == 0 && is_new(ui, showing.story, at) {
            let top = Rect::from_min_size(ui.next_widget_position(), vec2(1.0, 1.0));
            ui.scroll_to_rect(top, Some(Align::TOP));
        }
        // The bar floats over the lines' ends.
        ui.set_max_width(ui.available_width() - SCROLL_BAR);
        lines(ui, showing);
    });
}

/// Adds a [`step_list`] of `count` numbered steps, limited to those near the current one. `short` describes
/// the step with a given index.
pub fn numbered_steps(
    ui: &mut Ui,
    name: &str,
    at: usize,
    showing: &mut Showing<'_>,
    count: usize,
    short: impl Fn(usize) -> String,
) {
    step_list(ui, name, at, showing, |ui, showing| {
        for index in (0..count).skip(at.saturating_sub(AROUND)).take(2 * AROUND) {
            let text = format!("{}  {}", index + 1, short(index));
            step_line(ui, index + 1 == at, text, index + 1, showing);
        }
    });
}

/// Adds one line of the list. A click on it jumps to `position`. If the line belongs to the current step (`at_hand`),
/// it is framed and scrolled into view.
pub fn step_line(ui: &mut Ui, at_hand: bool, text: String, position: usize, showing: &mut Showing<'_>) {
    let ink = if at_hand { theme::strong() } else { theme::weak() };
    let label = Label::new(RichText::new(text).small().color(ink)).wrap().sense(Sense::click());
    let response = ui.add(label).on_hover_text(t!("Click to go to this step."));
    if response.clicked() {
        showing.cursor.jump(position);
    }
    if at_hand {
        let rect = response.rect.expand2(vec2(3.0, 1.0));
        let stroke = Stroke::new(1.0, theme::accent());
        ui.painter().rect_stroke(rect, 2.0, stroke, StrokeKind::Outside);
        keep_in_sight(ui, &response, position, showing);
    }
}

/// Scrolls the line of the current step, at `position`, into view.
pub fn keep_in_sight(ui: &Ui, line: &Response, position: usize, showing: &Showing<'_>) {
    // The list scrolls only once for each step. A list lower than one line can never show the whole line, and would
    // otherwise scroll in every frame.
    let rect = line.rect.expand2(vec2(3.0, 1.0));
    if is_new(ui, showing.story, position) && !ui.clip_rect().contains_rect(rect) {
        line.scroll_to_me(Some(Align::Center));
    }
}

/// Fills the rest of `ui` with two scrolled columns, or one in a narrow page. Each part is given the visible height.
pub fn halves(
    ui: &mut Ui,
    showing: &mut Showing<'_>,
    first: impl FnOnce(&mut Ui, &mut Showing<'_>, f32),
    second: impl FnOnce(&mut Ui, &mut Showing<'_>, f32),
) {
    let place = ui.available_rect_before_wrap();
    if place.width() < NARROW {
        return scrolled(ui, "both halves", place, showing, |ui, showing, height| {
            first(ui, showing, height);
            ui.add_space(GAP);
            second(ui, showing, height);
        });
    }
    let (left, right) = place.split_left_right_at_x(place.center().x.round());
    let left = left.with_max_x(left.right() - GAP);
    scrolled(ui, "first half", left, showing, first);
    scrolled(ui, "second half", right, showing, second);
}

fn scrolled(
    ui: &mut Ui,
    name: &str,
    rect: Rect,
    showing: &mut Showing<'_>,
    contents: impl FnOnce(&mut Ui, &mut Showing<'_>, f32),
) {
    region(ui, name, showing.side, rect, |ui| {
        let height = ui.available_height();
        ScrollArea::vertical().id_salt(name).auto_shrink([false; 2]).show(ui, |ui| {
            ui.set_max_width((ui.available_width() - SCROLL_BAR).max(0.0));
            contents(ui, showing, height);
        });
    });
}

/// Adds a sentence about the current step, unless the sentence over the picture contains it.
pub fn step_sentence(ui: &mut Ui, text: &str, showing: &Showing<'_>) {
    if !showing.said.contains(text) {
        ui.add(Label::new(RichText::new(text).color(theme::strong())).wrap());
    }
}

/// Adds a bar per sum that is not zero, each a part of `whole`.
pub fn sums(ui: &mut Ui, whole: u64, rows: impl IntoIterator<Item = (String, u64)>) {
    let rows = rows.into_iter().filter(|(_, n)| *n > 0);
    // Nothing in the rows can be clicked.
    let height = std::mem::replace(&mut ui.spacing_mut().interact_size.y, BAR.y);
    Grid::new(ui.next_auto_id()).num_columns(3).spacing([8.0, 2.0]).show(ui, |ui| {
        for (name, n) in rows {
            ui.label(RichText::new(name).small().color(theme::text()));
            let number = RichText::new(grouped(n)).small().monospace().color(theme::strong());
            ui.label(number);
            let size = vec2(ui.available_width().clamp(24.0, BAR.x), BAR.y);
            let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
            ui.painter().rect_filled(rect, 2.0, theme::sunken());
            let share = (n as f32 / whole.max(1) as f32).min(1.0);
            let filled = rect.with_max_x(rect.left() + (share * rect.width()).max(1.0));
            ui.painter().rect_filled(filled, 2.0, theme::accent());
            ui.end_row();
        }
    });
    ui.spacing_mut().interact_size.y = height;
}

/// True if the current step, the story or the width has changed since the list was last shown.
fn is_new(ui: &Ui, story: u64, position: usize) -> bool {
    let shown = ui.scope_id().with("the step in sight");
    let now = (story, position, ui.clip_rect().width().round() as u32);
    ui.data_mut(|data| {
        let before = data.get_temp::<(u64, usize, u32)>(shown);
        data.insert_temp(shown, now);
        before != Some(now)
    })
}
