//! Meshes of all sizes from the smallest to the largest numbers, and of very different sizes.

use std::sync::Arc;

use collidoscope_kernels::geometry::{Mesh, Point, Pose, Vector};
use collidoscope_kernels::hierarchies::methods::METHODS;
use collidoscope_kernels::hierarchies::query::{Answer, Query, Tolerance};
use collidoscope_kernels::hierarchies::scaling::Scaling;
use nalgebra::UnitQuaternion;

const DISTANCE: Query = Query::Distance(Tolerance { relative: 0.0, absolute: 0.0 });

/// A number times 2^k; the power alone may be out of range.
fn times(number: f64, k: i32) -> f64 {
    number * 2_f64.powi(k / 2) * 2_f64.powi(k - k / 2)
}

/// A tetrahedron with a second layer on one face, times 2^k.
fn fan(k: i32) -> Arc<Mesh> {
    let corners = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let vertices = corners.map(|p| Point::from(p.map(|c| times(c, k)))).to_vec();
    Arc::new(Mesh::new(vertices, vec![[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 2, 3], [0, 1, 3]]).unwrap())
}

fn at(shift: [f64; 3], k: i32, turn: f64) -> Pose {
    let shift = Vector::from(shift.map(|c| times(c, k)));
    Pose::from_parts(shift.into(), UnitQuaternion::from_axis_angle(&Vector::z_axis(), turn))
}

/// The answers of all methods to detection, determination and distance, in this order.
fn answers(meshes: &[Arc<Mesh>; 2], pose: &Pose) -> Vec<[Answer; 3]> {
    let (scaling, scaled) = Scaling::of(meshes);
    let answers = |method: &collidoscope_kernels::hierarchies::methods::Method| {
        let mut pair = method.make(&scaled, &method.default_settings());
        [Query::Detect, Query::Determine, DISTANCE].map(|query| scaling.answer(&mut *pair, pose, &query))
    };
    METHODS.iter().map(answers).collect()
}

#[test]
fn meshes_times_a_power_of_two_have_the_answers_times_it() {
    let shifts = [[0.0; 3], [2.0, 0.0, 0.0], [0.5, 0.5, 0.25], [3.0, 2.0, -4.0], [0.0, 0.0, -1.0]];
    for (shift, turn) in shifts.into_iter().flat_map(|shift| [(shift, 0.0), (shift, 1.0)]) {
        let usual = answers(&[fan(0), fan(0)], &at(shift, 0, turn));
        for k in (-1065..=1020).step_by(139).chain([-1022, -515, -101, -100, 100, 101, 515]) {
            let scaled = answers(&[fan(k), fan(k)], &at(shift, k, turn));
            for ((usual, scaled), method) in usual.iter().zip(scaled).zip(METHODS) {
                let case = format!("{} times 2^{k} at {shift:?} turned by {turn}", method.id);
                assert_eq!(usual[0].colliding, scaled[0].colliding, "{case}");
                // Subnormal numbers have fewer digits: the turned pair is another one.
                if turn == 0.0 || k > -1000 {
                    assert_eq!(usual[1].sorted_pairs(), scaled[1].sorted_pairs(), "{case}");
                }
                let [usual, scaled] = [&usual[2], &scaled[2]].map(|answer| answer.distance.unwrap());
                let (expected, rounding) = (times(usual, k), times(1e-14, k).max(1e-323));
                assert!((scaled - expected).abs() <= rounding, "{case}: {scaled:e} {expected:e}");
                assert_eq!(scaled == 0.0, usual == 0.0, "{case}: {scaled:e} {usual:e}");
            }
        }
    }
}

#[test]
fn tiny_meshes_touch_usual_ones_exactly_where_their_points_do() {
    let flat = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Point::from);
    let unit = Arc::new(Mesh::new(flat.to_vec(), vec![[0, 1, 2]]).unwrap());
    for size in [-1030, -1000, -700, -500, -350, -250, -110, -60] {
        let tiny = times(1.0, size);
        // The place of the unit triangle, and its distance from the tiny tetrahedron in the corner of all axes.
        let places = [
            ([0.0, 0.0, 0.0], 0.0),
            ([3.0, 0.0, 0.0], 3.0),
            ([-0.25, -0.25, 0.0], 0.0),
            ([-0.25, -0.25, tiny], 0.0),
            ([-0.25, -0.25, 3.0 * tiny], 2.0 * tiny),
            ([-0.25, -0.25, -tiny], tiny),
        ];
        for (place, distance) in places {
            for (answers, method) in
                answers(&[fan(size), unit.clone()], &at(place, 0, 0.0)).iter().zip(METHODS)
            {
                let case = format!("{} of 2^{size} at {place:?}", method.id);
                let touches = distance == 0.0;
                assert_eq!(answers.each_ref().map(|answer| answer.colliding), [touches; 3], "{case}");
                let found = answers[2].distance.unwrap();
                assert!((found - distance).abs() <= 2.0 * tiny, "{case}: {found:e} {distance:e}");
                assert_eq!(found == 0.0, touches, "{case}: {found:e}");
            }
        }
    }
}

#[test]
fn tiny_meshes_far_from_each_other_are_as_far_apart_as_their_places() {
    for (size, far) in [(-1030, 3.0), (-700, 1e12), (-300, 1e-40), (1000, 1e308)] {
        for answers in answers(&[fan(size), fan(size)], &at([far, 0.0, 0.0], 0, 1.0)) {
            assert!(!answers[0].colliding && answers[1].pairs.is_empty());
            let (found, [p, q]) = (answers[2].distance.unwrap(), answers[2].closest.unwrap());
            let reach = 4.0 * times(1.0, size) + 1e-14 * far;
            assert!((found - far).abs() <= reach, "{size}: {found:e} {far:e}");
            assert!(((q - p).x - far).abs() <= reach, "{size}: {p:?} {q:?} {far:e}");
        }
    }
}
