//! The last frames as curves.

use std::borrow::Cow;

use egui::{Align, Color32, Layout, RichText, Ui};
use egui_plot::{GridMark, Line, Plot, PlotPoints};
use rust_i18n::t;

use super::theme;
use crate::labs::arena::figures::{KEPT, Record, Sample};

/// How long detection took, on both clocks.
pub fn times(ui: &mut Ui, record: &Record) {
    let milliseconds = |time: std::time::Duration| 1e3 * time.as_secs_f64();
    let cpu = curve(record, |s| Some(milliseconds(s.cost.cpu)));
    let gpu = curve(record, |s| s.cost.gpu.map(milliseconds));
    let help = t!("How long each of the last frames' detections took, in milliseconds.");
    let curves = [("CPU".into(), theme::ACCENT, cpu), ("GPU".into(), theme::TEAL, gpu)];
    chart(ui, &t!("Detection, ms"), &help, record, curves);
}

/// How many pairs were found and how many collide.
pub fn pairs(ui: &mut Ui, record: &Record) {
    let candidates = curve(record, |s| Some(s.candidates as f64));
    let colliding = curve(record, |s| Some(s.colliding as f64));
    let help = t!("Candidate pairs and, of those, colliding pairs, in each of the last frames.");
    let curves =
        [(t!("candidates"), theme::WEAK, candidates), (t!("colliding"), theme::COLLIDING, colliding)];
    chart(ui, &t!("Pairs"), &help, record, curves);
}

type Curve = (Cow<'static, str>, Color32, Vec<[f64; 2]>);

fn chart(ui: &mut Ui, title: &str, help: &str, record: &Record, curves: [Curve; 2]) {
    let top = round_up(high(&curves));
    ui.horizontal(|ui| {
        ui.label(RichText::new(title).small().color(theme::TEXT)).on_hover_text(help);
        for (name, color, points) in &curves {
            if !points.is_empty() {
                ui.label(RichText::new(name.as_ref()).small().color(*color)).on_hover_text(help);
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let help = t!("The value at the upper edge; the lower edge is 0.");
            ui.label(RichText::new(format!("{top}")).small().color(theme::WEAK)).on_hover_text(help);
        });
    });
    let last = record.now().map_or(0, |s| s.frame) as f64;
    let plot = Plot::new(title)
        .height(88.0)
        .show_axes(false)
        .show_grid([false, true])
        .y_grid_spacer(move |_| vec![GridMark { value: 0.5 * top, step_size: top }]);
    still(plot).show(ui, |plot| {
        let first = last - (KEPT - 1) as f64;
        plot.set_plot_bounds_x(first..=last);
        plot.set_plot_bounds_y(-0.02 * top..=1.02 * top);
        for (name, color, points) in curves {
            plot.line(Line::new(name, PlotPoints::from(points)).color(color).width(1.5).allow_hover(false));
        }
    });
}

/// A value that few points exceed: the first detection of a method compiles and uploads, and should not
/// flatten the curve of all the others.
fn high(curves: &[Curve; 2]) -> f64 {
    curves.iter().map(|(_, _, points)| usual_high(points)).fold(0.0, f64::max)
}

/// The same for one curve.
pub fn usual_high(points: &[[f64; 2]]) -> f64 {
    let mut values: Vec<_> = points.iter().map(|p| p[1]).collect();
    values.sort_unstable_by(f64::total_cmp);
    let past = values.len() / 50 + usize::from(values.len() > 10);
    values.iter().rev().nth(past).copied().unwrap_or(0.0)
}

/// To 1, 2 or 5 times a power of ten, so that the scale stays for a while.
pub fn round_up(value: f64) -> f64 {
    let power = 10_f64.powf(value.max(1e-2).log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0];
    steps.into_iter().map(|step| step * power).find(|top| *top >= value).unwrap_or(10.0 * power)
}

fn curve(record: &Record, value: impl Fn(&Sample) -> Option<f64>) -> Vec<[f64; 2]> {
    record.recent().filter_map(|s| value(s).map(|v| [s.frame as f64, v])).collect()
}

/// A plot that is looked at and not steered: it stays as it is drawn, whatever the mouse does.
pub fn still(plot: Plot<'_>) -> Plot<'_> {
    plot.grid_color(theme::LINE)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_axis_zoom_drag(false)
        .allow_double_click_reset(false)
        .show_x(false)
        .show_y(false)
        .set_margin_fraction(egui::Vec2::ZERO)
        .sense(egui::Sense::hover())
}

#[cfg(test)]
mod tests {
    use super::round_up;

    #[test]
    fn scales_are_round_and_hold_the_value() {
        for (value, top) in [(0.0, 0.01), (0.9, 1.0), (1.0, 1.0), (1.1, 2.0), (38.0, 50.0), (700.0, 1000.0)] {
            assert!((round_up(value) - top).abs() < 1e-9 * top, "{value}: {}", round_up(value));
        }
    }
}
