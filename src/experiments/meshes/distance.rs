//! `distance`: the cost of the smallest distance, and the savings by a tolerance.
//!
//! Northeastern lecture (source 2), "other topics": the smallest distance by best-first descent of both trees, with a
//! lower bound for each pair of volumes and an optional tolerance. The poses are the contact-free ones of the scenes
//! in `SCENES`. A series that ends in `/seed` starts with the closest triangles of the previous pose.

use std::sync::Arc;

use super::path_query::{self, VOLUME_TESTS, ask, prepare, times_as_much, tree_methods};
use crate::experiments::claims::value;
use crate::experiments::{Axis, Claim, Experiment, Figure, PlotKind, Run, RunError};
use crate::geometry::{Mesh, Pose};
use crate::hierarchies::methods::OBB_TREE;
use crate::hierarchies::query::{Query, Tolerance};
use crate::ui::format::number;

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: "distance",
    lab: "meshes",
    title: "Distance against tolerance",
    source: "Northeastern lecture, other topics",
    says: "Tests and time to find the smallest distance, and its error, against the relative tolerance, by every tree of volumes.",
    needs_gpu: false,
    plot: PlotKind::lines(
        VOLUME_TESTS,
        Axis::linear("relative tolerance, %"),
        Axis::log("volume tests per pose"),
    ),
    run,
    claims,
};

const PERCENT: [f64; 6] = [0.0, 1.0, 5.0, 10.0, 20.0, 50.0];
/// The largest relative error of the distance in any pose.
const LARGEST_ERROR: &str = "largest_error";
/// Scenes whose meshes are separated along much of their path.
const SCENES: [&str; 3] = ["blobs", "knots", "brackets"];

/// Two meshes and the poses in which they are separated.
struct SeparatedPoses {
    meshes: [Arc<Mesh>; 2],
    poses: Vec<Pose>,
}

fn run(run: &mut Run) -> Result<(), RunError> {
    let (triangles, poses, turns) = if run.quick { (120, 2, 1) } else { (20_000, 100, 3) };
    run.expect(SCENES.len() + PERCENT.len() * (tree_methods().count() + 1));
    path_query::report_extent(run, triangles, poses, turns);
    run.setting("scenes", SCENES.join(", "));
    let mut all = Vec::new();
    for id in SCENES {
        run.step(format!("poses of {id} without contact"))?;
        let scene = path_query::scene(id)?;
        let meshes = (scene.meshes)(run.seed, triangles);
        let mut pair = prepare(OBB_TREE, &[], &meshes)?;
        let separated = |pose: &Pose| !pair.answer(pose, &Query::Detect).colliding;
        all.push(SeparatedPoses { poses: scene.path(poses).into_iter().filter(separated).collect(), meshes });
    }
    for method in tree_methods() {
        sweep(run, method.id, (method.id, "roots"), &all, turns)?;
    }
    sweep(run, &format!("{OBB_TREE}/seed"), (OBB_TREE, "seed"), &all, turns)
}

/// Measures one method at every tolerance, beginning with the exact distance.
fn sweep(
    run: &mut Run,
    series: &str,
    (id, start): (&str, &str),
    all: &[SeparatedPoses],
    turns: usize,
) -> Result<(), RunError> {
    let mut pairs = Vec::new();
    for separated in all {
        run.check()?;
        pairs.push(prepare(id, &[("start", start)], &separated.meshes)?);
    }
    let mut exact: Vec<f64> = Vec::new();
    for percent in PERCENT {
        run.step(format!("{series} with {percent} % tolerance"))?;
        let query = Query::Distance(Tolerance { relative: percent / 100.0, absolute: 0.0 });
        let mut sum = path_query::PathMeasurement { answers: vec![], time: std::time::Duration::ZERO };
        for (pair, separated) in pairs.iter_mut().zip(all) {
            let measured = ask(run, &mut **pair, &separated.poses, &query, turns)?;
            // The mean over the scenes, each with equal weight.
            sum.time += measured.time / all.len() as u32;
            sum.answers.extend(measured.answers);
        }
        let x = (percent, "%");
        sum.report(run, series, x);
        let found: Vec<f64> = sum.answers.iter().filter_map(|answer| answer.distance).collect();
        if exact.is_empty() {
            exact.clone_from(&found);
        }
        let error = |(found, exact): (&f64, &f64)| found / exact - 1.0;
        let largest = found.iter().zip(&exact).map(error).fold(0.0, f64::max);
        run.measured(series, x, LARGEST_ERROR, (100.0 * largest, "%"));
    }
    Ok(())
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    vec![within_tolerance(figures), saves(figures), seed_pays(figures)]
}

fn within_tolerance(figures: &[Figure]) -> Claim {
    let published = "the error stays within the tolerance";
    Claim::judged(published, || {
        let errors: Vec<&Figure> = figures.iter().filter(|f| f.metric == LARGEST_ERROR).collect();
        let largest = errors.iter().map(|f| f.value).reduce(f64::max)?;
        let here = format!("at most {} % in {} series and tolerances", number(largest), errors.len());
        // Allows for rounding: the exact distance and the distance with a tolerance are computed separately.
        let slack = 1e-9;
        Some((here, errors.iter().all(|f| f.value <= f.x + slack)))
    })
}

fn saves(figures: &[Figure]) -> Claim {
    let published = "a tolerance saves tests (no number is printed)";
    let at = |percent| value(figures, OBB_TREE, VOLUME_TESTS, percent);
    Claim::judged(published, || {
        let (exact, loose) = (at(PERCENT[0])?, at(20.0)?);
        let here = format!("{} volume tests at 20 %, {} without ({OBB_TREE})", number(loose), number(exact));
        Some((here, loose < exact))
    })
}

fn seed_pays(figures: &[Figure]) -> Claim {
    let published = "our target: beginning with the closest triangles of the last pose saves tests";
    Claim::judged(published, || {
        let times = times_as_much(figures, VOLUME_TESTS, [&format!("{OBB_TREE}/seed"), OBB_TREE])?;
        Some((format!("{times:.2} times as many volume tests as from the roots"), times < 1.0))
    })
}
