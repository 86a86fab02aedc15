//! Button that opens the page with the tables of patent CN101593367, a source of this lab. The page itself is
//! in `tables_page.rs`.

use egui::Ui;

use crate::exhibit::Page;
use crate::language::t;
use crate::ui::group::group;
use crate::ui::requests::{PanelContext, Request};
use crate::ui::widgets::note;

/// Id of the page.
pub const PAGE: &str = "tables";

/// Adds the button that opens the page.
pub fn show(ui: &mut Ui, panel: &mut PanelContext) {
    if !group(ui, "tables", &t!("Tables of the patent")) {
        return;
    }
    note(ui, &t!("Printed values beside measured ones, on the same recorded steps."));
    let help = t!("Open the page with all six tables.");
    if ui.button(t!("Tables 1–6")).on_hover_text(help).clicked() {
        panel.ask(Request::Turn(Page::Own(PAGE)));
    }
}
