//! What is drawn beside the level and the mover.

use egui::Ui;
use rust_i18n::t;

use crate::labs::level::drawing::{MOST_CUT, can_be_cut};
use crate::labs::level::level_lab::LevelLab;
use crate::ui::format::grouped;
use crate::ui::group::group;
use crate::ui::widgets::note;

/// A switch for each.
pub fn show(ui: &mut Ui, lab: &mut LevelLab) {
    if !group(ui, "view", &t!("View")) {
        return;
    }
    let help = t!(
        "Draws walls and what lies over the mover cut off at its waist, so that one sees into the rooms. Out of its eyes the level is whole. (N)"
    );
    let is_possible = can_be_cut(lab.ground().level.brushes.len());
    ui.add_enabled_ui(is_possible, |ui| {
        ui.checkbox(&mut lab.view.cut, t!("Cut the level off above the mover"))
            .on_hover_text(&*help)
            .on_disabled_hover_text(&*help);
    });
    if !is_possible {
        note(ui, &t!("A level of more than %{n} brushes is drawn whole.", n = grouped(MOST_CUT as u64)));
    }
    let help = t!("What the move ahead sweeps, up to where the method of the pane stops it.");
    // Rays sweep none.
    ui.add_enabled_ui(!lab.figure().is_car(), |ui| {
        ui.checkbox(&mut lab.view.volume, t!("Swept volume"))
            .on_hover_text(&*help)
            .on_disabled_hover_text(&*help);
    });
    let help = t!(
        "The planes of the tree at which the path is cut, where they are and shifted, and the solid leaf that is hit. (P)"
    );
    ui.checkbox(&mut lab.view.planes, t!("Planes at which the path is cut")).on_hover_text(help);
    let help = t!(
        "The level at the mover's height, below the scene: where the mover would truly touch, and where the method in focus says so."
    );
    ui.checkbox(&mut lab.view.slice, t!("Plan slice below the scene")).on_hover_text(help);
    let help = t!("The tree below the scene, with the nodes that the method in focus visits.");
    ui.checkbox(&mut lab.view.tree, t!("Tree below the scene")).on_hover_text(help);
    lab.cut();
    lab.watch();
}
