//! Unions of solids that share faces, edges and corners: all methods against exact arithmetic, and the convention that
//! a mover that only touches has no hit.

use collidoscope::experiments::truth::sweeps::judge::among_solids;
use collidoscope::level::brush::Brush;
use collidoscope::level::methods::METHODS;
use collidoscope::level::mover::Mover;
use collidoscope::level::plane::Plane;

use crate::support::levels::{boxed, level, movers, sweep};

#[test]
fn solids_that_share_faces_edges_and_corners_stop_a_mover_like_one_solid() {
    for (kind, levels) in LEVELS.into_iter().enumerate() {
        let mut moves = 0;
        for index in 0..levels {
            for (method, all, wrong) in among_solids(kind, 5, index, 32).unwrap_or_default() {
                assert_eq!(wrong, 0, "{method}, mover {kind}, level {index}");
                moves += all;
            }
        }
        assert!(moves > 1000, "mover {kind}: {moves}");
    }
}

/// Levels for each kind of mover; hulls need the most time.
const LEVELS: [u64; 4] = [40, 20, 20, 10];

/// The planes of a sector between two directions across y, from the first to the second counter-clockwise seen from
/// below, 1 m thick.
fn sector([a, b]: [[f64; 2]; 2]) -> Vec<Plane> {
    let plane = |normal: [f64; 3], offset: f64| crate::support::levels::plane(normal, offset);
    vec![
        plane([a[1], 0.0, -a[0]], 0.0),
        plane([-b[1], 0.0, b[0]], 0.0),
        plane([a[0] + b[0], 0.0, a[1] + b[1]], 5.0),
        plane([0.0, 1.0, 0.0], 1.0),
        plane([0.0, -1.0, 0.0], 0.0),
    ]
}

#[test]
fn a_point_down_the_middle_of_a_pie_enters_it_unless_a_piece_is_missing() {
    for count in [3, 4, 5, 7, 8, 16, 60] {
        let ray = |i: u32| {
            let angle = std::f64::consts::TAU * f64::from(i) / f64::from(count);
            [angle.cos(), angle.sin()]
        };
        let pie: Vec<Vec<Plane>> = (0..count).map(|i| sector([ray(i), ray(i + 1)])).collect();
        let (whole, less) = (level(&pie), level(&pie[1..]));
        for method in METHODS {
            let down = |level| sweep(method, level, &Mover::Point, [0.0, 3.0, 0.0], [0.0, -1.0, 0.0]);
            let hit = down(&whole).unwrap_or_else(|| panic!("{} {count}", method.id));
            assert!((hit.time - 0.5).abs() < 1e-9 && !hit.inside, "{} {count} {hit:?}", method.id);
            assert!(hit.normal.y > 0.99, "{} {count} {hit:?}", method.id);
            assert_eq!(down(&less), None, "{} {count}", method.id);
        }
    }
}

#[test]
fn gaps_stay_free_and_overlaps_do_not_open() {
    for gap in [1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 0.0, -1e-13, -1e-12, -1e-10, -1e-8] {
        let two = [
            boxed([-2.0, 0.0, -2.0], [-0.5 * gap, 1.0, 2.0]),
            boxed([0.5 * gap, 0.0, -2.0], [2.0, 1.0, 2.0]),
        ];
        let level = level(&two);
        for method in METHODS {
            let hit = sweep(method, &level, &Mover::Point, [0.0, 3.0, 0.0], [0.0, -1.0, 0.0]);
            if gap <= 0.0 {
                let hit = hit.unwrap_or_else(|| panic!("{} {gap}", method.id));
                assert!((hit.time - 0.5).abs() < 1e-9, "{} {gap} {hit:?}", method.id);
            } else if method.id == "exact" {
                assert_eq!(hit, None, "{gap}");
            }
        }
    }
}

#[test]
fn a_move_that_ends_in_contact_has_no_hit_and_a_little_farther_it_has() {
    let one = level(&[boxed([0.0, 0.0, 0.0], [1.0, 1.0, 1.0])]);
    for mover in movers() {
        let lowest = mover.reach(&nalgebra::Vector3::y());
        for method in METHODS {
            let down = |to: f64| sweep(method, &one, &mover, [0.5, 3.0, 0.5], [0.5, to + lowest, 0.5]);
            assert_eq!(down(1.0), None, "{} {mover:?}", method.id);
            let hit = down(1.0 - 1e-8).unwrap_or_else(|| panic!("{} {mover:?}", method.id));
            assert!(hit.time > 1.0 - 1e-7, "{} {mover:?} {hit:?}", method.id);
        }
    }
    for method in METHODS {
        let corner = sweep(method, &one, &Mover::Point, [3.0, 3.0, 3.0], [1.0, 1.0, 1.0]);
        assert_eq!(corner, None, "{}: ends in a corner", method.id);
        let past = sweep(method, &one, &Mover::Point, [2.0, 0.5, 0.0], [0.0, 0.5, 2.0]);
        assert_eq!(past, None, "{}: past an edge", method.id);
    }
}

#[test]
fn a_point_at_rest_is_inside_if_solids_surround_it() {
    // Two boxes with a common face, and one that touches them in an edge.
    let boxes = [
        boxed([0.0, 0.0, 0.0], [1.0, 1.0, 1.0]),
        boxed([1.0, 0.0, 0.0], [2.0, 1.0, 1.0]),
        boxed([1.0, 1.0, 0.0], [2.0, 2.0, 1.0]),
    ];
    let level = level(&boxes);
    for method in METHODS {
        let at = |p: [f64; 3]| sweep(method, &level, &Mover::Point, p, p).map(|hit| (hit.time, hit.inside));
        assert_eq!(at([1.0, 0.5, 0.5]), Some((0.0, true)), "{}: in the seam", method.id);
        assert_eq!(at([0.5, 0.5, 0.5]), Some((0.0, true)), "{}: in a box", method.id);
        assert_eq!(at([1.0, 1.0, 0.5]), None, "{}: on an edge with air beside it", method.id);
        assert_eq!(at([1.0, 0.5, 1.0]), None, "{}: at the end of the seam", method.id);
        assert_eq!(at([0.0, 0.0, 0.0]), None, "{}: in a corner", method.id);
    }
}

#[test]
fn a_cylinder_may_slide_along_a_line_of_corners() {
    // A row of spikes that hang down to y = 2, and a cylinder as high as the room below them.
    let spike = |x: f64| {
        let side = |n: [f64; 3]| crate::support::levels::plane(n, n[0] * x + n[1] * 2.0);
        vec![
            side([1.0, -1.0, 0.0]),
            side([-1.0, -1.0, 0.0]),
            side([0.0, -1.0, 1.0]),
            side([0.0, -1.0, -1.0]),
            side([0.0, 1.0, 0.0]),
        ]
        .into_iter()
        .map(|plane| if plane.normal.y > 0.5 { plane.shifted(1.0) } else { plane })
        .collect::<Vec<Plane>>()
    };
    let level = level(&[spike(0.0), spike(2.0), spike(4.0)]);
    let exact = crate::support::levels::method("exact");
    let mover = Mover::Cylinder { radius: 0.5, height: 1.0 };
    for z in [0.0, 0.25, 0.5] {
        let along = |y: f64| sweep(exact, &level, &mover, [-3.0, y, z], [7.0, y, z]);
        assert_eq!(along(1.0), None, "z = {z}");
        assert!(along(1.0 + 1e-6).is_some(), "z = {z}");
    }
}

#[test]
fn many_equal_brushes_are_one() {
    let boxes: Vec<_> =
        (0..3000).map(|_| Brush::planes_of_box(&[0.0; 3].into(), &[1.0; 3].into()).to_vec()).collect();
    let level = level(&boxes);
    assert_eq!((level.faces, level.tree.solid), (6, 1));
    for method in METHODS {
        let hit = sweep(method, &level, &Mover::Point, [0.5, 3.0, 0.5], [0.5, -1.0, 0.5]).expect(method.id);
        assert!((hit.time - 0.5).abs() < 1e-9, "{} {hit:?}", method.id);
    }
}
