//! `descent`: which of two overlapping nodes a traversal opens, and what that costs.
//!
//! RAPID, the program of the OBBTree paper (Gottschalk, Lin and Manocha 1996), opens the larger node; Ericson
//! (2004, sections 6.3.2 and 6.3.3) lists that rule, A before B, and both at once. Here four rules are
//! compared over pairs of balls: equal ones, one with a hundredth of the other's triangles, one with a tenth of
//! the other's radius; touching and apart; for the first touching pair of triangles and for all of them.

use std::f64::consts::TAU;
use std::sync::Arc;

use nalgebra::{Translation3, UnitQuaternion};

use super::path_query::{self, VOLUME_TESTS, ask, prepare, times_as_much};
use crate::experiments::claims::{all_of, value, xs};
use crate::experiments::{Axis, Claim, Experiment, Figure, Judgement, PlotKind, Run, RunError};
use crate::geometry::{Mesh, Pose, Vector, primitives};
use crate::hierarchies::methods::OBB_TREE;
use crate::hierarchies::pair::{MeshPair, Outcome, Seen};
use crate::hierarchies::query::{Answer, Query};
use crate::ui::format::number;

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: "descent",
    lab: "meshes",
    title: "Descent rules",
    source: "Gottschalk, Lin, Manocha 1996; Ericson 2004",
    says: "Node pairs, tests and time of four descent rules over equal and unequal balls, touching and apart, for the first pair and for all.",
    needs_gpu: false,
    plot: PlotKind::bars(
        VOLUME_TESTS,
        Axis::linear("pair of balls: 1 to 5 touching, 6 to 10 apart"),
        Axis::log("volume tests per pose"),
    ),
    run,
    claims,
};

/// The descent rules; the first is the default.
const RULES: [&str; 4] = ["larger", "both", "a-first", "alternating"];
/// The queries, with the names of their series.
const QUERIES: [(&str, Query); 2] = [("first", Query::Detect), ("all", Query::Determine)];
/// Tested pairs of nodes that overlap, mean per pose: those to be opened.
const NODE_PAIRS: &str = "node_pairs";
/// Number of poses whose answers differ from those of the first rule.
const DIFFERENCES: &str = "differences";
/// Distance of the centres as a multiple of the sum of the radii: the balls touch, or are apart.
const DISTANCES: [(&str, f64); 2] = [("touching", 0.95), ("apart", 1.005)];
/// The smaller radius of two unequal balls; the larger is 1.
const SMALL: f64 = 0.1;

/// Two balls by name, each with its radius and whether it has few triangles.
const BALLS: [(&str, [(f64, bool); 2]); 5] = [
    ("equal", [(1.0, false), (1.0, false)]),
    ("few triangles in A", [(1.0, true), (1.0, false)]),
    ("few triangles in B", [(1.0, false), (1.0, true)]),
    ("small A", [(SMALL, false), (1.0, false)]),
    ("small B", [(1.0, false), (SMALL, false)]),
];

fn run(run: &mut Run) -> Result<(), RunError> {
    let ([many, few], poses, turns) = if run.quick { ([4, 1], 3, 1) } else { ([32, 3], 40, 3) };
    run.expect(BALLS.len() * DISTANCES.len() * QUERIES.len());
    let triangles = |level| primitives::sphere(1.0, level).triangles().len();
    path_query::report_extent(run, triangles(many), poses, turns);
    run.setting("few triangles", triangles(few));
    let names =
        DISTANCES.iter().flat_map(|(at, _)| BALLS.iter().map(move |(name, _)| format!("{name} {at}")));
    let list: Vec<String> = names.enumerate().map(|(i, name)| format!("{} {name}", i + 1)).collect();
    run.setting("pairs", list.join(", "));
    let cases = DISTANCES.iter().flat_map(|at| BALLS.iter().map(move |balls| (at, balls)));
    for (case, ((at, distance), (name, balls))) in cases.enumerate() {
        let meshes = balls.map(|(radius, is_coarse)| {
            Arc::new(primitives::sphere(radius, if is_coarse { few } else { many }))
        });
        let poses = around(poses, distance * (balls[0].0 + balls[1].0), run.seed);
        for (query_name, query) in QUERIES {
            run.step(format!("{query_name}: {name}, {at}"))?;
            let x = (case as f64 + 1.0, "pair");
            compare(run, &meshes, &poses, (query_name, query), (x, turns))?;
        }
    }
    Ok(())
}

/// Measures all rules for a query.
fn compare(
    run: &mut Run,
    meshes: &[Arc<Mesh>; 2],
    poses: &[Pose],
    (name, query): (&str, Query),
    (x, turns): ((f64, &'static str), usize),
) -> Result<(), RunError> {
    let mut expected: Option<Vec<_>> = None;
    for rule in RULES {
        let mut pair = prepare(OBB_TREE, &[("descent", rule)], meshes)?;
        let measured = ask(run, &mut *pair, poses, &query, turns)?;
        let series = series(rule, name);
        measured.report(run, &series, x);
        run.measured(&series, x, NODE_PAIRS, (node_pairs(&mut *pair, poses, &query), ""));
        let answers: Vec<_> = measured.answers.iter().map(|answer| compared(answer, &query)).collect();
        let expected = expected.get_or_insert_with(|| answers.clone());
        let differ = answers.iter().zip(&*expected).filter(|(one, other)| one != other).count();
        run.measured(&series, x, DIFFERENCES, (differ as f64, ""));
    }
    Ok(())
}

/// The part of an answer that no rule may change: which of several pairs comes first depends on the rule.
fn compared(answer: &Answer, query: &Query) -> (bool, Vec<[u32; 2]>) {
    let pairs = if *query == Query::Determine { answer.sorted_pairs() } else { vec![] };
    (answer.colliding, pairs)
}

fn node_pairs(pair: &mut dyn MeshPair, poses: &[Pose], query: &Query) -> f64 {
    let mut kept = 0;
    for pose in poses {
        pair.watch(pose, query, &mut |seen| {
            kept += u64::from(matches!(seen, Seen::Nodes { outcome: Outcome::Kept, .. }));
        });
    }
    kept as f64 / poses.len().max(1) as f64
}

/// Turned poses at this distance, spread over all directions.
fn around(count: usize, distance: f64, seed: u64) -> Vec<Pose> {
    let golden = (5.0_f64.sqrt() - 1.0) / 2.0;
    let pose = |i: usize| {
        let height = 1.0 - (2 * i + 1) as f64 / count as f64;
        let angle = TAU * golden * (i as f64 + (seed % 997) as f64);
        let across = (1.0 - height * height).sqrt();
        let direction = Vector::new(across * angle.cos(), height, across * angle.sin());
        let turn = UnitQuaternion::from_scaled_axis(Vector::new(angle.sin(), 0.5, angle.cos()) * angle);
        Pose::from_parts(Translation3::from(direction * distance), turn)
    };
    (0..count).map(pose).collect()
}

fn series(rule: &str, query: &str) -> String {
    // No slash: bars of variants would have the same colour.
    format!("{rule}-{query}")
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    vec![same_answers(figures), larger_is_best(figures), both_opens_less(figures)]
}

fn same_answers(figures: &[Figure]) -> Claim {
    Claim::judged("every descent rule gives the same answers", || {
        let differ: f64 = all_of(figures, DIFFERENCES)?.iter().sum();
        Some((format!("{} poses with other answers", number(differ)), differ == 0.0))
    })
}

/// A target of ours: no source gives a number.
fn larger_is_best(figures: &[Figure]) -> Claim {
    Claim::judged("opening the larger node takes no more volume tests than the other rules", || {
        let mut cases = vec![];
        let mut factors = vec![];
        for (query, _) in QUERIES {
            let larger = series(RULES[0], query);
            for rule in &RULES[1..] {
                let other = series(rule, query);
                for x in xs(figures, &larger, VOLUME_TESTS) {
                    let [own, theirs] = [&larger, &other].map(|s| value(figures, s, VOLUME_TESTS, x));
                    cases.push(own? <= theirs?);
                }
                let times = times_as_much(figures, VOLUME_TESTS, [&other, &larger])?;
                factors.push(format!("{other} {times:.2}"));
            }
        }
        let here = format!("volume tests as a multiple of the larger node's: {}", factors.join(", "));
        (!cases.is_empty()).then(|| (here, Judgement::of_cases(&cases, Judgement::Contradicted)))
    })
}

fn both_opens_less(figures: &[Figure]) -> Claim {
    Claim::judged("opening both nodes opens fewer pairs and tests more volumes", || {
        let [both, larger] = [RULES[1], RULES[0]].map(|rule| series(rule, QUERIES[1].0));
        let pairs = times_as_much(figures, NODE_PAIRS, [&both, &larger])?;
        let tests = times_as_much(figures, VOLUME_TESTS, [&both, &larger])?;
        let cases = [pairs < 1.0, tests > 1.0];
        let here =
            format!("for all pairs, {pairs:.2} times as many node pairs and {tests:.2} times the tests");
        Some((here, Judgement::of_cases(&cases, Judgement::Contradicted)))
    })
}
