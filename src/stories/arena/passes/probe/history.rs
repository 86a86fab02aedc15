//! The history of a pixel: one line for every step so far.

use std::borrow::Cow;

use egui::{Grid, Label, RichText, ScrollArea, TextStyle, Ui};

use crate::figures::chain::chain;
use crate::image_space::explained::probe::{Moment, Probe};
use crate::image_space::pass::{Surface, Who};
use crate::image_space::recording::depth_share;
use crate::image_space::recording::{Outcome, PassRecording, Step};
use crate::language::{t, tr};
use crate::ui::drawing::em;
use crate::ui::terms::explain_as;
use crate::ui::theme;

/// Width that the scroll bar covers, points.
const SCROLL_BAR: f32 = 4.0;
/// Minimum width of the text of a line, in ems; below it the history scrolls sideways.
const LEAST_WORDS: f32 = 9.0;

/// Adds the sequence of the pixel's stencil values so far.
pub fn stencil_chain(ui: &mut Ui, recording: &PassRecording, probe: &Probe, index: Option<usize>) {
    let run = steps_run(probe, index);
    let values: Vec<u8> = probe.history[..run].iter().map(|moment| moment.stencil).collect();
    ui.horizontal_wrapped(|ui| {
        let label = ui
            .label(RichText::new(t!("Stencil")).strong())
            .on_hover_text(t!("The stencil value before the first step and after each step so far."));
        explain_as(label, "stencil");
        chain(ui, probe.before.1, &values, recording.table.proof(), run.checked_sub(1));
    });
}

fn steps_run(probe: &Probe, index: Option<usize>) -> usize {
    index.map_or(0, |index| index + 1).min(probe.history.len())
}

/// Adds a line per step so far, with the current step highlighted.
pub fn show(ui: &mut Ui, recording: &PassRecording, probe: &Probe, index: Option<usize>) {
    let run = steps_run(probe, index);
    let moments = &probe.history[..run];
    if run == 0 {
        ui.label(RichText::new(t!("No step has been run yet.")).color(theme::weak()));
        return;
    }
    // The column of stencil values is left out if the pass table does not use the stencil buffer.
    let with_stencil = recording.table.uses_stencil();
    let mut before = probe.before;
    let mut lines = Vec::new();
    for (row, (step, moment)) in recording.steps.iter().zip(moments).enumerate() {
        lines.push(line(row, step, moment, before, row + 1 == run));
        before = (moment.depth, moment.stencil);
    }
    let gap = 1.2 * em(ui);
    let taken = numbers_width(ui, &lines, with_stencil) + gap * if with_stencil { 3.0 } else { 2.0 };
    let room = (ui.available_width() - taken - SCROLL_BAR).max(LEAST_WORDS * em(ui));
    ScrollArea::horizontal().id_salt("history").show(ui, |ui| {
        let columns = if with_stencil { 4 } else { 3 };
        Grid::new("history of a pixel").num_columns(columns).striped(true).spacing([gap, 3.0]).show(
            ui,
            |ui| {
                for (head, is_shown) in heads().into_iter().zip([true, with_stencil, true, true]) {
                    if is_shown {
                        ui.label(RichText::new(head).small().color(theme::weak()));
                    }
                }
                ui.end_row();
                for (row, line) in lines.iter().enumerate() {
                    let color = if row + 1 == run { theme::strong() } else { theme::text() };
                    let says = tr(recording.steps[row].pass.says);
                    ui.label(RichText::new(&line.number).color(color)).on_hover_text(&says);
                    if with_stencil {
                        ui.label(RichText::new(&line.stencil).color(color).monospace());
                    }
                    ui.label(RichText::new(&line.depth).color(color).monospace());
                    ui.vertical(|ui| {
                        ui.set_max_width(room);
                        ui.add(Label::new(RichText::new(&line.words).color(color)).wrap())
                            .on_hover_text(says);
                    });
                    ui.end_row();
                }
            },
        );
    });
}

/// A line of the history: the effect of one step on the pixel, with a field per column.
struct Line {
    number: String,
    stencil: String,
    depth: String,
    words: String,
}

fn heads() -> [Cow<'static, str>; 4] {
    [t!("Step"), t!("Stencil"), t!("Depth"), t!("Drawn on this pixel")]
}

/// Width of the columns before the text, points, without gaps.
fn numbers_width(ui: &Ui, lines: &[Line], with_stencil: bool) -> f32 {
    let style = |style: TextStyle| style.resolve(ui.style());
    let width = |text: &str, font| ui.painter().layout_no_wrap(text.to_owned(), font, theme::text()).size().x;
    let [step, stencil, depth, _] = heads();
    let column = |head: &str, text: fn(&Line) -> &str, font: TextStyle| {
        let widths = lines.iter().map(|line| width(text(line), style(font.clone())));
        widths.fold(width(head, style(TextStyle::Small)), f32::max)
    };
    let mut widths = column(&step, |line| &line.number, TextStyle::Body);
    widths += column(&depth, |line| &line.depth, TextStyle::Monospace);
    if with_stencil {
        widths += column(&stencil, |line| &line.stencil, TextStyle::Monospace);
    }
    widths
}

fn line(row: usize, step: &Step, moment: &Moment, before: (u32, u8), current: bool) -> Line {
    let number = |depth: u32| format!("{:.4}", depth_share(depth));
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
    let mark = if current { "› " } else { "" };
    Line { number: format!("{mark}{}", row + 1), stencil, depth, words: what_happened(step, moment) }
}

/// Describes the clears and fragments of a step, in order.
fn what_happened(step: &Step, moment: &Moment) -> String {
    let mut parts = Vec::new();
    if let Some(depth) = step.pass.clear.depth {
        // Four digits, as elsewhere in the table; whole numbers have none.
        let value = (depth * 1e4).round() / 1e4;
        parts.push(t!("depth cleared to %{value}", value = value).into_owned());
    }
    if let Some(value) = step.pass.clear.stencil {
        parts.push(t!("stencil cleared to %{value}", value = value).into_owned());
    }
    let body = match step.pass.draw {
        Surface::Whole(who) | Surface::Near(who) | Surface::Far(who) | Surface::Edges(who) => {
            Some(if who == Who::First { "A" } else { "B" })
        }
        Surface::Tile => None,
    };
    for fragment in &moment.fragments {
        let what = match (body, fragment.is_near) {
            (None, _) => t!("the quad").into_owned(),
            (Some(body), _) if matches!(step.pass.draw, Surface::Edges(_)) => {
                t!("edge of %{body}", body = body).into_owned()
            }
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
        parts.push(t!("no part of %{body} on this pixel", body = body).into_owned());
    }
    parts.join("; ")
}
