//! Contacts that the panes' methods find in the current step, compared with the reference. And the results of the
//! collision response in the current frame.

use egui::{Grid, Label, RichText, Ui};

use crate::labs::cloth::cloth_lab::ClothLab;
use crate::labs::cloth::lane::Lane;
use crate::labs::pane_panels::title;
use crate::language::{t, tr};
use crate::ui::format::{grouped, time};
use crate::ui::group::group;
use crate::ui::theme;
use crate::ui::widgets::note;

/// Number of true contacts, and the results of each pane's method.
pub fn show(ui: &mut Ui, lab: &ClothLab) {
    if !group(ui, "answers", &t!("Contacts in this step")) {
        return;
    }
    let by = tr(lab.truth_lane().method().title);
    let truly = match (lab.truth(), why_none(lab, lab.truth_lane())) {
        (Some(found), _) => {
            t!("True contacts: %{n}, by %{method}.", n = grouped(found.contacts.len() as u64), method = by)
                .into_owned()
        }
        (None, why) => why.unwrap_or_default(),
    };
    ui.add(Label::new(RichText::new(truly).color(theme::text())).wrap());
    for (pane, lane) in lab.contest.lanes.iter().enumerate() {
        ui.add_space(4.0);
        ui.label(RichText::new(title(lab, pane)).color(theme::strong()))
            .on_hover_text(tr(lane.method().says));
        match why_none(lab, lane) {
            Some(why) => note(ui, &why),
            None => one(ui, lab, pane, lane),
        }
    }
}

fn one(ui: &mut Ui, lab: &ClothLab, pane: usize, lane: &Lane) {
    let Some(found) = lane.answer() else { return };
    let total = lane.total;
    Grid::new(("answers", pane)).num_columns(2).spacing([8.0, 1.0]).show(ui, |ui| {
        let rows = [
            (t!("Refit"), found.times.refit, t!("Time to update boxes and cones.")),
            (t!("Traversal"), found.times.walk, t!("Time to traverse the tree, pruning included.")),
            (t!("Feature tests"), found.times.exact, t!("Time of the same-side filter and the exact tests.")),
            (t!("Total"), found.times.total(), t!("Detection time in this step.")),
        ];
        for (name, took, help) in rows {
            ui.label(RichText::new(name).small().color(theme::weak())).on_hover_text(&*help);
            ui.label(RichText::new(time(took.as_secs_f64())).small().monospace().color(theme::strong()))
                .on_hover_text(help);
            ui.end_row();
        }
        if total.steps > 0 {
            let help = t!("Mean detection time per step since the start.");
            let mean = time(total.time.as_secs_f64() / total.steps as f64);
            ui.label(RichText::new(t!("Mean")).small().color(theme::weak())).on_hover_text(&*help);
            ui.label(RichText::new(mean).small().monospace().color(theme::strong())).on_hover_text(help);
            ui.end_row();
        }
        ui.label(RichText::new(t!("Step rate")).small().color(theme::weak())).on_hover_text(rate_help());
        ui.label(RichText::new(rate(lab, lane)).small().monospace().color(theme::strong()))
            .on_hover_text(rate_help());
        ui.end_row();
    });
    if total.missed > 0 {
        let missed = t!(
            "Contacts missed since the start: %{n} of %{all}.",
            n = grouped(total.missed),
            all = grouped(total.missed + total.contacts - total.false_hits)
        );
        ui.add(Label::new(RichText::new(format!("▲ {missed}")).small().color(theme::amber())).wrap());
    }
}

/// Steps per second of simulation and this method together: since the start, or of the current step alone if
/// no step has been counted since the start.
pub fn rate(lab: &ClothLab, lane: &Lane) -> String {
    let total = lane.total;
    let (steps, seconds) = match lane.answer() {
        Some(found) if total.steps == 0 => (1, found.times.total() + lab.now().took),
        _ => (total.steps, total.time + total.simulation),
    };
    per_second(steps as f64 / seconds.as_secs_f64().max(1e-9))
}

/// A rate per second as text: one decimal place below 20.
pub fn per_second(rate: f64) -> String {
    let n = if rate < 19.95 { format!("{rate:.1}") } else { grouped(rate.round() as u64) };
    t!("%{n} per second", n = n).into_owned()
}

/// Hover text of the steps per second that [`rate`] returns.
pub fn rate_help() -> String {
    t!("Steps per second, including simulation and this method's detection: since the start, or for this step.")
        .into_owned()
}

/// Why a method has no answer, in the current language; `None` if it has one.
pub fn why_none(lab: &ClothLab, lane: &Lane) -> Option<String> {
    if lane.answer().is_some() {
        return None;
    }
    Some(match (lane.why_not(), lab.step_on_show()) {
        (Some(why), _) => t!("This method cannot answer: %{why}", why = tr(why)).into_owned(),
        (None, None) => t!("The motion has not started.").into_owned(),
        (None, Some(_)) => t!("The method is still computing this step.").into_owned(),
    })
}

/// Adds the numbers of pushes, of contacts left after the pushes, of detection rounds and of stopped
/// particles, and the time of the simulation.
pub fn response(ui: &mut Ui, lab: &ClothLab) {
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
