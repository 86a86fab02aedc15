//! `on-demand`: trees that grow where queries open them.
//!
//! Northeastern lecture (source 2): a potential advantage of top-down construction is that the hierarchy can be built as
//! needed. An OBB tree that grows on demand and one built at once answer the same queries along a path; times include
//! the construction so far. The time is the shortest of several runs from the start.

use std::time::{Duration, Instant};

use super::path_query::{self, prepare};
use crate::experiments::claims::value;
use crate::experiments::published::{LECTURE, claim};
use crate::experiments::{Axis, Claim, Experiment, Figure, Judgement, PlotKind, Run, RunError};
use crate::hierarchies::methods::OBB_TREE;
use crate::hierarchies::query::Query;

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: "on-demand",
    lab: "meshes",
    title: "Trees built on demand",
    source: "Northeastern lecture, trees of bounding volumes",
    says: "Time of construction and queries together, after 1 to 256 queries, for OBB trees built at once and on demand; the share of the tree that queries build.",
    needs_gpu: false,
    plot: PlotKind::lines(TIME, Axis::log("queries"), Axis::log("construction and queries (ms)")),
    run,
    claims,
};

/// Metric: construction and queries so far.
const TIME: &str = "time";
/// Metric: nodes built so far, of those of the whole tree.
const SHARE: &str = "share_built";
const SCENES: [&str; 2] = ["hot-and-cold", "blobs"];
const BUILT: [&str; 2] = ["at-once", "on-demand"];

fn run(run: &mut Run) -> Result<(), RunError> {
    let (triangles, queries, turns) = if run.quick { (600, 8, 1) } else { (30_000, 256, 3) };
    run.expect(SCENES.len() * BUILT.len());
    path_query::report_extent(run, triangles, queries, turns);
    for id in SCENES {
        let scene = path_query::scene(id)?;
        let poses = scene.path(queries);
        let meshes = (scene.meshes)(run.seed, triangles);
        let mut nodes_of_whole = 1;
        for built in BUILT {
            run.step(format!("{built} on {id}"))?;
            let mut best = vec![Duration::MAX; queries];
            let mut nodes = vec![0; queries];
            for _ in 0..turns {
                let mut pair = prepare(OBB_TREE, &[("built", built)], &meshes)?;
                // A tree on demand has only its root so far.
                let mut time = pair.built().time;
                for (query, pose) in poses.iter().enumerate() {
                    run.check()?;
                    let begin = Instant::now();
                    pair.answer(pose, &Query::Determine);
                    time += begin.elapsed();
                    best[query] = best[query].min(time);
                    nodes[query] =
                        [0, 1].iter().filter_map(|body| pair.tree(*body)).map(|t| t.node_count()).sum();
                }
            }
            if built == BUILT[0] {
                nodes_of_whole = nodes[0];
            }
            let checkpoints = std::iter::successors(Some(1), |queries| Some(2 * queries));
            for count in checkpoints.take_while(|count| *count <= queries) {
                let (series, x) = (series(built, id), (count as f64, "queries"));
                run.measured(&series, x, TIME, (1e3 * best[count - 1].as_secs_f64(), "ms"));
                let share = 100.0 * nodes[count - 1] as f64 / nodes_of_whole as f64;
                run.measured(&series, x, SHARE, (share, "%"));
            }
        }
    }
    Ok(())
}

fn series(built: &str, scene: &str) -> String {
    format!("{built}/{scene}")
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    vec![Claim::of_source(claim(&LECTURE, EXPERIMENT.id, 0), || {
        let (mut gains, mut shares, mut paid) = (Vec::new(), Vec::new(), Vec::new());
        let mut last = 0.0;
        for scene in SCENES {
            let [at_once, on_demand] = BUILT.map(|built| series(built, scene));
            let counts: Vec<f64> =
                figures.iter().filter(|f| f.series == on_demand && f.metric == TIME).map(|f| f.x).collect();
            let time = |series: &str, x| value(figures, series, TIME, x);
            last = *counts.last()?;
            gains.push(time(&at_once, counts[0])? / time(&on_demand, counts[0])?);
            shares.push(value(figures, &on_demand, SHARE, last)?);
            paid.push(counts.into_iter().find(|x| time(&at_once, *x) <= time(&on_demand, *x)));
        }
        let list = |numbers: &[f64], decimals: usize| {
            numbers.iter().map(|number| format!("{number:.decimals$}")).collect::<Vec<_>>().join(", ")
        };
        let paid: Vec<String> = paid
            .iter()
            .map(|queries| queries.map_or("–".to_owned(), |queries| queries.to_string()))
            .collect();
        let here = format!(
            "{}: the first answer comes {} times as early, {last} queries build {} % of the tree; the tree built at once has paid by query {}",
            SCENES.join(", "),
            list(&gains, 1),
            list(&shares, 0),
            paid.join(", ")
        );
        let cases: Vec<bool> = gains.iter().map(|gain| *gain > 1.0).collect();
        Some((here, Judgement::of_cases(&cases, Judgement::Contradicted)))
    })]
}
