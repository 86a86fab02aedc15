//! Compares separating axes of boxes with parry's distance between cuboids.

use collidoscope_kernels::geometry::{Obb, Pose, Vector};
use collidoscope_kernels::hierarchies::separating_axes::{SeparatingAxis, separating_axis};
use nalgebra::UnitQuaternion;
use parry3d_f64::math::{Pose as ParryPose, Rotation as ParryRotation, Vector as ParryVector};
use parry3d_f64::shape::Cuboid;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::support::pairs::{direction, pose};

fn obb(half: Vector, pose: &Pose) -> Obb {
    let upright = [Vector::x(), Vector::y(), Vector::z()];
    Obb { center: pose * nalgebra::Point3::origin(), axes: upright.map(|axis| pose.rotation * axis), half }
}

fn distance(a: (Vector, Pose), b: (Vector, Pose)) -> f64 {
    let convert = |p: &Pose| {
        let (t, q) = (p.translation.vector, p.rotation.quaternion());
        ParryPose {
            translation: ParryVector::new(t.x, t.y, t.z),
            rotation: ParryRotation::from_xyzw(q.i, q.j, q.k, q.w),
        }
    };
    let cuboid = |h: &Vector| Cuboid::new(ParryVector::new(h.x, h.y, h.z));
    parry3d_f64::query::distance(&convert(&a.1), &cuboid(&a.0), &convert(&b.1), &cuboid(&b.0))
        .unwrap()
        .distance
}

/// Gap between the projections of the corners on the axis, metres.
fn gap_along(axis: SeparatingAxis, a: &Obb, b: &Obb) -> f64 {
    let axis = axis.direction(a, b).normalize();
    let along = |o: &Obb| {
        let dots = o.corners().map(|c| axis.dot(&(c - a.center)));
        (dots.into_iter().fold(f64::MAX, f64::min), dots.into_iter().fold(f64::MIN, f64::max))
    };
    let ((a_low, a_high), (b_low, b_high)) = (along(a), along(b));
    (b_low - a_high).max(a_low - b_high)
}

#[test]
fn verdicts_equal_parrys_and_the_axis_named_separates() {
    let mut random = Pcg64::seed_from_u64(41);
    let mut kinds = [0; 4];
    for unit in [1.0, 1e-6, 1e6] {
        for round in 0..6000 {
            let mut half = || Vector::from_fn(|_, _| random.random_range(0.02..1.0) * unit);
            let (a_half, b_half) = (half(), half());
            let a_pose = pose(Vector::zeros(), &mut random);
            let offset = direction(&mut random) * random.random_range(0.0..3.0) * unit;
            let mut b_pose = pose(offset, &mut random);
            // Every third pair is nearly parallel, so that cross products of edges are nearly zero.
            if round % 3 == 0 {
                let tilt = direction(&mut random) * 10_f64.powi(-random.random_range(2..20));
                b_pose.rotation = UnitQuaternion::from_scaled_axis(tilt) * a_pose.rotation;
            }
            let (a, b) = (obb(a_half, &a_pose), obb(b_half, &b_pose));
            let apart = distance((a_half, a_pose), (b_half, b_pose));
            match separating_axis(&a, &b) {
                Some(axis) => {
                    kinds[match axis {
                        SeparatingAxis::FaceOfA(_) => 0,
                        SeparatingAxis::FaceOfB(_) => 1,
                        SeparatingAxis::Edges(..) => 2,
                    }] += 1;
                    let gap = gap_along(axis, &a, &b);
                    assert!(gap > 0.0, "{axis:?} does not separate: {gap:e}");
                    assert!(apart >= gap * (1.0 - 1e-6) - 1e-9 * unit, "{apart} apart, {gap} along {axis:?}");
                }
                None => {
                    kinds[3] += 1;
                    assert!(apart <= 1e-7 * unit, "{apart:e} apart but no axis, unit {unit}");
                }
            }
        }
    }
    assert!(kinds.iter().all(|&count| count > 50), "every answer occurs: {kinds:?}");
}

#[test]
fn boxes_that_touch_by_a_face_an_edge_or_a_corner_intersect_anywhere() {
    let mut random = Pcg64::seed_from_u64(42);
    for unit in [1e-6, 1.0, 1e6] {
        for sides in [[1.0, 0.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 1.0]] {
            for _ in 0..200 {
                let home = pose(direction(&mut random) * 10.0 * unit, &mut random);
                let half = Vector::from_fn(|_, _| random.random_range(0.1..1.0) * unit);
                let offset = 2.0 * half.component_mul(&Vector::from(sides));
                let a = obb(half, &home);
                let beside = |by: Vector| obb(half, &(home * Pose::translation(by.x, by.y, by.z)));
                // Ten sizes from the origin, the rounding of positions exceeds that of the test.
                assert_eq!(separating_axis(&a, &beside(offset * (1.0 - 1e-14))), None, "{sides:?}");
                assert!(separating_axis(&a, &beside(offset * (1.0 + 1e-12))).is_some(), "{sides:?}");
            }
        }
    }
}
