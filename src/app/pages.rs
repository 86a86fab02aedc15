//! The choice of lab and page, in the top bar.

use std::borrow::Cow;

use egui::{Button, Ui};

use super::lab_cards;
use crate::exhibit::Page;
use crate::labs::lab::LabRow;
use crate::language::{t, tr};
use crate::ui::requests::{Request, Requests};
use crate::ui::widgets::list_button;

/// Shows the list that chooses the lab, and the buttons that choose the page.
pub fn navigation(ui: &mut Ui, page: Page, lab: &LabRow, requests: &mut Requests) {
    let help = t!("Choose a lab. Every lab keeps its state until you return to it.");
    let labs = list_button(ui, &tr(lab.title), |ui| lab_cards::show(ui, lab, requests));
    labs.on_hover_text(help);
    for (at, name, help) in common(lab) {
        let is_shown = page == at || (at == Page::Inspector && matches!(page, Page::Own(_)));
        if ui.add(Button::selectable(is_shown, name)).on_hover_text(help).clicked() {
            requests.ask(Request::Visit(at));
        }
    }
}

/// The pages of every lab, with name and help text in the current language.
pub fn common(lab: &LabRow) -> [(Page, Cow<'static, str>, Cow<'static, str>); 3] {
    [
        (Page::Scene, t!("Lab"), tr(lab.says).into()),
        (Page::Inspector, t!("Inspector"), t!("One query of one method, step by step (I)")),
        (
            Page::Experiments,
            t!("Experiments"),
            t!("Published tables and figures, measured again on this machine (B)"),
        ),
    ]
}
