//! `front`: front tracking compared with traversal from the roots, and the speed at which it stops paying
//! off.
//!
//! Northeastern lecture (source 2), "other topics": keep the node pairs where the last traversal ended, and
//! start there. The savings depend on how far the mesh moves between poses: here by 0.01 to 10 % of a path.
//! All touching pairs are determined and compared.

use super::path_query::{self, VOLUME_TESTS, ask, prepare};
use crate::experiments::claims::{all_of, savings, savings_text, xs};
use crate::experiments::{Axis, Claim, Experiment, Figure, PlotKind, Run, RunError};
use crate::geometry::Pose;
use crate::hierarchies::methods::OBB_TREE;
use crate::hierarchies::query::Query;
use crate::ui::format::number;

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: "front",
    lab: "meshes",
    title: "Front tracking against speed",
    source: "Northeastern lecture, other topics",
    says: "Volume tests to find all touching pairs, from the roots and from the last front, against the distance between poses.",
    needs_gpu: false,
    plot: PlotKind::lines(
        VOLUME_TESTS,
        Axis::log("distance between poses, % of the path"),
        Axis::log("volume tests per pose"),
    ),
    run,
    claims,
};

const STARTS: [&str; 2] = ["roots", "front"];
/// Metric: the number of poses in which front tracking finds other touching pairs than the traversal from the roots.
const DIFFERENCES: &str = "differences";

fn run(run: &mut Run) -> Result<(), RunError> {
    let (triangles, steps, poses, turns): (_, &[f64], _, _) = if run.quick {
        (300, &[0.01, 10.0], 6, 1)
    } else {
        (20_000, &[0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0], 100, 3)
    };
    run.expect(steps.len());
    path_query::report_extent(run, triangles, poses, turns);
    let scene = path_query::scene("knots")?;
    let meshes = (scene.meshes)(run.seed, triangles);
    for &percent in steps {
        run.step(format!("steps of {percent} % of the path"))?;
        // The path starts where the knots begin to touch.
        let path: Vec<Pose> =
            (0..poses).map(|i| (scene.pose)((0.03 + i as f64 * percent / 100.0) % 1.0)).collect();
        let mut expected = None;
        for start in STARTS {
            let mut pair = prepare(OBB_TREE, &[("start", start)], &meshes)?;
            let measured = ask(run, &mut *pair, &path, &Query::Determine, turns)?;
            measured.report(run, start, (percent, "%"));
            let found: Vec<_> = measured.answers.iter().map(|answer| answer.sorted_pairs()).collect();
            let expected = expected.get_or_insert_with(|| found.clone());
            let differ = found.iter().zip(&*expected).filter(|(one, other)| one != other).count();
            run.measured(start, (percent, "%"), DIFFERENCES, (differ as f64, ""));
        }
    }
    Ok(())
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    let published = "a traversal that starts at the last front tests fewer pairs of volumes";
    let fewer = Claim::judged(published, || {
        let saved = savings(figures, STARTS[1], STARTS[0], VOLUME_TESTS, 0.0);
        let slowest = *saved.first()?;
        let steps = xs(figures, STARTS[1], VOLUME_TESTS);
        let pays = steps.iter().zip(&saved).filter(|(_, saving)| **saving > 0.0).map(|(step, _)| *step);
        let upto = pays.fold(0.0, f64::max);
        let here = format!(
            "{} at the smallest step; it pays up to a step of {} %",
            savings_text(&[slowest]),
            number(upto)
        );
        Some((here, slowest > 0.0))
    });
    vec![fewer, same_answers(figures)]
}

fn same_answers(figures: &[Figure]) -> Claim {
    let published = "it gives the same answers as a traversal from the roots";
    Claim::judged(published, || {
        let differ: f64 = all_of(figures, DIFFERENCES)?.iter().sum();
        Some((format!("{} poses with other pairs", number(differ)), differ == 0.0))
    })
}
