//! What is asked of the meshes.

use egui::Ui;
use rust_i18n::t;

use super::budget;
use crate::labs::meshes::budget::Budget;
use crate::labs::meshes::meshes_lab::{MeshesLab, QUERIES};
use crate::language::tr;
use crate::ui::group::group;
use crate::ui::widgets::note;

/// The choice of the question, the same for all panes.
pub fn show(ui: &mut Ui, lab: &mut MeshesLab) {
    if !group(ui, "query", &t!("Question")) {
        return;
    }
    for (index, (_, title, says)) in QUERIES.iter().enumerate() {
        let button = ui.radio(lab.query_index() == index, tr(title)).on_hover_text(tr(says));
        if button.clicked() && lab.query_index() != index {
            lab.set_query(index);
        }
    }
    note(ui, &tr(QUERIES[lab.query_index()].2));
    budget::choose(ui, lab);
}

/// The frame that is taken apart.
pub fn frame(ui: &mut Ui, lab: &MeshesLab) {
    note(ui, &t!("Frame %{frame} of the path, which stands still meanwhile.", frame = lab.frame()));
    if lab.budget() != Budget::Off {
        note(ui, &t!("The walk is taken apart without the budget."));
    }
}
