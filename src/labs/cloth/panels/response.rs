//! Results of the collision response in the current frame.

use egui::{Grid, RichText, Ui};

use crate::labs::cloth::cloth_lab::ClothLab;
use crate::language::t;
use crate::ui::format::{grouped, time};
use crate::ui::group::group;
use crate::ui::theme;
use crate::ui::widgets::note;

/// Adds the numbers of pushes, of contacts left after the pushes, of detection rounds and of stopped
/// particles, and the time of the simulation.
pub fn show(ui: &mut Ui, lab: &ClothLab) {
    if !group(ui, "stopped", &t!("Response in this step")) {
        return;
    }
    let frame = lab.now();
    let done = &frame.guarded;
    if frame.unguarded.is_none() {
        note(ui, &t!("The motion has not started."));
        return;
    }
    Grid::new("stopped").num_columns(2).spacing([8.0, 1.0]).show(ui, |ui| {
        let rows = [
            (
                t!("Pushes"),
                grouped(done.pushes as u64),
                t!("Nearby pairs of features that were pushed apart."),
            ),
            (
                t!("Contacts after pushes"),
                grouped(done.contacts as u64),
                t!("Contacts left after the pushes, including near contacts within the gap, and obstacles. Impulses, then shorter steps, resolve them all: the cloth never passes through."),
            ),
            (t!("Rounds"), grouped(done.rounds.into()), t!("Number of detections until no contact was left.")),
            (t!("Stopped particles"), grouped(done.stopped as u64), t!("Particles whose step was cut short before a contact.")),
            (
                t!("Simulation"),
                time(frame.took.as_secs_f64()),
                t!("Simulation time in this step: springs and response."),
            ),
        ];
        for (name, value, help) in rows {
            ui.label(RichText::new(name).small().color(theme::weak())).on_hover_text(&*help);
            ui.label(RichText::new(value).small().monospace().color(theme::strong())).on_hover_text(help);
            ui.end_row();
        }
    });
    if frame.state.is_at_rest() {
        note(ui, &t!("At rest until you grab it; overlays show the last step of the motion."));
    }
    if done.rejected {
        note(ui, &t!("The cloth did not move in this step: no motion without contacts was found."));
    }
}
