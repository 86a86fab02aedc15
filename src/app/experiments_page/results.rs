//! Results below the plot: claims with verdicts, the measured values as a table, and the run's conditions and notes.

use egui::{Align, Grid, Label, Layout, RichText, ScrollArea, Sense, Ui, vec2};

use super::plot::in_words;
use crate::experiments::ink::chosen;
use crate::experiments::pivot::number;
use crate::experiments::{Judgement, Original, Record};
use crate::language::{t, tr};
use crate::ui::widgets::{heading, note};
use crate::ui::{inks, theme};

/// Shows each published claim beside the result measured here.
pub fn claims(ui: &mut Ui, record: &Record) {
    let claims = record.claims();
    if claims.is_empty() {
        return;
    }
    heading(ui, &t!("Claims"));
    if record.is_quick() {
        note(ui, &t!("A quick run is too small to judge claims: it shows numbers only."));
    }
    for claim in claims {
        let tint = match claim.judgement {
            Judgement::Holds => theme::teal(),
            Judgement::HoldsInPart | Judgement::NotReproduced | Judgement::Contradicted => theme::amber(),
            Judgement::NoSuchClaim | Judgement::Open | Judgement::TooSmall => theme::weak(),
        };
        ui.horizontal_top(|ui| {
            let size = vec2(VERDICT_WIDTH, ui.spacing().interact_size.y);
            ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Min), |ui| {
                ui.set_min_width(VERDICT_WIDTH);
                ui.label(RichText::new(tr(claim.judgement.words())).color(tint));
            });
            ui.vertical(|ui| {
                let text =
                    t!("%{claim}. Here: %{here}.", claim = tr(&claim.published), here = tr(&claim.here));
                ui.add(Label::new(RichText::new(text).color(theme::text())).wrap());
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

/// Shows a table of the plotted metric: one row for each chosen series, one column for each value on the x axis.
pub fn table(ui: &mut Ui, record: &Record, choice: &str) {
    let metric = record.experiment.plot.metric;
    let (pivot, series_inks) = chosen(record, choice);
    if pivot.rows.is_empty() {
        return;
    }
    heading(ui, &t!("Measured values"));
    let figure = |text: String| RichText::new(text).monospace();
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
            for (row, ink) in pivot.rows.iter().zip(&series_inks) {
                ui.horizontal(|ui| {
                    let (rect, _) = ui.allocate_exact_size(vec2(26.0, 14.0), Sense::hover());
                    inks::line(ui.painter(), rect, ink);
                    inks::marker(ui.painter(), rect, ink);
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

/// Shows the run's renderer, seed and settings, and its notes.
pub fn notes(ui: &mut Ui, record: &Record) {
    ui.add_space(6.0);
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
