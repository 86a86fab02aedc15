//! `balance`: when an unbalanced tree is better.
//!
//! Northeastern lecture (source 2): a balanced tree is best if every leaf costs the same, but a part that is
//! rarely queried may be deep in the tree. Two drops that touch only with their tips (hot part, cold part)
//! should favour unbalanced trees; two blobs that touch anywhere should not. The unbalanced trees split off
//! the eighth with the largest x, where the tips are.

use super::path_query::{self, VOLUME_TESTS, ask, prepare, times_as_much};
use crate::experiments::{Axis, Claim, Experiment, Figure, PlotKind, Run, RunError};
use crate::hierarchies::methods::OBB_TREE;
use crate::hierarchies::query::Query;

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: "balance",
    lab: "meshes",
    title: "Balanced and unbalanced trees",
    source: "Northeastern lecture, trees of bounding volumes",
    says: "Tests of determination with balanced and unbalanced OBB trees where one part is hot, and where all parts are.",
    needs_gpu: false,
    plot: PlotKind::lines(
        VOLUME_TESTS,
        Axis::log("triangles of each mesh"),
        Axis::log("volume tests per pose"),
    ),
    run,
    claims,
};

/// The scenes: one with a hot part, one without.
const SCENES: [&str; 2] = ["hot-and-cold", "blobs"];
const TREES: [&str; 2] = ["median", "unbalanced"];

fn run(run: &mut Run) -> Result<(), RunError> {
    let (sizes, poses, turns): (&[usize], _, _) =
        if run.quick { (&[300, 600], 3, 1) } else { (&[1_000, 3_000, 10_000, 30_000], 60, 3) };
    run.expect(sizes.len() * SCENES.len() * TREES.len());
    path_query::report_extent(run, sizes[sizes.len() - 1], poses, turns);
    for id in SCENES {
        let scene = path_query::scene(id)?;
        let poses = scene.path(poses);
        for &triangles in sizes {
            let meshes = (scene.meshes)(run.seed, triangles);
            for tree in TREES {
                run.step(format!("{tree} on {id}, {triangles} triangles"))?;
                let mut pair = prepare(OBB_TREE, &[("construction", tree)], &meshes)?;
                let measured = ask(run, &mut *pair, &poses, &Query::Determine, turns)?;
                measured.report(run, &series(tree, id), (triangles as f64, "triangles"));
            }
        }
    }
    Ok(())
}

fn series(tree: &str, scene: &str) -> String {
    format!("{tree}/{scene}")
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    let [hot, even] = SCENES.map(|scene| {
        let [balanced, unbalanced] = TREES.map(|tree| series(tree, scene));
        times_as_much(figures, VOLUME_TESTS, [&unbalanced, &balanced])
    });
    let judge = |published: &str, times: Option<f64>, is_right: fn(f64) -> bool| {
        Claim::judged(published, || {
            let here = format!("the unbalanced tree takes {:.2} times as many volume tests", times?);
            Some((here, is_right(times?)))
        })
    };
    vec![
        judge("rarely queried parts may be deep in the tree", hot, |times| times < 1.0),
        judge("if all leaves cost the same, the balanced tree is best", even, |times| times > 1.0),
    ]
}
