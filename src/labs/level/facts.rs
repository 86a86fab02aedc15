//! Numbers that lessons check, about the active pane, the level and the walk. Lengths are in metres.

use super::level_lab::LevelLab;
use crate::level::sweep::Cost;
use crate::level::tree::Size;

/// All facts by name, as in `fact:NAME`.
pub fn of(lab: &LevelLab) -> Vec<(&'static str, f64)> {
    let (state, level) = (&lab.walk().now().state, &lab.ground().level);
    let answer = lab.contest.in_focus().answer();
    let hit = answer.and_then(|answer| answer.hit);
    let count = |of: fn(&Cost) -> u64| answer.map_or(0.0, |answer| of(&answer.cost) as f64);
    let reached = lab.question().map_or(0.0, |question| question.reached(hit.as_ref()));
    let place = state.walker.place;
    let tree = lab.contest.in_focus().tree();
    let size = |of: fn(&Size) -> u64| tree.map_or(0.0, |tree| of(&tree) as f64);
    vec![
        ("hit", f64::from(u8::from(hit.is_some()))),
        ("stop", reached),
        ("early", answer.map_or(0.0, |answer| answer.early)),
        ("normal-y", hit.map_or(0.0, |hit| hit.normal.y)),
        ("nodes", count(|cost| cost.nodes)),
        ("planes", count(|cost| cost.planes)),
        ("bevels", count(|cost| cost.bevels)),
        ("cells", count(|cost| cost.cells)),
        ("faces", level.faces as f64),
        ("brushes", level.brushes.len() as f64),
        ("tree-nodes", level.tree.nodes.len() as f64),
        ("solid-leaves", f64::from(level.tree.solid)),
        ("own-tree-nodes", size(|tree| tree.nodes)),
        ("own-tree-depth", size(|tree| tree.depth.into())),
        ("own-tree-bytes", size(|tree| tree.bytes)),
        ("x", place.x),
        ("y", place.y),
        ("z", place.z),
        ("set-back", state.set_back as f64),
        ("falls", f64::from(u8::from(state.walker.floor.is_none()))),
    ]
}
