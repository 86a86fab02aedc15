//! Choice of the query.

use egui::Ui;

use super::budget;
use crate::labs::controls::{all_free, controls};
use crate::labs::meshes::apart::{self, APART, Part};
use crate::labs::meshes::budget::Budget;
use crate::labs::meshes::meshes_lab::MeshesLab;
use crate::labs::meshes::words::QUERIES;
use crate::language::{t, tr};
use crate::ui::group::group;
use crate::ui::requests::{InspectorRequest, PanelContext, Request};
use crate::ui::widgets::note;

/// Adds the choice of the query, shared by all panes.
pub fn show(ui: &mut Ui, lab: &mut MeshesLab) {
    if !group(ui, "query", &t!("Query")) {
        return;
    }
    let mut next = lab.config();
    for (index, (_, title, says)) in QUERIES.iter().enumerate() {
        ui.radio_value(&mut next.settings.query, index, tr(title)).on_hover_text(tr(says));
    }
    note(ui, &tr(QUERIES[next.settings.query].2));
    lab.apply(next, false);
}

/// Adds the budget of the query.
pub fn budget(ui: &mut Ui, lab: &mut MeshesLab) {
    let mut next = lab.config();
    budget::choose(ui, &mut next.settings.budget);
    lab.apply(next, false);
}

/// Adds the choice of the aspect that the inspector shows, and of the inspected frame.
pub fn taken_apart(ui: &mut Ui, lab: &mut MeshesLab, panel: &mut PanelContext) {
    let mut next = lab.config();
    controls(ui, &mut next, "apart", all_free);
    let [before, apart] = [lab.settings.apart, next.settings.apart];
    if apart != before {
        panel.ask(Request::Inspector(InspectorRequest::Part(APART[before].0, APART[apart].0)));
    }
    lab.apply(next, false);
    note(ui, &tr(APART[apart].2));
    if matches!(apart::part(apart), Part::Tree(_)) {
        return;
    }
    note(ui, &t!("Paused at frame %{frame} of the path while you inspect it.", frame = lab.frame()));
    match lab.settings.budget {
        _ if apart::part(apart) != Part::Walk => {}
        Budget::Off => {}
        Budget::Tests(_) => note(ui, &t!("The traversal ends when the budget is used up, as in the lab.")),
        Budget::Time(_) => note(ui, &t!("The traversal ends as in the lab; methods without a pane run on.")),
    }
}
