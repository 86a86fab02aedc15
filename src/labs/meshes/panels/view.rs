//! Display settings: overlays on the meshes, and the trees below the scene.

use egui::Ui;

use crate::labs::controls::{all_free, controls, hover_text};
use crate::labs::meshes::meshes_lab::MeshesLab;
use crate::labs::meshes::nodes::Node;
use crate::labs::meshes::overlays::MOST_COLORED;
use crate::labs::meshes::words::{Config, LEVELS};
use crate::language::t;
use crate::ui::format::grouped;
use crate::ui::group::group;
use crate::ui::widgets::{note, slider};

/// Adds switches for transparency, volumes, the front, and the trees.
pub fn show(ui: &mut Ui, lab: &mut MeshesLab) {
    if !group(ui, "overlays", &t!("Overlays")) {
        return;
    }
    let mut next = lab.config();
    controls(ui, &mut next, "glass", all_free);
    let view = &mut next.settings.view;
    let mut on = view.level.is_some();
    let help = hover_text::<Config>("level");
    if ui.checkbox(&mut on, t!("Volumes of a tree level")).on_hover_text(&help).changed() {
        view.level = on.then_some(2);
    }
    if let Some(level) = &mut view.level {
        slider(ui, &t!("Level"), &help, level, (0..=LEVELS - 1, ""), |slider| slider);
        controls(ui, &mut next, "visited", all_free);
    }
    controls(ui, &mut next, "front", all_free);
    let is_large = lab.meshes().meshes.iter().any(|mesh| mesh.triangles().len() > MOST_COLORED);
    if next.settings.view.front && is_large {
        note(
            ui,
            &t!("Meshes with more triangles than %{n} are not coloured.", n = grouped(MOST_COLORED as u64)),
        );
    }
    controls(ui, &mut next, "trees", all_free);
    lab.apply(next, false);
    let has_trees = |lab: &MeshesLab| {
        let lane = lab.contest.in_focus();
        lane.prepared().is_none_or(|prepared| prepared.borrow().tree(0).is_some())
    };
    let view = lab.settings.view;
    let is_asked = view.trees || view.front || view.level.is_some();
    if is_asked && !has_trees(lab) {
        note(ui, &t!("The active method has no trees to draw."));
    }
    if let Some(Node { body, node }) = lab.pointing.picked {
        let name = t!("Deselect node %{node} of %{mesh}", node = node, mesh = ["A", "B"][body]);
        let help = t!("Stop drawing the volumes of this node and its ancestors. (Esc)");
        if ui.button(name).on_hover_text(help).clicked() {
            lab.pointing.picked = None;
        }
    }
}
