//! Sweep and prune's three sorted lists, with the swaps of this frame.

use egui::Ui;

use crate::app::shell::Shell;

/// The tab, in what is left of `ui`.
pub fn show(ui: &mut Ui, shell: &mut Shell) {
    let _ = (ui, shell);
}
