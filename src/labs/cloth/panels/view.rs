//! What is drawn of the methods.

use egui::{Checkbox, Ui};
use rust_i18n::t;

use super::stages;
use crate::labs::cloth::cloth_lab::ClothLab;
use crate::labs::cloth::lane::NO_GRID;
use crate::labs::cloth::overlays;
use crate::labs::cloth::reference::{REFERENCES, needs_grid};
use crate::labs::cloth::view::{LEVELS, PAINTS};
use crate::language::tr;
use crate::ui::group::group;
use crate::ui::widgets::{choice, slider};

/// The colours of the cloth, a switch per overlay, and what answers are held against.
pub fn show(ui: &mut Ui, lab: &mut ClothLab) {
    if !group(ui, "view", &t!("View")) {
        return;
    }
    let help = t!("What colours the cloth: its weave, or how far each triangle came in this step. (P)");
    let rows = PAINTS.iter().map(|row| (tr(row.1), tr(row.2), true));
    if let Some(paint) = choice(ui, &t!("Coloured by"), &help, &tr(PAINTS[lab.view.paint].1), rows) {
        lab.view.paint = paint;
    }
    if lab.view.paints_stages() {
        stages::show(ui, lab);
    }
    let help = t!("Level of the method's tree: 0 is the root, the whole cloth.");
    slider(ui, &t!("Level"), &help, &mut lab.view.level, LEVELS, |s| s);
    let help = t!("The boxes of this level, around the whole step where the method's are. (V)");
    ui.checkbox(&mut lab.view.boxes, t!("Boxes of the level")).on_hover_text(help);
    let help = t!(
        "The cones of normals of this level as small cones: green if narrower than a half-space, else grey. Only the quad trees have them. (O)"
    );
    let has_cones = lab.lanes().iter().any(|lane| overlays::has_cones(lab.mesh(), lane));
    let why = t!("No method on show has cones of normals: show one of the quad trees, of a square cloth.");
    let cones = Checkbox::new(&mut lab.view.cones, t!("Cones of normals"));
    ui.add_enabled(has_cones, cones).on_hover_text(help).on_disabled_hover_text(why.as_ref());
    let help =
        t!("Patches of this level with a narrow cone whose contour, seen along it, may cross itself. (N)");
    let contours = Checkbox::new(&mut lab.view.contours, t!("Contours that may cross"));
    ui.add_enabled(has_cones, contours).on_hover_text(help).on_disabled_hover_text(why);
    let help = t!("Below the scene: how much each stage of a method leaves to the next. (G)");
    ui.checkbox(&mut lab.view.funnel, t!("Funnel below the scene")).on_hover_text(help);
    let help = t!("What answers are held against: contacts that are missed, and those that are none.");
    let is_garment = lab.mesh().side.is_none();
    let rows = REFERENCES.iter().enumerate().map(|(index, row)| match is_garment && needs_grid(index) {
        true => (tr(row.1), tr(NO_GRID), false),
        false => (tr(row.1), tr(row.2), true),
    });
    let shown = tr(REFERENCES[lab.reference()].1);
    if let Some(reference) = choice(ui, &t!("Held against"), &help, &shown, rows) {
        lab.set_reference(reference);
    }
}
