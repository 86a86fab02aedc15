//! The budget of answers: its controls, and the undecided part.

use egui::{Label, Rect, RichText, Sense, Ui, vec2};

use crate::hierarchies::query::{Answer, Query};
use crate::labs::controls::hover_text;
use crate::labs::meshes::budget::{Budget, LEAST_MILLISECONDS, MOST_MILLISECONDS, MOST_TESTS};
use crate::labs::meshes::lane::{Answered, Lane, Open};
use crate::labs::meshes::meshes_lab::MeshesLab;
use crate::labs::meshes::words::Config;
use crate::labs::pane_panels::title;
use crate::language::{t, tr};
use crate::ui::drawing::{Hatch, hatching};
use crate::ui::format::{grouped, length, percent};
use crate::ui::group::group;
use crate::ui::theme;
use crate::ui::widgets::{choice, note, slider};

/// Initial value of each kind of budget.
const FIRST: [Budget; 3] = [Budget::Off, Budget::Tests(500), Budget::Time(0.1)];
/// Height of the bar of decided pairs, points.
const BAR: f32 = 10.0;

/// Adds the choice of the budget, shared by all panes.
pub fn choose(ui: &mut Ui, budget: &mut Budget) {
    let help = hover_text::<Config>("budget");
    let titles = [t!("Unlimited"), t!("Number of tests"), t!("Time limit")];
    let says = [
        t!("Every traversal runs to its end: answers are complete."),
        t!("Limits the total of volume and triangle tests: the answer is always the same."),
        t!("Limits the time: the answer depends on the machine and its load."),
    ];
    let now = match budget {
        Budget::Off => 0,
        Budget::Tests(_) => 1,
        Budget::Time(_) => 2,
    };
    let rows = titles.iter().zip(says).map(|(title, says)| (title.to_string(), says.into_owned(), true));
    if let Some(chosen) = choice(ui, &t!("Budget"), &help, &titles[now], rows).filter(|row| *row != now) {
        *budget = FIRST[chosen];
    }
    match budget {
        Budget::Off => {}
        Budget::Tests(tests) => {
            slider(ui, &t!("Tests"), &help, tests, (1..=MOST_TESTS, ""), |slider| slider.logarithmic(true));
        }
        Budget::Time(time) => {
            let range = LEAST_MILLISECONDS..=MOST_MILLISECONDS;
            slider(ui, &t!("Time"), &help, time, (range, "ms"), |slider| slider.logarithmic(true));
        }
    }
}

/// Adds for each pane the share of triangle pairs that are decided, and bound and actual error of the answer;
/// nothing without a budget.
pub fn show(ui: &mut Ui, lab: &MeshesLab) {
    if lab.settings.budget == Budget::Off || !group(ui, "budget", &t!("Budget and error")) {
        return;
    }
    let [a, b] = [0, 1].map(|i: usize| lab.meshes().meshes[i].triangles().len() as f64);
    for (pane, lane) in lab.contest.lanes.iter().enumerate() {
        let Some(answered) = lane.answered() else { continue };
        ui.label(RichText::new(title(lab, pane)).color(theme::text())).on_hover_text(tr(lane.method().says));
        let share = answered.open.as_ref().map_or(0.0, |open| open.triangles as f64 / (a * b));
        bar(ui, share);
        ui.add(Label::new(RichText::new(decided(lane, answered, share)).small().color(theme::text())).wrap());
        if let Some(text) = lab.truth().and_then(|truth| error(&lab.query(), answered, truth)) {
            ui.add(Label::new(RichText::new(text).small().color(theme::weak())).wrap());
        }
    }
    note(ui, &t!("The bar: all pairs of triangles. Dotted, and grey in the scene: undecided."));
}

/// Bar of decided pairs, with a dotted part for undecided ones.
fn bar(ui: &mut Ui, undecided: f64) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), BAR), Sense::hover());
    // Even a tiny undecided share stays visible.
    let open = (undecided as f32 * rect.width()).max(if undecided > 0.0 { 2.0 } else { 0.0 });
    let (decided, open) = rect.split_left_right_at_x(rect.right() - open);
    let painter = ui.painter();
    painter.rect_filled(rect, 2.0, theme::sunken());
    painter.rect_filled(decided, 2.0, theme::accent());
    if undecided > 0.0 {
        painter.rect_filled(open, 0.0, theme::weak().gamma_multiply(0.35));
        hatching(painter, [Rect::from_min_max(open.min, open.max)], Hatch::Dots, theme::weak());
    }
    response.on_hover_text(t!("Pairs of triangles: decided (solid) and undecided (dotted)."));
}

/// The number of tests that were run and of triangle pairs that are undecided, as a sentence.
fn decided(lane: &Lane, answered: &Answered, share: f64) -> String {
    let cost = &answered.answer.cost;
    let tests = grouped(cost.volume_tests + cost.triangle_tests);
    let Some(Open { nodes, triangles, .. }) = &answered.open else {
        return if lane.knows_budget() {
            t!("All pairs are decided. Tests: %{tests}.", tests = tests).into_owned()
        } else {
            t!("This method ignores the budget: its answer is complete.").into_owned()
        };
    };
    t!(
        "Tests: %{tests}. Undecided pairs of triangles: %{n} (%{percent} %); pairs of nodes above them: %{nodes}.",
        tests = tests,
        n = grouped(*triangles),
        percent = percent(share),
        nodes = grouped(nodes.len() as u64)
    )
    .into_owned()
}

/// Bound and actual error of an answer; `None` if the answer is complete.
fn error(query: &Query, answered: &Answered, truth: &Answer) -> Option<String> {
    let open = answered.open.as_ref()?;
    Some(
        match query {
            Query::Distance(_) => {
                let least = length(open.distance_at_least);
                let real = length(truth.distance.unwrap_or(0.0));
                match answered.answer.distance {
                    Some(found) => t!(
                        "Distance: between %{least} and %{found}. Reference: %{real}.",
                        least = least,
                        found = length(found),
                        real = real
                    ),
                    None => {
                        t!("Distance: at least %{least}. Reference: %{real}.", least = least, real = real)
                    }
                }
            }
            Query::Determine => t!(
                "Touching pairs found: %{found}. Reference: %{real}.",
                found = grouped(answered.answer.pairs.len() as u64),
                real = grouped(truth.pairs.len() as u64)
            ),
            Query::Detect | Query::Within(_) => {
                let real = if truth.colliding { t!("colliding") } else { t!("apart") };
                t!("No contact found yet. Reference: %{real}.", real = real)
            }
        }
        .into_owned(),
    )
}
