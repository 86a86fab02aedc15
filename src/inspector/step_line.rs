//! The list of a story's steps, one line of it, and the layout of the list beside other views.

use egui::{Align, Label, Rect, Response, RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui, vec2};

use super::region::{GAP, region};
use super::story::Showing;
use crate::language::t;
use crate::ui::theme;

/// Pages narrower than this (in points) show the list of steps alone.
const NARROW: f32 = 440.0;
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

/// Fills the rest of a story's page: the list of steps takes a `share` of the width; next to it, `beside` adds
/// scrolled contents, given the visible height. A narrow page shows the list alone.
pub fn list_and_beside(
    ui: &mut Ui,
    share: f32,
    showing: &mut Showing<'_>,
    list: impl FnOnce(&mut Ui, &mut Showing<'_>),
    beside: impl FnOnce(&mut Ui, &mut Showing<'_>, f32),
) {
    let place = ui.available_rect_before_wrap();
    let share = if place.width() < NARROW { 1.0 } else { share };
    let (left, right) = place.split_left_right_at_x(place.left() + (share * place.width()).round());
    region(ui, "steps", showing.side, left.with_max_x(left.right() - GAP), |ui| list(ui, showing));
    region(ui, "beside", showing.side, right, |ui| {
        let height = ui.available_height();
        ScrollArea::vertical().id_salt("beside").auto_shrink([false; 2]).show(ui, |ui| {
            ui.set_max_width((ui.available_width() - SCROLL_BAR).max(0.0));
            beside(ui, showing, height);
        });
    });
}

/// True if the current step or the story has changed since the list was last shown.
fn is_new(ui: &Ui, story: u64, position: usize) -> bool {
    let shown = ui.scope_id().with("the step in sight");
    let now = (story, position);
    ui.data_mut(|data| {
        let before = data.get_temp::<(u64, usize)>(shown);
        data.insert_temp(shown, now);
        before != Some(now)
    })
}
