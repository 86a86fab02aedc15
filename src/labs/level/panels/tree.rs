//! Icicle chart below the scene: the part of the tree that the move visits.

use egui::{Align, Label, Layout, RichText, Sense, Ui, vec2};

use crate::figures::visited_tree::{Drawn, help, icicle, reached};
use crate::labs::level::level_lab::LevelLab;
use crate::labs::pane_panels;
use crate::language::t;
use crate::level::methods::BSP_OFFSET;
use crate::level::visited::Visited;
use crate::ui::icicle::Tree as _;
use crate::ui::pane_method::has_room;
use crate::ui::theme;

/// Height of the text line above the chart, points.
const LINE: f32 = 20.0;

/// Adds the chart of the active pane's tree; `before` is the cell (a node or leaf in the chart) that was
/// framed in the previous frame of the window.
pub fn show(ui: &mut Ui, lab: &mut LevelLab, before: Option<u32>) {
    ui.spacing_mut().item_spacing.y = 2.0;
    let lane = lab.contest.in_focus();
    let visited = Visited::of(lane.looks());
    let length = lab.question().map_or(0.0, |question| question.length());
    let drawn = Drawn { visited: &visited, looks: lane.looks(), length };
    let framed = before.map_or_else(Vec::new, |cell| visited.path(cell));
    let line = vec2(ui.available_width(), LINE);
    ui.allocate_ui_with_layout(line, Layout::left_to_right(Align::Center), |ui| {
        let title = RichText::new(t!("Visited part of the tree")).small().strong().color(theme::text());
        ui.label(title).on_hover_text(help());
        let text = match framed.last() {
            Some(cell) => drawn.says(*cell),
            None => {
                // The tree that `bsp-offset` compiles for each mover has another number of nodes.
                let all =
                    (lane.method().id != BSP_OFFSET).then(|| lab.ground().level.tree.nodes.len() as u64);
                let whole = reached(&drawn, &pane_panels::title(lab, lab.contest.panes.focus()), all);
                if has_room(ui, &whole) { whole } else { reached(&drawn, "", all) }
            }
        };
        ui.add(Label::new(RichText::new(text).small().color(theme::weak())).truncate());
    });
    if visited.cells.is_empty() {
        let text = t!("The active method has no tree to draw, or visits no node.");
        ui.label(RichText::new(text).small().color(theme::weak()));
        return;
    }
    let height = ui.available_height();
    let touched = icicle(ui, &drawn, &framed, Sense::click(), height);
    if touched.over.is_some() && !lab.pointed.stays {
        lab.pointed.cell = touched.over;
    }
    if let Some(cell) = touched.picked {
        let again = lab.pointed.stays && lab.pointed.cell == Some(cell);
        (lab.pointed.cell, lab.pointed.stays) = (Some(cell), !again);
    }
}
