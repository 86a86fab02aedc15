//! One pixel: the ray through it, both bodies' depth intervals, its history through all passes, its relation.

use egui::Ui;

use crate::image_space::recording::PassRecording;

/// The pixel as `recording` has it after step `index`, or before the first.
pub fn show(ui: &mut Ui, recording: &PassRecording, index: Option<usize>, pixel: [u32; 2]) {
    let _ = (ui, recording, index, pixel);
}
