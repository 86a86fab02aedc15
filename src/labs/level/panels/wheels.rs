//! Wheels of the car: distance of each from the ground, and the cost of its ray.

use egui::{Grid, Label, RichText, Ui};

use crate::labs::level::level_lab::LevelLab;
use crate::language::{t, tr};
use crate::road::car::WHEEL_NAMES;
use crate::ui::format::grouped;
use crate::ui::group::group;
use crate::ui::theme;
use crate::ui::widgets::note;

/// Adds a line per wheel if the mover is the car. A click on a name picks the wheel.
pub fn show(ui: &mut Ui, lab: &mut LevelLab) {
    if !lab.figure().is_car() || !group(ui, "wheels", &t!("Signed distance")) {
        return;
    }
    let mut picked = lab.settings.wheel;
    let weak = |text: String| Label::new(RichText::new(text).small().color(theme::weak()));
    Grid::new("wheels").num_columns(3).spacing([8.0, 1.0]).show(ui, |ui| {
        ui.label("");
        ui.add(weak(t!("Distance, mm").into_owned())).on_hover_text(t!(
            "Distance from ground contact along the suspension, by the exact method: positive is in the air, negative is sunk in."
        ));
        ui.add(weak(t!("Nodes").into_owned())).on_hover_text(t!("Nodes that the active method visits for this wheel's ray."));
        ui.end_row();
        for (wheel, name) in WHEEL_NAMES.into_iter().enumerate() {
            let help = t!("Click to show this wheel's ray, its planes and its path down the tree.");
            let name = RichText::new(tr(name)).small();
            if ui.selectable_label(picked == wheel, name).on_hover_text(help).clicked() {
                picked = wheel;
            }
            let number = |text: String| RichText::new(text).small().monospace().color(theme::strong());
            ui.label(number(words(lab.distance(wheel))));
            let answer = lab.contest.in_focus().answers().get(wheel);
            ui.label(number(answer.map_or_else(String::new, |answer| grouped(answer.cost.nodes))));
            ui.end_row();
        }
    });
    if picked != lab.settings.wheel {
        lab.pick_wheel(picked);
    }
    note(ui, &t!("Distance from ground contact: positive is in the air, negative is sunk in."));
}

/// A signed distance in millimetres, or "no ground found".
fn words(distance: Option<f64>) -> String {
    match distance.map(|metres| format!("{:+.1}", 1e3 * metres)) {
        None => t!("no ground found").into_owned(),
        // A value that rounds to zero has no sign.
        Some(mm) if mm == "-0.0" || mm == "+0.0" => "0.0".to_owned(),
        Some(mm) => mm.replace('-', "\u{2212}"),
    }
}
