//! Display settings of the cloth and its overlays.

use egui::Ui;

use super::stages;
use crate::cloth::reference::{REFERENCES, needs_grid};
use crate::labs::cloth::cloth_lab::ClothLab;
use crate::labs::cloth::lane::NO_GRID;
use crate::labs::cloth::overlays;
use crate::labs::cloth::view::NO_CONES;
use crate::labs::controls::{all_free, controls};
use crate::language::t;
use crate::ui::group::group;
use crate::ui::widgets::Edit;

/// Adds the colouring, a switch per overlay, and the choice of the reference.
pub fn show(ui: &mut Ui, lab: &mut ClothLab) {
    if !group(ui, "view", &t!("View")) {
        return;
    }
    let mut next = lab.draft();
    controls(ui, &mut next, "paint", all_free);
    if next.settings.view.paints_stages() {
        stages::show(ui, lab);
    }
    let has_cones = lab.contest.lanes.iter().any(|lane| overlays::has_cones(lab.mesh(), lane));
    let needs_cones = |id: &str| matches!(id, "cones" | "contours");
    controls(ui, &mut next, "view", |id, _| (needs_cones(id) && !has_cones).then_some(NO_CONES));
    let is_garment = lab.garment().is_some();
    let is_refused = |word: &str| REFERENCES.iter().position(|row| row.0 == word).is_some_and(needs_grid);
    controls(ui, &mut next, "reference", |_, word| (is_garment && is_refused(word)).then_some(NO_GRID));
    lab.apply(next, Edit::None);
}
