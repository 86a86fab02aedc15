//! What is drawn in a pane of its method's walk down the tree: the planes at which the path is cut, and the solid leaf that was hit.

use super::level_lab::LevelLab;
use crate::figures::sweep::{LEAF, add_cell, add_look, add_plane, cuts};
use crate::level::brush::Brush;
use crate::level::methods::{BRUSH_PLANES, BSP_OFFSET, REFERENCE};
use crate::render::dissection::Dissection;

/// Planes that are drawn at most, those that cut the path first.
const MOST: usize = 12;
/// Half the side of the part of a plane that is drawn, metres, beside the mover's radius.
const HALF: f64 = 0.6;

/// Adds what is switched on in a pane.
pub fn add(dissection: &mut Dissection, lab: &LevelLab, pane: usize) {
    let (Some(question), Some(lane)) = (lab.question(), lab.contest.lanes.get(pane)) else { return };
    let half = HALF + lab.figure().radius;
    if let Some(look) = lab.pointed.look(lane).filter(|_| pane == lab.contest.panes.focus()) {
        add_look(dissection, &look, &question.a_move, half);
    }
    if !lab.view.planes {
        return;
    }
    for cut in cuts(lane.looks(), &question.a_move).into_iter().take(MOST) {
        add_plane(dissection, &cut, half);
    }
    if let Some(hit) = lane.answer().and_then(|answer| answer.hit)
        && let Some(cell) = cell(lab, lane.method().id, hit.cell)
    {
        add_cell(dissection, cell, 2.0, LEAF);
    }
}

/// The solid leaf or the brush with this index, by a method that counts those of the level.
pub fn cell<'a>(lab: &'a LevelLab, method: &str, cell: Option<u32>) -> Option<&'a Brush> {
    let (level, cell) = (&lab.ground().level, cell? as usize);
    match method {
        // It has a tree of its own.
        BSP_OFFSET => None,
        BRUSH_PLANES | REFERENCE => level.brushes.get(cell),
        _ => level.cells.get(cell)?.as_ref(),
    }
}
