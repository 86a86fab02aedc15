//! Overlays of a pane's sweep: the planes that cut the path, and the solid leaf that was hit.

use super::level_lab::LevelLab;
use crate::figures::sweep::{LEAF, add_cell, add_look, add_plane, cuts};
use crate::level::brush::Brush;
use crate::level::methods::{BRUSH_PLANES, BSP_OFFSET, REFERENCE};
use crate::render::dissection::Dissection;

/// Maximum number of drawn planes; planes that cut the path nearer to its start are drawn first.
const MOST: usize = 12;
/// Half the side of the square that is drawn for a plane, metres; the mover's radius is added.
const HALF: f64 = 0.6;

/// Adds the overlays of a pane that are switched on.
pub fn add(dissection: &mut Dissection, lab: &LevelLab, pane: usize) {
    let (Some(question), Some(lane)) = (lab.question(), lab.contest.lanes.get(pane)) else { return };
    let half = HALF + lab.figure().radius;
    if let Some(look) = lab.pointed.look(lane).filter(|_| pane == lab.contest.panes.focus()) {
        add_look(dissection, &look, &question.a_move, half);
    }
    if !lab.settings.view.planes {
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

/// The drawn brush for the index of a solid in a method's answer; `None` if the index refers to the method's
/// own tree.
pub fn cell<'a>(lab: &'a LevelLab, method: &str, cell: Option<u32>) -> Option<&'a Brush> {
    let (level, cell) = (&lab.ground().level, cell? as usize);
    match method {
        // This method's indices refer to the tree that it compiles for the mover.
        BSP_OFFSET => None,
        BRUSH_PLANES | REFERENCE => level.brushes.get(cell),
        _ => level.cells.get(cell)?.as_ref(),
    }
}
