//! Controls on the left: the scene, its forces, the method, and what is shown.

use egui::{Label, RichText, Ui};

use super::funnel;
use crate::cloth::methods;
use crate::cloth::reference::{REFERENCES, needs_grid};
use crate::labs::cloth::cloth_lab::ClothLab;
use crate::labs::cloth::garment::{CROSSES, holds};
use crate::labs::cloth::lane::NO_GRID;
use crate::labs::cloth::overlays;
use crate::labs::cloth::view::NO_CONES;
use crate::labs::controls::{all_free, controls};
use crate::labs::lab::Lab as _;
use crate::labs::pane_panels;
use crate::language::{t, tr};
use crate::settings::Settings;
use crate::ui::format::grouped;
use crate::ui::group::group;
use crate::ui::levels::shows_all;
use crate::ui::requests::PanelContext;
use crate::ui::theme;
use crate::ui::widgets::{Edit, note};

/// Adds the colouring, a switch per overlay, and the choice of the reference.
pub fn view(ui: &mut Ui, lab: &mut ClothLab) {
    if !group(ui, "view", &t!("View")) {
        return;
    }
    let mut next = lab.draft();
    controls(ui, &mut next, "paint", all_free);
    if next.settings.view.paints_stages() {
        funnel::stage_legend(ui, lab);
    }
    let has_cones = lab.contest.lanes.iter().any(|lane| overlays::has_cones(lab.mesh(), lane));
    let needs_cones = |id: &str| matches!(id, "cones" | "contours");
    controls(ui, &mut next, "view", |id, _| (needs_cones(id) && !has_cones).then_some(NO_CONES));
    let is_garment = lab.garment().is_some();
    let is_refused = |word: &str| REFERENCES.iter().position(|row| row.0 == word).is_some_and(needs_grid);
    controls(ui, &mut next, "reference", |_, word| (is_garment && is_refused(word)).then_some(NO_GRID));
    lab.apply(next, Edit::None);
}

/// Adds the choice of the method, its description and its settings.
pub fn method(ui: &mut Ui, lab: &mut ClothLab, panel: &mut PanelContext) {
    let help = t!(
        "Method of the active pane. The motion is the same for all methods, so all of them process the same step."
    );
    let idle = |settings: &Settings, id: &str| {
        let why = || t!("The threshold applies only if Centroids is set to Threshold.").into_owned();
        methods::is_idle(settings, id).then(why)
    };
    if !pane_panels::method(ui, lab, &help, panel, idle) {
        return;
    }
    if lab.breaks_promise(lab.contest.panes.focus()) {
        let text = t!("▲ With these settings the method can miss contacts.");
        ui.add(Label::new(RichText::new(text).small().color(theme::amber())).wrap());
    }
}

/// Adds the controls for gravity, wind, damping, bending and response.
pub fn forces(ui: &mut Ui, lab: &mut ClothLab) {
    if group(ui, "response", &t!("Response")) {
        let mut next = lab.draft();
        let crosses = lab.garment().is_some_and(|garment| garment.crosses_itself());
        let asked = next.beginning.response.itself;
        next.beginning.response.itself &= !crosses;
        let edit =
            controls(ui, &mut next, "response", |id, _| (crosses && id == "itself").then_some(CROSSES));
        if crosses {
            next.beginning.response.itself = asked;
        }
        lab.apply(next, edit);
    }
    if group(ui, "forces", &t!("Forces")) {
        let mut next = lab.draft();
        let edit = controls(ui, &mut next, "forces", all_free);
        lab.apply(next, edit);
        note(ui, &t!("A change restarts the motion; undo restores the previous motion."));
    }
}

/// Adds scene, size and seed. A change restarts the motion.
pub fn scene(ui: &mut Ui, lab: &mut ClothLab) {
    if !group(ui, "cloth", &t!("Cloth")) {
        return;
    }
    let mut next = lab.draft();
    let scene = controls(ui, &mut next, "scene", all_free);
    match lab.garment() {
        None => note(ui, &tr(next.beginning.scene.says)),
        Some(_) if holds(next.beginning.scene) => note(ui, &t!("The garment hangs from its highest point.")),
        Some(_) => note(ui, &t!("The garment falls onto the obstacles of this scene.")),
    }
    let mut size = controls(ui, &mut next, "size", all_free);
    if shows_all(ui) {
        size = size.or(controls(ui, &mut next, "seed", all_free));
    }
    let mesh = lab.mesh();
    note(
        ui,
        &t!(
            "Particles: %{n}, triangles: %{faces}.",
            n = grouped(mesh.rest.len() as u64),
            faces = grouped(mesh.faces.len() as u64)
        ),
    );
    match lab.garment() {
        None => note(ui, &t!("Open (Ctrl+O) or drop a mesh to use it as cloth.")),
        Some(garment) => {
            let from = t!(
                "From %{file}, scaled to one metre. Particles per side give a square cloth.",
                file = garment.name()
            );
            note(ui, &from);
            if garment.crosses_itself() {
                let crossed = t!(
                    "▲ The mesh intersects itself at rest (edges through triangles: %{n}), so it gets no self-collision response.",
                    n = grouped(garment.pierced as u64)
                );
                ui.add(Label::new(RichText::new(crossed).small().color(theme::amber())).wrap());
            }
        }
    }
    lab.apply(next, size.or(scene));
}
