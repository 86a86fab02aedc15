//! The overview of a lecture: a card with a small picture for each of its places, chosen by keys or a click.

use egui::text::LayoutJob;
use egui::{
    Align2, Color32, FontId, Frame, Id, Key, Modal, Modifiers, Rect, Response, RichText, Role, ScrollArea,
    Sense, Stroke, StrokeKind, TextureHandle, Ui, Vec2, WidgetInfo, pos2, vec2,
};

use super::state::LessonsPanel;
use crate::language::t;
use crate::ui::requests::{LessonsRequest, Request, Requests};
use crate::ui::theme;
use crate::ui::widgets::room_over;

/// Size of a card, points: the picture, and a line with the title below it.
const CARD: Vec2 = vec2(204.0, 136.0);
/// Height of a card's picture, points.
const PICTURE: f32 = 112.0;
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
                        let title = format!("{}.  {}", index + 1, lessons.title_of(*stop));
                        let picture = lessons.picture(ui.ctx(), index);
                        let state = (index == selected, index == current);
                        let card = card(ui, &title, picture.as_ref(), state);
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

/// A card with its picture, as soon as it is drawn.
fn card(
    ui: &mut Ui,
    title: &str,
    picture: Option<&TextureHandle>,
    (is_selected, is_current): (bool, bool),
) -> Response {
    let (rect, response) = ui.allocate_exact_size(CARD, Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_selected, title));
    let fill = if is_current { theme::current() } else { theme::sunken() };
    let stroke = match is_selected {
        true => Stroke::new(2.5, theme::accent()),
        false => Stroke::new(1.0, theme::line()),
    };
    let painter = ui.painter_at(rect);
    painter.rect(rect, 4.0, fill, stroke, StrokeKind::Inside);
    let (above, below) = rect.shrink(4.0).split_top_bottom_at_y(rect.top() + PICTURE);
    match picture {
        Some(picture) => {
            let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            painter.image(picture.id(), above, whole, Color32::WHITE);
        }
        None => {
            let font = FontId::proportional(13.0);
            painter.text(above.center(), Align2::CENTER_CENTER, "…", font, theme::weak());
        }
    }
    let mut job = LayoutJob::simple_singleline(title.to_owned(), FontId::proportional(12.0), theme::text());
    job.wrap = egui::text::TextWrapping::truncate_at_width(below.width() - 4.0);
    let galley = painter.layout_job(job);
    let is_cut = galley.elided;
    painter.galley(below.left_center() + vec2(2.0, -0.5 * galley.size().y), galley, theme::text());
    if is_cut { response.on_hover_text(title) } else { response }
}
