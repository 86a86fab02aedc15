//! The search dialog: a text field, the best matches below it, and the keyboard for both.

use egui::{Button, Frame, Id, Key, Modal, Modifiers, RichText, ScrollArea, TextEdit, Ui, WidgetInfo, vec2};

use super::entry::Entry;
use super::{index, ranking};
use crate::exhibit::Page;
use crate::labs::lab::Lab;
use crate::language::t;
use crate::ui::requests::Requests;
use crate::ui::theme;
use crate::ui::widgets::{explain_beside, room_over};

/// Maximum number of entries listed.
pub const MOST: usize = 12;
/// Width of the dialog, if there is room, points.
const WIDTH: f32 = 620.0;
/// Height of one entry, points.
const ROW: f32 = 28.0;

/// The typed text, its matches, and the highlighted one.
pub struct Search {
    text: String,
    entries: Vec<Entry>,
    found: Vec<Entry>,
    chosen: usize,
}

impl Search {
    /// A search of these entries, with nothing typed yet.
    pub fn of(entries: Vec<Entry>) -> Self {
        let found = ranking::best(&entries, "", MOST);
        Self { text: String::new(), entries, found, chosen: 0 }
    }

    /// Everything that can be found by name.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Matches of this text, best first: the object that the lab finds by number, then entries by name.
    pub fn fitting(&self, text: &str, lab: &dyn Lab, page: Page) -> Vec<Entry> {
        let picked = lab.find(text.trim()).map(|found| index::picked(found, lab.row(), page));
        let mut found: Vec<Entry> = picked.into_iter().collect();
        found.extend(ranking::best(&self.entries, text, MOST - found.len()));
        found
    }
}

/// Shows the dialog, if it is open. It is closed by choosing an entry, by Esc, by Ctrl + K, or by a click beside it.
pub fn show(ui: &mut Ui, open: &mut Option<Search>, lab: &dyn Lab, page: Page, requests: &mut Requests) {
    let Some(search) = open else { return };
    // These keys are consumed here, so that the text field does not receive them.
    let pressed = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
    let [down, up] = [Key::ArrowDown, Key::ArrowUp].map(|key| pressed(Modifiers::NONE, key));
    let entered = pressed(Modifiers::NONE, Key::Enter);
    let mut is_closed = pressed(Modifiers::NONE, Key::Escape) | pressed(Modifiers::COMMAND, Key::K);
    if down {
        search.chosen = (search.chosen + 1).min(search.found.len().saturating_sub(1));
    } else if up {
        search.chosen = search.chosen.saturating_sub(1);
    }
    let frame = Frame::popup(ui.style()).inner_margin(14.0);
    let modal = Modal::new(Id::unique("search")).frame(frame).show(ui.ctx(), |ui| {
        let room = room_over(ui, vec2(60.0, 120.0));
        ui.set_width(WIDTH.min(room.x));
        if field(ui, &mut search.text) {
            search.found = search.fitting(&search.text, lab, page);
            search.chosen = 0;
        }
        ui.add_space(6.0);
        let height = (MOST as f32 * ROW).min(room.y).max(ROW);
        let list = ScrollArea::vertical().auto_shrink(false).max_height(height).min_scrolled_height(height);
        let clicked = list.show(ui, |ui| rows(ui, &search.found, search.chosen, up || down)).inner;
        ui.add_space(4.0);
        let hint = t!("Arrow keys choose, Enter opens, Esc closes.");
        ui.label(RichText::new(hint).small().color(theme::weak()));
        clicked.or(entered.then_some(search.chosen))
    });
    is_closed |= modal.should_close();
    if let Some(entry) = modal.inner.and_then(|index| search.found.get(index)) {
        requests.extend(entry.asks.iter().cloned());
        is_closed = true;
    }
    if is_closed {
        *open = None;
        ui.memory_mut(|memory| memory.stop_text_input());
        ui.ctx().request_repaint();
    }
}

/// Shows the text field, which is always focused. Returns whether its text changed.
fn field(ui: &mut Ui, text: &mut String) -> bool {
    let name = ui.label(RichText::new(t!("Search")).color(theme::strong()).size(14.5));
    let hint =
        t!("Lesson, method, scene or experiment; setting with value: resolution 64; body: 12; pair: 3-7");
    let edit = TextEdit::singleline(text).hint_text(hint).desired_width(f32::INFINITY).margin(vec2(8.0, 6.0));
    let field = ui.add(edit).labelled_by(name.id);
    field.request_focus();
    field.changed()
}

/// Shows the matches, one line each. Returns the index of the match that was clicked.
fn rows(ui: &mut Ui, found: &[Entry], chosen: usize, has_moved: bool) -> Option<usize> {
    if found.is_empty() {
        ui.label(RichText::new(t!("No results.")).color(theme::weak()));
    }
    ui.spacing_mut().item_spacing.y = 2.0;
    let mut clicked = None;
    for (index, entry) in found.iter().enumerate() {
        let row = row(ui, entry, index == chosen);
        if index == chosen && has_moved {
            row.scroll_to_me(None);
        }
        explain_beside(&row, &entry.says);
        if row.clicked() {
            clicked = Some(index);
        }
    }
    clicked
}

fn row(ui: &mut Ui, entry: &Entry, is_chosen: bool) -> egui::Response {
    let Entry { title, kind, says, .. } = entry;
    // Weak colours would be hard to read on the highlighted row.
    let (quiet, accent) =
        if is_chosen { (theme::text(), theme::strong()) } else { (theme::weak(), theme::accent()) };
    let mut line = egui::text::LayoutJob::default();
    let font = |size| egui::TextFormat { font_id: egui::FontId::proportional(size), ..Default::default() };
    line.append(title, 0.0, egui::TextFormat { color: theme::strong(), ..font(13.5) });
    line.append(says, 10.0, egui::TextFormat { color: quiet, ..font(11.5) });
    let button = Button::selectable(is_chosen, line).truncate();
    let button = button.right_text(RichText::new(kind).small().color(accent));
    let row = ui.add(button.min_size(vec2(ui.available_width(), ROW - 2.0)));
    row.widget_info(|| {
        let name = format!("{title}, {kind}: {says}");
        WidgetInfo::selected(egui::Role::Button, true, is_chosen, name)
    });
    row
}
