//! The reference with nearly parallel planes: the same plane twice up to rounding, tips as sharp as a
//! millionth, edges cut off by less than the brush's rounding; and with flat hulls and points at rest.

use collidoscope_kernels::geometry::hull::convex_hull;
use collidoscope_kernels::geometry::{Point, Vector};
use collidoscope_kernels::level::compiled::Level;
use collidoscope_kernels::level::methods;
use collidoscope_kernels::level::mover::Mover;
use collidoscope_kernels::level::plane::Plane;
use collidoscope_kernels::level::sweep::proof::Proof;
use collidoscope_kernels::level::sweep::{Exact, Hit, Move, Sweep as _};

use crate::support::levels::{boxed, level, sweep};

/// The plane with its solid side n · p + d ≤ 0.
fn given([x, y, z, d]: [f64; 4]) -> Plane {
    Plane::of([x, y, z], -d).unwrap()
}

fn exact(level: &Level, mover: &Mover, from: [f64; 3], to: [f64; 3]) -> Option<Hit> {
    sweep(methods::find("exact").unwrap(), level, mover, from, to)
}

fn hull(points: &[[f64; 3]]) -> Mover {
    Mover::Hull {
        hull: convex_hull(&points.iter().copied().map(Point::from).collect::<Vec<_>>()).unwrap().into(),
    }
}

#[test]
fn planes_that_are_one_up_to_rounding_hide_no_contact() {
    let planes = [
        [-0.5321365745403245, 0.2552972647820981, 0.8072508734162318, -918.9759252279931],
        [-22691089.003590044, -1510978.0402644456, -184991020.2155246, -166456084713.355],
        [-3.8490886466848156e-07, 5.333394045640934e-07, 1.322005320615177e-06, -0.0009249724414461521],
        [-3.849118071456925e-07, 5.333349265262722e-07, 1.322004663376676e-06, -0.0009249724414782065],
        [0.7593344970113619, -0.6479144570861631, 0.06014962965176555, -848.305446222769],
        [-0.038490886467036196, 0.05333394045780411, 0.13220053206271148, -92.49724414782064],
    ];
    let mover = hull(&[
        [-37.49608551669441, -737.3498303193567, -1898.2817866968899],
        [76.80853165680291, 1821.783139125348, -72.95618820087199],
        [77.52699727772787, -625.9760350359353, -160.87345279097858],
        [112.01737217278688, 1184.0394615713544, 746.9663854524182],
    ]);
    let from = [1001.453608168136, 296.9034903418456, 236.64798091614944];
    let to = [405.67470162914606, 296.9034903418456, 236.64798091614944];
    let found = exact(&level(&[planes.map(given).to_vec()]), &mover, from, to);
    assert!(found.is_some_and(|hit| hit.inside), "the reference point lies behind all planes: {found:?}");

    let planes = [
        [0.7194625270264747, 0.688735463811016, 0.0895384447804607, -169021261.93877137],
        [46543798.96672252, -54016698.72186192, -123634578.40327375, -1.2510612029735994e+16],
        [46543798.96672254, -54016698.72186193, -123634578.40327375, -1.2510612029735994e+16],
    ];
    let mover = Mover::Sphere { radius: 34587571.47824889 };
    let from = [15387529.756490808, 22130384.532882713, -280504266.85895824];
    let to = [15387529.756490808, 22130384.532882713, -13354619.624080062];
    let found = exact(&level(&[planes.map(given).to_vec()]), &mover, from, to);
    // The time, computed in rationals, at which it reaches the plane that is given twice.
    assert!(found.is_some_and(|hit| (hit.time - 0.507_245_641_728_557_7).abs() < 1e-10), "{found:?}");
}

#[test]
fn a_sharp_tip_is_met_where_it_is_and_what_passes_it_is_free() {
    let wedge = [
        [1.0, 1e-6, 0.0, 0.0],
        [-1.0, 1e-6, 0.0, 0.0],
        [0.0, -1.0, 0.0, -1.0],
        [0.0, 0.0, 1.0, -1.0],
        [0.0, 0.0, -1.0, -1.0],
    ];
    let level = level(&[wedge.map(given).to_vec()]);
    let cube: Vec<[f64; 3]> =
        (0..8).map(|i| [0, 1, 2].map(|axis| if i >> axis & 1 == 0 { -0.25 } else { 0.25 })).collect();
    for (mover, below) in [
        (Mover::Point, 0.0),
        (Mover::Sphere { radius: 0.25 }, 0.25),
        (Mover::Cylinder { radius: 0.25, height: 0.5 }, 0.0),
        (hull(&cube), 0.25),
    ] {
        let beside = exact(&level, &mover, [-1.0, below + 1e-8, 0.1], [1.0, below + 1e-8, 0.1]);
        assert_eq!(beside, None, "{mover:?} passes 1e-8 above the tip");
        let into = exact(&level, &mover, [-1.0, below - 1e-3, 0.1], [1.0, below - 1e-3, 0.1]);
        assert!(into.is_some(), "{mover:?} goes through the tip");
        let down = exact(&level, &mover, [0.0, below + 1.0, 0.1], [0.0, below - 0.5, 0.1]).unwrap();
        assert!((down.time - 2.0 / 3.0).abs() < 2e-10, "{mover:?}: {}", down.time - 2.0 / 3.0);
    }
}

#[test]
fn an_edge_that_is_cut_off_by_less_than_rounding_is_there_for_a_small_mover() {
    let mut planes = boxed([-1e9; 3], [0.0; 3]);
    planes.push(given([1.0, 1.0, 0.0, 1e-6]));
    let level = level(&[planes]);
    for (mover, radius) in [(Mover::Point, 0.0), (Mover::Sphere { radius: 1e-7 }, 1e-7)] {
        let hit = exact(&level, &mover, [0.0, -2e-7, -1.0], [-2e-6, -2e-7, -1.0]).unwrap();
        let expected = 8e-7 - radius * 2.0_f64.sqrt();
        assert!((hit.time * 2e-6 - expected).abs() < 2e-16, "{mover:?}: {}", hit.time * 2e-6 - expected);
    }
}

#[test]
fn a_point_at_rest_and_a_flat_hull_show_a_point_that_they_share_with_the_brush() {
    let level = level(&[boxed([0.0; 3], [1.0; 3])]);
    let flat = hull(&[
        [7.3e-14, 4.6e-11, -2.2e-15],
        [-3.8e-13, 1.8e-10, 5.6e-15],
        [1.9e-13, -1.1e-11, -1.1e-15],
        [2.6e-13, 2.0e-10, 3.1e-15],
        [9.5e-14, -7.7e-11, -2.3e-15],
    ]);
    let moves = [
        (Mover::Point, [0.5; 3], [0.5; 3], 0.0),
        (flat, [0.5, 0.5, 1.0 + 2e-15], [0.5, 0.5 + 1e-8, 1.0 - 1e-15], 3e-10),
    ];
    for (mover, from, to, size) in moves {
        let a_move = Move { mover, from: from.into(), to: to.into() };
        let mut exact = Exact::new(&level);
        let (hit, _) = exact.sweep(&a_move).unwrap();
        assert!(hit.is_some());
        match exact.proof(&a_move, hit.as_ref()) {
            Some(Proof::Contact(point)) => assert!(Vector::amax(&point) <= size, "{point:?}"),
            other => panic!("{:?} shows {other:?}", a_move.mover),
        }
    }
}
