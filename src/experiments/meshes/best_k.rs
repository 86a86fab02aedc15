//! `best-k`: the most efficient number k of a k-DOP's planes.
//!
//! More planes fit closer, so fewer pairs are tested, and every test and update costs more. The lecture reports that
//! tests show k = 18 to be best, without naming them. Here k is 6, 14, 18 and 26, for leaves of 1 and of 40 triangles
//! (the lecture's sizes for static and for moving models), for bodies that only shift, whose volumes stay, and for
//! bodies that turn, whose volumes are updated, in several scenes.

use super::path_query::{self, QUERY_TIME, ask, prepare};
use crate::experiments::claims::value;
use crate::experiments::published::{LECTURE, claim};
use crate::experiments::{Axis, Claim, Experiment, Figure, Judgement, PlotKind, Run, RunError};
use crate::geometry::Pose;
use crate::hierarchies::query::Query;

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: "best-k",
    lab: "meshes",
    title: "The best k of k-DOPs",
    source: "Northeastern lecture, k-DOP trees; Klosowski and others 1998",
    says: "Time to find all touching pairs with 6-, 14-, 18- and 26-DOPs, relative to 18-DOPs, for two leaf sizes, shifting and turning bodies, several scenes.",
    needs_gpu: false,
    plot: PlotKind::lines(
        RELATIVE,
        Axis::linear("k, planes of a volume"),
        Axis::linear("time, as a multiple of that with 18-DOPs (geometric mean of the scenes)"),
    ),
    run,
    claims,
};

const RELATIVE: &str = "time_over_18";
const KS: [u32; 4] = [6, 14, 18, 26];
/// The lecture's best k.
const PUBLISHED: u32 = 18;
const LEAVES: [&str; 2] = ["1", "40"];
const MOTIONS: [&str; 2] = ["shifting", "turning"];
const SCENES: [&str; 4] = ["blobs", "wrinkles", "shells", "knots"];

fn run(run: &mut Run) -> Result<(), RunError> {
    let (triangles, poses, turns) = if run.quick { (200, 2, 1) } else { (10_000, 40, 5) };
    run.expect(SCENES.len() * LEAVES.len() * MOTIONS.len());
    path_query::report_extent(run, triangles, poses, turns);
    let kind = |leaf: &str, motion: &str| format!("{motion}, {leaf} in a leaf");
    // Sums of logarithms over the scenes.
    let mut sums = [[[0.0; KS.len()]; MOTIONS.len()]; LEAVES.len()];
    for id in SCENES {
        let scene = path_query::scene(id)?;
        let meshes = (scene.meshes)(run.seed, triangles);
        let turning = scene.path(poses);
        let shifting = turning.iter().map(|pose| Pose::from_parts(pose.translation, Default::default()));
        for (motion, poses) in [shifting.collect(), turning.clone()].into_iter().enumerate() {
            for (leaf, size) in LEAVES.into_iter().enumerate() {
                run.step(format!("{id}, {}", kind(size, MOTIONS[motion])))?;
                let mut times = [0.0; KS.len()];
                for (time, k) in times.iter_mut().zip(KS) {
                    let mut pair = prepare(&format!("kdop-{k}"), &[("leaf-size", size)], &meshes)?;
                    let measured = ask(run, &mut *pair, &poses, &Query::Determine, turns)?;
                    *time = measured.time.as_secs_f64();
                    let series = format!("{id}, {}", kind(size, MOTIONS[motion]));
                    measured.report(run, &series, (f64::from(k), "planes"));
                }
                for (sum, time) in sums[leaf][motion].iter_mut().zip(times) {
                    *sum += (time / times[2].max(1e-12)).ln();
                }
            }
        }
    }
    for (leaf, of_leaf) in LEAVES.iter().zip(sums) {
        for (motion, sums) in MOTIONS.iter().zip(of_leaf) {
            for (k, sum) in KS.into_iter().zip(sums) {
                let mean = (sum / SCENES.len() as f64).exp();
                run.measured(kind(leaf, motion), (f64::from(k), "planes"), RELATIVE, (mean, "×"));
            }
        }
    }
    Ok(())
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    let mut series: Vec<&str> =
        figures.iter().filter(|f| f.metric == QUERY_TIME).map(|f| f.series.as_str()).collect();
    series.dedup();
    // The fastest k of every series with all four.
    let fastest = |series: &&str| {
        let times = KS.map(|k| value(figures, series, QUERY_TIME, f64::from(k)));
        let times: Vec<f64> = times.into_iter().collect::<Option<_>>()?;
        (0..KS.len()).min_by(|i, j| times[*i].total_cmp(&times[*j])).map(|best| KS[best])
    };
    vec![Claim::of_source(claim(&LECTURE, EXPERIMENT.id, 0), || {
        let best: Vec<u32> = series.iter().filter_map(fastest).collect();
        let won = |k: u32| best.iter().filter(|best| **best == k).count();
        let agrees: Vec<bool> = best.iter().map(|k| *k == PUBLISHED).collect();
        let counts = KS.map(|k| format!("{k}: {}", won(k))).join(", ");
        let here = format!("fastest k in {} cases: {counts}", best.len());
        (!best.is_empty()).then(|| (here, Judgement::of_cases(&agrees, Judgement::NotReproduced)))
    })]
}
