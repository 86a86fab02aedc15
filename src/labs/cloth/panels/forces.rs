//! What acts on the cloth, and what it is kept from passing through. A change begins the motion anew.

use egui::{Checkbox, Ui};
use rust_i18n::t;

use crate::labs::cloth::beginning::{BENDING, DAMPING, GRAVITY, WIND, WIND_TO};
use crate::labs::cloth::cloth_lab::ClothLab;
use crate::ui::group::group;
use crate::ui::widgets::{Edit, note, slider};

/// Gravity, wind, damping, bending, and the two switches of the response.
pub fn show(ui: &mut Ui, lab: &mut ClothLab) {
    let mut draft = lab.draft;
    let mut edits = Vec::new();
    if group(ui, "response", &t!("Response")) {
        let help = t!(
            "The cloth is kept from passing through itself. Methods are asked about the step that it would take otherwise."
        );
        let crosses = lab.garment().is_some_and(|garment| garment.crosses_itself());
        let mut never = false;
        let switch = if crosses { &mut never } else { &mut draft.response.itself };
        let checkbox = Checkbox::new(switch, t!("Kept apart from itself"));
        let why = t!("The mesh passes through itself at rest, so it cannot be kept apart from itself.");
        let itself = ui.add_enabled(!crosses, checkbox).on_hover_text(help).on_disabled_hover_text(why);
        let help = t!("The cloth is kept from passing through floor and obstacles.");
        let others =
            ui.checkbox(&mut draft.response.obstacles, t!("Kept apart from others")).on_hover_text(help);
        edits.push(Edit::of(&[itself, others]));
    }
    if group(ui, "forces", &t!("What acts on it")) {
        let help = t!("Downwards, m/s².");
        edits.push(slider(ui, &t!("Gravity"), &help, &mut draft.gravity, GRAVITY, |s| s));
        let help = t!("Strength of the wind, m/s.");
        edits.push(slider(ui, &t!("Wind"), &help, &mut draft.wind, WIND, |s| s));
        let help = t!("Degrees around the upright: 0 blows to +x, 90 to +z.");
        edits.push(slider(ui, &t!("Wind blows to"), &help, &mut draft.wind_to, WIND_TO, |s| s));
        let help = t!("How fast the cloth loses its speed, per second.");
        edits.push(slider(ui, &t!("Damping"), &help, &mut draft.damping, DAMPING, |s| s));
        let help = t!("Stiffness against bending, times the usual one of this size. Silk is about 0.005.");
        edits.push(slider(ui, &t!("Bending"), &help, &mut draft.bending, BENDING, |s| s.logarithmic(true)));
        note(ui, &t!("A change begins the motion anew; undo brings the one before back."));
    }
    lab.draft = draft;
    if edits.contains(&Edit::Done) && draft != lab.beginning() {
        lab.try_begin(draft);
    }
}
