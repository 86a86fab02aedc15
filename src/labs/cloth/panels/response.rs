//! What the response did in the frame on show.

use egui::{Grid, RichText, Ui};

use crate::labs::cloth::cloth_lab::ClothLab;
use crate::language::t;
use crate::ui::format::{grouped, time};
use crate::ui::group::group;
use crate::ui::theme;
use crate::ui::widgets::note;

/// Pushes, contacts, rounds, and how long the simulation took.
pub fn show(ui: &mut Ui, lab: &ClothLab) {
    if !group(ui, "stopped", &t!("How it was kept apart")) {
        return;
    }
    let frame = lab.now();
    let done = &frame.guarded;
    if frame.unguarded.is_none() {
        note(ui, &t!("The motion has not begun."));
        return;
    }
    Grid::new("stopped").num_columns(2).spacing([8.0, 1.0]).show(ui, |ui| {
        let rows = [
            (
                t!("Pushes"),
                grouped(done.pushes as u64),
                t!("Pairs of features that came near and were pushed apart."),
            ),
            (
                t!("Contacts after pushes"),
                grouped(done.contacts as u64),
                t!("Contacts of the step after the pushes, with the gap, also with what lies in the way. Impulses and limiting then resolve them."),
            ),
            (t!("Rounds"), grouped(done.rounds.into()), t!("Detections until there was no contact.")),
            (t!("Stopped"), grouped(done.stopped as u64), t!("Particles that were stopped on their way.")),
            (
                t!("Simulation"),
                time(frame.took.as_secs_f64()),
                t!("How long springs and response took for this step."),
            ),
        ];
        for (name, value, help) in rows {
            ui.label(RichText::new(name).small().color(theme::weak())).on_hover_text(&*help);
            ui.label(RichText::new(value).small().monospace().color(theme::strong())).on_hover_text(help);
            ui.end_row();
        }
    });
    if frame.state.is_at_rest() {
        note(
            ui,
            &t!(
                "The cloth has come to rest: it stands still until a hand takes it. The layers on show are those of its last step."
            ),
        );
    }
    if done.rejected {
        note(ui, &t!("Nothing moved in this step: no way was found that keeps everything apart."));
    }
}
