//! What is drawn over the meshes.

use egui::Ui;
use rust_i18n::t;

use crate::labs::meshes::meshes_lab::MeshesLab;
use crate::labs::meshes::words::LEVELS;
use crate::ui::group::group;
use crate::ui::widgets::slider;

/// Switches of glass and of the volumes of a level.
pub fn show(ui: &mut Ui, lab: &mut MeshesLab) {
    if !group(ui, "overlays", &t!("Draw over the scene")) {
        return;
    }
    let help = t!("Draws the meshes as of glass, so that what is inside is seen. (G)");
    ui.checkbox(&mut lab.view.glass, t!("See through")).on_hover_text(help);
    let mut on = lab.view.level.is_some();
    let help = t!("Draws the volumes of one level of both trees, and the leaves above it. (V)");
    if ui.checkbox(&mut on, t!("Volumes of a level")).on_hover_text(&*help).changed() {
        lab.view.level = on.then_some(2);
    }
    if let Some(level) = &mut lab.view.level {
        slider(ui, &t!("Level"), &help, level, 0..=LEVELS - 1, |slider| slider);
    }
}
