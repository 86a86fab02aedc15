//! The choice of a second method to compare with the first.

use egui::Ui;

use super::state::InspectorPage;
use crate::inspector::story::{Choice, Choices};
use crate::language::{t, tr};
use crate::ui::widgets::{choice, heading, note};

/// Adds the menu in the left panel that selects the second method, or none; nothing where only one method answers.
pub fn show(ui: &mut Ui, page: &mut InspectorPage, choices: &Choices) {
    if choices.all.len() < 2 && page.compare.is_none() {
        return;
    }
    let none = t!("No second method");
    let alone = (none.to_string(), t!("Show one method only.").into_owned(), true);
    let rows = choices.all.iter().map(|Choice { about, missing }| {
        let lacks = |what: &String| t!("This machine lacks %{what}.", what = tr(what)).into_owned();
        let says = missing.as_ref().map_or_else(|| tr(about.says), lacks);
        (tr(about.title), says, missing.is_none())
    });
    let rows = std::iter::once(alone).chain(rows);
    let current = page.compare.map_or(none.into_owned(), |method| tr(method.title));
    let help = t!("Show a second method next to the first, with the same pair and step (C)");
    heading(ui, &t!("Second method"));
    match choice(ui, &t!("Compare with"), &help, &current, rows) {
        Some(0) if page.compare.is_some() => page.toggle_compare(choices),
        Some(0) | None => {}
        Some(row) => page.compare = Some(choices.all[row - 1].about),
    }
    if let Some(method) = page.compare {
        note(ui, &tr(method.says));
    }
}
