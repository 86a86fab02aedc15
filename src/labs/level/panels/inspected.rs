//! Choice of the inspected move, and the button that opens the inspector.

use egui::Ui;

use super::walk;
use crate::exhibit::Page;
use crate::labs::level::level_lab::LevelLab;
use crate::language::{t, tr};
use crate::road::car::WHEEL_NAMES;
use crate::ui::requests::{PanelContext, Request};
use crate::ui::widgets::{heading, note};

/// Adds the choice of the inspected move, on the left of the inspector: for a car the picked wheel, otherwise
/// the length of the move ahead; and the frame.
pub fn show(ui: &mut Ui, lab: &mut LevelLab) {
    if lab.figure().is_car() {
        heading(ui, &t!("Picked wheel"));
        ui.columns(2, |columns| {
            for (wheel, name) in WHEEL_NAMES.into_iter().enumerate() {
                let help = t!("Inspect this wheel's ray.");
                if columns[wheel % 2]
                    .radio(lab.settings.wheel == wheel, tr(name))
                    .on_hover_text(help)
                    .clicked()
                {
                    lab.pick_wheel(wheel);
                }
            }
        });
    } else {
        heading(ui, &t!("The move ahead"));
    }
    walk::ahead(ui, lab);
    note(ui, &t!("Paused at frame %{frame} of the walk while you inspect it.", frame = lab.frame()));
}

/// Adds the button that opens the inspector.
pub fn inspect_button(ui: &mut Ui, panel: &mut PanelContext) {
    ui.add_space(8.0);
    let help = t!("Inspect the path of the move down the tree, node by node. (I)");
    if ui.button(t!("Inspect the move")).on_hover_text(help).clicked() {
        panel.ask(Request::Turn(Page::Inspector));
    }
}
