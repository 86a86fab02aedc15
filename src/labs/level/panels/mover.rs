//! What walks: a point, a sphere, a cylinder or a hull, or the car that drives, and how large it is. One tree serves all of them.

use egui::Ui;
use rust_i18n::t;

use crate::labs::level::figure::{HEIGHTS, KINDS, RADII};
use crate::labs::level::level_lab::LevelLab;
use crate::language::tr;
use crate::ui::group::group;
use crate::ui::widgets::{choice, note, slider};

/// Kind and size of the mover. A change takes effect at once, where it stands.
pub fn show(ui: &mut Ui, lab: &mut LevelLab) {
    if !group(ui, "mover", &t!("Mover")) {
        return;
    }
    let mut figure = lab.figure();
    let help = t!("What walks through the level. It can be changed while it walks. (M)");
    let rows = KINDS.iter().map(|kind| (tr(kind.title), tr(kind.says), true));
    if let Some(kind) = choice(ui, &t!("Mover"), &help, &tr(KINDS[figure.kind].title), rows) {
        figure.kind = kind;
    }
    let [has_radius, has_height] = KINDS[figure.kind].takes;
    ui.add_enabled_ui(has_radius, |ui| {
        let help = if figure.is_car() {
            t!("Metres, from the middle of the car to its wheels. The car of the road has 1.57 m.")
        } else {
            t!("Metres. The tree stays as it is: planes are shifted by another length.")
        };
        slider(ui, &t!("Radius"), &help, &mut figure.radius, RADII, |s| s.fixed_decimals(2));
    });
    ui.add_enabled_ui(has_height, |ui| {
        let help = t!("Metres. The reference point is in the middle of the foot.");
        slider(ui, &t!("Height"), &help, &mut figure.height, HEIGHTS, |s| s.fixed_decimals(2));
    });
    lab.set_figure(figure, false);
    note(ui, &tr(KINDS[figure.kind].says));
}
