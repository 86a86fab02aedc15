//! The scene: where the cloth begins, how fine it is or which file it comes from, and the start of its random numbers.

use egui::{DragValue, Label, RichText, Ui};
use rust_i18n::t;

use crate::cloth::motion::scenes::SCENES;
use crate::labs::cloth::beginning::SIDES;
use crate::labs::cloth::cloth_lab::ClothLab;
use crate::labs::cloth::garment::holds;
use crate::language::tr;
use crate::ui::format::grouped;
use crate::ui::group::group;
use crate::ui::theme;
use crate::ui::widgets::{Edit, choice, note, row, slider};

/// Scene, size and seed. A change begins another motion.
pub fn show(ui: &mut Ui, lab: &mut ClothLab) {
    if !group(ui, "cloth", &t!("Cloth")) {
        return;
    }
    let mut draft = lab.draft;
    let help = t!("Where the cloth begins, what holds it and what lies in its way. (M)");
    let rows = SCENES.iter().map(|scene| (tr(scene.title), tr(scene.says), true));
    let mut edit = Edit::None;
    if let Some(scene) = choice(ui, &t!("Scene"), &help, &tr(draft.scene.title), rows) {
        (draft.scene, edit) = (&SCENES[scene], Edit::Done);
    }
    match lab.garment() {
        None => note(ui, &tr(draft.scene.says)),
        Some(_) if holds(draft.scene) => note(ui, &t!("The garment hangs from its highest point.")),
        Some(_) => note(ui, &t!("The garment falls onto what lies in the way of this scene.")),
    }
    let help = t!("Particles along a side. The patent has 5, 9 and 17; every number in between works.");
    let size = slider(ui, &t!("Particles a side"), &help, &mut draft.side, SIDES, |s| s.logarithmic(true));
    let field = row(
        ui,
        &t!("Seed"),
        &t!("Tiny differences at the start, so that not everything is symmetric."),
        |ui| {
            let number = DragValue::new(&mut draft.seed).speed(0.05);
            ui.add_sized([ui.available_width(), ui.spacing().interact_size.y], number)
        },
    );
    for widget in [size, Edit::of(&[field])] {
        edit = if widget == Edit::None { edit } else { widget };
    }
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
        None => {
            note(ui, &t!("Ctrl+O opens a mesh that falls as cloth; so does dropping it onto the window."))
        }
        Some(garment) => {
            let from = t!(
                "From the file %{file}, scaled to one metre. Change the particles a side to come back to a square cloth.",
                file = garment.name()
            );
            note(ui, &from);
            if garment.crosses_itself() {
                let crossed = t!(
                    "▲ The mesh passes through itself at rest (edges through triangles: %{n}), so it is not kept apart from itself.",
                    n = grouped(garment.pierced as u64)
                );
                ui.add(Label::new(RichText::new(crossed).small().color(theme::amber())).wrap());
            }
        }
    }
    lab.draft = draft;
    if edit == Edit::Done && draft != lab.beginning() {
        lab.try_begin(draft);
    }
}
