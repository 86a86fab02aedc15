//! Answers of the panes' methods to the move ahead, compared with the exact answer. And the wheels of the car: distance
//! of each from the ground, and the cost of its ray.

use egui::{Grid, Label, RichText, Ui};

use crate::labs::contest::Contestant as _;
use crate::labs::lab::Lab as _;
use crate::labs::level::lane::{Answer, Lane, Question, Sweeper};
use crate::labs::level::level_lab::LevelLab;
use crate::labs::measured::figures;
use crate::labs::pane_panels;
use crate::language::{t, tr};
use crate::road::car::WHEEL_NAMES;
use crate::stories::level::sentences::why_early;
use crate::ui::format::grouped;
use crate::ui::group::group;
use crate::ui::theme;
use crate::ui::widgets::note;

/// Adds the true stop of the queried move, and the stop that each pane's method reports.
pub fn show(ui: &mut Ui, lab: &LevelLab) {
    let title = match lab.figure().is_car() {
        true => t!("Ray of the wheel %{wheel}", wheel = tr(WHEEL_NAMES[lab.settings.wheel])),
        false => t!("The move ahead"),
    };
    if !group(ui, "answers", &title) {
        return;
    }
    let Some(question) = lab.question() else { return };
    let truly = match question.truth {
        Some(hit) if hit.inside => t!("The mover starts inside a solid.").into_owned(),
        Some(hit) => {
            let metres = format!("{:.3}", question.reached(Some(&hit)));
            t!("Exact answer: stopped after %{m} m.", m = metres).into_owned()
        }
        None => {
            let metres = format!("{:.2}", question.length());
            t!("Exact answer: no hit over the whole length of %{m} m.", m = metres).into_owned()
        }
    };
    ui.add(Label::new(RichText::new(truly).color(theme::text())).wrap());
    for (pane, lane) in lab.contest.lanes.iter().enumerate() {
        ui.add_space(4.0);
        ui.label(RichText::new(pane_panels::title(lab, pane)).color(theme::strong()))
            .on_hover_text(tr(lane.method().says));
        match lane.answer() {
            None => note(ui, &why_none(lane).unwrap_or_default()),
            Some(answer) => one(ui, (pane, pane == lab.panes().focus()), question, lane, answer),
        }
    }
}

fn one(ui: &mut Ui, (pane, is_active): (usize, bool), question: &Question, lane: &Lane, answer: &Answer) {
    if is_active
        && answer.is_early()
        && let Some(hit) = answer.hit
    {
        note(ui, &why_early(question, &hit));
    }
    let all = lane.total;
    let sum = Answer { hit: None, cost: all.cost, time: all.time, early: 0.0 };
    let share = 1.0 / all.moves.max(1) as f64;
    figures(ui, pane, Sweeper::METRICS, answer, (&sum, share, &t!("Mean per move since the start.")));
    let (moves, most) = (grouped(all.moves), format!("{:.1}", 1e3 * all.most));
    let share = match all.early {
        0 => t!("Hits reported too early: 0 of %{all} moves.", all = moves),
        early => t!(
            "Hits reported too early: %{n} of %{all} moves, by at most %{mm} mm.",
            n = grouped(early),
            all = moves,
            mm = most
        ),
    };
    note(ui, &share);
    if all.late > 0 {
        let late = t!("Hits reported too late: %{n}.", n = grouped(all.late));
        ui.add(Label::new(RichText::new(format!("▲ {late}")).small().color(theme::amber())).wrap());
    }
}

/// Why a pane has no answer, in the current language; `None` if it has one.
pub fn why_none(lane: &Lane) -> Option<String> {
    if lane.answer().is_some() {
        return None;
    }
    Some(match lane.why_not() {
        Some(why) => t!("This method cannot answer: %{why}", why = why).into_owned(),
        None => t!("Compiling a tree for this size of mover.").into_owned(),
    })
}

/// Adds a line per wheel if the mover is the car. A click on a name picks the wheel.
pub fn wheels(ui: &mut Ui, lab: &mut LevelLab) {
    if !lab.figure().is_car() || !group(ui, "wheels", &t!("Signed distance")) {
        return;
    }
    let mut picked = lab.settings.wheel;
    let weak = |text: String| Label::new(RichText::new(text).small().color(theme::weak()));
    Grid::new("wheels").num_columns(3).spacing([8.0, 1.0]).show(ui, |ui| {
        ui.label("");
        ui.add(weak(t!("Distance, mm").into_owned())).on_hover_text(t!(
            "Distance from ground contact along the suspension, by the exact method: positive is in the air, negative is sunk in."
        ));
        ui.add(weak(t!("Nodes").into_owned())).on_hover_text(t!("Nodes that the active method visits for this wheel's ray."));
        ui.end_row();
        for (wheel, name) in WHEEL_NAMES.into_iter().enumerate() {
            let help = t!("Click to show this wheel's ray, its planes and its path down the tree.");
            let name = RichText::new(tr(name)).small();
            if ui.selectable_label(picked == wheel, name).on_hover_text(help).clicked() {
                picked = wheel;
            }
            let number = |text: String| RichText::new(text).small().monospace().color(theme::strong());
            ui.label(number(words(lab.distance(wheel))));
            let answer = lab.contest.in_focus().answers().get(wheel);
            ui.label(number(answer.map_or_else(String::new, |answer| grouped(answer.cost.nodes))));
            ui.end_row();
        }
    });
    if picked != lab.settings.wheel {
        lab.pick_wheel(picked);
    }
    note(ui, &t!("Distance from ground contact: positive is in the air, negative is sunk in."));
}

/// A signed distance in millimetres, or "no ground found".
fn words(distance: Option<f64>) -> String {
    match distance.map(|metres| format!("{:+.1}", 1e3 * metres)) {
        None => t!("no ground found").into_owned(),
        // A value that rounds to zero has no sign.
        Some(mm) if mm == "-0.0" || mm == "+0.0" => "0.0".to_owned(),
        Some(mm) => mm.replace('-', "\u{2212}"),
    }
}
