//! Numbers that lessons check, about the active pane and the current step. Lengths are in metres.

use super::cloth_lab::ClothLab;
use crate::cloth::detect::Counts;
use crate::cloth::map_errors::Compared;
use crate::cloth::motion::simulation::STEP;
use crate::cloth::response::pierced::pierced;
use crate::cloth::simulation::Frame;

/// All facts by name, as in `fact:NAME`.
pub fn of(lab: &ClothLab) -> Vec<(&'static str, f64)> {
    let lane = lab.contest.in_focus();
    let found = lane.answer();
    let count = |of: fn(&Counts) -> u64| found.map_or(0.0, |found| of(&found.counts) as f64);
    let judged =
        |of: fn(&super::lane::Judged) -> usize| lane.judged().map_or(0.0, |judged| of(judged) as f64);
    let frame: &Frame = lab.now();
    let heights = || frame.state.positions.iter().map(|p| p.y);
    let maps = lab.shown_maps();
    let by_maps = |of: fn(&Compared) -> f64| maps.as_ref().map_or(0.0, |shown| of(&shown.compared));
    vec![
        ("particles", lab.mesh().rest.len() as f64),
        ("triangles", lab.mesh().faces.len() as f64),
        ("contacts", found.map_or(0.0, |found| found.contacts.len() as f64)),
        ("missed", judged(|judged| judged.missed.len())),
        ("false-hits", judged(|judged| judged.false_hits.len())),
        ("true-contacts", lab.truth().map_or(0.0, |found| found.contacts.len() as f64)),
        ("refitted", count(|c| c.refitted)),
        ("box-tests", count(|c| c.box_tests)),
        ("cells", count(|c| c.cells)),
        ("cell-entries", count(|c| c.entries)),
        ("cone-prunes", count(|c| c.cone_prunes)),
        ("contour-refusals", count(|c| c.contour_refusals)),
        ("certificates", count(|c| c.certificates)),
        ("certified", count(|c| c.certified)),
        ("leaf-pairs", count(|c| c.leaf_pairs)),
        ("centroid-drops", count(|c| c.centroid_drops)),
        ("feature-pairs", count(|c| c.feature_pairs)),
        ("feature-box-drops", count(|c| c.feature_box_drops)),
        ("same-side-drops", count(|c| c.same_side_drops)),
        ("exact-tests", count(|c| c.exact_tests)),
        ("hits", count(|c| c.hits)),
        ("stopped", frame.guarded.stopped as f64),
        ("pushes", frame.guarded.pushes as f64),
        ("rounds", f64::from(frame.guarded.rounds)),
        ("pierced", pierced(lab.mesh(), &frame.state.positions).len() as f64),
        ("map-hits", by_maps(|by| by.hits.len() as f64)),
        ("map-missed", by_maps(|by| by.missed.len() as f64)),
        ("map-false", by_maps(|by| by.false_hits.len() as f64)),
        ("map-undercut", by_maps(|by| by.undercut as f64)),
        ("map-depth-error", by_maps(|by| by.depth_error[1])),
        ("lowest-y", heights().fold(f64::INFINITY, f64::min)),
        ("highest-y", heights().fold(f64::NEG_INFINITY, f64::max)),
        ("seconds", lab.frame() as f64 * STEP),
    ]
}
