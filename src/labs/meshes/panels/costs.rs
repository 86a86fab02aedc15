//! The cost function nv·cv + np·cp + nu·cu of every pane as stacked bars, beside the time that was measured.

use egui::{Align, Color32, Grid, Label, Layout, Rect, RichText, Sense, Ui, pos2, vec2};

use crate::labs::meshes::budget::Budget;
use crate::labs::meshes::lane::Lane;
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

/// The counts of the terms, as the cost function names them.
const TERMS: [&str; 3] = ["nv", "np", "nu"];

/// Panes have one scale as long as the slowest takes at most so many times as long as the fastest.
const SHARED: f64 = 10.0;

/// What a pane's answer took, counted and in seconds.
struct Row {
    title: String,
    counts: [f64; 3],
    parts: [f64; 3],
    time: f64,
    /// Why the parts say little, in the language on show.
    doubt: Option<String>,
    is_trusted: bool,
}

/// Per pane the three terms of the cost function and the measured time, to one scale unless one pane's would not be seen.
pub fn show(ui: &mut Ui, lab: &mut MeshesLab) {
    if !group(ui, "costs", &t!("Cost: nv·cv + np·cp + nu·cu")) {
        return;
    }
    let (query, meshes) = (lab.query(), Meshes::clone(lab.meshes()));
    let mut rows = Vec::new();
    let titles: Vec<_> = (0..lab.lanes.len()).map(|pane| title(lab, pane)).collect();
    for (lane, title) in lab.lanes.iter_mut().zip(titles) {
        if lane.answered().is_none() {
            continue;
        }
        let fitted = lane.unit_costs(&meshes, &query);
        let (Some(fitted), Some(answered)) = (fitted, lane.answered()) else {
            // The rest is measured in the next picture.
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
                let width = t!("full width %{time}", time = time(scale));
                ui.label(RichText::new(width).small().color(theme::weak()))
                    .on_hover_text(t!("The time for which a bar reaches from the left to the right."));
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
        note(ui, &t!("Upper bar: the cost function; lower bar: measured."));
        if !is_shared {
            let times = format!("{:.0}", slowest / fastest);
            note(
                ui,
                &t!(
                    "Every method has a scale of its own here: the slowest takes %{n} times as long as the fastest.",
                    n = times
                ),
            );
        }
        if lab.budget() != Budget::Off {
            note(
                ui,
                &t!("Under a budget the walk is another one; cv, cp and cu are those of complete answers."),
            );
        }
        note(
            ui,
            &t!(
                "cv, cp and cu are fitted once to answers along the whole path, when a method or question is new."
            ),
        );
        let help = t!("Times the answers along the path once more and fits cv, cp and cu to them.");
        if ui.small_button(t!("Fit again")).on_hover_text(help).clicked() {
            lab.lanes.iter_mut().for_each(Lane::forget_costs);
        }
    }
}

/// Why the terms say little; `None` if they can be trusted.
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
            "The fit gives no time to %{terms}: along the path these counts grow and shrink with the others, so that times cannot tell them apart.",
            terms = terms
        )
        .into_owned()
    })
}

/// The terms in numbers.
fn terms(ui: &mut Ui, pane: usize, row: &Row) {
    Grid::new(("cost terms", pane)).num_columns(4).spacing([8.0, 1.0]).show(ui, |ui| {
        let helps = [
            t!("Pairs of volumes that were tested."),
            t!("Pairs of triangles that were tested."),
            t!("Volumes that were brought to the pose."),
        ];
        for (term, (name, help)) in TERMS.into_iter().zip(helps).enumerate() {
            let (swatch, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
            fill(ui, swatch, term);
            ui.label(RichText::new(name).small().color(theme::weak())).on_hover_text(help);
            ui.label(
                RichText::new(grouped(row.counts[term] as u64)).small().monospace().color(theme::strong()),
            )
            .on_hover_text(t!("In this frame."));
            ui.label(RichText::new(time(row.parts[term])).small().color(theme::weak()))
                .on_hover_text(t!("The count times its unit cost."));
            ui.end_row();
        }
        ui.label("");
        ui.label(RichText::new(t!("measured")).small().color(theme::weak()))
            .on_hover_text(t!("Time of the answer on show."));
        ui.label(RichText::new(time(row.time)).small().color(theme::strong()))
            .on_hover_text(t!("In this frame."));
        ui.end_row();
    });
}

/// Parts beside each other, as shares of the width.
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
    let help =
        if is_stacked { t!("nv·cv, np·cp and nu·cu, one after the other.") } else { t!("Measured time.") };
    response.on_hover_text(help);
}

/// Colour and pattern of a term.
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
