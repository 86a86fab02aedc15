//! Compares the exact reference with closed forms and with brute-force separating axes.

use std::sync::Arc;

use collidoscope::geometry::{Pose, Shape, Solid, Vector, primitives};
use collidoscope::object_space::reference::distance;
use collidoscope::world::Body;
use nalgebra::{Translation3, UnitQuaternion};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::support::pairs::{SITUATIONS, direction, pairs, pose};
use collidoscope::experiments::penetration::penetration;

fn primitive(solid: Solid, at: Pose) -> Body {
    Body::at_rest(Arc::new(Shape::primitive(solid, 4).unwrap()), at)
}

#[test]
fn spheres_are_as_far_apart_as_their_centres_less_their_radii() {
    let mut random = Pcg64::seed_from_u64(1);
    for unit in [1e-5, 1.0, 1e5] {
        for home in [0.0, 1e6 * unit] {
            for _ in 0..500 {
                let (r, s) = (unit * random.random_range(0.01..2.0), unit * random.random_range(0.01..2.0));
                let gap = unit * random.random_range(-1.0..1.0);
                let at = direction(&mut random) * home;
                let a = primitive(Solid::Ball { radius: r }, pose(at, &mut random));
                let apart = direction(&mut random) * (r + s + gap).max(0.0);
                let b = primitive(Solid::Ball { radius: s }, pose(at + apart, &mut random));
                let expected =
                    ((b.pose.translation.vector - a.pose.translation.vector).norm() - r - s).max(0.0);
                assert!((distance(&a, &b) - expected).abs() <= 1e-9 * unit, "{unit} {home} {gap}");
            }
        }
    }
}

#[test]
fn axis_aligned_boxes_are_as_far_apart_as_their_intervals() {
    let mut random = Pcg64::seed_from_u64(2);
    for unit in [1e-5, 1.0, 1e5] {
        for _ in 0..2000 {
            // Multiples of 1/8 make exactly touching faces, edges and corners frequent.
            let mut eighths = |from: i32, to: i32| unit * 0.125 * f64::from(random.random_range(from..to));
            let mut half = || Vector::new(eighths(1, 8), eighths(1, 8), eighths(1, 8));
            let (h, k) = (half(), half());
            let offset = Vector::new(eighths(-16, 17), eighths(-16, 17), eighths(-16, 17));
            let a = primitive(Solid::Cuboid { half_extents: h }, Pose::identity());
            let b = primitive(
                Solid::Cuboid { half_extents: k },
                Pose::from_parts(offset.into(), UnitQuaternion::identity()),
            );
            let gaps = offset.abs() - h - k;
            let expected = gaps.map(|g| g.max(0.0)).norm();
            let got = distance(&a, &b);
            assert!(
                (got - expected).abs() <= 1e-7 * unit,
                "{h:?} {k:?} {offset:?}: {got} against {expected}"
            );
            // Multiples of 1.25e-6 are not exact in binary: touching bodies have gaps of a rounding error.
            assert_eq!(
                got == 0.0,
                expected < 1e-12 * unit,
                "{h:?} {k:?} {offset:?}: {got:e} against {expected:e}"
            );
        }
    }
}

#[test]
fn a_ball_against_a_box_is_the_distance_of_its_centre_less_its_radius() {
    let mut random = Pcg64::seed_from_u64(3);
    for _ in 0..2000 {
        let h = Vector::from_fn(|_, _| random.random_range(0.1..1.0));
        let (radius, p) =
            (random.random_range(0.01..1.0), direction(&mut random) * random.random_range(0.0..3.0));
        let a = primitive(Solid::Cuboid { half_extents: h }, Pose::identity());
        let b = primitive(
            Solid::Ball { radius },
            Pose::from_parts(Translation3::from(p), UnitQuaternion::identity()),
        );
        let expected = ((p.abs() - h).map(|g| g.max(0.0)).norm() - radius).max(0.0);
        assert!((distance(&a, &b) - expected).abs() < 1e-7, "{h:?} {radius} {p:?}");
    }
}

#[test]
fn cones_and_cylinders_stand_on_their_axis() {
    let up = |y: f64| Pose::from_parts(Translation3::new(0.0, y, 0.0), UnitQuaternion::identity());
    let cone = primitive(Solid::Cone { radius: 1.0, height: 2.0 }, up(0.0));
    let cylinder = |y| primitive(Solid::Cylinder { radius: 1.0, height: 2.0 }, up(y));
    assert!((distance(&cone, &cylinder(2.5)) - 0.5).abs() < 1e-9, "above the apex");
    assert!((distance(&cone, &cylinder(-2.25)) - 0.25).abs() < 1e-9, "below the base");
    assert_eq!(distance(&cone, &cylinder(1.9)), 0.0);
    let aside = Body::at_rest(
        cylinder(0.0).shape,
        Pose::from_parts(Translation3::new(2.5, 0.0, 0.0), UnitQuaternion::identity()),
    );
    assert!((distance(&cylinder(0.0), &aside) - 0.5).abs() < 1e-9, "side by side");
}

#[test]
fn gjk_and_separating_axes_agree_on_every_polyhedron_pair() {
    let mut decided = [0, 0];
    for (seed, situation) in SITUATIONS.into_iter().enumerate() {
        for [a, b] in pairs(situation, 250, 100 + seed as u64) {
            let size = a.shape.size().max(b.shape.size());
            let (depth, gap) = (penetration(&a, &b), distance(&a, &b));
            if depth > 1e-9 * size {
                assert_eq!(gap, 0.0, "{situation:?}: penetrate by {depth:e}");
                decided[0] += 1;
            } else if depth < -1e-9 * size {
                assert!(gap >= -depth * (1.0 - 1e-6), "{situation:?}: {gap:e} apart, at least {:e}", -depth);
                decided[1] += 1;
            }
        }
    }
    assert!(decided[0] > 300 && decided[1] > 300, "both answers must occur: {decided:?}");
}

#[test]
fn analytic_primitives_lie_around_their_meshes() {
    // The mesh is inscribed, so its support can only be too short, by less than its level promises.
    let mut random = Pcg64::seed_from_u64(5);
    for solid in [
        Solid::Ball { radius: 0.7 },
        Solid::Cone { radius: 0.5, height: 1.5 },
        Solid::Cylinder { radius: 0.4, height: 0.9 },
        Solid::Cuboid { half_extents: Vector::new(0.3, 0.5, 0.7) },
    ] {
        let exact = Shape::primitive(solid, primitives::DEFAULT_LEVEL).unwrap();
        let mesh = Shape::polyhedron(exact.mesh().clone());
        assert_eq!(*mesh.convexity(), Ok(()), "{solid:?}");
        for _ in 0..500 {
            let d = direction(&mut random);
            let shortfall = d.dot(&(exact.support(&d) - mesh.support(&d)));
            assert!((-1e-12..0.005).contains(&shortfall), "{solid:?} along {d:?}: {shortfall}");
        }
    }
}
