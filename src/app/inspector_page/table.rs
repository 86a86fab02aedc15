//! The table of passes as the source has it, a row highlighted, with its GL state.

use egui::Ui;

use super::InspectorPage;
use crate::inspector::Recording;

/// The rows; a click on one jumps to it.
pub fn show(ui: &mut Ui, page: &mut InspectorPage, recording: &Recording) {
    let _ = (ui, page, recording);
}
