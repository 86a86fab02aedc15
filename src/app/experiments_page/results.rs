//! The result of an experiment: the sentence over the plot, claims with verdicts, the measured values as a table, and
//! the conditions of the run.

use egui::{Align, Grid, Label, Layout, RichText, ScrollArea, Sense, Ui, vec2};

use super::plot::in_words;
use crate::experiments::ink::chosen;
use crate::experiments::pivot::Cell;
use crate::experiments::{Claim, Experiment, Judgement, Original, Record};
use crate::labs::headline::{Headline, Tone};
use crate::language::{joined, t, tr};
use crate::ui::format::number;
use crate::ui::widgets::{heading, note};
use crate::ui::{inks, theme};

/// The sentence over the plot: during a run its current step, otherwise the claims as they stand.
pub fn headline(experiment: &Experiment, record: Option<&Record>, is_running: bool) -> Headline {
    let neutral = |text: String| Headline { text, tone: Tone::Neutral };
    let Some(record) = record else { return neutral(tr(experiment.says)) };
    if is_running {
        return neutral(t!("Measuring: %{step}", step = tr(&record.progress.doing)).into_owned());
    }
    sentence(&record.claims()).unwrap_or_else(|| neutral(tr(experiment.says)))
}

/// One sentence about claims: how many are confirmed, and the one that fares worst. `None` if none has a result.
pub fn sentence(claims: &[Claim]) -> Option<Headline> {
    let order = [Judgement::Contradicted, Judgement::NotReproduced, Judgement::HoldsInPart, Judgement::Holds];
    let rank = |claim: &&Claim| order.iter().position(|judgement| *judgement == claim.judgement);
    let judged: Vec<&Claim> = claims.iter().filter(|claim| rank(claim).is_some()).collect();
    let Some(worst) = judged.iter().copied().min_by_key(|claim| rank(claim)) else {
        let small = claims.iter().find(|claim| claim.judgement == Judgement::TooSmall)?;
        let (claim, here) = (tr(&small.published), tr(&small.here));
        let text = t!("Too small to judge: %{claim}. Measured: %{here}.", claim = claim, here = here);
        return Some(Headline { text: text.into_owned(), tone: Tone::Neutral });
    };
    let (claim, here, all) = (tr(&worst.published), tr(&worst.here), judged.len());
    let holds = judged.iter().filter(|claim| claim.judgement == Judgement::Holds).count();
    let verdict = match worst.judgement {
        Judgement::Contradicted => {
            t!("Contradicted: %{claim}. Measured: %{here}.", claim = claim, here = here)
        }
        Judgement::NotReproduced => {
            t!("Not reproduced: %{claim}. Measured: %{here}.", claim = claim, here = here)
        }
        Judgement::HoldsInPart => {
            t!("Confirmed in part: %{claim}. Measured: %{here}.", claim = claim, here = here)
        }
        _ => t!("Confirmed: %{claim}. Measured: %{here}.", claim = claim, here = here),
    };
    let text = match all {
        1 => verdict.into_owned(),
        _ => joined(&[t!("Confirmed claims: %{n} of %{all}.", n = holds, all = all), verdict]),
    };
    Some(Headline { text, tone: if holds == all { Tone::Right } else { Tone::Neutral } })
}

/// One line that says which of the two results, the own one and the shipped one, the plot shows.
pub fn provenance([own, shipped]: [Option<&Record>; 2]) -> String {
    let renderer = shipped.map(|record| tr(&record.renderer_text()));
    match (own, renderer) {
        (None, None) => t!("Not measured yet.").into_owned(),
        (Some(_), None) => t!("Measured on this machine.").into_owned(),
        (None, Some(renderer)) => t!(
            "The result that comes with the program, %{renderer}. Run measures on this machine.",
            renderer = renderer
        )
        .into_owned(),
        (Some(_), Some(renderer)) => t!(
            "Coloured: this machine. Faint: the result that comes with the program, %{renderer}.",
            renderer = renderer
        )
        .into_owned(),
    }
}

/// Shows each published claim beside the result measured here.
pub fn claims(ui: &mut Ui, record: &Record) {
    let is_quick = record.is_quick();
    if is_quick {
        note(ui, &t!("A quick run is too small to judge claims: it shows numbers only."));
    }
    for claim in record.claims() {
        let tint = match claim.judgement {
            Judgement::Holds => theme::teal(),
            Judgement::HoldsInPart | Judgement::NotReproduced | Judgement::Contradicted => theme::amber(),
            Judgement::NoSuchClaim | Judgement::Open | Judgement::TooSmall => theme::weak(),
        };
        ui.horizontal_top(|ui| {
            let size = vec2(VERDICT_WIDTH, ui.spacing().interact_size.y);
            ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Min), |ui| {
                ui.set_min_width(VERDICT_WIDTH);
                if !is_quick {
                    ui.label(RichText::new(tr(claim.judgement.words())).color(tint));
                }
            });
            ui.vertical(|ui| {
                let text =
                    t!("%{claim}. Here: %{here}.", claim = tr(&claim.published), here = tr(&claim.here));
                let color = if is_quick { theme::weak() } else { theme::text() };
                ui.add(Label::new(RichText::new(text).color(color)).wrap());
                if let Some(remark) = &claim.remark {
                    note(ui, &tr(remark));
                }
                if let Some(Original { sentence, section }) = &claim.original {
                    note(
                        ui,
                        &t!("Source, %{section}: “%{sentence}”", section = section, sentence = sentence),
                    );
                }
            });
        });
    }
}

/// Width of the column of verdicts, points.
const VERDICT_WIDTH: f32 = 124.0;

/// Shows a table of the plotted metric: one row for each chosen series, one column for each value on the x axis. Rows
/// are sorted by their last value, the smallest first.
pub fn table(ui: &mut Ui, record: &Record, choice: &str) {
    let metric = record.experiment.plot.metric;
    let (pivot, series_inks) = chosen(record, choice);
    if pivot.rows.is_empty() {
        return;
    }
    heading(ui, &t!("Measured values"));
    let figure = |text: String| RichText::new(format!("{text:>8}")).monospace();
    ScrollArea::horizontal().id_salt("figures").show(ui, |ui| {
        Grid::new("figures").striped(true).spacing([18.0, 3.0]).show(ui, |ui| {
            let name = tr(&metric.replace('_', " "));
            let unit = if pivot.unit.is_empty() { String::new() } else { format!(", {}", tr(pivot.unit)) };
            let title = format!("{name}{unit} · {}", tr(pivot.x_unit));
            ui.label(RichText::new(title).small().color(theme::weak()));
            for x in &pivot.xs {
                ui.label(figure(number(*x)).color(theme::weak()));
            }
            ui.end_row();
            let mut rows: Vec<_> = pivot.rows.iter().zip(&series_inks).collect();
            let last = |cells: &[Option<Cell>]| {
                cells.iter().flatten().next_back().map_or(f64::MAX, |cell| cell.value)
            };
            rows.sort_by(|(a, _), (b, _)| last(&a.cells).total_cmp(&last(&b.cells)));
            for (row, ink) in rows {
                ui.horizontal(|ui| {
                    let (rect, _) = ui.allocate_exact_size(vec2(26.0, 14.0), Sense::hover());
                    let color = inks::color(ink);
                    inks::line(ui.painter(), rect, ink, color);
                    inks::marker(ui.painter(), rect, ink, color);
                    ui.label(RichText::new(in_words(row.series)).color(theme::text()))
                        .on_hover_text(row.series);
                });
                for cell in &row.cells {
                    let text = cell.map_or_else(|| "–".to_owned(), |cell| number(cell.value));
                    ui.label(figure(text).color(theme::strong()));
                }
                ui.end_row();
            }
        });
    });
}

/// Shows what is measured and where it was published, the run's renderer, seed and settings, and its notes.
pub fn about(ui: &mut Ui, record: &Record) {
    let experiment = record.experiment;
    ui.add(Label::new(RichText::new(tr(experiment.says)).color(theme::text())).wrap());
    note(ui, &format!("{} · {}", tr(experiment.source), experiment.id));
    let text = t!(
        "%{renderer} · seed %{seed} · %{settings}",
        renderer = tr(&record.renderer_text()),
        seed = record.seed,
        settings = record.settings_text()
    );
    ui.add(Label::new(RichText::new(text).small().color(theme::weak())).wrap());
    for text in &record.notes {
        note(ui, &tr(text));
    }
}
