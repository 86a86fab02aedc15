//! Settings of forces and of the collision response. A change restarts the motion.

use egui::Ui;

use crate::labs::cloth::cloth_lab::ClothLab;
use crate::labs::cloth::garment::CROSSES;
use crate::labs::controls::{all_free, controls};
use crate::language::t;
use crate::ui::group::group;
use crate::ui::widgets::note;

/// Adds the controls for gravity, wind, damping, bending and response.
pub fn show(ui: &mut Ui, lab: &mut ClothLab) {
    if group(ui, "response", &t!("Response")) {
        let mut next = lab.draft();
        let crosses = lab.garment().is_some_and(|garment| garment.crosses_itself());
        let asked = next.beginning.response.itself;
        next.beginning.response.itself &= !crosses;
        let edit =
            controls(ui, &mut next, "response", |id, _| (crosses && id == "itself").then_some(CROSSES));
        if crosses {
            next.beginning.response.itself = asked;
        }
        lab.apply(next, edit);
    }
    if group(ui, "forces", &t!("Forces")) {
        let mut next = lab.draft();
        let edit = controls(ui, &mut next, "forces", all_free);
        lab.apply(next, edit);
        note(ui, &t!("A change restarts the motion; undo restores the previous motion."));
    }
}
