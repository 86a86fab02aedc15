//! The method in focus, and its settings.

use egui::Ui;

use crate::labs::road::road_lab::RoadLab;
use crate::language::t;
use crate::road::methods::METHODS;
use crate::ui::group::group;
use crate::ui::method_panel::{self, Change};
use crate::ui::requests::{PanelContext, Request};

/// The choice of the method in the pane in focus, what is said of it, and its settings.
pub fn show(ui: &mut Ui, lab: &mut RoadLab, panel: &mut PanelContext) {
    if !group(ui, "method", &t!("Method")) {
        return;
    }
    let shown = lab.methods()[lab.focus()];
    let help = t!(
        "The method that is asked in the pane in focus. The car is driven by the exact tree, whatever is shown."
    );
    let all = METHODS.iter().map(|method| &method.about);
    let change = method_panel::show(ui, &help, &shown.about, all, &lab.settings_of(shown).clone(), |_| None);
    match change {
        None => {}
        Some(Change::Method(row)) => lab.show_in(lab.focus(), &METHODS[row]),
        Some(Change::Setting(id, text)) => {
            // Controls offer only what is declared, so a refusal would be a mistake in the program.
            if let Err(why) = lab.set(id, &text) {
                panel.ask(Request::Tell(why));
            }
        }
    }
}
