//! A walk down two trees: the pair of nodes at hand, the stages of the cascade, and the 15 axes.

use egui::Ui;

use crate::inspector::Recording;
use crate::object_space::hybrid_boxes::trace::Trace;

/// The trace after `position` steps, in what is left of `ui`.
pub fn show(ui: &mut Ui, recording: &Recording, trace: &Trace, position: usize) {
    let _ = (ui, recording, trace, position);
}
