//! Back, play, forward: the buttons, the slider and the keys.

use egui::Ui;

use super::InspectorPage;

/// The bar for a recording of `steps` steps.
pub fn show(ui: &mut Ui, page: &mut InspectorPage, steps: usize) {
    let _ = (ui, page, steps);
}
