//! The pair in space: the eye, the window, and the surfaces that the step at hand has drawn.

use egui::{Rect, Ui};

use crate::app::shell::Shell;
use crate::inspector::Recording;

/// Fills `rect`. Dragging turns the view.
pub fn show(ui: &mut Ui, shell: &mut Shell, recording: &Recording, position: usize, rect: Rect) {
    let _ = (ui, shell, recording, position, rect);
}
