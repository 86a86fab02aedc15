//! What is drawn over the meshes, and below them.

use egui::Ui;
use rust_i18n::t;

use crate::labs::meshes::meshes_lab::MeshesLab;
use crate::labs::meshes::nodes::Node;
use crate::labs::meshes::overlays::MOST_COLORED;
use crate::labs::meshes::words::LEVELS;
use crate::ui::format::grouped;
use crate::ui::group::group;
use crate::ui::widgets::{note, slider};

/// Switches of glass, of volumes, of the front, and of the trees below the scene.
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
        let help = t!(
            "Draws only the volumes that were tested: those that were looked into in the colour of their mesh, the pruned ones dashed."
        );
        ui.checkbox(&mut lab.view.visited, t!("Only those that were tested")).on_hover_text(help);
    }
    let help = t!(
        "Colours the surfaces by how deep the walk went: the lighter, the deeper. What it never came to keeps its colour."
    );
    ui.checkbox(&mut lab.view.front, t!("Front on the surfaces")).on_hover_text(help);
    let is_large = lab.meshes().meshes.iter().any(|mesh| mesh.triangles().len() > MOST_COLORED);
    if lab.view.front && is_large {
        note(
            ui,
            &t!("Only smaller meshes are coloured; most triangles: %{n}.", n = grouped(MOST_COLORED as u64)),
        );
    }
    let help = t!(
        "Draws the trees of the pane in focus below the scene: point at a node to see its volume, click to keep it. Point at the scene to see the way down to what lies there."
    );
    ui.checkbox(&mut lab.view.trees, t!("Trees below the scene")).on_hover_text(help);
    let has_trees = |lab: &MeshesLab| {
        let lane = &lab.lanes()[lab.focus()];
        lane.prepared().is_none_or(|prepared| prepared.borrow().tree(0).is_some())
    };
    let is_asked = lab.view.trees || lab.view.front || lab.view.level.is_some();
    if is_asked && !has_trees(lab) {
        note(ui, &t!("The method in focus has no trees to draw."));
    }
    if let Some(Node { body, node }) = lab.pointing.picked {
        let name = t!("Let go of node %{node} of %{mesh}", node = node, mesh = ["A", "B"][body]);
        let help = t!("Its volume, and those above it, are no longer drawn. (Esc)");
        if ui.button(name).on_hover_text(help).clicked() {
            lab.pointing.picked = None;
        }
    }
}
