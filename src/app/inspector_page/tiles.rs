//! All pairs' tiles of the frame as a contact sheet.

use egui::Ui;

use crate::app::shell::Shell;

/// The tab, in what is left of `ui`.
pub fn show(ui: &mut Ui, shell: &mut Shell) {
    let _ = (ui, shell);
}
