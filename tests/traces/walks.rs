//! Recordings of the four cascades: the verdict and every counter are the method's, and every number is checked
//! against the volumes that it is said to be of.

use collidoscope::detector::{Detection, Evidence, Tally};
use collidoscope::geometry::{Mesh, Point, Pose, Shape, Vector, primitives};
use collidoscope::methods::{self, Inside};
use collidoscope::object_space::hybrid_boxes::seen::Numbers;
use collidoscope::object_space::hybrid_boxes::trace::{self, MOST_STEPS, Outcome, Step, Trace, What};
use collidoscope::world::{Body, PRESETS, Pair};
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

/// Trace and detection say the same, and the trace is whole in itself.
fn check(bodies: &[Body; 2]) {
    for id in IDS {
        for stage in ["triangles", "boxes"] {
            let (detection, trace) = both(id, stage, bodies);
            let verdict = detection.verdicts[0];
            assert_eq!(trace.colliding, verdict.colliding, "{id}");
            let [node_pairs, triangle_pairs] = trace.pairs;
            assert_eq!(verdict.evidence, Evidence::Traversal { node_pairs, triangle_pairs }, "{id}");
            assert_eq!(counts(&detection.cost.rejections), trace.counts.rejections, "{id}");
            assert_eq!(counts(&detection.cost.tests), trace.counts.tests, "{id}");
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
    // What it comes to is what the last step says.
    let by_last_step = match last.outcome() {
        Outcome::Touching | Outcome::Inside => true,
        Outcome::PassedOn => stage == "boxes",
        Outcome::Rejected(_) | Outcome::Outside => false,
    };
    assert!(trace.left_out > 0 || by_last_step == trace.colliding);
    for (index, step) in trace.steps.iter().enumerate() {
        assert_stages_are_of_the_volumes(trace, step);
        let from_above = |earlier: &Step| {
            let below = |side: usize| {
                let path = trace.trees[side].path(step.nodes[side]);
                path[..path.len() - 1].contains(&earlier.nodes[side])
            };
            let same = |side: usize| earlier.nodes[side] == step.nodes[side];
            earlier.outcome() == Outcome::PassedOn && ((below(0) && same(1)) || (same(0) && below(1)))
        };
        let is_below = matches!(step.what, What::Nodes(_)) && step.nodes != [0, 0];
        assert!(!is_below || trace.steps[..index].iter().any(from_above), "step {index} comes from nowhere");
    }
}

/// Reads off the volumes what the stages say they compared.
fn assert_stages_are_of_the_volumes(trace: &Trace, step: &Step) {
    let [a, b] = &step.volumes;
    let rounding = 1e-9 * (a.obb.half.sum() + b.obb.half.sum());
    let between = b.obb.center - a.obb.center;
    for (index, asked) in step.asked().iter().enumerate() {
        assert_eq!(asked.rejects && index + 1 < step.asked().len(), false, "a rejection ends it");
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
                let expected = if asked.stage == 1 { apart[0] && apart[1] } else { apart.contains(&true) };
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
        // The point is one of the small ball's.
        let on_ball = trace.origin + point.coords - bodies[part_of].pose.translation.vector;
        assert!((on_ball.coords.norm() - 0.2).abs() < 1e-9, "{on_ball}");
    }
}

#[test]
fn a_long_walk_is_cut_and_says_so_but_keeps_its_end() {
    // Two fine balls as close as can be: a pair of triangles near the contact is compared with many others.
    let ball = |x| body(primitives::sphere(0.5, 5), at(x, 0.0, 0.0));
    let apart = [ball(0.0), ball(1.0 + 1e-9)];
    let trace = both("obb", "triangles", &apart).1;
    let steps = u64::from(trace.pairs[0] + trace.pairs[1]);
    assert!(!trace.colliding);
    if steps > MOST_STEPS as u64 {
        assert_eq!(trace.steps.len(), MOST_STEPS);
    }
    // Many parts, none of them inside: each is asked about.
    let mut many = (vec![], vec![]);
    let mesh = primitives::cuboid(Vector::repeat(0.005));
    for i in 0..3000 {
        let first = many.0.len() as u32;
        let to = Vector::new(f64::from(i % 60), f64::from(i / 60), 0.0) * 0.03;
        many.0.extend(mesh.vertices().iter().map(|v| v + to));
        many.1.extend(mesh.triangles().iter().map(|t| t.map(|v| v + first)));
    }
    let dust = body(Mesh::new(many.0, many.1).unwrap(), at(0.0, 0.0, 0.0));
    let slab = body(primitives::cuboid(Vector::new(1.0, 1.0, 0.002)), at(0.9, 0.7, 0.0071));
    let trace = both("obb", "triangles", &[dust.clone(), slab]).1;
    assert!(
        trace.left_out > 0 && trace.steps.len() == MOST_STEPS,
        "{} {}",
        trace.left_out,
        trace.steps.len()
    );
    assert!(!trace.colliding);
    // The same with a slab that the dust lies in: the answer is kept.
    let around = body(primitives::cuboid(Vector::new(5.0, 5.0, 0.02)), at(0.9, 0.7, 0.0));
    let trace = both("obb", "triangles", &[dust, around]).1;
    assert!(trace.colliding);
    assert_eq!(trace.steps.last().unwrap().outcome(), Outcome::Inside);
}
