//! The way to the tables of the patent: published beside measured, on the page of experiments.

use egui::Ui;
use rust_i18n::t;

use crate::ui::group::group;
use crate::ui::requests::{PanelContext, Request};
use crate::ui::widgets::note;

/// The experiments, by their ids, with what stands on the buttons.
const TABLES: [(&str, &str); 6] = [
    ("cloth-table-1", "1"),
    ("cloth-table-2", "2"),
    ("cloth-table-3", "3"),
    ("cloth-table-4", "4"),
    ("cloth-table-5", "5"),
    ("cloth-table-6", "6"),
];

/// A button per table.
pub fn show(ui: &mut Ui, panel: &mut PanelContext) {
    if !group(ui, "tables", &t!("Tables of the patent")) {
        return;
    }
    note(ui, &t!("What the patent prints beside what was measured here, on the same recorded steps."));
    ui.horizontal_wrapped(|ui| {
        for (id, number) in TABLES {
            let name = t!("Table %{n}", n = number);
            let help = t!("Turns to the experiment that measures this table again.");
            if ui.button(name).on_hover_text(help).clicked() {
                panel.ask(Request::Experiment(id));
            }
        }
    });
}
