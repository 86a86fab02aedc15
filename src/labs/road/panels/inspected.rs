//! Choice of the wheel whose ray is inspected, and the button that opens the inspector.

use egui::Ui;

use crate::exhibit::Page;
use crate::labs::road::road_lab::RoadLab;
use crate::language::{t, tr};
use crate::road::car::WHEEL_NAMES;
use crate::ui::requests::{PanelContext, Request};
use crate::ui::widgets::{heading, note};

/// Adds the choice of the wheel and the inspected frame, on the left of the inspector.
pub fn show(ui: &mut Ui, lab: &mut RoadLab) {
    heading(ui, &t!("Picked wheel"));
    ui.columns(2, |columns| {
        for (wheel, name) in WHEEL_NAMES.into_iter().enumerate() {
            let help = t!("Inspect this wheel's ray.");
            if columns[wheel % 2].radio(lab.settings.wheel == wheel, tr(name)).on_hover_text(help).clicked() {
                lab.settings.wheel = wheel;
            }
        }
    });
    note(ui, &t!("Paused at frame %{frame} of the drive while you inspect it.", frame = lab.road.frame()));
}

/// Adds the button that opens the inspector.
pub fn inspect_button(ui: &mut Ui, wheel: usize, panel: &mut PanelContext) {
    ui.add_space(8.0);
    let text = t!("Inspect the ray: %{wheel}", wheel = tr(WHEEL_NAMES[wheel]));
    if ui.button(text).on_hover_text(t!("Inspect the ray's path to the ground, node by node. (I)")).clicked()
    {
        panel.ask(Request::Turn(Page::Inspector));
    }
}
