//! The windows over all others that ask about files: for a path, for what is exported, for the user's own scenes.

use egui::Ui;

use super::export::{self, Around};
use super::file_work::Files;
use super::own_window;
use crate::exhibit::Page;
use crate::ui::requests::Requests;

/// Shows the one that is open, if there is one.
pub fn show(
    ui: &mut Ui,
    files: &mut Files,
    page: Page,
    sheet: Option<&'static str>,
    requests: &mut Requests,
) {
    if let Some((field, kind, folder)) = files.asking.as_mut().and_then(|asking| asking.field()) {
        field.show(ui, kind, folder);
        return;
    }
    let is_free = files.steps.is_none() && files.encoding.is_none();
    export::show(ui, &mut files.exporting, Around { page, sheet, is_free }, requests);
    own_window::show(ui, &mut files.own, requests);
}
