//! The choice of a method, its description and its settings, as in the panels of every lab.

use egui::Ui;

use super::setting;
use super::widgets::{choice, note};
use crate::about::MethodInfo;
use crate::language::{t, tr};
use crate::settings::Settings;

/// A change made in the panel.
pub enum Change {
    /// Another method was chosen, by its index.
    Method(usize),
    /// A setting, by its id, got a new value.
    Setting(&'static str, String),
}

/// Shows the choice among the methods `all`, if there are any, with `shown` selected, and the settings of `shown`. `keeps_promise` is
/// false if the settings break the promise of `shown`. `help` is the hover text of the choice. `idle` returns the reason why the setting with a given id has no effect, if there is one.
pub fn show(
    ui: &mut Ui,
    help: &str,
    (shown, keeps_promise): (&MethodInfo, bool),
    all: &[&'static MethodInfo],
    settings: &Settings,
    idle: impl Fn(&str) -> Option<String>,
) -> Option<Change> {
    let mut change = None;
    if !all.is_empty() {
        let rows = all.iter().map(|method| (tr(method.title), tr(method.says), true));
        change = choice(ui, &t!("Method"), help, &tr(shown.title), rows).map(Change::Method);
    }
    note(ui, &tr(shown.says));
    let promise = if keeps_promise { tr(shown.promise.words()) } else { t!("altered").into_owned() };
    note(ui, &format!("{} · {promise}", tr(shown.source)));
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
