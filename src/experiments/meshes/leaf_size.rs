//! `leaf-size`: the number of triangles per leaf, from 1 to 40.
//!
//! Klosowski and others 1998 use one triangle per leaf for a static model and up to 40 for a moving one,
//! because a moving model needs updates, and larger leaves make fewer volumes. Here trees of every kind
//! answer the same poses with leaves of 1 to 40 triangles: an oriented box only needs the pose, a k-DOP must
//! be recomputed.

use super::path_query::{self, QUERY_TIME, ask, prepare, tree_methods};
use crate::experiments::published::{LECTURE, claim};
use crate::experiments::{Axis, Claim, Experiment, Figure, Judgement, PlotKind, Run, RunError};
use crate::hierarchies::methods::OBB_TREE;
use crate::hierarchies::query::Query;

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: "leaf-size",
    lab: "meshes",
    title: "Triangles per leaf",
    source: "Klosowski and others 1998 (k-DOP trees)",
    says: "Tests, updates and time to find all touching pairs, against the number of triangles per leaf, by every tree of volumes.",
    needs_gpu: false,
    plot: PlotKind::lines(
        QUERY_TIME,
        Axis::log("maximum triangles per leaf"),
        Axis::log("time per query (µs)"),
    ),
    run,
    claims,
};

const SIZES: [&str; 6] = ["1", "2", "4", "8", "16", "40"];
/// The tree that the source measures, with the k that it recommends.
const UPDATED: &str = "kdop-18";

fn run(run: &mut Run) -> Result<(), RunError> {
    let (triangles, poses, turns) = if run.quick { (200, 2, 1) } else { (20_000, 60, 5) };
    run.expect(SIZES.len() * tree_methods().count());
    path_query::report_extent(run, triangles, poses, turns);
    let scene = path_query::scene("wrinkles")?;
    let (meshes, poses) = ((scene.meshes)(run.seed, triangles), scene.path(poses));
    for method in tree_methods() {
        for size in SIZES {
            run.step(format!("{} with {size} in a leaf", method.id))?;
            let mut pair = prepare(method.id, &[("leaf-size", size)], &meshes)?;
            let measured = ask(run, &mut *pair, &poses, &Query::Determine, turns)?;
            measured.report(run, method.id, (size.parse().unwrap_or_default(), "triangles in a leaf"));
        }
    }
    Ok(())
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    let best = |series: &str| {
        let of = figures.iter().filter(|f| f.series == series && f.metric == QUERY_TIME);
        of.min_by(|a, b| a.value.total_cmp(&b.value)).map(|f| f.x)
    };
    vec![Claim::of_source(claim(&LECTURE, EXPERIMENT.id, 0), || {
        let (turned, updated) = (best(OBB_TREE)?, best(UPDATED)?);
        let here = format!("the least time at {turned} in a leaf for {OBB_TREE}, at {updated} for {UPDATED}");
        Some((here, Judgement::reproduced(updated > turned)))
    })]
}
