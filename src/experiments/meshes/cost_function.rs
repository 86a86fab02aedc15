//! `cost-function`: how well nv·cv + np·cp + nu·cu predicts the time of a query.
//!
//! Northeastern lecture (source 2): the time of a query is nv·cv + np·cp + nu·cu, that is, the numbers of volume
//! tests, triangle tests and updates, each times the cost of one. The unit costs of each method are measured: the
//! tests and updates of all poses of all scenes are recorded and repeated without the traversal, each kind in a
//! loop of its own. No unit cost is fitted to the predicted times.
//!
//! An error has two causes. Unit costs differ between scenes (caches, branches, early exits of a test); the error
//! with the scene's own unit costs is free of this. And the formula leaves out the traversal itself: the stack, and
//! the fetches and branches that the loops predict better.

use super::path_query::{self, prepare, tree_methods};
use crate::experiments::claims::all_of;
use crate::experiments::published::{LECTURE, claim};
use crate::experiments::{Axis, Claim, Experiment, Figure, Judgement, PlotKind, Run, RunError};
use crate::hierarchies::query::Query;
use crate::hierarchies::sample::{Sample, unit_costs};
use crate::hierarchies::unit_costs::UnitCosts;
use crate::meshes::scenes::SCENES;

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: "cost-function",
    lab: "meshes",
    title: "Cost function and measured time",
    source: "Northeastern lecture, trees of bounding volumes",
    says: "Time per query predicted by the cost function and measured, on every scene, by every tree of volumes.",
    needs_gpu: false,
    plot: PlotKind::bars(
        ERROR,
        Axis::linear("scene, in the order of the menu"),
        Axis::linear("error of the predicted time, % (median)"),
    ),
    run,
    claims,
};

/// Deviation of the prediction from the measured time, median over the poses.
const ERROR: &str = "error";
/// Deviation if the unit costs are measured on this scene alone.
const ERROR_OF_OWN: &str = "error_with_own_unit_costs";
/// Share of the measured time that the repeated tests and updates take, over all poses of the scene.
const SHARE: &str = "share_of_tests_and_updates";
/// Largest error of a good prediction, in percent.
const GOOD: f64 = 20.0;
/// Names of the metrics for the three unit costs: at 0 over all scenes, otherwise of one scene.
const UNIT_COSTS: [&str; 3] = ["cost_of_volume_test", "cost_of_triangle_test", "cost_of_update"];

fn run(run: &mut Run) -> Result<(), RunError> {
    let (triangles, poses, turns) = if run.quick { (300, 4, 1) } else { (10_000, 60, 7) };
    run.expect(tree_methods().count() * SCENES.len());
    path_query::report_extent(run, triangles, poses, turns);
    path_query::report_scenes(run);
    for method in tree_methods() {
        let mut scenes = Vec::new();
        for row in SCENES {
            run.step(format!("{} on {}", method.id, row.id))?;
            let mut pair = prepare(method.id, &[], &(row.meshes)(run.seed, triangles))?;
            let mut samples = Vec::new();
            for pose in row.path(poses) {
                run.check()?;
                let Some(mut sample) = Sample::of(&mut *pair, &pose, &Query::Determine) else { continue };
                (1..turns).for_each(|_| sample.repeat(&mut *pair, &pose, &Query::Determine));
                samples.push(sample);
            }
            scenes.push(samples);
        }
        report(run, method.id, &scenes);
    }
    Ok(())
}

/// Reports a method's unit costs, over all scenes and on each, and the errors of the predicted times.
fn report(run: &mut Run, series: &str, scenes: &[Vec<Sample>]) {
    let units = unit_costs(scenes.iter().flatten());
    for (metric, cost) in UNIT_COSTS.into_iter().zip(units) {
        run.measured(series, (0.0, "scene"), metric, (1e9 * cost, "ns"));
    }
    for (x, samples) in (1..).zip(scenes) {
        let x = (f64::from(x), "scene");
        let own = unit_costs(samples);
        for (metric, cost) in UNIT_COSTS.into_iter().zip(own) {
            run.measured(series, x, metric, (1e9 * cost, "ns"));
        }
        for (metric, units) in [(ERROR, units), (ERROR_OF_OWN, own)] {
            let mut errors: Vec<f64> = samples.iter().map(|sample| 100.0 * error(sample, &units)).collect();
            errors.sort_by(f64::total_cmp);
            if let Some(median) = errors.get(errors.len() / 2) {
                run.measured(series, x, metric, (*median, "%"));
            }
        }
        let time: f64 = samples.iter().map(|sample| sample.time.as_secs_f64()).sum();
        let predicted: f64 = samples.iter().map(|sample| sample.predicted(&own)).sum();
        run.measured(series, x, SHARE, (100.0 * predicted / time, "%"));
    }
}

/// Relative error of the prediction, 0 or more.
pub fn error(sample: &Sample, units: &UnitCosts) -> f64 {
    (sample.share(units) - 1.0).abs()
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    vec![Claim::of_source(claim(&LECTURE, EXPERIMENT.id, 0), || {
        let errors = all_of(figures, ERROR)?;
        let good = errors.iter().filter(|error| **error <= GOOD).count();
        let here =
            format!("off by at most {GOOD} % in {good} of {} methods and scenes (median pose)", errors.len());
        let verdict = match 10 * good / errors.len().max(1) {
            9.. => Judgement::Holds,
            5..9 => Judgement::HoldsInPart,
            _ => Judgement::Contradicted,
        };
        Some((here, verdict))
    })]
}
