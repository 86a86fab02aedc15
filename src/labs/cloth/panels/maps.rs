//! How obstacles are decided: exactly or by depth maps; and the maps' decisions beside the exact ones.

use egui::{Grid, RichText, Ui};

use crate::cloth::map_errors::half_diagonal;
use crate::labs::cloth::cloth_lab::ClothLab;
use crate::labs::cloth::maps::{NO_OBSTACLES, Shown};
use crate::labs::controls::controls;
use crate::language::{t, tr};
use crate::ui::format::{grouped, length};
use crate::ui::group::group;
use crate::ui::theme;
use crate::ui::widgets::note;

/// Adds the controls of the obstacles. A change of what decides the motion restarts it.
pub fn show(ui: &mut Ui, lab: &mut ClothLab) {
    if !group(ui, "maps", &t!("Obstacles")) {
        return;
    }
    let has_none = lab.motion().way.obstacles.is_empty();
    let mut next = lab.draft();
    let edit = controls(ui, &mut next, "maps", |_, _| has_none.then_some(NO_OBSTACLES));
    lab.apply(next, edit);
}

/// Adds the decisions of the maps about the particles of the current frame.
pub fn decisions(ui: &mut Ui, lab: &ClothLab) {
    if !lab.shows_maps() || !group(ui, "map-decisions", &t!("Depth maps of the obstacles")) {
        return;
    }
    let Some(shown) = lab.shown_maps() else {
        note(ui, &tr(NO_OBSTACLES));
        return;
    };
    let by = match (&shown.trouble, shown.drawn) {
        (Some(why), _) => t!("The CPU twin computed the maps, because OpenGL failed: %{why}", why = why),
        (None, true) => t!("OpenGL drew the maps compared here. The motion uses their CPU twin."),
        (None, false) => t!("There is no OpenGL context, so the CPU twin computed the maps."),
    };
    note(ui, &by);
    rows(ui, &shown);
    if shown.compared.undercut > 0 {
        note(ui, &t!("▲ Two maps show no gap within obstacles: particles there count as inside."));
    }
}

fn rows(ui: &mut Ui, shown: &Shown) {
    let (compared, window) = (&shown.compared, &shown.maps.window);
    let count = |list: &[u32]| grouped(list.len() as u64);
    // Without hits there is no depth to compare.
    let error = |of: f64| if compared.hits.is_empty() { "–".to_owned() } else { length(of) };
    let [mean, most] = compared.depth_error.map(error);
    Grid::new("map-decisions").num_columns(2).spacing([8.0, 1.0]).show(ui, |ui| {
        let rows = [
            (t!("Inside by both"), count(&compared.hits), t!("Particles inside an obstacle, by the maps and exactly.")),
            (t!("Missed"), count(&compared.missed), t!("Particles inside an obstacle that the maps decide to be outside.")),
            (t!("False positives"), count(&compared.false_hits), t!("Particles outside all obstacles that the maps decide to be inside.")),
            (
                t!("Undercut"),
                grouped(compared.undercut as u64),
                t!("Wrong decisions farther from the surface than half a pixel's diagonal. A finer map does not correct them."),
            ),
            (
                t!("Farthest error"),
                length(compared.farthest_wrong),
                t!("Largest distance of a wrongly decided particle from the surface."),
            ),
            (t!("Mean depth error"), mean, t!("Mean error of the penetration depth, over the particles inside by both.")),
            (
                t!("Largest depth error"),
                most,
                t!("Largest error of the penetration depth. It is large near sides parallel to the view, which are in neither map."),
            ),
            (t!("Pixel"), length(window.pixel()), t!("Side of a pixel of the maps.")),
            (
                t!("Half diagonal"),
                length(half_diagonal(window)),
                t!("Half of a pixel's diagonal. Without undercuts, wrong decisions are no farther from the surface."),
            ),
        ];
        for (name, value, help) in rows {
            ui.label(RichText::new(name).small().color(theme::weak())).on_hover_text(&*help);
            ui.label(RichText::new(value).small().monospace().color(theme::strong())).on_hover_text(help);
            ui.end_row();
        }
    });
}
