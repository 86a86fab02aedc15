//! What every step run so far did to the pixel: a line each.

use egui::{Grid, RichText, ScrollArea, Ui};
use rust_i18n::t;

use super::{proof, share};
use crate::figures::chain::chain;
use crate::image_space::explained::probe::{Moment, Probe};
use crate::image_space::pass::{Surface, Who};
use crate::image_space::recording::{Outcome, PassRecording, Step};
use crate::language::tr;
use crate::ui::drawing::em;
use crate::ui::theme;

/// The stencil values so far, from one step to the next.
pub fn stencil_chain(ui: &mut Ui, recording: &PassRecording, probe: &Probe, index: Option<usize>) {
    let run = steps_run(probe, index);
    let values: Vec<u8> = probe.history[..run].iter().map(|moment| moment.stencil).collect();
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(t!("Stencil")).strong())
            .on_hover_text(t!("The stencil value before the first step and after each step so far."));
        chain(ui, probe.before.1, &values, proof(recording.table.read), run.checked_sub(1));
    });
}

fn steps_run(probe: &Probe, index: Option<usize>) -> usize {
    index.map_or(0, |index| index + 1).min(probe.history.len())
}

/// A line per step so far, the current one lifted out.
pub fn show(ui: &mut Ui, recording: &PassRecording, probe: &Probe, index: Option<usize>) {
    let run = steps_run(probe, index);
    let moments = &probe.history[..run];
    if run == 0 {
        ui.label(RichText::new(t!("No step has been run yet.")).color(theme::WEAK));
        return;
    }
    ScrollArea::horizontal().id_salt("history").show(ui, |ui| {
        Grid::new("history of a pixel").num_columns(4).striped(true).spacing([1.2 * em(ui), 3.0]).show(
            ui,
            |ui| {
                let heads = [t!("Step"), t!("Stencil"), t!("Depth"), t!("On this pixel")];
                for head in heads {
                    ui.label(RichText::new(head).small().color(theme::WEAK));
                }
                ui.end_row();
                let mut before = probe.before;
                for (row, (step, moment)) in recording.steps.iter().zip(moments).enumerate() {
                    line(ui, row, step, moment, before, row + 1 == run);
                    before = (moment.depth, moment.stencil);
                }
            },
        );
    });
}

fn line(ui: &mut Ui, row: usize, step: &Step, moment: &Moment, before: (u32, u8), current: bool) {
    let color = if current { theme::STRONG } else { theme::TEXT };
    let text = |text: String| {
        let text = RichText::new(text).color(color);
        if current { text.strong() } else { text }
    };
    let mark = if current { "› " } else { "" };
    ui.label(text(format!("{mark}{}", row + 1))).on_hover_text(tr(step.pass.says));
    let number = |depth: u32| format!("{:.4}", share(depth));
    let depth = if moment.depth == before.0 {
        number(moment.depth)
    } else {
        format!("{} → {}", number(before.0), number(moment.depth))
    };
    let stencil = if moment.stencil == before.1 {
        moment.stencil.to_string()
    } else {
        format!("{} → {}", before.1, moment.stencil)
    };
    ui.label(text(stencil).monospace());
    ui.label(text(depth).monospace());
    ui.label(text(what_happened(step, moment))).on_hover_text(tr(step.pass.says));
    ui.end_row();
}

/// Clears and fragments, in order.
fn what_happened(step: &Step, moment: &Moment) -> String {
    let mut parts = Vec::new();
    if let Some(depth) = step.pass.clear.depth {
        parts.push(t!("depth cleared to %{value}", value = depth).into_owned());
    }
    if let Some(value) = step.pass.clear.stencil {
        parts.push(t!("stencil cleared to %{value}", value = value).into_owned());
    }
    let body = match step.pass.draw {
        Surface::Whole(who) | Surface::Near(who) | Surface::Far(who) => {
            Some(if who == Who::First { "A" } else { "B" })
        }
        Surface::Tile => None,
    };
    for fragment in &moment.fragments {
        let what = match (body, fragment.is_near) {
            (None, _) => t!("the quad").into_owned(),
            (Some(body), true) => t!("near side of %{body}", body = body).into_owned(),
            (Some(body), false) => t!("far side of %{body}", body = body).into_owned(),
        };
        let outcome = match fragment.outcome {
            Outcome::Passed => t!("passed"),
            Outcome::StencilFailed => t!("failed the stencil test"),
            Outcome::DepthFailed => t!("failed the depth test"),
        };
        parts.push(format!("{what} {outcome}"));
    }
    if moment.fragments.is_empty() {
        let body = body.unwrap_or_default();
        parts.push(t!("nothing of %{body} here", body = body).into_owned());
    }
    parts.join("; ")
}
