//! Where the wheels' rays begin, and what follows from it.

use egui::Ui;

use crate::labs::road::road_lab::RoadLab;
use crate::labs::road::wheel::SEARCH_RULES;
use crate::language::{t, tr};
use crate::ui::group::group;
use crate::ui::widgets::note;

/// The choice of the rule by which the origin of the rays is moved back, and what that rule does.
pub fn show(ui: &mut Ui, lab: &mut RoadLab) {
    if !group(ui, "rule", &t!("Origin of the rays")) {
        return;
    }
    let current = lab.road.rule();
    for row in SEARCH_RULES {
        let button = ui.radio(row.rule == current, tr(row.title)).on_hover_text(tr(row.says));
        if button.clicked() && row.rule != current {
            lab.set_rule(row.rule);
        }
    }
    note(ui, &tr(lab.road.rule().row().says));
}
