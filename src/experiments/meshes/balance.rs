//! `balance`: when an unbalanced tree is better.
//!
//! Northeastern lecture (source 2): a balanced tree is best if every leaf costs the same, but a rarely queried part
//! may be deep in the tree. Two drops that touch only with their tips (the tips are the hot part, the rest is cold)
//! should favour unbalanced trees; two blobs that touch anywhere should not. The lecture only says that a balanced
//! tree is not the best for every input; a single unbalanced tree that needs fewer tests on one scene confirms this.
//! The tree `unbalanced` is the lecture's: it splits off the eighth of the triangles with the largest x, which contains
//! the tip, and halves it; then it does the same with the rest. The other unbalanced trees are built without regard to
//! balance.

use super::path_query::{self, VOLUME_TESTS, ask, prepare, times_as_much};
use crate::experiments::published::{LECTURE, claim};
use crate::experiments::{Axis, Claim, Experiment, Figure, Judgement, PlotKind, Run, RunError};
use crate::hierarchies::methods::OBB_TREE;
use crate::hierarchies::query::Query;

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: "balance",
    lab: "meshes",
    title: "Balanced and unbalanced trees",
    source: "Northeastern lecture, trees of bounding volumes",
    says: "Tests to find all touching pairs, with balanced and unbalanced OBB trees: one part of the mesh queried often, or all parts equally.",
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
pub const SCENES: [&str; 2] = ["hot-and-cold", "blobs"];
/// The constructions; the first is balanced.
const TREES: [&str; 5] = ["median", "unbalanced", "bottom-up", "insertion", "surface-area"];

fn run(run: &mut Run) -> Result<(), RunError> {
    let (sizes, poses, turns): (&[usize], _, _) =
        if run.quick { (&[300, 600], 3, 1) } else { (&[1_000, 3_000, 10_000, 30_000], 60, 3) };
    run.expect(sizes.iter().sum::<usize>() * SCENES.len() * TREES.len());
    path_query::report_extent(run, sizes[sizes.len() - 1], poses, turns);
    for id in SCENES {
        let scene = path_query::scene(id)?;
        let poses = scene.path(poses);
        for &triangles in sizes {
            let meshes = (scene.meshes)(run.seed, triangles);
            for tree in TREES {
                run.step_of(triangles, format!("{tree} on {id}, {triangles} triangles"))?;
                let mut pair = prepare(OBB_TREE, &[("construction", tree)], &meshes)?;
                let measured = ask(run, &mut *pair, &poses, &Query::Determine, turns)?;
                measured.report(run, &series(tree, id), (triangles as f64, "triangles"));
            }
        }
    }
    Ok(())
}

/// The series of a tree in a scene.
pub fn series(tree: &str, scene: &str) -> String {
    format!("{tree}/{scene}")
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    let against = |tree: &'static str, scene: &str| {
        let pair = [tree, TREES[0]].map(|tree| series(tree, scene));
        Some((tree, times_as_much(figures, VOLUME_TESTS, [&pair[0], &pair[1]])?))
    };
    let judge = |index: usize, is_right: fn(&[f64]) -> Judgement| {
        Claim::of_source(claim(&LECTURE, EXPERIMENT.id, index), || {
            let of_tree = |tree| against(tree, SCENES[index]);
            let (trees, times): (Vec<_>, Vec<f64>) = TREES[1..].iter().copied().filter_map(of_tree).unzip();
            let list: Vec<String> =
                trees.iter().zip(&times).map(|(tree, times)| format!("{tree} {times:.2}")).collect();
            let here = format!("volume tests as a multiple of the balanced tree's: {}", list.join(", "));
            (!times.is_empty()).then(|| (here, is_right(&times)))
        })
    };
    vec![
        judge(0, |times| Judgement::reproduced(times.iter().any(|times| *times < 1.0))),
        judge(1, |times| {
            let cases: Vec<bool> = times.iter().map(|times| *times > 1.0).collect();
            Judgement::of_cases(&cases, Judgement::Contradicted)
        }),
    ]
}
