//! The move that is taken apart, and the way there.

use egui::Ui;
use rust_i18n::t;

use crate::exhibit::Page;
use crate::labs::level::level_lab::LevelLab;
use crate::labs::level::walking::AHEAD;
use crate::ui::requests::{PanelContext, Request};
use crate::ui::widgets::{heading, note, slider};

/// How long the move is, and the frame that it begins in: on the left of the inspector.
pub fn show(ui: &mut Ui, lab: &mut LevelLab) {
    heading(ui, &t!("The move ahead"));
    let mut ahead = lab.ahead();
    let help = t!("Metres straight ahead. At 0 the move of the frame is taken apart.");
    slider(ui, &t!("Move ahead"), &help, &mut ahead, AHEAD, |s| s.fixed_decimals(1));
    if ahead != lab.ahead() {
        lab.set_ahead(ahead);
    }
    note(ui, &t!("Frame %{frame} of the walk, which stands still meanwhile.", frame = lab.frame()));
}

/// The button that turns to the inspector.
pub fn inspect_button(ui: &mut Ui, panel: &mut PanelContext) {
    ui.add_space(8.0);
    let help = t!("The way of the move down the tree, node by node. (I)");
    if ui.button(t!("Take the move apart")).on_hover_text(help).clicked() {
        panel.ask(Request::Turn(Page::Inspector));
    }
}
