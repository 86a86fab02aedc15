//! The cost function nv·cv + np·cp + nu·cu of every pane as stacked bars, beside the measured time. Tests of
//! volume pairs (v), tests of triangle pairs (p) and updates of volumes (u) each contribute their number n
//! times their unit cost c.

use egui::{Align, Color32, Grid, Label, Layout, Rect, RichText, Sense, Ui, pos2, vec2};

use crate::labs::meshes::budget::Budget;
use crate::labs::meshes::meshes_lab::MeshesLab;
use crate::labs::meshes::unit_costs::{Fitted, counts};
use crate::labs::pane_panels::title;
use crate::language::t;
use crate::meshes::source::Meshes;
use crate::ui::chart::round_up;
use crate::ui::drawing::{Hatch, hatching};
use crate::ui::format::{grouped, time};
use crate::ui::group::group;
use crate::ui::theme;
use crate::ui::widgets::note;

/// Height of a bar, points.
const HEIGHT: f32 = 10.0;

/// Names of the counts in the cost function.
const TERMS: [&str; 3] = ["nv", "np", "nu"];

/// All panes share one scale unless the slowest answer takes more than this many times as long as the
/// fastest.
const SHARED: f64 = 10.0;

/// Cost of a pane's answer: counts, and times in seconds.
struct Row {
    title: String,
    counts: [f64; 3],
    parts: [f64; 3],
    time: f64,
    /// Why the fitted costs should not be trusted, in the current language; `None` if they can be trusted.
    doubt: Option<String>,
    is_trusted: bool,
}

/// Adds the three terms and the measured time of each pane as bars. The bars of all panes have one scale,
/// unless some would be too short to see.
pub fn show(ui: &mut Ui, lab: &mut MeshesLab) {
    if !group(ui, "costs", &t!("Cost function: nv·cv + np·cp + nu·cu")) {
        return;
    }
    let (query, meshes) = (lab.query(), Meshes::clone(lab.meshes()));
    let mut rows = Vec::new();
    let titles: Vec<_> = (0..lab.contest.lanes.len()).map(|pane| title(lab, pane)).collect();
    for (lane, title) in lab.contest.lanes.iter_mut().zip(titles) {
        if lane.answered().is_none() {
            continue;
        }
        let fitted = lane.unit_costs(&meshes, &query);
        let (Some(fitted), Some(answered)) = (fitted, lane.answered()) else {
            // The unit costs are still being measured; the measurement continues in the window's next frame.
            ui.ctx().request_repaint();
            continue;
        };
        let counts = counts(&answered.answer.cost);
        let parts = std::array::from_fn(|term| counts[term] * fitted.costs[term]);
        let (doubt, is_trusted) = (doubt(&counts, &fitted), fitted.is_trusted());
        let time = answered.time.as_secs_f64();
        rows.push(Row { title, counts, parts, time, doubt, is_trusted });
    }
    let longest = |row: &Row| row.time.max(row.parts.iter().sum());
    let [fastest, slowest] = rows
        .iter()
        .map(longest)
        .fold([f64::INFINITY, 0.0], |[least, most], time| [least.min(time), most.max(time)]);
    let is_shared = slowest <= SHARED * fastest;
    for (pane, row) in rows.iter().enumerate() {
        let scale = 1e-6 * round_up(1e6 * if is_shared { slowest } else { longest(row) });
        ui.horizontal(|ui| {
            ui.label(RichText::new(&row.title).color(theme::text()));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let width = t!("full width: %{time}", time = time(scale));
                ui.label(RichText::new(width).small().color(theme::weak()))
                    .on_hover_text(t!("Time represented by the full width of a bar."));
            });
        });
        bar(ui, &row.parts.map(|part| part / scale), true);
        bar(ui, &[row.time / scale, 0.0, 0.0], false);
        terms(ui, pane, row);
        if let Some(doubt) = &row.doubt {
            let color = if row.is_trusted { theme::weak() } else { theme::amber() };
            ui.add(Label::new(RichText::new(doubt).small().color(color)).wrap());
        }
        ui.add_space(4.0);
    }
    if !rows.is_empty() {
        note(ui, &t!("Upper bar: time by the cost function. Lower bar: measured time."));
        if !is_shared {
            let times = format!("{:.0}", slowest / fastest);
            note(
                ui,
                &t!(
                    "Each method has its own scale, because the slowest takes %{n} times as long as the fastest.",
                    n = times
                ),
            );
        }
        if lab.budget() != Budget::Off {
            note(
                ui,
                &t!("The budget ends the traversal early, but cv, cp and cu are fitted to complete answers."),
            );
        }
        note(
            ui,
            &t!(
                "The unit costs cv, cp and cu are fitted to answers along the whole path whenever the method or the query changes."
            ),
        );
        let help = t!("Time the answers along the path again and refit cv, cp and cu.");
        if ui.small_button(t!("Refit costs")).on_hover_text(help).clicked() {
            lab.contest.lanes.iter_mut().for_each(|lane| lane.forget_costs());
        }
    }
}

/// Why the fitted costs should not be trusted, in the current language; `None` if they can be trusted.
fn doubt(counts: &[f64; 3], fitted: &Fitted) -> Option<String> {
    if !fitted.is_trusted() {
        let percent = format!("{:.0}", 100.0 * fitted.off);
        return Some(
            t!(
                "Compare the counts here, not these times: the fit misses the measured times by %{n} %. The machine was busy, or the terms do not explain the method.",
                n = percent
            )
            .into_owned(),
        );
    }
    let without: Vec<_> = (0..3).filter(|term| counts[*term] > 0.0 && fitted.costs[*term] == 0.0).collect();
    let terms = without.iter().map(|term| TERMS[*term]).collect::<Vec<_>>().join(", ");
    (!without.is_empty()).then(|| {
        t!(
            "The fit assigns no time to %{terms}: along the path these counts grow and shrink with the others, so their costs cannot be separated.",
            terms = terms
        )
        .into_owned()
    })
}

/// Adds a table of the three terms: number, unit cost, and their product.
fn terms(ui: &mut Ui, pane: usize, row: &Row) {
    Grid::new(("cost terms", pane)).num_columns(4).spacing([8.0, 1.0]).show(ui, |ui| {
        let helps = [
            t!("Pairs of volumes tested."),
            t!("Pairs of triangles tested."),
            t!("Volumes updated to the pose."),
        ];
        for (term, (name, help)) in TERMS.into_iter().zip(helps).enumerate() {
            let (swatch, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
            fill(ui, swatch, term);
            ui.label(RichText::new(name).small().color(theme::weak())).on_hover_text(help);
            ui.label(
                RichText::new(grouped(row.counts[term] as u64)).small().monospace().color(theme::strong()),
            )
            .on_hover_text(t!("Value in this frame."));
            ui.label(RichText::new(time(row.parts[term])).small().color(theme::weak()))
                .on_hover_text(t!("Time by the cost function: this count times its unit cost."));
            ui.end_row();
        }
        ui.label("");
        ui.label(RichText::new(t!("measured")).small().color(theme::weak()))
            .on_hover_text(t!("Time of the current answer."));
        ui.label(RichText::new(time(row.time)).small().color(theme::strong()))
            .on_hover_text(t!("Value in this frame."));
        ui.end_row();
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
