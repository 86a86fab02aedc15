//! GJK's steps: the Minkowski difference, the origin, and the simplex that walks towards it.

use egui::Ui;

use crate::inspector::Recording;
use crate::object_space::simplices::Trace;

/// The trace after `position` steps, in what is left of `ui`.
pub fn show(ui: &mut Ui, recording: &Recording, trace: &Trace, position: usize) {
    let _ = (ui, recording, trace, position);
}
