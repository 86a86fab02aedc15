//! The row that makes a verdict wrong, as the method has it and as it is right.

use egui::{Label, Rect, RichText, Ui, vec2};

use super::probe::history;
use super::state::small_code;
use super::tables::{Tables, at};
use crate::image_space::explained::probe::Probe;
use crate::inspector::cursor::Cursor;
use crate::language::{t, tr};
use crate::ui::theme;

impl Tables {
    /// Adds the row that is to blame for a wrong verdict, if one is; otherwise the history of the pixel.
    pub fn row_and_history(&self, ui: &mut Ui, cursor: &Cursor) {
        let Some((row, recording)) = self.kept_state().map(|(row, _)| row).zip(self.recorded.first()) else {
            if let Some(((table, index), pixel)) = at(&self.recorded, cursor.position).zip(cursor.looked_at())
            {
                history::show(ui, table, &Probe::at(table, pixel), index);
            }
            return;
        };
        let name = t!("Row %{n}: %{says}", n = row.number, says = tr(row.pass.says));
        ui.label(RichText::new(name).color(theme::strong()).strong());
        let right = row.without_stencil(recording.table.read, &recording.options);
        for (name, row, color) in
            [(t!("This method"), row, theme::amber()), (t!("Right"), &right, theme::teal())]
        {
            ui.add_space(6.0);
            let indented = |ui: &mut Ui| {
                ui.add_space(10.0);
                ui.vertical(|ui| {
                    ui.label(RichText::new(name).small().color(theme::weak()));
                    let state =
                        RichText::new(row.brief().join("\n")).font(small_code(ui)).color(theme::text());
                    ui.add(Label::new(state).wrap());
                });
            };
            let rect = ui.horizontal(indented).response.rect;
            let bar = Rect::from_min_size(rect.min, vec2(3.0, rect.height()));
            ui.painter().rect_filled(bar, 1.0, color);
        }
    }
}
