//! The level: its seed and size, or its file.

use egui::{ProgressBar, Ui};

use crate::labs::controls::{all_free, controls};
use crate::labs::level::level_lab::LevelLab;
use crate::labs::level::words::Config;
use crate::language::{t, tr};
use crate::level::ground::Source;
use crate::ui::format::grouped;
use crate::ui::group::group;
use crate::ui::widgets::{Edit, note};

/// Adds seed and size, and the size of the tree. A change builds another level on a thread.
pub fn show(ui: &mut Ui, lab: &mut LevelLab) {
    if !group(ui, "level", &t!("The level")) {
        return;
    }
    let (seed, faces) = lab.draft;
    let mut next = Config { source: Source::Made { seed, faces }, ..lab.config() };
    let edit = controls(ui, &mut next, "level", all_free);
    lab.draft = next.source.parameters();
    if edit == Edit::Done && (lab.is_from_file() || lab.draft != lab.parameters()) {
        generate(lab);
    }
    if let Some(share) = lab.progress() {
        let help =
            t!("Building and compiling the level. The current level stays until the new one is ready.");
        ui.add(ProgressBar::new(share as f32).desired_height(14.0)).on_hover_text(help);
    }
    let (level, tree) = (&lab.ground().level, &lab.ground().level.tree);
    note(
        ui,
        &t!(
            "Faces: %{faces}. Nodes of the tree: %{nodes}, depth: %{depth}, solid leaves: %{solid}.",
            faces = grouped(level.faces as u64),
            nodes = grouped(tree.nodes.len() as u64),
            depth = tree.depth,
            solid = grouped(tree.solid.into())
        ),
    );
    match lab.ground().source() {
        Source::Made { .. } => {
            note(ui, &t!("Open (Ctrl+O) or drop a closed mesh or .map file."));
        }
        Source::File(path) => {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            note(ui, &t!("From the file %{file}.", file = name));
            for left_out in &lab.ground().notes {
                note(ui, &tr(left_out));
            }
            let help = t!("Walk in the level of the seed and the number of faces above.");
            if ui.button(t!("Generated level")).on_hover_text(help).clicked() {
                generate(lab);
            }
        }
    }
}

/// Builds the level of the panel's seed and number of faces.
fn generate(lab: &mut LevelLab) {
    let (seed, faces) = lab.draft;
    lab.load(seed, faces);
}
