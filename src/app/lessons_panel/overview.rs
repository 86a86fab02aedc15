//! The overview of a lecture: all of its places as cards, chosen by keys or a click.

use egui::{Button, Frame, Id, Key, Modal, Modifiers, RichText, ScrollArea, Stroke, Ui, Vec2, vec2};

use super::state::LessonsPanel;
use crate::language::t;
use crate::ui::requests::{LessonsRequest, Request, Requests};
use crate::ui::theme;
use crate::ui::widgets::room_over;

/// Size of a card, points.
const CARD: Vec2 = vec2(200.0, 72.0);
/// Space between cards, points.
const GAP: f32 = 8.0;
/// Most cards in a row.
const MOST_COLUMNS: usize = 4;

/// Shows the overview, if it is open. Arrow keys select a card, Enter or a click goes there, Esc closes the overview.
pub fn show(ui: &mut Ui, lessons: &mut LessonsPanel, requests: &mut Requests) {
    let Some(selected) = lessons.tools.overview else { return };
    let (stops, current) = lessons.stops();
    let Some(last) = stops.len().checked_sub(1) else { return };
    let mut selected = selected.min(last);
    let room = room_over(ui, vec2(60.0, 90.0));
    let columns = (((room.x + GAP) / (CARD.x + GAP)) as usize).clamp(1, MOST_COLUMNS);
    let pressed = |key: Key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    for (key, to) in [
        (Key::ArrowRight, selected + 1),
        (Key::PageDown, selected + 1),
        (Key::ArrowLeft, selected.saturating_sub(1)),
        (Key::PageUp, selected.saturating_sub(1)),
        (Key::ArrowDown, if selected + columns <= last { selected + columns } else { selected }),
        (Key::ArrowUp, selected.checked_sub(columns).unwrap_or(selected)),
        (Key::Home, 0),
        (Key::End, last),
    ] {
        if pressed(key) {
            selected = to.min(last);
        }
    }
    let is_moved = lessons.tools.overview != Some(selected);
    let mut chosen = [Key::Enter, Key::Space].into_iter().any(&pressed).then_some(selected);
    let is_closed = pressed(Key::O) | pressed(Key::Escape);
    let frame = Frame::popup(ui.style()).inner_margin(16.0);
    let modal = Modal::new(Id::unique("overview")).frame(frame).show(ui.ctx(), |ui| {
        ui.set_width(columns as f32 * (CARD.x + GAP) - GAP + 12.0);
        ui.heading(RichText::new(t!("Overview")).color(theme::strong()));
        ui.add_space(6.0);
        let area = ScrollArea::vertical().auto_shrink([false, true]).max_height(room.y);
        area.min_scrolled_height(room.y).show(ui, |ui| {
            ui.spacing_mut().item_spacing = Vec2::splat(GAP);
            for (row, of_row) in stops.chunks(columns).enumerate() {
                ui.horizontal(|ui| {
                    for (column, stop) in of_row.iter().enumerate() {
                        let index = row * columns + column;
                        let text = format!("{}.  {}", index + 1, lessons.title_of(*stop));
                        let color = if index == selected { theme::accent() } else { theme::line() };
                        let fill = if index == current { theme::current() } else { theme::sunken() };
                        let card = Button::new(RichText::new(text).color(theme::text())).wrap();
                        let width = if index == selected { 2.5 } else { 1.0 };
                        let card = card.fill(fill).stroke(Stroke::new(width, color)).min_size(CARD);
                        let card = ui.add_sized(CARD, card);
                        if index == selected && is_moved {
                            card.scroll_to_me(None);
                        }
                        if card.clicked() {
                            chosen = Some(index);
                        }
                    }
                });
            }
        });
    });
    lessons.tools.overview = Some(selected);
    if let Some(index) = chosen {
        requests.ask(Request::Lessons(LessonsRequest::GoTo(index)));
    }
    if is_closed || chosen.is_some() || modal.should_close() {
        lessons.tools.overview = None;
    }
}
