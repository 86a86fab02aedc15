//! The method in focus, and its settings.

use egui::Ui;
use rust_i18n::t;

use crate::labs::road::methods::METHODS;
use crate::labs::road::road_lab::RoadLab;
use crate::language::tr;
use crate::ui::group::group;
use crate::ui::requests::{PanelContext, Request};
use crate::ui::setting;
use crate::ui::widgets::{choice, note};

/// The choice of the method in the pane in focus, what is said of it, and its settings.
pub fn show(ui: &mut Ui, lab: &mut RoadLab, panel: &mut PanelContext) {
    if !group(ui, "method", &t!("Method")) {
        return;
    }
    let shown = lab.methods()[lab.focus()];
    let help = t!(
        "The method that is asked in the pane in focus. The car is driven by the exact tree, whatever is shown."
    );
    let rows = METHODS.iter().map(|method| (tr(method.title), tr(method.says), true));
    if let Some(index) = choice(ui, &t!("Shown"), &help, &tr(shown.title), rows) {
        lab.show_in(lab.focus(), &METHODS[index]);
    }
    let shown = lab.methods()[lab.focus()];
    note(ui, &tr(shown.says));
    note(ui, &format!("{} · {}", tr(shown.source), tr(shown.promise.words())));
    let settings: Vec<_> = lab.settings_of(shown).iter().collect();
    for (declared, value) in settings {
        if let Some(text) = setting::show(ui, declared, &value) {
            // Controls offer only what is declared, so a refusal would be a mistake in the program.
            if let Err(why) = lab.set(declared.id, &text) {
                panel.ask(Request::Tell(why));
            }
        }
    }
}
