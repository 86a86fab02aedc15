//! The plot of the page, with the scales, colours and markers of the saved picture. The own run is drawn over the result
//! that comes with the program, which is then faint, in the same frame.

use egui::{Color32, Id, RichText, Sense, TextStyle, Ui, vec2};
use egui_plot::{Bar, BarChart, Line, PlotPoints, PlotUi, Points};

use crate::experiments::ink::chosen;
use crate::experiments::pivot::{Cell, Pivot, Row};
use crate::experiments::{Experiment, PlotShape, Record};
use crate::labs;
use crate::language::{t, tr};
use crate::render::ink::Ink;
use crate::settings;
use crate::ui::format::number;
use crate::ui::results::{Axis, height, plot};
use crate::ui::scale::Scale;
use crate::ui::widgets::text_width;
use crate::ui::{inks, theme};

/// Most of the page's width that the legend beside the plot takes.
const LEGEND: f32 = 0.4;
/// Width of an entry's line before its name, with the gaps and the scroll bar, points.
const LINE: f32 = 84.0;
/// Minimum width of a plot beside its legend, points.
const LEAST: f32 = 344.0;
/// Share of grey in the colours of the result that comes with the program, under an own run.
const GREY: f32 = 0.72;

/// A series in the plot.
struct Series<'a> {
    name: &'a str,
    ink: Ink,
    /// The row of the own run, and that of the shipped result.
    rows: [Option<Row<'a>>; 2],
}

/// Everything that the plot shows.
struct Shown<'a> {
    /// All x, ascending.
    xs: Vec<f64>,
    /// The x of the own run's cells, and those of the shipped result's.
    xs_of: [Vec<f64>; 2],
    unit: &'a str,
    series: Vec<Series<'a>>,
    x: Scale,
    y: Scale,
}

impl<'a> Shown<'a> {
    /// The chosen series of both results. The scales cover both, so the frame stays while a run goes on.
    fn of(experiment: &Experiment, records: [Option<&'a Record>; 2], choice: &str) -> Self {
        let tables = records.map(|record| record.map(|record| chosen(record, choice)).unwrap_or_default());
        let kind = experiment.plot;
        let y = Scale::around(tables.iter().flat_map(|(pivot, _)| pivot.values()), kind.y.log);
        let unit =
            tables.iter().map(|(pivot, _)| pivot.unit).find(|unit| !unit.is_empty()).unwrap_or_default();
        let xs_of = tables.each_ref().map(|(pivot, _)| pivot.xs.clone());
        let mut xs = xs_of.concat();
        xs.sort_by(f64::total_cmp);
        xs.dedup();
        let x = match kind.shape {
            PlotShape::Lines => Scale::snug(xs.iter().copied(), kind.x.log),
            PlotShape::Bars => Scale { low: -0.5, high: xs.len().max(1) as f64 - 0.5, log: false },
        };
        let mut series: Vec<Series<'a>> = Vec::new();
        // The shipped result comes first: it has all series from the start.
        for (at, (Pivot { rows, .. }, inks)) in tables.into_iter().enumerate().rev() {
            for (row, ink) in rows.into_iter().zip(inks) {
                let known =
                    series.iter().position(|series| series.name == row.series).unwrap_or(series.len());
                if known == series.len() {
                    series.push(Series { name: row.series, ink, rows: [None, None] });
                }
                series[known].rows[at] = Some(row);
            }
        }
        Self { xs, xs_of, unit, series, x, y }
    }
}

/// Shows the plot of the chosen series, with its legend: of the own run as far as it is measured, and of the result
/// that comes with the program.
pub fn show(ui: &mut Ui, experiment: &Experiment, records: [Option<&Record>; 2], choice: &str) {
    let shown = Shown::of(experiment, records, choice);
    let font = TextStyle::Small.resolve(ui.style());
    let names = shown.series.iter().map(|series| series.name);
    let widest = names.map(|name| text_width(ui, &in_words(name), font.clone())).fold(0.0, f32::max);
    let width_beside = (LINE + widest).min(LEGEND * ui.available_width());
    let beside = ui.available_width() > width_beside + 16.0 + LEAST;
    // The legend is added after the plot, so the plot knows the pointer's entry a frame later.
    let id = ui.scope_id().with(("pointed series", experiment.id));
    let pointed = ui.data(|data| data.get_temp::<Option<usize>>(id)).flatten();
    let mut now = None;
    ui.horizontal_top(|ui| {
        let width = ui.available_width() - if beside { width_beside + 16.0 } else { 0.0 };
        let height = height(ui);
        ui.allocate_ui(vec2(width, height), |ui| axes(ui, experiment, &shown, pointed));
        if beside {
            ui.allocate_ui(vec2(width_beside, height), |ui| now = legend(ui, &shown));
        }
    });
    if !beside {
        now = legend(ui, &shown);
    }
    if now != pointed {
        ui.data_mut(|data| data.insert_temp(id, now));
        ui.ctx().request_repaint();
    }
}

/// A colour as it is under an own run.
fn faint(color: Color32) -> Color32 {
    color.lerp_to_gamma(theme::weak(), GREY).gamma_multiply(0.8)
}

/// The name of a series: for `method/variant` the titles of both, in the current language.
pub fn in_words(series: &str) -> String {
    let (thing, variant) = series.split_once('/').unwrap_or((series, ""));
    let method = labs::methods().into_iter().map(|(_, about)| about).find(|about| about.id == thing);
    match method {
        Some(method) if variant.is_empty() => tr(method.title),
        Some(method) => format!("{} · {}", tr(method.title), tr(&settings::title(variant))),
        None => tr(series),
    }
}

/// The plot. If a series is `pointed` at in the legend, the others are faint.
fn axes(ui: &mut Ui, experiment: &Experiment, shown: &Shown, pointed: Option<usize>) {
    let (kind, Shown { xs, x, y, .. }) = (experiment.plot, shown);
    let x_marks = match kind.shape {
        PlotShape::Lines => x.marks_at(xs, 10),
        PlotShape::Bars => xs.iter().enumerate().map(|(i, x)| (i as f64, number(*x))).collect(),
    };
    // The plot is a unit square; the scales map values to it, as in the saved picture.
    let axis = |marks: Vec<(f64, String)>, scale: &Scale, label: &str| {
        let place = |(value, text)| Some((scale.place(value)?, text));
        Axis { marks: marks.into_iter().filter_map(place).collect(), name: tr(label) }
    };
    let axes = [axis(x_marks, x, kind.x.label), axis(y.marks(6), y, kind.y.label)];
    let has_own = shown.series.iter().any(|series| series.rows[0].is_some());
    plot(ui, Id::unique(experiment.id), axes, |plot| {
        for is_shipped in [true, false] {
            for (index, series) in shown.series.iter().enumerate() {
                let color = inks::color(&series.ink);
                let color =
                    if is_shipped && has_own && pointed != Some(index) { faint(color) } else { color };
                let is_faint = pointed.is_some_and(|pointed| pointed != index);
                let color = color.gamma_multiply(if is_faint { 0.15 } else { 1.0 });
                let width = if pointed == Some(index) { 3.5 } else { 1.8 };
                draw(plot, (shown, kind.shape), (index, is_shipped), color, width);
            }
        }
    });
}

/// Draws a series of one of the two results.
fn draw(
    plot: &mut PlotUi<'_>,
    (shown, shape): (&Shown, PlotShape),
    (index, is_shipped): (usize, bool),
    color: Color32,
    width: f32,
) {
    let (Series { name, ink, rows }, Shown { x, y, .. }) = (&shown.series[index], shown);
    let Some(row) = &rows[usize::from(is_shipped)] else { return };
    let cells = shown.xs_of[usize::from(is_shipped)].iter().zip(&row.cells);
    let cells: Vec<(f64, Cell)> = cells.filter_map(|(x, cell)| Some((*x, (*cell)?))).collect();
    if shape == PlotShape::Bars {
        let wide = 0.8 / shown.series.len().max(1) as f64;
        let offset = (index as f64 + 0.5) * wide - 0.4;
        // The own bar is narrower, so that the grey one behind it stays visible.
        let thick = if is_shipped { 0.95 } else { 0.6 } * wide / (x.high - x.low);
        let bar = |(at, cell): &(f64, Cell)| {
            let group = shown.xs.iter().position(|x| x == at)?;
            let argument = x.place(group as f64 + offset)?;
            Some(Bar::new(argument, y.place(cell.value)?).width(thick))
        };
        let bars = cells.iter().filter_map(bar).collect();
        return plot.bar_chart(BarChart::new(*name, bars).color(color).allow_hover(false));
    }
    let points: Vec<[f64; 2]> =
        cells.iter().filter_map(|(at, cell)| Some([x.place(*at)?, y.place(cell.value)?])).collect();
    let published: Vec<[f64; 2]> =
        cells.iter().filter_map(|(at, cell)| Some([x.place(*at)?, y.place(cell.published?)?])).collect();
    let line = Line::new(*name, PlotPoints::from(points.clone()));
    plot.line(line.color(color).width(width).style(inks::line_style(ink.stroke)).allow_hover(false));
    let marks = Points::new(*name, PlotPoints::from(points)).shape(inks::marker_shape(ink.marker));
    plot.points(marks.color(color).radius(if is_shipped { 3.0 } else { 4.0 }).allow_hover(false));
    let hollow = Points::new(*name, PlotPoints::from(published)).filled(false);
    plot.points(hollow.color(color).radius(6.0).allow_hover(false));
}

/// Shows the marker and the name of each series; the hover text is the series' last measured value. Returns the entry
/// under the pointer.
fn legend(ui: &mut Ui, shown: &Shown) -> Option<usize> {
    let mut pointed = None;
    egui::ScrollArea::vertical().id_salt("legend").max_height(height(ui)).show(ui, |ui| {
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 3.0;
            for (index, Series { name, ink, rows: [own, shipped] }) in shown.series.iter().enumerate() {
                let entry = ui.horizontal(|ui| {
                    let (rect, _) = ui.allocate_exact_size(vec2(30.0, 14.0), Sense::hover());
                    let color = inks::color(ink);
                    inks::line(ui.painter(), rect, ink, color);
                    inks::marker(ui.painter(), rect, ink, color);
                    let row = own.as_ref().or(shipped.as_ref());
                    let last = row.and_then(|row| row.cells.iter().flatten().next_back());
                    let help = last.map_or_else(String::new, |cell| {
                        let (last, unit) = (number(cell.value), tr(shown.unit));
                        t!(
                            "%{series}: last value %{last} %{unit}",
                            series = tr(name),
                            last = last,
                            unit = unit
                        )
                        .into_owned()
                    });
                    let name = RichText::new(in_words(name)).small().color(theme::text());
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
