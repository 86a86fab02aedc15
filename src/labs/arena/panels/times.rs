//! Curves of every method's time in the last frames.

use egui::{RichText, TextStyle, Ui, Vec2, vec2};
use egui_plot::{GridMark, Line, Plot, PlotPoints};

use super::method_marks::{ink, swatch};
use crate::comparison::statistics::{KEPT, Record};
use crate::labs::arena::Arena;
use crate::language::{t, tr};
use crate::methods::Method;
use crate::ui::format::milliseconds;
use crate::ui::widgets::{note, text_width};
use crate::ui::{chart, inks, theme};

/// Most of the width that the legend takes.
const LEGEND: f32 = 0.5;
/// Width of an entry's line before its text, with the gaps, points.
const LINE: f32 = 34.0;
/// Height of an entry of the legend, points.
const ENTRY: f32 = 16.0;

/// Curves and legend of all methods that are on.
pub fn curves(ui: &mut Ui, logarithmic: &mut bool, arena: &Arena) {
    let methods: Vec<_> = arena.lineup().asked().filter(|method| method.is_timed()).collect();
    ui.horizontal(|ui| {
        ui.label(RichText::new(t!("Detection, ms")).small().color(theme::text())).on_hover_text(t!(
            "Times of the recent frames, without each method's first frame, in which it compiles."
        ));
        ui.checkbox(logarithmic, t!("Logarithmic"))
            .on_hover_text(t!("Equal ratios look equal, so fast and slow methods fit into one plot."));
    });
    if methods.is_empty() {
        return note(ui, &t!("All methods are switched off."));
    }
    let logarithmic = *logarithmic;
    let curves: Vec<_> =
        methods.iter().map(|method| (*method, curve(arena.ledger().of(method), logarithmic))).collect();
    ui.horizontal_top(|ui| {
        let room = ui.available_size();
        let rows = ((room.y / ENTRY).floor() as usize).max(6);
        let columns = methods.len().div_ceil(rows);
        let columns: Vec<_> = methods.chunks(methods.len().div_ceil(columns)).collect();
        let font = TextStyle::Small.resolve(ui.style());
        let width = |method: &&Method| text_width(ui, &entry(arena, method), font.clone());
        let widths: Vec<_> =
            columns.iter().map(|column| LINE + column.iter().map(width).fold(0.0, f32::max)).collect();
        // A legend that is too wide is cut.
        let cut = (LEGEND * room.x / widths.iter().sum::<f32>()).min(1.0);
        let legends = cut * widths.iter().sum::<f32>() + 8.0 * columns.len() as f32;
        let size = vec2((room.x - legends - 10.0).max(120.0), room.y.max(110.0));
        plot(ui, arena.world().frame(), logarithmic, &curves, size);
        for (column, width) in columns.into_iter().zip(widths) {
            ui.vertical(|ui| legend(ui, arena, column, cut * width));
        }
    });
}

/// A column of the legend.
fn legend(ui: &mut Ui, arena: &Arena, methods: &[&'static Method], width: f32) {
    ui.set_width(width);
    // Compact lines, so that all names fit beside a low chart.
    ui.spacing_mut().item_spacing.y = 2.0;
    ui.spacing_mut().interact_size.y = ENTRY - 2.0;
    for method in methods {
        ui.horizontal(|ui| {
            swatch(ui, method);
            ui.add(egui::Label::new(RichText::new(entry(arena, method)).small()).truncate())
                .on_hover_text(t!("%{method}, this frame, ms", method = tr(method.title)));
        });
    }
}

/// The name of a method, and its time in this frame, ms.
fn entry(arena: &Arena, method: &Method) -> String {
    let now = arena.found().answer(method).map(|answer| milliseconds(answer.cost.cpu));
    format!("{}  {}", tr(method.title), now.unwrap_or_default())
}

type Curve = (&'static Method, Vec<[f64; 2]>);

/// Times in milliseconds, or their decimal logarithm, by frame.
fn curve(record: &Record, logarithmic: bool) -> Vec<[f64; 2]> {
    let scaled = |ms: f64| if logarithmic { ms.max(1e-4).log10() } else { ms };
    let samples = record.recent().filter(|sample| !sample.first);
    samples.map(|s| [s.frame as f64, scaled(1e3 * s.cost.cpu.as_secs_f64())]).collect()
}

/// Lower and upper bound of the chart: round numbers, or whole powers of ten.
pub fn edges(curves: &[Curve], logarithmic: bool) -> [f64; 2] {
    if !logarithmic {
        let high = curves.iter().map(|(_, points)| chart::usual_high(points)).fold(0.0, f64::max);
        return [0.0, chart::round_up(high)];
    }
    let values = curves.iter().flat_map(|(_, points)| points.iter().map(|p| p[1]));
    let [low, high] =
        values.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], v| [low.min(v), high.max(v)]);
    if low > high {
        return [-1.0, 1.0];
    }
    [low.floor(), high.ceil().max(low.floor() + 1.0)]
}

fn plot(ui: &mut Ui, last: u64, logarithmic: bool, curves: &[Curve], size: Vec2) {
    let [low, high] = edges(curves, logarithmic);
    let last = last as f64;
    let label = move |value: f64| {
        let value = if logarithmic { 10_f64.powf(value) } else { value };
        format!("{}", (value * 1e6).round() / 1e6)
    };
    let step = if logarithmic { 1.0 } else { 0.5 * high };
    let plot = Plot::new("times")
        .width(size.x)
        .height(size.y)
        .show_axes([false, true])
        .show_grid([false, true])
        .y_axis_formatter(move |mark, _| label(mark.value))
        .y_axis_min_width(44.0)
        .y_grid_spacer(move |_| {
            let marks = ((high - low) / step).round() as u32;
            let at = |mark: u32| GridMark { value: low + step * f64::from(mark), step_size: step };
            (0..=marks).map(at).collect()
        });
    chart::still(plot).show(ui, |plot| {
        let margin = 0.03 * (high - low);
        plot.set_plot_bounds_x(last - (KEPT - 1) as f64..=last);
        plot.set_plot_bounds_y(low - margin..=high + margin);
        for (method, points) in curves {
            let ink = ink(method);
            let (color, style) = (inks::color(&ink), inks::line_style(ink.stroke));
            let line = Line::new(method.title, PlotPoints::from(points.clone())).style(style);
            plot.line(line.color(color).width(1.5).allow_hover(false));
        }
    });
}
