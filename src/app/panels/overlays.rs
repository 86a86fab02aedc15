//! What is drawn over the scene.

use egui::Ui;

use super::heading;
use crate::app::shell::Shell;

/// The section.
pub fn show(ui: &mut Ui, shell: &mut Shell) {
    heading(ui, "Draw over the scene");
    let overlays = &mut shell.overlays;
    let rows = [
        (&mut overlays.aabbs, "Boxes", "The axis-aligned bounding box of every body."),
        (&mut overlays.candidates, "Candidate pairs", "A line between two bodies whose boxes overlap."),
        (
            &mut overlays.windows,
            "View windows",
            "What the shown method looks at: the overlap of a pair's boxes, stretched along the view axis. \
             Of the picked pair or body, or of all.",
        ),
        (
            &mut overlays.pieces,
            "Convex pieces",
            "Concave bodies as the convex pieces by which they are decided, a little apart.",
        ),
        (&mut overlays.velocity, "Velocities", "Where each body is going; the arrow is ten frames long."),
    ];
    ui.columns(2, |columns| {
        for (index, (on, name, help)) in rows.into_iter().enumerate() {
            columns[index % 2].checkbox(on, name).on_hover_text(help);
        }
    });
    let strip = "The tiles with which the GPU decides each pair, below the scene.";
    ui.checkbox(&mut shell.strip.open, "Strip of tiles").on_hover_text(strip);
}
