//! The pages of the window, and the choice of lab and page at the top of the left panel.

use std::borrow::Cow;

use egui::{Button, Color32, Frame, Margin, TextStyle, Ui, vec2};

use crate::exhibit::Page;
use crate::labs::LABS;
use crate::labs::lab::LabRow;
use crate::language::{t, tr};
use crate::ui::requests::{Request, Requests};
use crate::ui::widgets::choice;

/// Shows the list that chooses the lab, and below it the buttons that choose the page, over the whole width.
pub fn switch(ui: &mut Ui, page: Page, lab: &LabRow, requests: &mut Requests) {
    Frame::new().inner_margin(Margin { left: 12, right: 12, top: 8, bottom: 2 }).show(ui, |ui| {
        if LABS.len() > 1 {
            labs(ui, lab, requests);
        }
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            buttons(ui, page, lab, requests, true);
        });
    });
}

/// Shows the same choices in one line, for a window without the left panel.
pub fn line(ui: &mut Ui, page: Page, lab: &LabRow, requests: &mut Requests) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        if LABS.len() > 1 {
            let size = vec2((0.4 * ui.available_width()).min(260.0), ui.spacing().interact_size.y);
            ui.allocate_ui(size, |ui| labs(ui, lab, requests));
        }
        buttons(ui, page, lab, requests, false);
    });
}

/// Shows all labs in a list.
fn labs(ui: &mut Ui, lab: &LabRow, requests: &mut Requests) {
    let rows = LABS.iter().map(|row| (tr(row.title), tr(row.says), true));
    let help = t!("Choose a lab. Every lab keeps its state until you return to it.");
    if let Some(index) = choice(ui, &t!("Labs"), &help, &tr(lab.title), rows) {
        requests.ask(Request::OpenLab(LABS[index].id));
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

/// Shows a button for each page. With `over_all` the buttons fill the available width.
pub fn buttons(ui: &mut Ui, current: Page, lab: &LabRow, requests: &mut Requests, over_all: bool) {
    let pages = common(lab);
    // The spare width is divided equally among the buttons. If each button had a third of the whole width, the
    // longest name would not fit.
    let font = TextStyle::Button.resolve(ui.style());
    let widths = pages.each_ref().map(|(_, name, _)| {
        ui.painter().layout_no_wrap(name.to_string(), font.clone(), Color32::WHITE).size().x
    });
    let gaps = 2.0 * ui.spacing().item_spacing.x;
    let slack =
        if over_all { (ui.available_width() - gaps - widths.iter().sum::<f32>()) / 3.0 } else { 16.0 };
    for ((page, name, help), width) in pages.into_iter().zip(widths) {
        let tab = Button::selectable(
            current == page || (page == Page::Inspector && matches!(current, Page::Own(_))),
            name,
        )
        .min_size(vec2(width + slack, 24.0));
        if ui.add(tab).on_hover_text(help).clicked() {
            requests.ask(Request::Visit(page));
        }
    }
}
