//! Answers of the panes' methods. And the volume tests of the active pane's answer, by level of the trees.

use egui::{Align2, FontId, Label, Rect, RichText, Sense, Ui, pos2, vec2};

use crate::exhibit::Page;
use crate::labs::meshes::lane::Lane;
use crate::labs::meshes::meshes_lab::MeshesLab;
use crate::labs::pane_panels::title;
use crate::language::{t, tr};
use crate::meshes::trees::{MOST_PAIRS, TOO_MANY_PAIRS};
use crate::stories::meshes::question::outcome;
use crate::ui::format::grouped;
use crate::ui::group::group;
use crate::ui::requests::{PanelContext, Request};
use crate::ui::said::labelled;
use crate::ui::theme;
use crate::ui::widgets::note;

/// Adds the answer of each pane, and whether it agrees with the reference.
pub fn show(ui: &mut Ui, lab: &MeshesLab) {
    if !group(ui, "answers", &t!("Answers")) {
        return;
    }
    for (pane, lane) in lab.contest.lanes.iter().enumerate() {
        ui.label(RichText::new(title(lab, pane)).color(theme::text())).on_hover_text(tr(lane.method().says));
        let Some(answered) = lane.answered() else {
            note(ui, &why_none(lane).unwrap_or_default());
            continue;
        };
        let found = outcome(&lab.query(), &answered.answer, answered.open.as_ref());
        let is_open = answered.open.is_some() && !found.hit;
        let color = if found.hit { theme::colliding() } else { theme::teal() };
        let color = if is_open { theme::weak() } else { color };
        let text = RichText::new(labelled(&found.word, &found.evidence)).small().color(color);
        ui.add(Label::new(text).wrap());
    }
    // An answer counts for each pane.
    let [asked, wrong] =
        lab.contest.lanes.iter().fold([0, 0], |sum, lane| [sum[0] + lane.total[0], sum[1] + lane.total[1]]);
    let reference = tr(lab.reference().method().title);
    note(
        ui,
        &t!(
            "Reference: %{method}. Different answers since the start, all panes together: %{wrong} of %{asked}.",
            method = reference,
            wrong = wrong,
            asked = asked
        ),
    );
}

/// Why a pane has no answer, in the current language; `None` if it has one.
pub fn why_none(lane: &Lane) -> Option<String> {
    if lane.answered().is_some() {
        return None;
    }
    let progress = lane.trees().progress().map(|share| (100.0 * share).round());
    let why = match (progress, lane.trees().why_not()) {
        (Some(percent), _) => t!("Building the trees: %{n} %", n = percent),
        (None, Some(TOO_MANY_PAIRS)) => {
            t!("Brute force handles at most %{n} pairs of triangles.", n = grouped(MOST_PAIRS as u64))
        }
        (None, _) => t!("The trees could not be built."),
    };
    Some(why.into_owned())
}

/// Events of a frame, in the current language.
pub fn happened(lab: &MeshesLab, frame: u64) -> Vec<String> {
    let Some(mark) = lab.marks().at(frame) else {
        return vec![t!("No method has answered in this frame yet.").into_owned()];
    };
    let touches = if mark.hits > 0 { t!("The meshes touch.") } else { t!("The meshes are separated.") };
    let mut lines = vec![touches.into_owned()];
    if mark.missed > 0 {
        lines.push(t!("Methods that differ from the reference: %{n}", n = mark.missed).into_owned());
    }
    lines
}

/// Adds the button that opens the inspector.
pub fn inspect_button(ui: &mut Ui, panel: &mut PanelContext) {
    ui.add_space(8.0);
    let help = t!("Inspect the traversal of both trees, one pair of nodes after another. (I)");
    if ui.button(t!("Inspect the traversal")).on_hover_text(help).clicked() {
        panel.ask(Request::Turn(Page::Inspector));
    }
}

/// Height of the bar of a level, points.
const ROW: f32 = 11.0;
/// Widths of the level number left of a bar and of the number of tests right of it, points.
const NUMBERS: [f32; 2] = [22.0, 58.0];

/// Adds a bar per level, down to the deepest level with tests; nothing for a method that counts none.
pub fn levels(ui: &mut Ui, lab: &MeshesLab) {
    let lane = lab.contest.in_focus();
    let Some(answered) = lane.answered() else { return };
    let levels = &answered.answer.cost.levels;
    let Some(deepest) = levels.iter().rposition(|tests| *tests > 0) else { return };
    if !group(ui, "levels", &t!("Volume tests by level")) {
        return;
    }
    let most = levels.iter().copied().max().unwrap_or(1).max(1) as f32;
    let help = t!(
        "Volume tests of the active pane's method. Level 0 holds the roots; a pair counts at the level of its deeper node."
    );
    let height = ROW * (deepest + 1) as f32;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let (painter, font) = (ui.painter(), FontId::proportional(10.0));
    for (level, tests) in levels[..=deepest].iter().enumerate() {
        let top = rect.top() + ROW * level as f32;
        let (left, right) = (rect.left() + NUMBERS[0], rect.right() - NUMBERS[1]);
        let end = left + (right - left) * *tests as f32 / most;
        painter.rect_filled(
            Rect::from_min_max(pos2(left, top + 1.0), pos2(end, top + ROW - 1.0)),
            1.0,
            theme::accent(),
        );
        let y = top + 0.5 * ROW;
        let number = |x: f32, anchor, text: String, color| {
            painter.text(pos2(x, y), anchor, text, font.clone(), color);
        };
        number(left - 4.0, Align2::RIGHT_CENTER, level.to_string(), theme::weak());
        number(end + 4.0, Align2::LEFT_CENTER, grouped((*tests).into()), theme::text());
    }
    response.on_hover_text(help);
    if lab.settings.view.trees
        && let Some(visits) = lane.visits()
    {
        let n = grouped(visits.front_length() as u64);
        note(ui, &t!("Length of the front (pairs of nodes where the traversal stopped): %{n}.", n = n));
    }
}
