//! The recording of GJK: it ends with the reference's answer, and every step keeps its promises.

use std::collections::HashMap;
use std::sync::Arc;

use collidoscope_kernels::geometry::{Pose, Shape, Solid, Vector};
use collidoscope_kernels::object_space::reference::distance;
use collidoscope_kernels::object_space::simplices::{Ending, Step, Trace, record};
use collidoscope_kernels::world::{Body, PRESETS};
use proptest::prelude::*;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::support::pairs::{SITUATIONS, direction, pairs, pose};

/// The trace, after checking that it agrees with the reference and with itself.
fn checked(bodies: &[Body; 2]) -> Trace {
    let trace = record(bodies);
    let expected = distance(&bodies[0], &bodies[1]);
    assert_eq!(trace.distance == 0.0, expected == 0.0, "{} against {expected}", trace.distance);
    assert!((trace.distance - expected).abs() <= 1e-9 * expected, "{} against {expected}", trace.distance);

    let size = bodies[0].shape.size().max(bodies[1].shape.size());
    // Rounding of the trace's numbers when converted to world coordinates.
    let place = bodies[0].pose.translation.vector.norm() + size + trace.distance;
    let slack = 1e-12 * size + 1e-14 * place;
    let last = trace.steps.len() - 1;
    for (index, step) in trace.steps.iter().enumerate() {
        assert_eq!(step.ending.is_some(), index == last, "step {index} of {last}");
        steps_well(step, bodies, &trace, slack);
    }
    for pair in trace.steps.windows(2) {
        assert!(pair[1].at_least >= pair[0].at_least, "bounds only grow tighter");
        let carried = |point| pair[1].simplex.contains(point) || pair[1].dropped.contains(point);
        assert!(pair[0].simplex.iter().all(carried), "no point goes missing");
    }
    trace
}

fn steps_well(step: &Step, bodies: &[Body; 2], trace: &Trace, slack: f64) {
    assert!((step.direction.norm() - 1.0).abs() < 1e-9);
    // The difference is that of the points on the bodies, and no point of A ⊖ B lies farther along the
    // direction.
    let apart = step.found.on_a - step.found.on_b - step.found.difference;
    assert!(apart.norm() <= slack, "off by {apart}");
    let farthest = |body: &Body, radius: f64, along: Vector| {
        let local = body.pose.inverse_transform_vector(&along);
        along.dot(&(body.pose.rotation * body.shape.support(&local).coords)) - radius
    };
    let [a, b] = bodies;
    let between = a.pose.translation.vector - b.pose.translation.vector;
    let reach = step.direction.dot(&between)
        + farthest(a, trace.radii[0], step.direction)
        + farthest(b, trace.radii[1], -step.direction);
    assert!((step.direction.dot(&step.found.difference) - reach).abs() <= slack, "not the farthest point");

    assert!((1..=4).contains(&step.simplex.len()));
    assert!(!step.joined || step.simplex.contains(&step.found) || step.dropped.contains(&step.found));
    assert!(step.dropped.iter().all(|point| !step.simplex.contains(point)));
    match step.nearest_points() {
        None => assert_eq!(step.simplex.len(), 4),
        Some([on_a, on_b]) => {
            assert!((step.weights.iter().sum::<f64>() - 1.0).abs() < 1e-6);
            assert!((on_a - on_b - step.nearest).norm() <= 10.0 * slack, "{} {}", on_a - on_b, step.nearest);
        }
    }
    // The proved lower bound is true.
    assert!(step.at_least <= trace.distance.max(0.0) + 10.0 * slack + 1e-7 * trace.distance);
    assert!(step.at_most >= trace.distance - 10.0 * slack - 1e-7 * trace.distance || trace.distance == 0.0);
}

#[test]
fn the_walk_agrees_with_the_reference_in_every_situation() {
    let mut endings: HashMap<Ending, usize> = HashMap::new();
    for (seed, situation) in SITUATIONS.into_iter().enumerate() {
        for bodies in pairs(situation, 400, 900 + seed as u64) {
            let trace = checked(&bodies);
            let ending = trace.steps.last().and_then(|step| step.ending).unwrap();
            *endings.entry(ending).or_default() += 1;
        }
    }
    for ending in [Ending::OriginInside, Ending::BoundsMeet] {
        assert!(endings.get(&ending).is_some_and(|count| *count > 100), "{endings:?}");
    }
    assert_eq!(endings.get(&Ending::Undecided), None);
}

#[test]
fn smooth_bodies_walk_as_well_and_balls_need_one_look() {
    let mut random = Pcg64::seed_from_u64(8);
    let mut of_balls = 0;
    for unit in [1e-5, 1.0, 1e5] {
        for _ in 0..300 {
            let mut smooth = || {
                let (r, h) = (unit * random.random_range(0.2..1.0), unit * random.random_range(0.2..2.0));
                let solid = match random.random_range(0..4) {
                    0 => Solid::Ball { radius: r },
                    1 => Solid::Cone { radius: r, height: h },
                    2 => Solid::Cylinder { radius: r, height: h },
                    _ => Solid::Cuboid { half_extents: Vector::new(r, h, 0.5 * r) },
                };
                let at = direction(&mut random) * unit * random.random_range(0.0..1.5);
                Body::at_rest(Arc::new(Shape::primitive(solid, 1).unwrap()), pose(at, &mut random))
            };
            let bodies = [smooth(), smooth()];
            let trace = checked(&bodies);
            if trace.radii.iter().all(|radius| *radius > 0.0) {
                of_balls += 1;
                assert_eq!((trace.steps.len(), trace.steps[0].ending), (1, Some(Ending::TwoBalls)));
                assert_eq!(trace.difference(&bodies), None);
            }
        }
    }
    assert!(of_balls > 20);
}

#[test]
fn touching_boxes_touch_and_contained_ones_hold_the_origin() {
    let cube = Arc::new(Shape::primitive(Solid::Cuboid { half_extents: Vector::repeat(0.5) }, 1).unwrap());
    let at = |v: Vector| Body::at_rest(Arc::clone(&cube), Pose::new(v, Vector::zeros()));
    for offset in [Vector::x(), Vector::new(1.0, 1.0, 0.0), Vector::repeat(1.0), Vector::new(1.0, 0.3, 0.2)] {
        assert_eq!(checked(&[at(Vector::zeros()), at(offset)]).distance, 0.0, "{offset:?}");
    }
    let trace = checked(&[at(Vector::zeros()), at(Vector::zeros())]);
    assert_eq!(trace.distance, 0.0);
    let apart = checked(&[at(Vector::zeros()), at(Vector::new(3.0, 0.0, 0.0))]);
    assert!((apart.distance - 2.0).abs() < 1e-12);
}

#[test]
fn the_difference_reaches_as_far_as_the_walk_looked() {
    for preset in PRESETS {
        let bodies = (preset.build)();
        let [a, b, ..] = &bodies[..] else { continue };
        if a.shape.convexity().is_err() || b.shape.convexity().is_err() {
            continue;
        }
        let bodies = [a.clone(), b.clone()];
        let trace = checked(&bodies);
        let Some(hull) = trace.difference(&bodies) else { continue };
        let size = hull.aabb().extents().norm();
        for step in &trace.steps {
            let reach =
                hull.vertices().iter().map(|p| step.direction.dot(&p.coords)).fold(f64::MIN, f64::max);
            let found = step.direction.dot(&step.found.difference);
            // The hull of a round body is drawn with points on it.
            assert!((found - reach).abs() < 0.03 * size, "{}: {found} and {reach}", preset.id);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn boxes_anywhere_walk_as_the_reference_does(
        sides in prop::array::uniform6(1e-3..2.0f64),
        at in prop::array::uniform3(-3.0..3.0f64),
        turn in prop::array::uniform3(-3.0..3.0f64),
        home in prop::array::uniform3(-1e5..1e5f64),
        scale in -6..7i32,
    ) {
        let unit = 10f64.powi(scale);
        let [x, y, z, u, v, w] = sides.map(|side| side * unit);
        let solid = |x, y, z| {
            let half_extents = Vector::new(x, y, z);
            Arc::new(Shape::primitive(Solid::Cuboid { half_extents }, 1).unwrap())
        };
        let home = Vector::from(home) * unit;
        let a = Body::at_rest(solid(x, y, z), Pose::new(home, Vector::zeros()));
        let b = Body::at_rest(solid(u, v, w), Pose::new(home + Vector::from(at) * unit, turn.into()));
        checked(&[a, b]);
    }
}
