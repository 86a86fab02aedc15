//! The cost function nv·cv + np·cp + nu·cu of every pane as stacked bars, beside the measured time. Tests of
//! volume pairs (v), tests of triangle pairs (p) and updates of volumes (u) each contribute their number n
//! times their unit cost c.

use egui::{Color32, Grid, Label, Rect, RichText, Sense, Ui, pos2, vec2};

use crate::hierarchies::query::Cost;
use crate::hierarchies::unit_costs::{UnitCosts, counts, terms};
use crate::labs::meshes::lane::Measurement;
use crate::labs::meshes::meshes_lab::MeshesLab;
use crate::labs::pane_panels::title;
use crate::language::t;
use crate::meshes::source::Meshes;
use crate::ui::drawing::{Hatch, hatching};
use crate::ui::format::{grouped, time};
use crate::ui::group::group;
use crate::ui::inks::round_up;
use crate::ui::theme;
use crate::ui::widgets::note;

/// Height of a bar, points.
const HEIGHT: f32 = 10.0;

/// All panes share one scale unless the slowest answer takes more than this many times as long as the
/// fastest.
const SHARED: f64 = 10.0;

/// Cost of a pane's answer: counts, and times in seconds.
struct Row {
    title: String,
    cost: Cost,
    /// `None` if the method has no unit costs.
    units: Option<UnitCosts>,
    time: f64,
}

impl Row {
    /// The terms of the cost function, seconds.
    fn parts(&self) -> Option<[f64; 3]> {
        self.units.map(|units| terms(&self.cost, &units))
    }

    /// Seconds of the longer of its two bars.
    fn longest(&self) -> f64 {
        self.parts().map_or(0.0, |parts| parts.iter().sum()).max(self.time)
    }
}

/// Adds the three terms and the measured time of each pane as bars. The bars of all panes have one scale,
/// unless some would be too short to see.
pub fn show(ui: &mut Ui, lab: &mut MeshesLab) {
    if !group(ui, "costs", &t!("Cost function")) {
        return;
    }
    let (query, meshes) = (lab.query(), Meshes::clone(lab.meshes()));
    let mut rows = Vec::new();
    let titles: Vec<_> = (0..lab.contest.lanes.len()).map(|pane| title(lab, pane)).collect();
    for (lane, title) in lab.contest.lanes.iter_mut().zip(titles) {
        if lane.answered().is_none() {
            continue;
        }
        let units = match lane.unit_costs(&meshes, &query) {
            Measurement::Running => {
                // It continues in the window's next frame.
                ui.ctx().request_repaint();
                continue;
            }
            Measurement::Impossible => None,
            Measurement::Done(measured) => Some(measured),
        };
        let Some(answered) = lane.answered() else { continue };
        let time = answered.time.as_secs_f64();
        rows.push(Row { title, cost: answered.answer.cost, units, time });
    }
    if rows.is_empty() {
        note(ui, &t!("Not measured yet: trees are being built, or single tests timed."));
    }
    let [fastest, slowest] = rows
        .iter()
        .map(Row::longest)
        .fold([f64::INFINITY, 0.0], |[least, most], time| [least.min(time), most.max(time)]);
    let is_shared = slowest <= SHARED * fastest;
    for (pane, row) in rows.iter().enumerate() {
        let scale = 1e-6 * round_up(1e6 * if is_shared { slowest } else { row.longest() });
        ui.add(Label::new(RichText::new(&row.title).color(theme::text())).wrap());
        let width = t!("full width: %{time}", time = time(scale));
        ui.label(RichText::new(width).small().color(theme::weak()))
            .on_hover_text(t!("Time represented by the full width of a bar."));
        if let Some(parts) = row.parts() {
            bar(ui, &parts.map(|part| part / scale), true);
        }
        bar(ui, &[row.time / scale, 0.0, 0.0], false);
        table(ui, pane, row);
        if row.units.is_none() {
            note(
                ui,
                &t!(
                    "No unit costs: the method mixes its tests with its traversal, or a query takes too long."
                ),
            );
        }
        ui.add_space(4.0);
    }
    let has_units = rows.iter().any(|row| row.units.is_some());
    if has_units {
        note(ui, &t!("Cost function: nv·cv + np·cp + nu·cu, each number n times its unit cost c."));
        note(ui, &t!("Upper bar: time by the cost function. Lower bar: measured time."));
    }
    if !rows.is_empty() && !is_shared {
        let times = format!("{:.0}", slowest / fastest);
        note(ui, &t!("A scale per method: the slowest takes %{n} times as long as the fastest.", n = times));
    }
    let help = t!("Measure cv, cp and cu along the path again.");
    if has_units && ui.small_button(t!("Measure again")).on_hover_text(help).clicked() {
        lab.contest.lanes.iter_mut().for_each(|lane| lane.forget_costs());
    }
}

/// Adds a table of the three terms: the number, and below it the unit cost with their product; and the measured time.
fn table(ui: &mut Ui, pane: usize, row: &Row) {
    Grid::new(("cost terms", pane)).num_columns(3).spacing([6.0, 1.0]).min_col_width(0.0).show(ui, |ui| {
        let (counts, parts) = (counts(&row.cost), row.parts());
        let terms = [
            (t!("volume tests"), t!("nv: pairs of volumes tested.")),
            (t!("triangle tests"), t!("np: pairs of triangles tested.")),
            (t!("updates"), t!("nu: volumes updated to the pose.")),
        ];
        for (term, (name, help)) in terms.into_iter().enumerate() {
            let (swatch, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
            fill(ui, swatch, term);
            ui.label(RichText::new(name).small().color(theme::weak())).on_hover_text(help);
            ui.label(RichText::new(grouped(counts[term])).small().monospace().color(theme::strong()))
                .on_hover_text(t!("Value in this frame."));
            if let (Some(units), Some(parts)) = (row.units, parts) {
                ui.end_row();
                ui.label("");
                ui.label(RichText::new(format!("× {}", time(units[term]))).small().color(theme::weak()))
                    .on_hover_text(t!("Measured unit cost: the mean time of one test or update."));
                ui.label(RichText::new(format!("= {}", time(parts[term]))).small().color(theme::weak()))
                    .on_hover_text(t!("Time by the cost function: this count times its unit cost."));
            }
            ui.end_row();
        }
    });
    ui.horizontal(|ui| {
        ui.label(RichText::new(t!("measured")).small().color(theme::weak()))
            .on_hover_text(t!("Time of the current answer."));
        ui.label(RichText::new(time(row.time)).small().color(theme::strong()))
            .on_hover_text(t!("Value in this frame."));
    });
}

/// Adds a bar of adjacent parts; a part is a share of the bar's width.
fn bar(ui: &mut Ui, parts: &[f64; 3], is_stacked: bool) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::hover());
    ui.painter().rect_filled(rect, 2.0, theme::sunken());
    let mut left = rect.left();
    for (term, part) in parts.iter().enumerate() {
        let right = (left + *part as f32 * rect.width()).min(rect.right());
        let part = Rect::from_min_max(pos2(left, rect.top()), pos2(right, rect.bottom()));
        if is_stacked {
            fill(ui, part, term);
        } else {
            ui.painter().rect_filled(part, 0.0, theme::weak());
        }
        left = right;
    }
    let help = if is_stacked {
        t!("Terms of the cost function, side by side: nv·cv, np·cp and nu·cu.")
    } else {
        t!("Measured time.")
    };
    response.on_hover_text(help);
}

/// Fills with the colour and pattern of a term.
fn fill(ui: &Ui, rect: Rect, term: usize) {
    let looks: [(Color32, Option<Hatch>); 3] = [
        (theme::accent(), None),
        (theme::second(), Some(Hatch::Rising)),
        (theme::violet(), Some(Hatch::Dots)),
    ];
    let (color, hatch) = looks[term];
    match hatch {
        None => {
            ui.painter().rect_filled(rect, 0.0, color);
        }
        Some(hatch) => {
            ui.painter().rect_filled(rect, 0.0, color.gamma_multiply(0.45));
            hatching(ui.painter(), [rect], hatch, color);
        }
    }
}
