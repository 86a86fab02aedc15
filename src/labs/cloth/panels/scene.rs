//! The scene: where the cloth begins, how fine it is, and the start of its random numbers.

use egui::{DragValue, Ui};
use rust_i18n::t;

use crate::cloth::motion::scenes::SCENES;
use crate::labs::cloth::beginning::SIDES;
use crate::labs::cloth::cloth_lab::ClothLab;
use crate::language::tr;
use crate::ui::format::grouped;
use crate::ui::group::group;
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
    note(ui, &tr(draft.scene.says));
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
    lab.draft = draft;
    if edit == Edit::Done && draft != lab.beginning() {
        lab.try_begin(draft);
    }
}
