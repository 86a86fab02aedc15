//! The sheet of keyboard shortcuts and mouse gestures, shown over everything.

use egui::{Frame, Grid, Id, Label, Modal, RichText, ScrollArea, TextStyle, Ui, vec2};

use super::keys::{COMMANDS, EVERYWHERE, MOUSE, SCENE, Tables};
use super::lessons_panel::lecture::{CHOICES, SHOWN, takes};
use crate::exhibit::Page;
use crate::language::{t, tr};
use crate::ui::keys::KeyRow;
use crate::ui::requests::{Request, Requests};
use crate::ui::theme;
use crate::ui::widgets::room_over;

/// Width of the sheet with two columns, points.
const WIDE: f32 = 920.0;
/// Width of the sheet with one column, points.
const NARROW: f32 = 420.0;
/// Minimum width of the column of keys, points.
const LEAST_KEYS: f32 = 120.0;
/// Space between keys and effects, points.
const BETWEEN: f32 = 16.0;
/// Height of a group's heading and of the space below the group, in rows.
const HEADING: usize = 2;

/// Keyboard focus and activation: `(keys, effect)`, in English.
pub const FOCUS: &[(&str, &str)] = &[
    ("Tab, Shift + Tab", "Next or previous control"),
    ("Enter, Space", "Activate the control"),
    ("Arrow keys", "Move the slider, or go to the next control"),
    ("Esc", "Return from the controls to the scene"),
];
/// Moving the selection: `(keys, effect)`, in English.
pub const NUDGES: &[(&str, &str)] = &[
    ("Ctrl + arrows, Page Up, Page Down", "Move the selection a little"),
    ("Ctrl + Shift + the same keys", "Move the selection in steps ten times as large"),
];

/// Turning the view: `(keys, effect)`, in English.
pub const TURNS: &[(&str, &str)] = &[
    ("Alt + arrows", "Turn the view"),
    ("Alt + Shift + arrows", "Pan the view"),
    ("Alt + Page Up, Page Down", "Zoom"),
];

/// Keys or gestures with their effects, under one heading, in the current language.
struct KeyGroup {
    heading: String,
    rows: Vec<(String, String)>,
}

impl KeyGroup {
    /// A group whose adjacent rows with the same effect are merged into one line.
    fn of(heading: &str, rows: &[(&str, &str)]) -> Self {
        let mut merged: Vec<(String, String)> = Vec::new();
        for (keys, effect) in rows {
            match merged.last_mut() {
                Some((shown, says)) if *says == tr(effect) => {
                    *shown += " · ";
                    *shown += &tr(keys);
                }
                _ => merged.push((tr(keys), tr(effect))),
            }
        }
        Self { heading: heading.to_owned(), rows: merged }
    }

    fn of_keys(heading: &str, keys: &[KeyRow]) -> Self {
        let rows: Vec<_> = keys.iter().map(|row| (row.shown, row.says)).collect();
        Self::of(heading, &rows)
    }

    /// Width of the widest key names of the group, points; at least [`LEAST_KEYS`].
    fn keys_width(&self, ui: &Ui) -> f32 {
        let font = TextStyle::Body.resolve(ui.style());
        let width = |shown: &String| {
            ui.painter().layout_no_wrap(shown.clone(), font.clone(), theme::strong()).size().x
        };
        self.rows.iter().map(|(shown, _)| width(shown)).fold(LEAST_KEYS, f32::max)
    }

    /// Lists the rows; effects wrap in the width beside the keys.
    fn show(&self, ui: &mut Ui) {
        let keys = self.keys_width(ui);
        ui.label(RichText::new(&self.heading).color(theme::accent()).size(14.5));
        let effects = (ui.available_width() - keys - BETWEEN).max(0.0);
        let grid = Grid::new(&self.heading).num_columns(2).min_col_width(LEAST_KEYS).spacing([BETWEEN, 5.0]);
        grid.show(ui, |ui| {
            for (shown, says) in &self.rows {
                ui.label(RichText::new(shown).color(theme::strong()));
                ui.scope(|ui| {
                    ui.set_max_width(effects);
                    ui.add(Label::new(says).wrap());
                });
                ui.end_row();
            }
        });
        ui.add_space(10.0);
    }
}

/// The groups for the current page, the page's own first.
fn groups(tables: &Tables, lab: &str) -> Vec<KeyGroup> {
    let mut groups = Vec::new();
    if let Some(choices) = tables.lecture {
        let choose: &[_] = if choices > 0 { &[CHOICES] } else { &[] };
        groups.push(KeyGroup::of(&t!("Lecture"), &[SHOWN, choose].concat()));
    }
    // Keys that a lecture uses have no other effect during the lecture, so they are left out.
    let free = |rows: &[KeyRow]| -> Vec<KeyRow> {
        let is_free = |row: &&KeyRow| tables.lecture.is_none_or(|choices| !takes(row.key, choices));
        rows.iter().filter(is_free).copied().collect()
    };
    match tables.page {
        Page::Scene => {
            groups.push(KeyGroup::of_keys(&t!("Scene"), &free(SCENE)));
            groups.push(KeyGroup::of(&t!("Mouse"), &[MOUSE, tables.lab_gestures].concat()));
            groups.push(KeyGroup::of_keys(lab, &free(tables.lab)));
        }
        Page::Inspector | Page::Own(_) => {
            groups.push(KeyGroup::of(&tr(tables.own.0), tables.own.1));
            let of_steps: Vec<_> = tables.of_steps().copied().collect();
            groups.push(KeyGroup::of_keys(&t!("Inspector"), &free(&of_steps)));
            let of_space: Vec<_> = tables.of_space().copied().collect();
            groups.push(KeyGroup::of_keys(&t!("Camera"), &free(&of_space)));
            if tables.is_of_frame {
                groups.push(KeyGroup::of(&t!("Mouse"), tables.inspector_mouse));
            }
        }
        Page::Experiments => {}
    }
    groups.push(KeyGroup::of_keys(&t!("Window"), &free(EVERYWHERE)));
    let commands: Vec<_> = COMMANDS.iter().map(|row| (row.shown, row.says)).collect();
    groups.push(KeyGroup::of(&t!("Files, undo, search"), &commands));
    if tables.shows_space() {
        groups.push(KeyGroup::of(&t!("Selection"), NUDGES));
        groups.push(KeyGroup::of(&t!("View"), TURNS));
    }
    groups.push(KeyGroup::of(&t!("Keyboard navigation"), FOCUS));
    groups.retain(|group| !group.rows.is_empty());
    groups
}

/// Distributes groups over columns: each group goes into the column with the fewest rows so far.
fn columns(groups: Vec<KeyGroup>, count: usize) -> Vec<Vec<KeyGroup>> {
    let mut columns: Vec<Vec<KeyGroup>> = (0..count).map(|_| Vec::new()).collect();
    for group in groups {
        let height =
            |column: &&mut Vec<KeyGroup>| column.iter().map(|g| g.rows.len() + HEADING).sum::<usize>();
        if let Some(column) = columns.iter_mut().min_by_key(height) {
            column.push(group);
        }
    }
    columns
}

/// Shows the sheet; `lab` is the current lab's name. Esc, its button or a click beside it closes it.
pub fn show(ui: &mut Ui, tables: &Tables, lab: &str, requests: &mut Requests) {
    let frame = Frame::popup(ui.style()).inner_margin(20.0);
    let modal = Modal::new(Id::unique("shortcuts")).frame(frame).show(ui.ctx(), |ui| {
        let window = ui.ctx().content_rect().size();
        let count = if window.x >= WIDE + 80.0 { 2 } else { 1 };
        ui.set_width(if count == 2 { WIDE } else { NARROW.min(room_over(ui, vec2(60.0, 0.0)).x) });
        ui.heading(RichText::new(t!("Keys and mouse")).color(theme::strong()));
        ui.add_space(6.0);
        let room = (window.y - 130.0).max(60.0);
        let keys = ScrollArea::vertical().auto_shrink([false, true]).max_height(room);
        // A modal's default maximum height is lower than the available room.
        keys.min_scrolled_height(room).show(ui, |ui| {
            ui.spacing_mut().interact_size.y = 18.0;
            ui.columns(count, |places| {
                for (ui, groups) in places.iter_mut().zip(columns(groups(tables, lab), count)) {
                    groups.iter().for_each(|group| group.show(ui));
                }
            });
        });
        ui.add_space(8.0);
        ui.button(t!("Close")).on_hover_text(t!("Back to the scene (Esc)")).clicked()
    });
    if modal.inner || modal.should_close() {
        requests.ask(Request::ToggleSheet);
    }
}
