//! The two meshes: scene, seed and size, or their files.

use egui::Ui;

use crate::labs::controls::{all_free, controls, hover_text};
use crate::labs::meshes::meshes_lab::MeshesLab;
use crate::labs::meshes::words::Config;
use crate::language::{t, tr};
use crate::meshes::scenes::SCENES;
use crate::meshes::source::{Meshes, Source};
use crate::ui::format::grouped;
use crate::ui::group::group;
use crate::ui::requests::{PanelContext, Request};
use crate::ui::widgets::{Edit, choice, note};

/// Adds scene, seed, size and a description of the meshes. A change restarts the scene.
pub fn show(ui: &mut Ui, lab: &mut MeshesLab, panel: &mut PanelContext) {
    if !group(ui, "scene", &t!("Meshes")) {
        return;
    }
    let shown = match lab.meshes().source() {
        Source::Seeded { scene, .. } => Some(*scene),
        Source::Files(_) => None,
    };
    let title = shown.map_or_else(|| t!("From files").into_owned(), |scene| tr(scene.title));
    let help = hover_text::<Config>("scene");
    let rows = SCENES.iter().map(|scene| (tr(scene.title), tr(scene.says), true));
    let chosen = choice(ui, &t!("Scene"), &help, &title, rows).map(|index| &SCENES[index]);
    let (seed, triangles) = lab.draft;
    let scene = lab.meshes().source().parameters().0;
    let mut next = Config { source: Source::Seeded { scene, seed, triangles }, ..lab.config() };
    let size = controls(ui, &mut next, "size", all_free);
    let (_, seed, triangles) = next.source.parameters();
    lab.draft = (seed, triangles);
    let is_asked = size == Edit::Done && lab.draft != lab.parameters();
    if let Some(scene) = chosen.or(shown.or(SCENES.first()).filter(|_| is_asked)) {
        lab.begin(Meshes::new(Source::Seeded { scene, seed, triangles }, None));
        panel.ask(Request::FrameAll);
    }
    match lab.meshes().source() {
        Source::Seeded { scene, .. } => note(ui, &tr(scene.says)),
        Source::Files(paths) => {
            let names = paths.each_ref().map(|path| path.file_name().unwrap_or_default().to_string_lossy());
            note(ui, &format!("A: {} · B: {}", names[0], names[1]));
        }
    }
    if lab.moved().is_some() {
        note(ui, &t!("B was moved off its path by hand and keeps this offset along it."));
        let help = t!("Move B back onto the path.");
        if ui.button(t!("Return to the path")).on_hover_text(help).clicked() {
            lab.set_moved(None);
        }
    }
    let [a, b] = [0, 1].map(|i: usize| grouped(lab.meshes().meshes[i].triangles().len() as u64));
    note(ui, &t!("Triangles: A %{a}, B %{b}. Open (Ctrl+O) or drop one mesh, then another.", a = a, b = b));
}

/// Adds the number of frames per step.
pub fn stride(ui: &mut Ui, lab: &mut MeshesLab) {
    let mut next = lab.config();
    controls(ui, &mut next, "stride", all_free);
    lab.apply(next, false);
}
