//! The choice of a method with what is said of it and its settings, as in the panels of every lab.

use egui::Ui;

use super::setting;
use super::widgets::{choice, note};
use crate::about::About;
use crate::language::{t, tr};
use crate::settings::Settings;

/// What was changed.
pub enum Change {
    /// Another method was chosen, by its row.
    Method(usize),
    /// A setting, by its id, was given a value.
    Setting(&'static str, String),
}

/// The choice among `all`, of which `shown` is on show, and the settings of that. `help` is the hover text of the choice. `idle` says
/// why a setting has no effect, by its id.
pub fn show(
    ui: &mut Ui,
    help: &str,
    shown: &About,
    all: impl Iterator<Item = &'static About>,
    settings: &Settings,
    idle: impl Fn(&str) -> Option<String>,
) -> Option<Change> {
    let rows = all.map(|method| (tr(method.title), tr(method.says), true));
    let mut change = choice(ui, &t!("Shown"), help, &tr(shown.title), rows).map(Change::Method);
    note(ui, &tr(shown.says));
    note(ui, &format!("{} · {}", tr(shown.source), tr(shown.promise.words())));
    for (declared, value) in settings.iter() {
        let why = idle(declared.id);
        let control = ui.add_enabled_ui(why.is_none(), |ui| setting::show(ui, declared, &value));
        if let Some(why) = why {
            control.response.on_disabled_hover_text(why);
        }
        if let Some(text) = control.inner {
            change = Some(Change::Setting(declared.id, text));
        }
    }
    change
}
