//! Choice of the pair of features to inspect.

use egui::Ui;

use crate::cloth::step::Contact;
use crate::labs::cloth::cloth_lab::ClothLab;
use crate::language::t;
use crate::stories::cloth::patches::names;
use crate::ui::widgets::{choice, note};

/// Maximum number of listed contacts, the missed ones first, then in the order of time; contacts that exist before the
/// step are listed last.
const MOST: usize = 60;

/// Adds the choice: the earliest contact, another contact of the step, or the picked pair.
pub fn show(ui: &mut Ui, lab: &mut ClothLab) {
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
