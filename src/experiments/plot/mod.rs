//! The plot of an experiment, suitable for a slide: 1600 × 900 pixels on white, drawn at twice the size and
//! scaled down, so that edges are smooth; or the same as SVG.

mod canvas;

pub use canvas::PlotError;

use canvas::{Anchor, Canvas};
use image::{DynamicImage, RgbImage, RgbaImage};

use super::ink;
use super::pivot::Pivot;
use super::record::Record;
use super::{PlotKind, PlotShape};
use crate::render::ink::Ink;
use crate::ui::format::number;
use crate::ui::scale::Scale;

/// Width and height of the plot in pixels.
pub const SIZE: [u32; 2] = [1600, 900];

const BLACK: [u8; 3] = [0x18, 0x20, 0x2b];
const GREY: [u8; 3] = [0x4a, 0x55, 0x63];
const GRID: [u8; 3] = [0xe2, 0xe6, 0xeb];

/// The plot area in pixels from the upper left corner, and the scales of its axes.
struct Frame {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    x: Scale,
    y: Scale,
}

impl Frame {
    fn x_at(&self, value: f64) -> Option<f64> {
        Some(self.left + self.x.place(value)? * (self.right - self.left))
    }

    fn y_at(&self, value: f64) -> Option<f64> {
        Some(self.bottom - self.y.place(value)? * (self.bottom - self.top))
    }
}

/// [`draw`] as a picture with opacity, as files take it.
pub fn picture(record: &Record, choice: &str) -> Result<RgbaImage, PlotError> {
    Ok(DynamicImage::ImageRgb8(draw(record, choice)?).to_rgba8())
}

/// Plots the chosen series of the results so far, see [`PlotKind::shows`]. An empty record gives empty axes.
pub fn draw(record: &Record, choice: &str) -> Result<RgbImage, PlotError> {
    canvas::bitmap(SIZE, |canvas| draw_on(canvas, record, choice))
}

/// [`draw`] as an SVG file.
pub fn svg(record: &Record, choice: &str) -> Result<String, PlotError> {
    canvas::svg(SIZE, |canvas| draw_on(canvas, record, choice))
}

fn draw_on(canvas: &mut Canvas, record: &Record, choice: &str) -> Result<(), PlotError> {
    let PlotKind { shape, x: x_axis, y: y_axis, .. } = record.experiment.plot;
    let (pivot, inks) = ink::chosen(record, choice);
    title(canvas, record)?;

    let names = pivot.rows.iter().map(|row| row.series);
    let widest = names.map(|name| canvas.text_width(name, LEGEND_SIZE)).fold(0.0, f64::max);
    let y = Scale::around(pivot.values(), y_axis.log);
    let x = match shape {
        PlotShape::Lines => Scale::snug(pivot.xs.iter().copied(), x_axis.log),
        // The groups of bars are centred at x = 0, 1, 2, …; the axis extends half a unit beyond the first and the last
        // group.
        PlotShape::Bars => Scale { low: -0.5, high: pivot.xs.len().max(1) as f64 - 0.5, log: false },
    };
    let right = f64::from(SIZE[0]) - if pivot.rows.is_empty() { 60.0 } else { widest + 122.0 };
    let frame = Frame { left: 140.0, right: right.max(600.0), top: 150.0, bottom: 790.0, x, y };

    axes(canvas, &frame, &pivot, shape, [x_axis.label, y_axis.label])?;
    match shape {
        PlotShape::Lines => lines(canvas, &frame, &pivot, &inks)?,
        PlotShape::Bars => bars(canvas, &frame, &pivot, &inks)?,
    }
    legend(canvas, &frame, &pivot, &inks, shape)
}

fn title(canvas: &mut Canvas, record: &Record) -> Result<(), PlotError> {
    canvas.text(record.experiment.title, [60.0, 52.0], 40.0, BLACK, Anchor::Left)?;
    let quick = record.settings.iter().any(|(name, value)| *name == "quick" && value == "yes");
    let parts = [
        record.experiment.source.to_owned(),
        record.renderer_text(),
        format!("seed {}", record.seed),
        if quick { "quick run".into() } else { String::new() },
        if record.is_complete() { String::new() } else { "not complete".into() },
    ];
    let subtitle: Vec<_> = parts.into_iter().filter(|p| !p.is_empty()).collect();
    canvas.text(&subtitle.join("  ·  "), [60.0, 98.0], 22.0, GREY, Anchor::Left)
}

fn axes(
    canvas: &mut Canvas,
    frame: &Frame,
    pivot: &Pivot,
    shape: PlotShape,
    [x_label, y_label]: [&str; 2],
) -> Result<(), PlotError> {
    for (value, text) in frame.y.marks(6) {
        let Some(y) = frame.y_at(value) else { continue };
        canvas.line(&[[frame.left, y], [frame.right, y]], 1.0, GRID)?;
        canvas.text(&text, [frame.left - 14.0, y], 22.0, GREY, Anchor::Right)?;
    }
    let marks: Vec<(f64, String)> = match shape {
        PlotShape::Lines => frame.x.marks_at(&pivot.xs, 10),
        PlotShape::Bars => pivot.xs.iter().enumerate().map(|(i, x)| (i as f64, number(*x))).collect(),
    };
    for (value, text) in marks {
        let Some(x) = frame.x_at(value) else { continue };
        if shape == PlotShape::Lines {
            canvas.line(&[[x, frame.top], [x, frame.bottom]], 1.0, GRID)?;
        }
        canvas.text(&text, [x, frame.bottom + 26.0], 22.0, GREY, Anchor::Middle)?;
    }
    canvas.line(&[[frame.left, frame.bottom], [frame.right, frame.bottom]], 2.0, GREY)?;
    let middle = [0.5 * (frame.left + frame.right), 0.5 * (frame.top + frame.bottom)];
    canvas.text(x_label, [middle[0], frame.bottom + 72.0], 24.0, BLACK, Anchor::Middle)?;
    canvas.text_upwards(y_label, [42.0, middle[1]], 24.0, BLACK)
}

fn lines(canvas: &mut Canvas, frame: &Frame, pivot: &Pivot, inks: &[Ink]) -> Result<(), PlotError> {
    for (index, (row, ink)) in pivot.rows.iter().zip(inks).enumerate() {
        // Later lines are thinner, so that coinciding curves are all visible.
        let later = index as f64 / pivot.rows.len() as f64;
        let (width, radius) = (4.6 - 2.2 * later, 9.0 - 3.6 * later);
        let place = |x: f64, y: f64| Some([frame.x_at(x)?, frame.y_at(y)?]);
        let cells = || pivot.xs.iter().zip(&row.cells).filter_map(|(x, cell)| Some((*x, (*cell)?)));
        let points: Vec<_> = cells().filter_map(|(x, cell)| place(x, cell.value)).collect();
        let published: Vec<_> = cells().filter_map(|(x, cell)| place(x, cell.published?)).collect();
        canvas.stroke(&points, ink.stroke, width, ink.on_light)?;
        for point in &points {
            canvas.marker(*point, ink.marker, radius, ink.on_light)?;
        }
        for point in &published {
            canvas.hollow_marker(*point, 10.0, ink.on_light)?;
        }
    }
    Ok(())
}

fn bars(canvas: &mut Canvas, frame: &Frame, pivot: &Pivot, inks: &[Ink]) -> Result<(), PlotError> {
    let group = (frame.right - frame.left) / pivot.xs.len().max(1) as f64;
    let width = (0.8 * group / pivot.rows.len().max(1) as f64).min(90.0);
    let foot = frame.y_at(frame.y.low.max(0.0)).unwrap_or(frame.bottom);
    for (index, (row, ink)) in pivot.rows.iter().zip(inks).enumerate() {
        let offset = (index as f64 - 0.5 * pivot.rows.len() as f64) * width;
        for (place, cell) in row.cells.iter().enumerate() {
            let (Some(cell), Some(center)) = (cell, frame.x_at(place as f64)) else { continue };
            let left = center + offset;
            if let Some(y) = frame.y_at(cell.value) {
                canvas.bar([left + 1.0, y.min(foot)], [left + width - 1.0, y.max(foot)], ink.on_light)?;
                let text = number(cell.value);
                if canvas.text_width(&text, 18.0) < width {
                    canvas.text(&text, [left + 0.5 * width, y - 14.0], 18.0, BLACK, Anchor::Middle)?;
                }
            }
            if let Some(y) = cell.published.and_then(|published| frame.y_at(published)) {
                canvas.hollow_marker([left + 0.5 * width, y], 8.0, BLACK)?;
            }
        }
    }
    Ok(())
}

const LEGEND_SIZE: f64 = 20.0;

/// Draws the legend beside the plot; lines are listed by the height of their right ends, highest first, to match the
/// plot.
fn legend(
    canvas: &mut Canvas,
    frame: &Frame,
    pivot: &Pivot,
    inks: &[Ink],
    shape: PlotShape,
) -> Result<(), PlotError> {
    let mut order: Vec<usize> = (0..pivot.rows.len()).collect();
    if shape == PlotShape::Lines {
        let end = |row: usize| pivot.rows[row].cells.iter().rev().flatten().next().map_or(0.0, |c| c.value);
        order.sort_by(|&a, &b| end(b).total_cmp(&end(a)));
    }
    let has_published =
        pivot.rows.iter().any(|row| row.cells.iter().flatten().any(|c| c.published.is_some()));
    let count = order.len() + usize::from(has_published);
    let height = ((frame.bottom - frame.top) / count.max(1) as f64).min(34.0);
    let size = LEGEND_SIZE.min(0.85 * height);
    let left = frame.right + 26.0;
    let mut y = frame.top + 0.5 * height;
    for row in order {
        let ink = &inks[row];
        match shape {
            PlotShape::Lines => {
                canvas.stroke(&[[left, y], [left + 44.0, y]], ink.stroke, 3.0, ink.on_light)?;
                canvas.marker([left + 22.0, y], ink.marker, 0.32 * size, ink.on_light)?;
            }
            PlotShape::Bars => canvas.bar([left + 22.0, y - 8.0], [left + 44.0, y + 8.0], ink.on_light)?,
        }
        canvas.text(pivot.rows[row].series, [left + 56.0, y], size, BLACK, Anchor::Left)?;
        y += height;
    }
    if has_published {
        canvas.hollow_marker([left + 22.0, y], 8.0, GREY)?;
        canvas.text("hollow: published", [left + 56.0, y], size, GREY, Anchor::Left)?;
    }
    Ok(())
}
