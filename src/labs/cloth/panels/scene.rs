//! The scene: initial state of the cloth, its resolution or mesh file, and the random seed.

use egui::{Label, RichText, Ui};

use crate::labs::cloth::cloth_lab::ClothLab;
use crate::labs::cloth::garment::holds;
use crate::labs::controls::{all_free, controls};
use crate::language::{t, tr};
use crate::ui::format::grouped;
use crate::ui::group::group;
use crate::ui::theme;
use crate::ui::widgets::{Edit, note};

/// Adds scene, size and seed. A change restarts the motion.
pub fn show(ui: &mut Ui, lab: &mut ClothLab) {
    if !group(ui, "cloth", &t!("Cloth")) {
        return;
    }
    let mut next = lab.draft();
    let scene = controls(ui, &mut next, "scene", all_free);
    match lab.garment() {
        None => note(ui, &tr(next.beginning.scene.says)),
        Some(_) if holds(next.beginning.scene) => note(ui, &t!("The garment hangs from its highest point.")),
        Some(_) => note(ui, &t!("The garment falls onto the obstacles of this scene.")),
    }
    let size = controls(ui, &mut next, "size", all_free);
    let mesh = lab.mesh();
    note(
        ui,
        &t!(
            "Particles: %{n}, triangles: %{faces}.",
            n = grouped(mesh.rest.len() as u64),
            faces = grouped(mesh.faces.len() as u64)
        ),
    );
    match lab.garment() {
        None => note(ui, &t!("Open (Ctrl+O) or drop a mesh to use it as cloth.")),
        Some(garment) => {
            let from = t!(
                "From %{file}, scaled to one metre. Particles per side give a square cloth.",
                file = garment.name()
            );
            note(ui, &from);
            if garment.crosses_itself() {
                let crossed = t!(
                    "▲ The mesh intersects itself at rest (edges through triangles: %{n}), so it gets no self-collision response.",
                    n = grouped(garment.pierced as u64)
                );
                ui.add(Label::new(RichText::new(crossed).small().color(theme::amber())).wrap());
            }
        }
    }
    lab.apply(next, if size == Edit::None { scene } else { size });
}
