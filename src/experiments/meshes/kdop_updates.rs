//! `kdop-updates`: three ways to update k-DOPs to a pose, and when each pays off.
//!
//! Klosowski and others 1998 rotate the corners of a node's original volume (*approximation*) or walk along
//! the node's hull from the extreme vertices of the last pose (*hill climbing*). The Northeastern lecture
//! (source 2) adds the bottom-up refit from all vertices. The first two update only the nodes that a
//! traversal visits, a refit updates all. One blob rotates past the other in small steps, and the query asks
//! for the first touching pair.

use super::path_query::{self, QUERY_TIME, UPDATES, VOLUME_TESTS, ask, prepare, times_as_much};
use crate::experiments::published::{LECTURE, claim};
use crate::experiments::{Axis, Claim, Experiment, Figure, PlotKind, Run, RunError};
use crate::geometry::Pose;
use crate::hierarchies::query::Query;

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: "kdop-updates",
    lab: "meshes",
    title: "Updates of k-DOPs",
    source: "Klosowski and others 1998, and a lecture",
    says: "Tests, updates and time of detection with 18-DOPs updated by approximation, hill climbing or refitting.",
    needs_gpu: false,
    plot: PlotKind::lines(QUERY_TIME, Axis::log("triangles of each mesh"), Axis::log("time per query (µs)")),
    run,
    claims,
};

const UPDATE_RULES: [&str; 3] = ["approximation", "hill-climbing", "refit"];
/// Step between poses, as a fraction of the path.
const STEP: f64 = 1e-3;

fn run(run: &mut Run) -> Result<(), RunError> {
    let (sizes, poses, turns): (&[usize], _, _) =
        if run.quick { (&[300, 600], 4, 1) } else { (&[1_000, 3_000, 10_000, 30_000], 200, 3) };
    run.expect(sizes.iter().sum::<usize>() * UPDATE_RULES.len());
    path_query::report_extent(run, sizes[sizes.len() - 1], poses, turns);
    let scene = path_query::scene("blobs")?;
    let poses: Vec<Pose> = (0..poses).map(|i| (scene.pose)(i as f64 * STEP)).collect();
    for &triangles in sizes {
        let meshes = (scene.meshes)(run.seed, triangles);
        for rule in UPDATE_RULES {
            run.step_of(triangles, format!("{rule}, {triangles} triangles"))?;
            let mut pair = prepare("kdop-18", &[("update", rule)], &meshes)?;
            let measured = ask(run, &mut *pair, &poses, &Query::Detect, turns)?;
            measured.report(run, rule, (triangles as f64, "triangles"));
        }
    }
    Ok(())
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    let [approximation, hill_climbing, refit] = UPDATE_RULES;
    let climbing = claim(&LECTURE, EXPERIMENT.id, 0);
    let judge = |published: &str, metric: &str, what: &str, pair: [&str; 2], is_right: fn(f64) -> bool| {
        Claim::judged(published, || {
            let times = times_as_much(figures, metric, pair)?;
            Some((format!("{} takes {times:.2} times as {what} as {}", pair[0], pair[1]), is_right(times)))
        })
    };
    vec![
        judge(&climbing.says, VOLUME_TESTS, "many volume tests", [hill_climbing, approximation], |times| {
            times <= 1.0
        })
        .quoting(climbing),
        judge("a refit updates all volumes", UPDATES, "many updates", [refit, approximation], |times| {
            times > 1.0
        }),
        judge(
            "for a traversal that visits few nodes the approximation is cheaper than a refit",
            QUERY_TIME,
            "long",
            [refit, approximation],
            |times| times > 1.0,
        ),
    ]
}
