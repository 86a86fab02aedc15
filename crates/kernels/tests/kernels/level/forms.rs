//! First contacts that can be computed by hand: plane, edge, corner, ramp and stair, for every mover and method.

use collidoscope_kernels::geometry::hull::convex_hull;
use collidoscope_kernels::geometry::{Point, Vector};
use collidoscope_kernels::level::compiled::Level;
use collidoscope_kernels::level::methods::METHODS;
use collidoscope_kernels::level::mover::Mover;

use crate::support::levels::{boxed, level, method, movers, plane, sweep};

/// Tolerance in metres, for moves of a few metres.
const NEAR: f64 = 1e-9;

#[test]
fn every_method_stops_every_mover_at_a_plane() {
    let floor = level(&[vec![plane([0.0, 1.0, 0.0], 0.5)]]);
    let ramp = level(&[vec![plane([1.0, 2.0, 0.0], 0.0)]]);
    for mover in movers() {
        for method in METHODS {
            // Down by 4 m; the lowest point of the mover decides the time.
            let [from, to] = [[1.0, 3.0, 2.0], [1.0, -1.0, 2.0]];
            let lowest = mover.reach(&Vector::y());
            let hit = sweep(method, &floor, &mover, from, to).expect("it meets the floor");
            let expected = (3.0 - lowest - 0.5) / 4.0;
            assert!((hit.time - expected).abs() * 4.0 < NEAR, "{} {mover:?} {}", method.id, hit.time);
            assert!((hit.normal - Vector::y()).norm() < 1e-6 && !hit.inside, "{} {mover:?}", method.id);

            let normal = Vector::new(1.0, 2.0, 0.0).normalize();
            let hit = sweep(method, &ramp, &mover, from, to).expect("it meets the ramp");
            let expected =
                (normal.dot(&Vector::new(1.0, 3.0, 2.0)) - mover.reach(&normal)) / (4.0 * normal.y);
            assert!((hit.time - expected).abs() * 4.0 < NEAR, "{} {mover:?} {}", method.id, hit.time);
            assert!((hit.normal - normal).norm() < 1e-6, "{} {mover:?} {:?}", method.id, hit.normal);
        }
    }
}

#[test]
fn a_sphere_meets_edge_and_corner_of_a_box_where_its_radius_says() {
    let cube = level(&[boxed([0.0; 3], [1.0; 3])]);
    let ball = Mover::Sphere { radius: 0.5 };
    let root = |n: f64| 0.5 / n.sqrt();
    // Along the diagonal of an edge and of a corner, ending on it.
    let cases = [
        ([3.0, 3.0, 0.5], [1.0, 1.0, 0.5], 2.0, Vector::new(1.0, 1.0, 0.0)),
        ([3.0, 3.0, 3.0], [1.0, 1.0, 1.0], 3.0, Vector::new(1.0, 1.0, 1.0)),
    ];
    for (from, to, axes, normal) in cases {
        let hit = sweep(method("exact"), &cube, &ball, from, to).unwrap();
        assert!((hit.time - (2.0 - root(axes)) / 2.0).abs() < NEAR, "{hit:?}");
        assert!((hit.normal - normal.normalize()).norm() < 1e-6, "{hit:?}");
        // Shifted planes meet 0.5 m outside the faces, as do the brush's own planes and their bevels.
        for id in ["bsp-shift", "bsp-shift-bevels", "bsp-offset", "brush-planes"] {
            let hit = sweep(method(id), &cube, &ball, from, to).unwrap();
            assert!((hit.time - 0.75).abs() < NEAR, "{id}: {hit:?}");
        }
    }
}

/// Asserts time and normal of the exact contact of a move, or that there is none.
#[track_caller]
fn assert_meets(level: &Level, mover: &Mover, [from, to]: [[f64; 3]; 2], expected: Option<(f64, Vector)>) {
    let hit = sweep(method("exact"), level, mover, from, to);
    let length = (Vector::from(to) - Vector::from(from)).norm();
    match (hit, expected) {
        (None, None) => {}
        (Some(hit), Some((time, normal))) => {
            assert!((hit.time - time).abs() * length < NEAR && !hit.inside, "{hit:?} instead of {time}");
            assert!((hit.normal - normal.normalize()).norm() < 1e-6, "{hit:?} instead of {normal:?}");
        }
        (hit, expected) => panic!("{hit:?} instead of {expected:?}"),
    }
    // No other method reports it later.
    for method in METHODS {
        let other = sweep(method, level, mover, from, to).map_or(f64::INFINITY, |hit| hit.time);
        let truth = expected.map_or(f64::INFINITY, |(time, _)| time);
        assert!(other <= truth + NEAR / length, "{}: {other} after {truth}", method.id);
    }
}

#[test]
fn a_cylinder_meets_edges_and_corners_with_its_side_and_its_rims() {
    let cube = level(&[boxed([0.0; 3], [1.0; 3])]);
    let body = Mover::Cylinder { radius: 0.3, height: 0.8 };
    let (up, along) = (Vector::y(), 8_f64.sqrt());
    // A vertical edge, along its diagonal.
    let side = ((along - 0.3) / along, Vector::new(1.0, 0.0, 1.0));
    assert_meets(&cube, &body, [[3.0, 0.1, 3.0], [1.0, 0.1, 1.0]], Some(side));
    // A horizontal edge from above and from below; beside it, and past it.
    assert_meets(&cube, &body, [[1.2, 3.0, 0.5], [1.2, 0.0, 0.5]], Some((2.0 / 3.0, up)));
    assert_meets(&cube, &body, [[1.2, -3.0, 0.5], [1.2, 1.0, 0.5]], Some((2.2 / 4.0, -up)));
    assert_meets(&cube, &body, [[1.4, 3.0, 0.5], [1.4, 0.0, 0.5]], None);
    // A corner 0.28 m from the axis, then 0.35 m.
    assert_meets(&cube, &body, [[1.2, 3.0, 1.2], [1.2, 0.0, 1.2]], Some((2.0 / 3.0, up)));
    assert_meets(&cube, &body, [[1.25, 3.0, 1.25], [1.25, 0.0, 1.25]], None);
    // A ridge with slope 1/2 towards +x, under the rim: the base covers it up to 0.22 m from the axis.
    let [left, right] = [2.0, -2.0].map(|z| plane([-1.0, 2.0, z], 0.0));
    let ends = [plane([1.0, 0.0, 0.0], 3.0), plane([0.0, -1.0, 0.0], 3.0)];
    let ridge = level(&[[&[left, right][..], &ends].concat()]);
    let covered = 0.05_f64.sqrt();
    let hit = sweep(method("exact"), &ridge, &body, [0.0, 3.0, 0.2], [0.0, -1.0, 0.2]).unwrap();
    assert!((hit.time * 4.0 - (3.0 - covered / 2.0)).abs() < NEAR, "{hit:?}");
    assert!(hit.normal.dot(&Vector::new(2.0, 1.0, 0.0)).abs() < 1e-9, "across the ridge: {hit:?}");
    // A horizontal edge that points to +z, halfway up the side.
    let [above, below] = [1.0, -1.0].map(|y| plane([0.0, y, 1.0], 0.0));
    let edge = level(&[vec![above, below, plane([0.0, 0.0, -1.0], 2.0)]]);
    let side = ((3.0 - 0.3) / 4.0, Vector::z());
    assert_meets(&edge, &body, [[0.0, -0.4, 3.0], [0.0, -0.4, -1.0]], Some(side));
}

#[test]
fn a_hull_meets_an_edge_with_an_edge_and_a_corner_with_a_face() {
    let cube = level(&[boxed([0.0; 3], [1.0; 3])]);
    let hull =
        |corners: [[f64; 3]; 4]| Mover::Hull { hull: convex_hull(&corners.map(Point::from)).unwrap().into() };
    let crossed = hull([[-1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.3, 0.6, 0.3], [0.3, -0.6, 0.3]]);
    let edges = (0.75, Vector::new(1.0, 0.0, 1.0));
    assert_meets(&cube, &crossed, [[3.0, 0.5, 3.0], [1.0, 0.5, 1.0]], Some(edges));
    let blunt = hull([[-1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0], [0.5; 3]]);
    assert_meets(&cube, &blunt, [[3.0; 3], [1.0; 3]], Some((5.0 / 6.0, Vector::repeat(1.0))));
}

#[test]
fn bevels_cut_off_what_the_published_rule_says() {
    // A wedge with an angle of 60° at the z axis, pointing to +x: the normals are 120° apart.
    let half = 30_f64.to_radians();
    let [up, down] = [1.0, -1.0].map(|side| plane([half.sin(), side * half.cos(), 0.0], 0.0));
    let wedge = level(&[vec![up, down, plane([-1.0, 0.0, 0.0], 3.0)]]);
    let radius = 0.5;
    let [from, to] = [[4.0, 0.0, 0.0], [0.0, 0.0, 0.0]];
    let place =
        |id: &str| 4.0 - 4.0 * sweep(method(id), &wedge, &Mover::Sphere { radius }, from, to).unwrap().time;
    // Without bevels the sphere stops where the shifted planes meet; with one, at the bevel across the path.
    assert!((place("bsp-shift") - radius / half.sin()).abs() < NEAR);
    assert!((place("bsp-shift-bevels") - radius).abs() < NEAR);
    assert!((place("exact") - radius).abs() < NEAR);
}

#[test]
fn a_cylinder_catches_on_the_stair_that_its_base_does_not_clear() {
    let stair =
        level(&[boxed([-8.0, -1.0, -8.0], [8.0, 0.0, 8.0]), boxed([2.0, 0.0, -8.0], [8.0, 0.3, 8.0])]);
    let body = Mover::Cylinder { radius: 0.4, height: 1.8 };
    for method in METHODS {
        let low = sweep(method, &stair, &body, [0.0, 0.0, 0.0], [4.0, 0.0, 0.0]).expect(method.id);
        assert!(
            (low.time - 0.4).abs() < NEAR && (low.normal + Vector::x()).norm() < 1e-6,
            "{} {low:?}",
            method.id
        );
        let high = sweep(method, &stair, &body, [0.0, 0.3, 0.0], [4.0, 0.3, 0.0]);
        assert!(high.is_none(), "{} slides over the step: {high:?}", method.id);
    }
}

#[test]
fn a_move_that_begins_inside_says_so_and_one_that_does_not_move_stays() {
    let cube = level(&[boxed([0.0; 3], [1.0; 3])]);
    for mover in movers() {
        for method in METHODS {
            let hit = sweep(method, &cube, &mover, [0.5, 0.2, 0.5], [0.5, 5.0, 0.5]).expect(method.id);
            assert!(hit.inside && hit.time == 0.0, "{} {mover:?} {hit:?}", method.id);
            let still = sweep(method, &cube, &mover, [5.0; 3], [5.0; 3]);
            assert!(still.is_none(), "{} {mover:?} {still:?}", method.id);
        }
    }
}
