//! The plot of the page, with the scales, colours and markers of the saved picture.

use egui::{RichText, Sense, TextStyle, Ui, vec2};
use egui_plot::{Bar, BarChart, GridMark, Line, Plot, PlotPoints, Points};

use crate::experiments::ink::chosen;
use crate::experiments::pivot::{Pivot, number};
use crate::experiments::scale::Scale;
use crate::experiments::{PlotShape, Record};
use crate::language::{t, tr};
use crate::methods;
use crate::render::ink::Ink;
use crate::settings;
use crate::ui::widgets::text_width;
use crate::ui::{inks, theme};

/// Height of the plot, points.
const HEIGHT: f32 = 330.0;
/// Most of the page's width that the legend beside the plot takes.
const LEGEND: f32 = 0.4;
/// Width of an entry's line before its name, with the gaps and the scroll bar, points.
const LINE: f32 = 72.0;
/// Minimum width of a plot beside its legend, points.
const LEAST: f32 = 344.0;

/// Shows the plot of the chosen series measured so far, with its legend.
pub fn show(ui: &mut Ui, record: &Record, choice: &str) {
    let (pivot, series_inks) = chosen(record, choice);
    let font = TextStyle::Small.resolve(ui.style());
    let names = pivot.rows.iter().map(|row| row.series);
    let widest = names.map(|name| text_width(ui, &in_words(name), font.clone())).fold(0.0, f32::max);
    let width_beside = (LINE + widest).min(LEGEND * ui.available_width());
    let beside = ui.available_width() > width_beside + 16.0 + LEAST;
    // The legend is added after the plot, so the plot knows the pointer's entry a frame later.
    let id = ui.scope_id().with(("pointed series", record.experiment.id));
    let pointed = ui.data(|data| data.get_temp::<Option<usize>>(id)).flatten();
    let mut now = None;
    ui.horizontal_top(|ui| {
        let width = ui.available_width() - if beside { width_beside + 16.0 } else { 0.0 };
        ui.allocate_ui(vec2(width, HEIGHT), |ui| axes(ui, record, &pivot, &series_inks, pointed));
        if beside {
            ui.allocate_ui(vec2(width_beside, HEIGHT), |ui| now = legend(ui, &pivot, &series_inks));
        }
    });
    if !beside {
        now = legend(ui, &pivot, &series_inks);
    }
    if now != pointed {
        ui.data_mut(|data| data.insert_temp(id, now));
        ui.ctx().request_repaint();
    }
}

/// The name of a series: for `method/variant` the titles of both, in the current language.
pub fn in_words(series: &str) -> String {
    let (thing, variant) = series.split_once('/').unwrap_or((series, ""));
    match methods::find(thing) {
        Some(method) if variant.is_empty() => tr(method.title),
        Some(method) => format!("{} · {}", tr(method.title), tr(&settings::title(variant))),
        None => tr(series),
    }
}

/// The plot. If a series is `pointed` at in the legend, the others are faint.
fn axes(ui: &mut Ui, record: &Record, pivot: &Pivot, series_inks: &[Ink], pointed: Option<usize>) {
    let kind = record.experiment.plot;
    let y = Scale::around(pivot.values(), kind.y.log);
    let (x, x_marks) = match kind.shape {
        PlotShape::Lines => {
            let x = Scale::snug(pivot.xs.iter().copied(), kind.x.log);
            (x, x.marks_at(&pivot.xs, 10))
        }
        PlotShape::Bars => {
            let x = Scale { low: -0.5, high: pivot.xs.len().max(1) as f64 - 0.5, log: false };
            (x, pivot.xs.iter().enumerate().map(|(i, x)| (i as f64, number(*x))).collect())
        }
    };
    // The plot is a unit square; the scales map values to it, as in the saved picture.
    let placed = |marks: Vec<(f64, String)>, scale: Scale| -> Vec<(f64, String)> {
        marks.into_iter().filter_map(|(value, text)| Some((scale.place(value)?, text))).collect()
    };
    let (x_marks, y_marks) = (placed(x_marks, x), placed(y.marks(6), y));
    let grid = |marks: &[(f64, String)]| -> Vec<GridMark> {
        marks.iter().map(|(value, _)| GridMark { value: *value, step_size: 0.25 }).collect()
    };
    let text_at = |marks: &[(f64, String)], value: f64| -> String {
        let near = marks.iter().find(|(place, _)| (place - value).abs() < 1e-6);
        near.map(|(_, text)| text.clone()).unwrap_or_default()
    };
    let (x_grid, y_grid) = (grid(&x_marks), grid(&y_marks));
    let plot = Plot::new(record.experiment.id)
        .height(HEIGHT)
        .x_axis_label(RichText::new(tr(kind.x.label)).small())
        .y_axis_label(RichText::new(tr(kind.y.label)).small())
        .x_grid_spacer(move |_| x_grid.clone())
        .y_grid_spacer(move |_| y_grid.clone())
        .x_axis_formatter(move |mark, _| text_at(&x_marks, mark.value))
        .y_axis_formatter(move |mark, _| text_at(&y_marks, mark.value));
    inks::still(plot).show(ui, |plot| {
        plot.set_plot_bounds_x(0.0..=1.0);
        plot.set_plot_bounds_y(-0.01..=1.02);
        for (index, (row, ink)) in pivot.rows.iter().zip(series_inks).enumerate() {
            let is_pointed = pointed == Some(index);
            let is_faint = pointed.is_some() && !is_pointed;
            let color = inks::color(ink).gamma_multiply(if is_faint { 0.15 } else { 1.0 });
            let cells = pivot.xs.iter().zip(&row.cells).enumerate();
            let cells: Vec<_> = cells.filter_map(|(i, (x, cell))| Some((i, *x, (*cell)?))).collect();
            if kind.shape == PlotShape::Bars {
                let wide = 0.8 / pivot.rows.len().max(1) as f64;
                let offset = (index as f64 + 0.5) * wide - 0.4;
                let bar = |&(i, _, cell): &(usize, f64, crate::experiments::pivot::Cell)| {
                    let argument = x.place(i as f64 + offset)?;
                    Some(Bar::new(argument, y.place(cell.value)?).width(0.95 * wide / (x.high - x.low)))
                };
                let bars = cells.iter().filter_map(bar).collect();
                plot.bar_chart(BarChart::new(row.series, bars).color(color).allow_hover(false));
                continue;
            }
            let points: Vec<[f64; 2]> = cells
                .iter()
                .filter_map(|(_, at, cell)| Some([x.place(*at)?, y.place(cell.value)?]))
                .collect();
            let published: Vec<[f64; 2]> =
                cells.iter().filter_map(|(_, at, c)| Some([x.place(*at)?, y.place(c.published?)?])).collect();
            let line = Line::new(row.series, PlotPoints::from(points.clone()));
            let width = if is_pointed { 3.5 } else { 1.8 };
            plot.line(line.color(color).width(width).style(inks::line_style(ink.stroke)).allow_hover(false));
            let marks =
                Points::new(row.series, PlotPoints::from(points)).shape(inks::marker_shape(ink.marker));
            plot.points(marks.color(color).radius(4.0).allow_hover(false));
            let hollow = Points::new(row.series, PlotPoints::from(published)).filled(false);
            plot.points(hollow.color(color).radius(6.0).allow_hover(false));
        }
    });
}

/// Shows the marker and the name of each series; the hover text is the series' last measured value. Returns the entry
/// under the pointer.
fn legend(ui: &mut Ui, pivot: &Pivot, series_inks: &[Ink]) -> Option<usize> {
    let mut pointed = None;
    egui::ScrollArea::vertical().id_salt("legend").max_height(HEIGHT).show(ui, |ui| {
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 3.0;
            for (index, (row, ink)) in pivot.rows.iter().zip(series_inks).enumerate() {
                let entry = ui.horizontal(|ui| {
                    let (rect, _) = ui.allocate_exact_size(vec2(30.0, 14.0), Sense::hover());
                    inks::line(ui.painter(), rect, ink);
                    inks::marker(ui.painter(), rect, ink);
                    let last = row.cells.iter().flatten().next_back();
                    let help = last.map_or_else(String::new, |cell| {
                        let (last, unit) = (number(cell.value), tr(pivot.unit));
                        t!(
                            "%{series}: last value %{last} %{unit}",
                            series = tr(row.series),
                            last = last,
                            unit = unit
                        )
                        .into_owned()
                    });
                    let name = RichText::new(in_words(row.series)).small().color(theme::text());
                    ui.add(egui::Label::new(name).truncate()).on_hover_text(help);
                });
                if entry.response.contains_pointer() {
                    pointed = Some(index);
                }
            }
        });
    });
    pointed
}
