//! `cost-function`: how well nv·cv + np·cp + nu·cu predicts the time of a query.
//!
//! Northeastern lecture (source 2): the time of a query is nv·cv + np·cp + nu·cu, that is, the numbers of volume
//! tests, triangle tests and updates, each times the cost of one. The three costs of each method are fitted here to
//! the times of every second pose of all scenes: least squares of the relative errors, without negative costs. The
//! times of the other poses are then predicted from these costs.

use std::hint::black_box;
use std::time::{Duration, Instant};

use nalgebra::{DMatrix, DVector};

use super::path_query::{self, prepare, tree_methods};
use crate::experiments::claims::all_of;
use crate::experiments::published::{LECTURE, claim};
use crate::experiments::{Axis, Claim, Experiment, Figure, Judgement, PlotKind, Run, RunError};
use crate::hierarchies::query::Query;
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
/// Largest error of a good prediction, in percent.
const GOOD: f64 = 20.0;
/// Names of the metrics for the three unit costs.
const UNIT_COSTS: [&str; 3] = ["cost_of_volume_test", "cost_of_triangle_test", "cost_of_update"];

/// One pose of a scene, with the counters (volume tests, triangle tests, updates) and the time of its query.
struct Sample {
    scene: usize,
    counts: [f64; 3],
    time_ns: f64,
}

fn run(run: &mut Run) -> Result<(), RunError> {
    let (triangles, poses, turns) = if run.quick { (300, 4, 1) } else { (10_000, 60, 7) };
    run.expect(tree_methods().count() * SCENES.len());
    path_query::report_extent(run, triangles, poses, turns);
    path_query::report_scenes(run);
    for method in tree_methods() {
        let mut samples = Vec::new();
        for (scene, row) in SCENES.iter().enumerate() {
            run.step(format!("{} on {}", method.id, row.id))?;
            let mut pair = prepare(method.id, &[], &(row.meshes)(run.seed, triangles))?;
            for pose in row.path(poses) {
                run.check()?;
                let cost = pair.answer(&pose, &Query::Determine).cost;
                let mut best = Duration::MAX;
                for _ in 0..turns {
                    let begin = Instant::now();
                    black_box(pair.answer(&pose, &Query::Determine));
                    best = best.min(begin.elapsed());
                }
                let counts = [cost.volume_tests, cost.triangle_tests, cost.updates].map(|n| n as f64);
                samples.push(Sample { scene, counts, time_ns: best.as_secs_f64() * 1e9 });
            }
        }
        report(run, method.id, &samples);
    }
    Ok(())
}

/// Fits the three costs to the samples with even indices, predicts the times of the samples with odd indices, and
/// reports the costs and the errors of the predictions.
fn report(run: &mut Run, series: &str, samples: &[Sample]) {
    let costs = fit(&samples.iter().step_by(2).collect::<Vec<_>>());
    for (metric, cost) in UNIT_COSTS.into_iter().zip(costs) {
        run.measured(series, (0.0, "scene"), metric, (cost, "ns"));
    }
    for scene in 0..SCENES.len() {
        let of_scene = samples.iter().skip(1).step_by(2).filter(|sample| sample.scene == scene);
        let mut errors: Vec<f64> = of_scene.map(|sample| 100.0 * error(sample, &costs).abs()).collect();
        errors.sort_by(f64::total_cmp);
        if let Some(median) = errors.get(errors.len() / 2) {
            run.measured(series, (scene as f64 + 1.0, "scene"), ERROR, (*median, "%"));
        }
    }
}

/// The relative error of the prediction; positive if it is too large.
fn error(sample: &Sample, costs: &[f64; 3]) -> f64 {
    let predicted: f64 = sample.counts.iter().zip(costs).map(|(count, cost)| count * cost).sum();
    predicted / sample.time_ns - 1.0
}

/// The costs in nanoseconds. Of all subsets of terms whose least-squares costs are not negative, the one with
/// the smallest error is used.
fn fit(samples: &[&Sample]) -> [f64; 3] {
    let choices = (1..8_usize).map(|bits| (0..3).filter(|i| bits >> i & 1 == 1).collect::<Vec<usize>>());
    let fitted = choices.filter_map(|terms| {
        // Each row is divided by its time, so that all samples have equal weight.
        let rows = DMatrix::from_fn(samples.len(), terms.len(), |row, column| {
            samples[row].counts[terms[column]] / samples[row].time_ns
        });
        let ones = DVector::from_element(samples.len(), 1.0);
        let found = rows.svd(true, true).solve(&ones, 1e-12).ok()?;
        let mut costs = [0.0; 3];
        terms.iter().zip(found.iter()).for_each(|(&term, &cost)| costs[term] = cost);
        let squares: f64 = samples.iter().map(|sample| error(sample, &costs).powi(2)).sum();
        costs.iter().all(|cost| *cost >= 0.0).then_some((costs, squares))
    });
    fitted.min_by(|a, b| a.1.total_cmp(&b.1)).map_or([0.0; 3], |(costs, _)| costs)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_that_made_the_times_are_found_again_and_none_is_negative() {
        let sample = |counts: [f64; 3], costs: [f64; 3]| {
            let time_ns = counts.iter().zip(costs).map(|(n, c)| n * c).sum();
            Sample { scene: 0, counts, time_ns }
        };
        let counts = [[100.0, 3.0, 20.0], [500.0, 80.0, 90.0], [40.0, 1.0, 12.0], [900.0, 10.0, 30.0]];
        let fitted = |costs| {
            let samples = counts.map(|counts| sample(counts, costs));
            fit(&samples.iter().collect::<Vec<_>>())
        };
        for costs in [[40.0, 150.0, 25.0], [10.0, 0.0, 70.0]] {
            let found = fitted(costs);
            assert!(found.iter().zip(costs).all(|(a, b)| (a - b).abs() < 1e-6), "{found:?}");
        }
        assert!(fitted([10.0, -1.0, 70.0]).iter().all(|cost| *cost >= 0.0));
    }
}
