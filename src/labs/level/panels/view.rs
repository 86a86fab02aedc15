//! Display settings of the level and its overlays.

use egui::Ui;

use crate::labs::controls::controls;
use crate::labs::level::level_lab::LevelLab;
use crate::labs::level::words::{NO_VOLUME, NOT_CUT};
use crate::language::t;
use crate::level::drawing::{MOST_CUT, can_be_cut};
use crate::ui::format::grouped;
use crate::ui::group::group;
use crate::ui::widgets::note;

/// Adds a switch per overlay.
pub fn show(ui: &mut Ui, lab: &mut LevelLab) {
    if !group(ui, "view", &t!("View")) {
        return;
    }
    let mut next = lab.config();
    let is_possible = can_be_cut(lab.ground().level.brushes.len());
    controls(ui, &mut next, "cut", |_, _| (!is_possible).then_some(NOT_CUT));
    if !is_possible {
        note(ui, &t!("A level of more than %{n} brushes cannot be cut away.", n = grouped(MOST_CUT as u64)));
    }
    let is_car = lab.figure().is_car();
    controls(ui, &mut next, "view", |id, _| (is_car && id == "volume").then_some(NO_VOLUME));
    lab.apply(next, false);
}
