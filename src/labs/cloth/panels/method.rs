//! The method in focus, and its settings.

use egui::{Label, RichText, Ui};

use crate::about::Promise;
use crate::cloth::methods::{self, METHODS};
use crate::labs::cloth::cloth_lab::ClothLab;
use crate::language::t;
use crate::ui::group::group;
use crate::ui::method_panel::{self, Change};
use crate::ui::requests::{PanelContext, Request};
use crate::ui::theme;

/// The choice of the method in the pane in focus, what is said of it, and its settings.
pub fn show(ui: &mut Ui, lab: &mut ClothLab, panel: &mut PanelContext) {
    if !group(ui, "method", &t!("Method")) {
        return;
    }
    let shown = lab.lanes()[lab.focus()].method();
    let help = t!(
        "The method that is asked in the pane in focus. The motion does not depend on it, so all answer the same step."
    );
    let all = METHODS.iter().map(|method| &method.about);
    let settings = lab.settings_of(shown).clone();
    let idle = |id: &str| {
        let why = || t!("The threshold is used where Centroids is set to Threshold.").into_owned();
        methods::is_idle(&settings, id).then(why)
    };
    let change = method_panel::show(ui, &help, &shown.about, all, &settings, idle);
    if shown.promise == Promise::Exact && methods::loses(lab.settings_of(shown)) {
        let text = t!("▲ With these settings it can miss contacts.");
        ui.add(Label::new(RichText::new(text).small().color(theme::amber())).wrap());
    }
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
