//! Choice of the inspector's subject, and the button that opens the inspector.

use egui::{Label, Ui};

use super::pair_choice;
use crate::exhibit::Page;
use crate::labs::cloth::apart::{APART, PAIR};
use crate::labs::cloth::cloth_lab::ClothLab;
use crate::labs::cloth::query::LoneQuery;
use crate::labs::controls::{all_free, controls};
use crate::language::{t, tr};
use crate::ui::requests::{InspectorRequest, PanelContext, Request};
use crate::ui::said;
use crate::ui::widgets::{Edit, heading, note};

/// Choice of the part of the step to inspect, on the left of the inspector.
pub fn show(ui: &mut Ui, lab: &mut ClothLab, panel: &mut PanelContext) {
    if let Some(lone) = &lab.settings.query {
        if query(ui, lone) {
            lab.settings.query = None;
        }
        return;
    }
    heading(ui, &t!("The step"));
    let mut next = lab.draft();
    controls(ui, &mut next, "apart", all_free);
    let [before, apart] = [lab.settings.apart, next.settings.apart];
    if apart != before {
        panel.ask(Request::Inspector(InspectorRequest::Part(APART[before].0, APART[apart].0)));
    }
    lab.apply(next, Edit::None);
    note(ui, &tr(APART[apart].2));
    if apart == PAIR {
        pair_choice::show(ui, lab);
    }
    note(ui, &t!("Paused at frame %{frame} of the motion while you inspect it.", frame = lab.frame()));
}

/// Adds the answers of all continuous tests to a query; true if the user asks for the cloth again.
fn query(ui: &mut Ui, lone: &LoneQuery) -> bool {
    heading(ui, &t!("The query"));
    let truth = lone.truth();
    for (method, time) in lone.answers() {
        let answer = match (time.map(|time| format!("{time:.9}")), truth) {
            (Some(t), None) => t!("contact at t = %{t}, a false hit", t = t),
            (Some(t), Some(_)) if time > truth => {
                let late = time.zip(truth).map_or(0.0, |(time, truth)| time - truth);
                t!("contact at t = %{t}, late by %{late}", t = t, late = format!("{late:.1e}"))
            }
            (Some(t), Some(_)) => t!("contact at t = %{t}", t = t),
            (None, Some(_)) => t!("no contact, a miss"),
            (None, None) => t!("no contact"),
        };
        let answer = said::labelled(&tr(method.title), &answer);
        ui.add(Label::new(answer).wrap()).on_hover_text(tr(method.says));
    }
    note(ui, &t!("Times are fractions of the step. Right is what exact arithmetic finds."));
    ui.button(t!("Back to the step of the cloth")).clicked()
}

/// Adds the button that opens the inspector.
pub fn inspect_button(ui: &mut Ui, lab: &mut ClothLab, panel: &mut PanelContext) {
    ui.add_space(8.0);
    let help = t!("Inspect this step of the active method. (I)");
    if ui.button(t!("Inspect the step")).on_hover_text(help).clicked() {
        lab.settings.query = None;
        panel.ask(Request::Turn(Page::Inspector));
    }
}
