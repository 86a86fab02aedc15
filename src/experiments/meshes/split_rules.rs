//! `split-rules`: every rule for splitting a set of triangles, on all scenes.
//!
//! Klosowski and others 1998 compare four rules along x, y and z that split at the mean of the centroids, and
//! find splatter the best for their k-DOP trees. Here all rules build 18-DOP trees with one triangle per
//! leaf, and all touching pairs along each scene's path are determined.

use super::path_query::{self, VOLUME_TESTS, ask, prepare, times_as_much};
use crate::experiments::claims::{value, xs};
use crate::experiments::published::{LECTURE, claim};
use crate::experiments::{Axis, Claim, Experiment, Figure, Judgement, PlotKind, Run, RunError};
use crate::hierarchies::query::Query;
use crate::meshes::scenes::SCENES;

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: "split-rules",
    lab: "meshes",
    title: "Split rules",
    source: "Klosowski and others 1998 (k-DOP trees)",
    says: "Tests and time to find all touching pairs, with 18-DOP trees built by eight split rules, on every scene of two meshes.",
    needs_gpu: false,
    plot: PlotKind::bars(
        VOLUME_TESTS,
        Axis::linear("scene, in the order of the menu"),
        Axis::log("volume tests per pose"),
    ),
    run,
    claims,
};

/// The split rules; the first four are the source's.
const RULES: [&str; 8] =
    ["splatter", "min-sum", "min-max", "longest-side", "mean", "median", "middle", "surface-area"];
/// Number of rules that the source compares.
const COMPARED: usize = 4;

fn run(run: &mut Run) -> Result<(), RunError> {
    let (triangles, poses, turns) = if run.quick { (300, 2, 1) } else { (8_000, 40, 3) };
    run.expect(SCENES.len() * RULES.len());
    path_query::report_extent(run, triangles, poses, turns);
    path_query::report_scenes(run);
    for (i, scene) in SCENES.iter().enumerate() {
        let (meshes, poses) = ((scene.meshes)(run.seed, triangles), scene.path(poses));
        for rule in RULES {
            run.step(format!("{rule} on {}", scene.id))?;
            let mut pair = prepare("kdop-18", &[("construction", rule), ("leaf-size", "1")], &meshes)?;
            let measured = ask(run, &mut *pair, &poses, &Query::Determine, turns)?;
            measured.report(run, rule, (i as f64 + 1.0, "scene"));
        }
    }
    Ok(())
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    vec![splatter_is_best(figures)]
}

fn splatter_is_best(figures: &[Figure]) -> Claim {
    let best = |scene: f64| {
        let tests = |rule| value(figures, rule, VOLUME_TESTS, scene);
        let own = tests(RULES[0])?;
        Some(RULES[1..COMPARED].iter().all(|rule| tests(rule).is_some_and(|other| own < other)))
    };
    let against = |rule| times_as_much(figures, VOLUME_TESTS, [rule, RULES[0]]).map(|times| (rule, times));
    Claim::of_source(claim(&LECTURE, EXPERIMENT.id, 0), || {
        let others: Vec<(&str, f64)> =
            RULES[1..COMPARED].iter().copied().map(against).collect::<Option<_>>()?;
        let list: Vec<String> = others.iter().map(|(rule, times)| format!("{rule} {times:.2}")).collect();
        let mut cases: Vec<bool> = xs(figures, RULES[0], VOLUME_TESTS).into_iter().filter_map(best).collect();
        let here = format!(
            "volume tests as a multiple of splatter's, mean of the scenes: {}; fewest in {} of {} scenes",
            list.join(", "),
            cases.iter().filter(|best| **best).count(),
            cases.len()
        );
        cases.push(others.iter().all(|(_, times)| *times >= 1.0));
        Some((here, Judgement::of_cases(&cases, Judgement::Contradicted)))
    })
}
