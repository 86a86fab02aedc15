//! What is drawn over the scene, and what is not drawn of it.

use egui::Ui;
use rust_i18n::t;

use super::strip::Strip;
use crate::render::occlusion_culling::BodyCounts;
use crate::render::scene::Overlays;
use crate::ui::stage::Stage;
use crate::ui::widgets::{heading, note};

/// The section.
pub fn show(ui: &mut Ui, overlays: &mut Overlays, strip: &mut Strip, culling: &mut bool, stage: &Stage) {
    heading(ui, &t!("Draw over the scene"));
    let rows = [
        (&mut overlays.aabbs, t!("Boxes"), t!("The axis-aligned bounding box of every body.")),
        (
            &mut overlays.candidates,
            t!("Candidate pairs"),
            t!("A line between two bodies whose boxes overlap."),
        ),
        (
            &mut overlays.windows,
            t!("View windows"),
            t!(
                "What the shown method looks at: the overlap of a pair's boxes, stretched along the view axis. Of the \
                 picked pair or body, or of all."
            ),
        ),
        (
            &mut overlays.pieces,
            t!("Convex pieces"),
            t!("Concave bodies as the convex pieces by which they are decided, a little apart."),
        ),
        (
            &mut overlays.velocity,
            t!("Velocities"),
            t!("Where each body is going; the arrow is twenty frames long."),
        ),
    ];
    ui.columns(2, |columns| {
        for (index, (on, name, help)) in rows.into_iter().enumerate() {
            columns[index % 2].checkbox(on, name).on_hover_text(help);
        }
    });
    let help = t!("The tiles with which the GPU decides each pair, below the scene.");
    ui.checkbox(&mut strip.open, t!("Strip of tiles")).on_hover_text(help);
    occlusion_culling(ui, culling, stage);
    let help = t!("Bodies as of glass, so that what lies inside or behind another one is seen.");
    ui.checkbox(&mut overlays.see_through, t!("See-through bodies")).on_hover_text(help);
}

/// The switch, and what has come of it.
fn occlusion_culling(ui: &mut Ui, culling: &mut bool, stage: &Stage) {
    let help = t!(
        "Draws nearest bodies first and asks an occlusion query whether anything of the screen's rectangle around a \
         body would be seen; if not, the body is left out. The picture is the same. It pays in a dense crowd of many \
         bodies."
    );
    ui.checkbox(culling, t!("Occlusion culling")).on_hover_text(help);
    if *culling {
        let BodyCounts { drawn, hidden, outside } = stage.body_counts();
        note(
            ui,
            &match outside {
                0 => t!("%{drawn} bodies drawn, %{hidden} hidden", drawn = drawn, hidden = hidden),
                _ => t!(
                    "%{drawn} bodies drawn, %{hidden} hidden, %{outside} out of view",
                    drawn = drawn,
                    hidden = hidden,
                    outside = outside
                ),
            },
        );
    }
}
