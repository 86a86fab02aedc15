//! The list of the scenes that the user has kept of one lab, for labs without a list of scenes of their own.

use egui::Ui;
use rust_i18n::t;

use super::own_scene::{names_of, shown_of};
use super::requests::{FilesRequest, PanelContext, Request};
use super::widgets::choice;

/// The list, if there are any scenes of this lab.
pub fn show(ui: &mut Ui, lab: &str, panel: &mut PanelContext) {
    let names: Vec<String> = names_of(panel.own, lab).map(str::to_owned).collect();
    if names.is_empty() {
        return;
    }
    let help = t!("Scenes that you have kept; File, My scenes keeps and removes them.");
    let rows = names.iter().map(|name| (name.clone(), help.clone().into_owned(), true));
    let current = shown_of(panel.own, lab).map_or_else(|| t!("Open one").into_owned(), str::to_owned);
    if let Some(index) = choice(ui, &t!("My scenes"), &help, &current, rows) {
        panel.ask(Request::Files(FilesRequest::OpenOwn(names[index].clone())));
    }
}
