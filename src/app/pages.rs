//! What the window can be turned to, and the choice at the top of the left panel.

use egui::{Button, Frame, Margin, Ui, vec2};
use rust_i18n::t;

use super::shell::{Page, Shell};

/// The choice of the page, over the whole width.
pub fn switch(ui: &mut Ui, shell: &mut Shell) {
    Frame::new().inner_margin(Margin { left: 12, right: 12, top: 8, bottom: 2 }).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            let width = (ui.available_width() - 12.0) / 3.0;
            buttons(ui, shell, width);
        });
    });
}

/// A button for each page, at least `width` points wide.
pub fn buttons(ui: &mut Ui, shell: &mut Shell, width: f32) {
    let pages = [
        (Page::Lab, t!("Lab"), t!("Bodies in a box, and the methods that decide which collide")),
        (Page::Inspector, t!("Inspector"), t!("One pair and one method, taken apart step by step (I)")),
        (Page::Experiments, t!("Experiments"), t!("The sources' tables and figures, measured here (B)")),
    ];
    for (page, name, help) in pages {
        let tab = Button::selectable(shell.page == page, name).min_size(vec2(width, 24.0));
        if ui.add(tab).on_hover_text(help).clicked() {
            shell.turn_to(page);
        }
    }
}
