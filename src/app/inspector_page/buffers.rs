//! Depth and stencil buffer, large: legend, zoom, values, and what became of each fragment.

use egui::Ui;

use super::InspectorPage;
use crate::image_space::recording::PassRecording;

/// Both buffers after step `index` of `recording`, or before the first step, in what is left of `ui`. The pixel
/// under the pointer becomes `page.hovered`, a click holds it as `page.pixel`.
pub fn show(
    ui: &mut Ui,
    page: &mut InspectorPage,
    side: usize,
    recording: &PassRecording,
    index: Option<usize>,
) {
    let _ = (ui, page, side, recording, index);
}
