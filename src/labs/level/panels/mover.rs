//! Kind and size of the mover: a point, a sphere, a cylinder, a hull, or the car. One tree serves all of
//! them.

use egui::Ui;

use crate::labs::controls::controls;
use crate::labs::level::level_lab::LevelLab;
use crate::labs::level::words::NO_SIZE;
use crate::language::{t, tr};
use crate::level::figure::KINDS;
use crate::ui::group::group;
use crate::ui::widgets::note;

/// Adds kind and size of the mover. A change takes effect at once; the mover stays in its place.
pub fn show(ui: &mut Ui, lab: &mut LevelLab) {
    if !group(ui, "mover", &t!("Mover")) {
        return;
    }
    let mut next = lab.config();
    let [has_radius, has_height] = KINDS[next.figure.kind].takes;
    controls(ui, &mut next, "mover", |id, _| {
        let is_without = (id == "radius" && !has_radius) || (id == "height" && !has_height);
        is_without.then_some(NO_SIZE)
    });
    note(ui, &tr(KINDS[next.figure.kind].says));
    lab.apply(next, false);
}
