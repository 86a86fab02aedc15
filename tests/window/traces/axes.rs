//! Compares the 15 axes and their projections with the projections of the boxes' corners.

use collidoscope::geometry::{Obb, Vector};
use collidoscope::hierarchies::separating_axes::{PARALLEL, SeparatingAxis, all_axes, separating_axis};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::support::pairs::{direction, pose};

fn random_box(unit: f64, reach: f64, random: &mut Pcg64) -> Obb {
    let at = direction(random) * (reach * random.random::<f64>() * unit);
    let pose = pose(at, random);
    let upright = [Vector::x(), Vector::y(), Vector::z()];
    let half = Vector::from_fn(|_, _| random.random_range(0.05..1.0) * unit);
    Obb { center: at.into(), axes: upright.map(|axis| pose.rotation * axis), half }
}

fn projection(of: &Obb, from: &Obb, direction: &Vector) -> [f64; 2] {
    let along = of.corners().map(|corner| direction.dot(&(corner - from.center)));
    [along.into_iter().fold(f64::MAX, f64::min), along.into_iter().fold(f64::MIN, f64::max)]
}

fn check(a: &Obb, b: &Obb, unit: f64) {
    let tests = all_axes(a, b);
    assert_eq!(tests.iter().find(|t| t.separates).map(|t| t.axis), separating_axis(a, b));
    for test in &tests {
        let length = test.axis.direction(a, b).norm();
        assert_eq!(test.parallel, length < PARALLEL);
        // Rounding of a short cross product grows when it is normalised.
        let tolerance = 1e-12 * unit / length;
        if length == 0.0 {
            continue;
        }
        assert!((test.direction.norm() - 1.0).abs() < 1e-12);
        for (ours, of) in [(test.a, a), (test.b, b)] {
            let brute = projection(of, a, &test.direction);
            assert!((0..2).all(|i| (ours[i] - brute[i]).abs() < tolerance), "{test:?}: {brute:?}");
        }
        let gap = (test.b[0] - test.a[1]).max(test.a[0] - test.b[1]);
        assert!((gap - test.gap).abs() < tolerance);
        if gap.abs() > tolerance && !test.parallel {
            assert_eq!(test.separates, gap > 0.0, "{test:?}");
        }
    }
}

#[test]
fn projections_equal_those_of_the_corners() {
    let mut random = Pcg64::seed_from_u64(5);
    let mut kinds = [0; 4];
    for unit in [1.0, 1e-6, 1e6] {
        for _ in 0..2000 {
            let (a, b) = (random_box(unit, 0.0, &mut random), random_box(unit, 2.5, &mut random));
            check(&a, &b, unit);
            kinds[match separating_axis(&a, &b) {
                Some(SeparatingAxis::FaceOfA(_)) => 0,
                Some(SeparatingAxis::FaceOfB(_)) => 1,
                Some(SeparatingAxis::Edges(..)) => 2,
                None => 3,
            }] += 1;
        }
    }
    assert!(kinds.iter().all(|&count| count > 20), "{kinds:?}");
}

#[test]
fn parallel_edges_are_marked_and_prove_nothing() {
    let mut random = Pcg64::seed_from_u64(6);
    for _ in 0..500 {
        let a = random_box(1.0, 0.0, &mut random);
        let mut b = random_box(1.0, 2.0, &mut random);
        b.axes = a.axes;
        check(&a, &b, 1.0);
        let tests = all_axes(&a, &b);
        // Cross products of parallel edges, because both boxes have the same axes.
        for test in tests.iter().filter(|t| matches!(t.axis, SeparatingAxis::Edges(i, j) if i == j)) {
            assert!(test.parallel && !test.separates, "{test:?}");
        }
        assert_eq!(tests.iter().filter(|t| t.parallel).count(), 3);
    }
}

#[test]
fn the_order_is_faces_of_a_faces_of_b_edges() {
    let mut random = Pcg64::seed_from_u64(7);
    let (a, b) = (random_box(1.0, 0.0, &mut random), random_box(1.0, 2.0, &mut random));
    let axes = all_axes(&a, &b).map(|test| test.axis);
    for i in 0..3_u8 {
        assert_eq!(axes[usize::from(i)], SeparatingAxis::FaceOfA(i));
        assert_eq!(axes[usize::from(3 + i)], SeparatingAxis::FaceOfB(i));
        for j in 0..3_u8 {
            assert_eq!(axes[usize::from(6 + 3 * i + j)], SeparatingAxis::Edges(i, j));
        }
    }
}
