//! Drawings and small interactive tables that lessons and the inspector share, by name.

use egui::Ui;

/// Shows the figure of this name; whether there is one.
pub fn show(ui: &mut Ui, name: &str) -> bool {
    let _ = (ui, name);
    false
}
