//! The whole GL state of the row that has just been run, as GL calls, with the differences from the previous
//! row marked.

use egui::{FontId, Label, RichText, TextStyle, Ui};

use super::tables::Tables;
use crate::image_space::explained::state::{GROUPS, changes};
use crate::language::{t, tr};
use crate::ui::theme;
use crate::ui::widgets::note;

/// Sizes of the letters of an enlarged list, points; the largest at which all calls fit is used.
const LARGE: [f32; 7] = [26.0, 24.0, 22.0, 20.0, 18.0, 16.0, 14.0];

/// Adds the calls like [`show`], as large as they fit into the available room.
pub fn show_large(ui: &mut Ui, tables: &Tables, position: usize) {
    let room = ui.available_size();
    let calls: Vec<_> = tables.row_before(position).into_iter().flat_map(|row| &row.calls).collect();
    let fits = |size: &&f32| {
        let font = FontId::monospace(**size);
        let width = |text: &str| {
            ui.painter().layout_no_wrap(format!("+ {text}"), font.clone(), theme::text()).size().x
        };
        let widest = calls.iter().map(|call| width(&call.text)).fold(0.0, f32::max);
        let around = 4.0 * *size + 3.0 * GROUPS.len() as f32;
        widest <= room.x - 8.0 && calls.len() as f32 * (1.3 * *size + 1.0) + around <= room.y
    };
    let size = LARGE.iter().find(fits).copied();
    let Some(size) = size else { return show(ui, tables, position) };
    ui.style_mut().text_styles.insert(TextStyle::Small, FontId::proportional(size));
    ui.style_mut().text_styles.insert(TextStyle::Body, FontId::proportional(size));
    show(ui, tables, position);
}

/// Adds the OpenGL calls of the row that was run last at this position, by group. Calls that the row before it did not
/// have are marked.
pub fn show(ui: &mut Ui, tables: &Tables, position: usize) {
    let Some(row) = tables.row_before(position) else {
        heading(ui, &t!("OpenGL state"));
        return note(
            ui,
            &t!("No row has been run yet. Every row sets the whole state and inherits nothing."),
        );
    };
    heading(ui, &t!("OpenGL state of row %{n}", n = row.number));
    let before = tables.rows.iter().find(|other| other.number + 1 == row.number).map(|row| &row.calls[..]);
    let marks = changes(before, &row.calls);
    ui.spacing_mut().item_spacing.y = 1.0;
    for group in GROUPS {
        ui.add_space(3.0);
        for (call, new) in row.calls.iter().zip(&marks).filter(|(call, _)| call.group == group) {
            let (sign, color) = if *new { ("+ ", theme::strong()) } else { ("  ", theme::weak()) };
            let text = RichText::new(format!("{sign}{}", call.text)).font(small_code(ui)).color(color);
            let text = if *new { text.background_color(theme::line()) } else { text };
            let help = match (new, before) {
                (_, None) => t!("First row: all state is set for the first time."),
                (true, _) => t!("The value in the previous row is different."),
                (false, _) => t!("The value in the previous row is the same."),
            };
            let help = format!("{}\n{}\n{help}", tr(group), call.text);
            ui.add(Label::new(text).truncate()).on_hover_text(help);
        }
    }
    ui.add_space(3.0);
    note(ui, &t!("+ marks differences from the previous row."));
}

/// Monospace in the size of small text, which lecture mode enlarges.
pub fn small_code(ui: &Ui) -> FontId {
    FontId::monospace(TextStyle::Small.resolve(ui.style()).size)
}

fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(4.0);
    ui.label(RichText::new(text).color(theme::strong()));
}
