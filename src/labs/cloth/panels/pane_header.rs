//! Header of a pane: its method, the contacts that it finds and misses in the current step, and the time. And the
//! events of a frame.

use egui::Ui;

use crate::labs::cloth::cloth_lab::ClothLab;
use crate::labs::cloth::headline::standing;
use crate::labs::pane_panels;
use crate::language::t;
use crate::ui::format::{grouped, time};
use crate::ui::pane_method::figure;
use crate::ui::theme;

/// Adds the header above `pane`, in one or two lines.
pub fn show(ui: &mut Ui, lab: &mut ClothLab, pane: usize, one_line: bool) {
    pane_panels::header(ui, lab, pane, one_line.then_some(230.0), |ui, lab| figures(ui, lab, pane));
}

/// Contacts and time of the method, laid out from the right.
fn figures(ui: &mut Ui, lab: &ClothLab, pane: usize) {
    let Some(lane) = lab.contest.lanes.get(pane) else { return };
    let Some(found) = lane.answer() else { return };
    let (text, color) = standing(lab, lane).short();
    figure(ui, text, color, &t!("Contacts in this step, compared with the reference."));
    let took = time(found.times.total().as_secs_f64());
    figure(ui, took, theme::text(), &t!("Detection time in this step."));
    let tests = t!("exact tests: %{n}", n = grouped(found.counts.exact_tests));
    figure(ui, tests, theme::weak(), &t!("Exact tests in this step."));
}

/// Lines that describe a frame, in the current language.
pub fn happened(lab: &ClothLab, frame: u64) -> Vec<String> {
    let mark = lab.motion().marks().at(frame).copied().unwrap_or_default();
    let mut lines = Vec::new();
    if mark.hits > 0 {
        lines.push(t!("Contacts of the cloth with itself: %{n}", n = mark.hits).into_owned());
    }
    if mark.missed > 0 {
        lines.push(t!("Contacts missed by the methods: %{n}", n = mark.missed).into_owned());
    }
    if mark.false_hits > 0 {
        lines.push(t!("False contacts reported by methods: %{n}", n = mark.false_hits).into_owned());
    }
    if let Some(there) = lab.motion().timeline().at(frame).filter(|there| there.guarded.stopped > 0) {
        lines.push(t!("Particles stopped before a contact: %{n}", n = there.guarded.stopped).into_owned());
    }
    if lines.is_empty() {
        lines.push(t!("No contacts.").into_owned());
    }
    lines
}
