//! Choice of the inspector's subject, and the button that opens the inspector.

use egui::Ui;

use super::pair_choice;
use crate::exhibit::Page;
use crate::labs::cloth::apart::{APART, PAIR};
use crate::labs::cloth::cloth_lab::ClothLab;
use crate::labs::controls::{all_free, controls};
use crate::language::{t, tr};
use crate::ui::requests::{InspectorRequest, PanelContext, Request};
use crate::ui::widgets::{heading, note};

/// Choice of the part of the step to inspect, on the left of the inspector.
pub fn show(ui: &mut Ui, lab: &mut ClothLab, panel: &mut PanelContext) {
    heading(ui, &t!("The step"));
    let mut next = lab.draft();
    controls(ui, &mut next, "apart", all_free);
    if next.apart != lab.apart {
        panel.ask(Request::Inspector(InspectorRequest::Part(APART[lab.apart].0, APART[next.apart].0)));
        lab.apart = next.apart;
    }
    note(ui, &tr(APART[lab.apart].2));
    if lab.apart == PAIR {
        pair_choice::show(ui, lab);
    }
    note(ui, &t!("Paused at frame %{frame} of the motion while you inspect it.", frame = lab.frame()));
}

/// Adds the button that opens the inspector.
pub fn inspect_button(ui: &mut Ui, panel: &mut PanelContext) {
    ui.add_space(8.0);
    let help = t!("Inspect this step of the active method. (I)");
    if ui.button(t!("Inspect the step")).on_hover_text(help).clicked() {
        panel.ask(Request::Turn(Page::Inspector));
    }
}
