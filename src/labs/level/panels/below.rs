//! Panel below the scene: the plan slice, and the part of the tree that the move visits.

use egui::{Panel, Ui, UiBuilder};

use super::{plan, tree};
use crate::labs::lab::Lab as _;
use crate::labs::level::level_lab::LevelLab;
use crate::ui::widgets::dock;

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
    // Two rows of panes need the height more.
    let is_low = lab.panes().count() > 2;
    let size = if is_low { (0.17 * height).clamp(130.0, 360.0) } else { (0.32 * height).clamp(190.0, 360.0) };
    let below = Panel::bottom(if is_low { "low plan" } else { "plan" }).frame(dock(10, 4)).resizable(true);
    let below = below.default_size(size).size_range(130.0..=(0.55 * height).max(131.0));
    below.show(ui, |ui| {
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
            ui.scope_builder(UiBuilder::new().max_rect(right), |ui| tree::show(ui, lab, before));
        }
    });
    if lab.pointed.cell != cell {
        ui.ctx().request_repaint();
    }
}
