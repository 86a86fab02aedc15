//! Panel below the scene: the plan slice, and the part of the tree that the move visits.

use egui::{Align, Label, Layout, Panel, RichText, Sense, Ui, UiBuilder, vec2};

use super::plan;
use crate::figures::visited_tree::{Drawn, help, icicle, reached};
use crate::labs::level::level_lab::LevelLab;
use crate::labs::pane_panels;
use crate::language::t;
use crate::level::visited::Visited;
use crate::ui::icicle::Tree as _;
use crate::ui::pane_method::has_room;
use crate::ui::theme;
use crate::ui::widgets::{dock, strip_heights};

/// Minimum height of a window with this panel, points.
const LOW: f32 = 620.0;
/// Share of the panel's width for the plan slice if the tree is shown beside it.
const SLICE: f32 = 0.46;
/// Gap between the plan slice and the tree, points.
const GAP: f32 = 12.0;

/// Adds the panel in a window of `height` points.
pub fn show(ui: &mut Ui, lab: &mut LevelLab, height: f32) {
    let before = lab.pointed.framed();
    let cell = lab.pointed.cell;
    if !lab.pointed.stays {
        lab.pointed.cell = None;
    }
    if !(lab.settings.view.slice || lab.settings.view.tree) || height < LOW {
        return;
    }
    let (first, range) = strip_heights(height);
    let below = Panel::bottom("plan").frame(dock(10, 4)).resizable(true);
    below.default_size(first).size_range(range).show(ui, |ui| {
        // Keeps the height to which the panel was dragged.
        ui.set_min_height(ui.available_height());
        let room = ui.available_rect_before_wrap();
        let (left, right) = match (lab.settings.view.slice, lab.settings.view.tree) {
            (true, true) => {
                let x = room.left() + (SLICE * room.width()).round();
                let (left, right) = room.split_left_right_at_x(x);
                (Some(left.with_max_x(x - 0.5 * GAP)), Some(right.with_min_x(x + 0.5 * GAP)))
            }
            (true, false) => (Some(room), None),
            _ => (None, Some(room)),
        };
        if let Some(left) = left {
            ui.scope_builder(UiBuilder::new().max_rect(left), |ui| plan::show(ui, lab));
        }
        if let Some(right) = right {
            ui.scope_builder(UiBuilder::new().max_rect(right), |ui| tree(ui, lab, before));
        }
    });
    if lab.pointed.cell != cell {
        ui.ctx().request_repaint();
    }
}

/// Height of the text line above the chart, points.
const LINE: f32 = 20.0;

/// Adds the chart of the active pane's tree; `before` is the cell (a node or leaf in the chart) that was
/// framed in the previous frame of the window.
pub fn tree(ui: &mut Ui, lab: &mut LevelLab, before: Option<u32>) {
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
                let all = lane.tree().map(|tree| tree.nodes);
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
