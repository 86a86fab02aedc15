//! Choice of the inspector's subject, and the button that opens the inspector. And the choice of a pair of features.

use egui::{Label, Ui};

use crate::cloth::step::Contact;
use crate::exhibit::Page;
use crate::labs::cloth::cloth_lab::ClothLab;
use crate::labs::cloth::query::LoneQuery;
use crate::labs::cloth::view::{APART, PAIR};
use crate::labs::controls::{all_free, controls};
use crate::language::{t, tr};
use crate::stories::cloth::patches::names;
use crate::ui::requests::{InspectorRequest, PanelContext, Request};
use crate::ui::said;
use crate::ui::widgets::{Edit, choice, heading, note};

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
        pair_choice(ui, lab);
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

/// Maximum number of listed contacts, the missed ones first, then in the order of time; contacts that exist before the
/// step are listed last.
const MOST: usize = 60;

/// Adds the choice: the earliest contact, another contact of the step, or the picked pair.
pub fn pair_choice(ui: &mut Ui, lab: &mut ClothLab) {
    let mut contacts: Vec<Contact> = lab.truth().map_or_else(Vec::new, |found| found.contacts.clone());
    let is_missed = |contact: &Contact| lab.missed().contains(contact);
    contacts.sort_by_key(|contact| (!is_missed(contact), contact.time == 0.0, contact.time.to_bits()));
    contacts.truncate(MOST);
    let missed = contacts.iter().filter(|contact| is_missed(contact)).count();
    // Whether there are no contacts is unknown until the reference has answered.
    let is_without = lab.truth().is_some() && contacts.is_empty();
    let first = match is_without {
        true => t!("No contact: a nearby pair"),
        false if missed > 0 => t!("The earliest missed contact"),
        false => t!("The earliest contact"),
    }
    .into_owned();
    let current = lab.settings.pair.map_or_else(|| first.clone(), names);
    let help = t!("The pair of features to inspect: a contact of this step, or the pair picked in the lab.");
    let says = t!("The first contact that begins in this step; without one, an earlier contact or a pair that a method tests.").into_owned();
    if is_without && lab.settings.pair.is_none() {
        note(ui, &t!("No contact in this step: a pair that a method tests is shown."));
    }
    let of = |(index, contact): (usize, &Contact)| {
        let when = t!("contact at t = %{t}", t = format!("{:.4}", contact.time));
        let pair = names(contact.features);
        let name = if index < missed { t!("%{pair}: missed", pair = pair).into_owned() } else { pair };
        (name, when.into_owned(), true)
    };
    let rows = std::iter::once((first, says, true)).chain(contacts.iter().enumerate().map(of));
    if let Some(row) = choice(ui, &t!("Features"), &help, &current, rows) {
        lab.settings.pair = row.checked_sub(1).map(|index| contacts[index].features);
    }
}
