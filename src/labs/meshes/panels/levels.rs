//! Volume tests of the active pane's answer, by level of the trees.

use egui::{Align2, FontId, Rect, Sense, Ui, pos2, vec2};

use crate::labs::meshes::meshes_lab::MeshesLab;
use crate::language::t;
use crate::ui::format::grouped;
use crate::ui::group::group;
use crate::ui::theme;
use crate::ui::widgets::note;

/// Height of the bar of a level, points.
const ROW: f32 = 11.0;
/// Widths of the level number left of a bar and of the number of tests right of it, points.
const NUMBERS: [f32; 2] = [22.0, 58.0];

/// Adds a bar per level, down to the deepest level with tests; nothing for a method that counts none.
pub fn show(ui: &mut Ui, lab: &MeshesLab) {
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
