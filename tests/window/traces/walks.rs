//! Recordings of the four cascades: verdict and counters equal the method's, and every number is checked
//! against the volumes it refers to.

use collidoscope::detector::{Detection, Evidence, Tally};
use collidoscope::geometry::{Mesh, Point, Pose, Shape, Vector, primitives};
use collidoscope::methods::{self, Inside};
use collidoscope::object_space::hybrid_boxes::seen::{Numbers, Stage};
use collidoscope::object_space::hybrid_boxes::trace::{self, MOST_STEPS, Outcome, Step, Trace, What};
use collidoscope::world::{Body, PRESETS, Pair};
use std::collections::HashSet;
use std::sync::Arc;

use crate::support::pairs::{SITUATIONS, pairs};

const IDS: [&str; 4] = ["sphere-aabb-obb", "obb-sphere", "aabb-obb", "obb"];

fn both(id: &str, stage: &str, bodies: &[Body; 2]) -> (Detection, Trace) {
    let method = methods::find(id).unwrap();
    let mut settings = method.default_settings();
    settings.set("stage", stage).unwrap();
    let detection = method.detector(None, &settings).unwrap().detect(bodies, &[Pair { a: 0, b: 1 }]).unwrap();
    let Inside::Trees(volumes) = method.inside else { panic!("{id} walks down trees") };
    (detection, trace::record(volumes, &settings, bodies))
}

fn counts(tally: &Tally) -> Vec<u64> {
    tally.iter().map(|(_, count)| count).collect()
}

/// Asserts that trace and detection agree, and that the trace is complete.
fn check(bodies: &[Body; 2]) {
    for id in IDS {
        let stages = if id == IDS[0] { &["triangles", "boxes"][..] } else { &["triangles"] };
        for &stage in stages {
            let (detection, trace) = both(id, stage, bodies);
            let verdict = detection.verdicts[0];
            assert_eq!(trace.colliding, verdict.colliding, "{id}");
            let [node_pairs, triangle_pairs] = trace.pairs;
            assert_eq!(verdict.evidence, Evidence::Traversal { node_pairs, triangle_pairs }, "{id}");
            assert_eq!(counts(&detection.cost.rejections), trace.counts.rejections(), "{id}");
            assert_eq!(counts(&detection.cost.tests), trace.counts.tests(), "{id}");
            assert_whole(&trace, stage);
        }
    }
}

fn assert_whole(trace: &Trace, stage: &str) {
    let insides = trace.steps.iter().filter(|s| matches!(s.what, What::Inside { .. })).count() as u64;
    let pairs = u64::from(trace.pairs[0] + trace.pairs[1]);
    let last = trace.steps.last().expect("the roots are a step");
    if trace.left_out == 0 {
        assert_eq!(trace.steps.len() as u64, pairs + insides);
        assert_eq!((last.counts, last.pairs), (trace.counts, trace.pairs));
    }
    assert_eq!(trace.steps[0].nodes, [0, 0]);
    // The verdict follows from the last step.
    let by_last_step = match last.outcome() {
        Outcome::Touching | Outcome::Inside => true,
        Outcome::PassedOn => stage == "boxes",
        Outcome::Rejected(_) | Outcome::Outside => false,
    };
    assert!(trace.left_out > 0 || by_last_step == trace.colliding);
    let mut passed_on = HashSet::new();
    for (index, step) in trace.steps.iter().enumerate() {
        assert_stages_are_of_the_volumes(trace, step);
        // Every pair but the first is the child of a pair that passed, one level down in one of the trees.
        let [i, j] = step.nodes;
        let above = |side: usize, node: u32| trace.trees[side].path(node).into_iter().rev().nth(1);
        let from = [above(0, i).map(|up| [up, j]), above(1, j).map(|up| [i, up])];
        let is_below = matches!(step.what, What::Nodes(_)) && step.nodes != [0, 0];
        let known = from.iter().flatten().any(|pair| passed_on.contains(pair));
        assert!(!is_below || known, "step {index} comes from nowhere");
        if step.outcome() == Outcome::PassedOn {
            passed_on.insert(step.nodes);
        }
    }
}

/// Asserts that the stages' numbers are those of the volumes.
fn assert_stages_are_of_the_volumes(trace: &Trace, step: &Step) {
    let [a, b] = &step.volumes;
    let rounding = 1e-9 * (a.obb.half.sum() + b.obb.half.sum());
    let between = b.obb.center - a.obb.center;
    for (index, asked) in step.asked().iter().enumerate() {
        assert!(!asked.rejects || index + 1 == step.asked().len(), "a rejection ends it");
        assert!(index == 0 || step.asked()[index - 1].stage < asked.stage, "in order");
        match asked.numbers {
            Numbers::Centers { squared_distance, reach } => {
                let radii = a.sphere.unwrap().radius + b.sphere.unwrap().radius;
                assert!((squared_distance.sqrt() - between.norm()).abs() < rounding);
                assert!((reach - radii).abs() < rounding);
                assert_eq!(asked.rejects, squared_distance > reach * reach);
            }
            Numbers::Gaps(gap) => {
                let (a, b) = (a.aabb.unwrap(), b.aabb.unwrap());
                for i in 0..3 {
                    let expected = (b.min[i] - a.max[i]).max(a.min[i] - b.max[i]);
                    assert!((gap[i] - expected).abs() < rounding);
                }
                let apart = [0, 1, 2].map(|i| gap[i] > trace.slack);
                let expected =
                    if asked.stage == Stage::Plane { apart[0] && apart[1] } else { apart.contains(&true) };
                assert_eq!(asked.rejects, expected);
            }
            Numbers::Axes { found, .. } => {
                assert_eq!(asked.rejects, found.is_some());
                let first = step.axes(trace.slack).into_iter().find(|test| test.separates);
                assert_eq!(first.map(|test| test.axis), found, "all 15 give the same first one");
            }
        }
    }
    if let What::Triangles { triangles, corners, .. } = &step.what {
        for side in 0..2 {
            let sees = &step.volumes[side].obb;
            assert!(corners[side].iter().all(|p| sees.contains(p, rounding)), "{:?}", triangles[side]);
        }
    }
}

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::translation(x, y, z)
}

fn body(mesh: Mesh, pose: Pose) -> Body {
    Body::at_rest(Arc::new(Shape::polyhedron(mesh)), pose)
}

/// A staircase of two boxes as one closed, concave surface: an L.
fn corner() -> Mesh {
    let outline = [(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0), (1.0, 2.0), (0.0, 2.0)];
    let vertices =
        [0.0, 1.0].iter().flat_map(|&z| outline.iter().map(move |&(x, y)| Point::new(x, y, z))).collect();
    let mut triangles = vec![[0, 2, 1], [0, 3, 2], [0, 5, 3], [5, 4, 3]];
    triangles.extend([[6, 7, 8], [6, 8, 9], [6, 9, 11], [11, 9, 10]]);
    for i in 0..6 {
        let j = (i + 1) % 6;
        triangles.extend([[i, j, j + 6], [i, j + 6, i + 6]]);
    }
    let mesh = Mesh::new(vertices, triangles).unwrap();
    assert!(mesh.volume() > 0.0, "faces outwards");
    mesh
}

#[test]
fn random_touching_contained_tiny_huge_and_far_pairs_are_recorded_as_they_are_decided() {
    for situation in SITUATIONS {
        pairs(situation, 12, 77).iter().for_each(check);
    }
}

#[test]
fn presets_are_recorded_as_they_are_decided() {
    for preset in PRESETS {
        let bodies = (preset.build)();
        for b in 1..bodies.len() {
            for a in 0..b {
                check(&[bodies[a].clone(), bodies[b].clone()]);
            }
        }
    }
}

#[test]
fn concave_pairs_are_recorded_as_they_are_decided() {
    let ell = corner();
    for (x, colliding) in [(1.05, false), (0.95, true)] {
        let pair = [
            body(ell.clone(), at(0.0, 0.0, 0.0)),
            body(primitives::cuboid(Vector::repeat(0.4)), at(x + 0.4, x + 0.4, 0.5)),
        ];
        check(&pair);
        assert_eq!(both("sphere-aabb-obb", "triangles", &pair).1.colliding, colliding, "in the corner, {x}");
    }
    for turned in 0..8 {
        let turn = nalgebra::UnitQuaternion::from_euler_angles(0.3 * f64::from(turned), 0.7, 0.1);
        let pose = Pose::from_parts(Vector::new(1.3, 1.2, 0.4).into(), turn);
        check(&[body(ell.clone(), at(0.0, 0.0, 0.0)), body(ell.clone(), pose)]);
    }
}

#[test]
fn the_last_step_asks_whether_one_lies_inside_the_other() {
    let large = body(primitives::cuboid(Vector::repeat(1.0)), at(1e6, 0.0, 0.0));
    let small = body(primitives::sphere(0.2, 1), at(1e6 + 0.3, 0.1, 0.0));
    for (bodies, part_of) in [([large.clone(), small.clone()], 1), ([small, large], 0)] {
        let trace = both("sphere-aabb-obb", "triangles", &bodies).1;
        let What::Inside { body, point, in_box: true, inside: true, .. } = trace.steps.last().unwrap().what
        else {
            panic!("{:?}", trace.steps.last())
        };
        assert_eq!(body, part_of);
        // The point belongs to the small ball.
        let on_ball = trace.origin + point.coords - bodies[part_of].pose.translation.vector;
        assert!((on_ball.coords.norm() - 0.2).abs() < 1e-9, "{on_ball}");
    }
}

/// A mesh of small cubes in rows: `count` along x and along y.
fn dust(count: usize, extra: &[Vector]) -> Mesh {
    let (mut vertices, mut triangles) = (vec![], vec![]);
    let grid = (0..count * count).map(|i| Vector::new((i % count) as f64, (i / count) as f64, 0.0) * 0.03);
    for (index, to) in grid.chain(extra.iter().copied()).enumerate() {
        let half = if index < count * count { 0.005 } else { 0.002 };
        let (mesh, first) = (primitives::cuboid(Vector::repeat(half)), vertices.len() as u32);
        vertices.extend(mesh.vertices().iter().map(|v| v + to));
        triangles.extend(mesh.triangles().iter().map(|t| t.map(|v| v + first)));
    }
    Mesh::new(vertices, triangles).unwrap()
}

#[test]
fn a_long_walk_is_cut_and_says_so_but_keeps_its_end() {
    let shift = Vector::new(0.015, 0.015, 0.0);
    let a = body(dust(14, &[]), at(0.0, 0.0, 0.0));
    // Interleaved without touching.
    let between = body(dust(14, &[]), Pose::translation(shift.x, shift.y, shift.z));
    let trace = both("obb", "triangles", &[a.clone(), between]).1;
    assert!(!trace.colliding);
    assert!(
        trace.left_out > 0 && trace.steps.len() == MOST_STEPS,
        "{} {}",
        trace.left_out,
        trace.steps.len()
    );
    // Interleaved, with one more cube that lies inside another.
    let inside = body(dust(14, &[-shift]), Pose::translation(shift.x, shift.y, shift.z));
    let trace = both("obb", "triangles", &[a, inside]).1;
    assert!(trace.colliding && trace.left_out > 0 && trace.steps.len() == MOST_STEPS + 1);
    assert_eq!(trace.steps.last().unwrap().outcome(), Outcome::Inside);
}
