//! Charts of a method's measurements in the last frames.

use std::borrow::Cow;

use egui::{Align, Color32, Layout, RichText, Ui};
use egui_plot::{GridMark, Line, Plot, PlotPoints};

use crate::comparison::statistics::{KEPT, Record, Sample};
use crate::language::t;
use crate::ui::{chart, theme};

/// Charts of the detection times, measured by the CPU clock and by the GPU clock.
pub fn times(ui: &mut Ui, record: &Record) {
    let milliseconds = |time: std::time::Duration| 1e3 * time.as_secs_f64();
    let cpu = curve(record, |s| s.is_timed().then(|| milliseconds(s.cost.cpu)));
    let gpu = curve(record, |s| s.cost.gpu.map(milliseconds));
    let help = t!("Detection time of each recent frame, in milliseconds.");
    let both = [("CPU".into(), theme::accent(), cpu), ("GPU".into(), theme::teal(), gpu)];
    plot(ui, &t!("Detection, ms"), &help, record, both);
}

/// Chart of the numbers of candidate pairs and of colliding pairs.
pub fn pairs(ui: &mut Ui, record: &Record) {
    let candidates = curve(record, |s| Some(s.candidates as f64));
    let colliding = curve(record, |s| Some(s.colliding as f64));
    let help = t!("Number of candidate pairs and of colliding pairs in each recent frame.");
    let both =
        [(t!("candidates"), theme::weak(), candidates), (t!("colliding"), theme::colliding(), colliding)];
    plot(ui, &t!("Pairs"), &help, record, both);
}

type Curve = (Cow<'static, str>, Color32, Vec<[f64; 2]>);

fn plot(ui: &mut Ui, title: &str, help: &str, record: &Record, curves: [Curve; 2]) {
    let top = chart::round_up(high(&curves));
    ui.horizontal(|ui| {
        ui.label(RichText::new(title).small().color(theme::text())).on_hover_text(help);
        for (name, color, points) in &curves {
            if !points.is_empty() {
                ui.label(RichText::new(name.as_ref()).small().color(*color)).on_hover_text(help);
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let help = t!("Value at the top of the plot; the bottom is 0.");
            ui.label(RichText::new(format!("{top}")).small().color(theme::weak())).on_hover_text(help);
        });
    });
    let last = record.now().map_or(0, |s| s.frame) as f64;
    let plot = Plot::new(title)
        .height(88.0)
        .show_axes(false)
        .show_grid([false, true])
        .y_grid_spacer(move |_| vec![GridMark { value: 0.5 * top, step_size: top }]);
    chart::still(plot).show(ui, |plot| {
        let first = last - (KEPT - 1) as f64;
        plot.set_plot_bounds_x(first..=last);
        plot.set_plot_bounds_y(-0.02 * top..=1.02 * top);
        for (name, color, points) in curves {
            plot.line(Line::new(name, PlotPoints::from(points)).color(color).width(1.5).allow_hover(false));
        }
    });
}

fn high(curves: &[Curve; 2]) -> f64 {
    curves.iter().map(|(_, _, points)| chart::usual_high(points)).fold(0.0, f64::max)
}

fn curve(record: &Record, value: impl Fn(&Sample) -> Option<f64>) -> Vec<[f64; 2]> {
    record.recent().filter_map(|s| value(s).map(|v| [s.frame as f64, v])).collect()
}
