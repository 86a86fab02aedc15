//! `construction`: the lecture's three ways to build a tree, with two, four and eight children per node.
//!
//! Northeastern lecture (source 2): bottom-up, incremental insertion, top-down; k-ary trees, usually binary.
//! No numbers are printed. Here AABB trees with one triangle per leaf are built over the noisy blobs, and all
//! touching pairs along their path are determined.

use super::path_query::{self, VOLUME_TESTS, ask, prepare, times_as_much};
use crate::experiments::claims::all_of;
use crate::experiments::published::{LECTURE, claim};
use crate::experiments::{Axis, Claim, Experiment, Figure, Judgement, PlotKind, Run, RunError};
use crate::hierarchies::methods::AABB_TREE;
use crate::hierarchies::query::Query;
use crate::ui::format::number;

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: "construction",
    lab: "meshes",
    title: "Three constructions, three arities",
    source: "Northeastern lecture, trees of bounding volumes",
    says: "Time to build AABB trees top-down, bottom-up and by insertion, with 2, 4 and 8 children, and tests with them.",
    needs_gpu: false,
    plot: PlotKind::lines(
        VOLUME_TESTS,
        Axis::log("triangles of each mesh"),
        Axis::log("volume tests per pose"),
    ),
    run,
    claims,
};

/// Every construction: the name of its series, and the value of the methods' setting that selects it.
const CONSTRUCTIONS: [(&str, &str); 5] = [
    ("top-down", "middle"),
    ("bottom-up", "bottom-up"),
    ("bottom-up by distance", "bottom-up-distance"),
    ("insertion", "insertion"),
    ("insertion by volume", "insertion-volume"),
];
const ARITIES: [&str; 3] = ["2", "4", "8"];
/// Metric: the time to build the trees of both meshes.
const BUILD: &str = "build";
/// Metric: the number of poses in which the tree finds other touching pairs than the tree of the first construction.
const DIFFERENCES: &str = "differences";

fn run(run: &mut Run) -> Result<(), RunError> {
    let (sizes, poses, turns): (&[usize], _, _) =
        if run.quick { (&[300, 600], 3, 1) } else { (&[1_000, 2_000, 5_000, 10_000, 20_000], 40, 3) };
    run.expect(sizes.iter().sum::<usize>() * CONSTRUCTIONS.len() * ARITIES.len());
    path_query::report_extent(run, sizes[sizes.len() - 1], poses, turns);
    let scene = path_query::scene("blobs")?;
    let poses = scene.path(poses);
    for &triangles in sizes {
        let meshes = (scene.meshes)(run.seed, triangles);
        let mut expected: Option<Vec<Vec<[u32; 2]>>> = None;
        for (construction, word) in CONSTRUCTIONS {
            for arity in ARITIES {
                run.step_of(triangles, format!("{construction}, {arity} children, {triangles} triangles"))?;
                let set = [("construction", word), ("arity", arity), ("leaf-size", "1")];
                let mut pair = prepare(AABB_TREE, &set, &meshes)?;
                let (series, x) = (format!("{construction}/{arity}"), (triangles as f64, "triangles"));
                run.measured(&series, x, BUILD, (pair.built().time.as_secs_f64() * 1e3, "ms"));
                let measured = ask(run, &mut *pair, &poses, &Query::Determine, turns)?;
                measured.report(run, &series, x);
                let found: Vec<_> = measured.answers.iter().map(|answer| answer.sorted_pairs()).collect();
                let expected = expected.get_or_insert_with(|| found.clone());
                let differ = found.iter().zip(&*expected).filter(|(one, other)| one != other).count();
                run.measured(&series, x, DIFFERENCES, (differ as f64, ""));
            }
        }
    }
    Ok(())
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    vec![binary_is_usual(figures), all_find_the_same(figures)]
}

/// The lecture's claim that trees are usually binary. The lecture gives simplicity as the reason and claims nothing
/// about the number of tests, so the measured numbers are shown without a judgement.
fn binary_is_usual(figures: &[Figure]) -> Claim {
    let against = |arity| times_as_much(figures, VOLUME_TESTS, [&format!("top-down/{arity}"), "top-down/2"]);
    Claim::of_source(claim(&LECTURE, EXPERIMENT.id, 0), || {
        let (four, eight) = (against("4")?, against("8")?);
        let here = format!(
            "4 children take {four:.2} times as many tests as 2, 8 children {eight:.2} times (top-down)"
        );
        Some((here, Judgement::NoSuchClaim))
    })
}

fn all_find_the_same(figures: &[Figure]) -> Claim {
    let published = "our target: every construction finds the same pairs of triangles";
    Claim::judged(published, || {
        let compared = all_of(figures, DIFFERENCES)?;
        let differ: f64 = compared.iter().sum();
        let here =
            format!("{} differences in {} comparisons of a whole path", number(differ), compared.len());
        Some((here, differ == 0.0))
    })
}
