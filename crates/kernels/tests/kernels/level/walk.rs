//! The response: a random walk stays outside the solid, never gets stuck, and is reproducible.

use collidoscope_kernels::geometry::{Point, Vector};
use collidoscope_kernels::level::compiled::Level;
use collidoscope_kernels::level::methods::{BSP_SHIFT, METHODS, Method};
use collidoscope_kernels::level::mover::Mover;
use collidoscope_kernels::level::plane::Plane;
use collidoscope_kernels::level::sweep::{Exact, Move, Sweep};
use collidoscope_kernels::level::walk::{State, walk};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::support::levels::{boxed, level, method, movers, plane};

const FRAME: f64 = 1.0 / 60.0;

/// A closed room with a stair, a ramp, a pillar at a wall, a low beam, and a corner of less than 90°.
fn room() -> Level {
    let mut brushes = vec![
        boxed([-6.0, -1.0, -6.0], [6.0, 0.0, 6.0]),
        boxed([-6.0, 0.0, -6.0], [-5.0, 4.0, 6.0]),
        boxed([5.0, 0.0, -6.0], [6.0, 4.0, 6.0]),
        boxed([-5.0, 0.0, -6.0], [5.0, 4.0, -5.0]),
        boxed([-5.0, 0.0, 5.0], [5.0, 4.0, 6.0]),
        boxed([-6.0, 4.0, -6.0], [6.0, 5.0, 6.0]),
        vec![
            plane([-1.0, 2.0, 0.0], 0.0),
            plane([1.0, 0.0, 0.0], 3.0),
            plane([0.0, -1.0, 0.0], 0.0),
            plane([0.0, 0.0, 1.0], 4.0),
            plane([0.0, 0.0, -1.0], -2.0),
        ],
        vec![
            plane([1.0, 0.0, 2.0], -8.0),
            plane([-1.0, 0.0, 0.0], 5.0),
            plane([0.0, 0.0, -1.0], 5.0),
            plane([0.0, 1.0, 0.0], 3.0),
            plane([0.0, -1.0, 0.0], 0.0),
        ],
        boxed([-3.0, 1.2, -1.0], [3.0, 1.5, -0.7]),
    ];
    brushes.extend((0..4).map(|i| {
        let i = f64::from(i);
        boxed([-5.0, 0.0, 1.0 + 0.5 * i], [-3.0, 0.3 * (i + 1.0), 1.5 + 0.5 * i])
    }));
    let pillar = |i: u32| {
        let angle = std::f64::consts::TAU * f64::from(i) / 5.0;
        let normal = Vector::new(angle.cos(), 0.0, angle.sin());
        Plane::new(normal, normal.dot(&Vector::new(3.5, 0.0, -3.5)) + 0.5)
    };
    brushes.push(
        (0..5).map(pillar).chain([plane([0.0, 1.0, 0.0], 3.0), plane([0.0, -1.0, 0.0], 0.0)]).collect(),
    );
    level(&brushes)
}

/// Walks at random for a number of frames; returns the hash of all states. Every `every` frames it checks
/// that the mover is outside the solid and can still move.
fn wander(
    level: &Level,
    (method, mover): (&Method, &Mover),
    start: Point,
    frames: usize,
    every: usize,
) -> u64 {
    let mut random = Pcg64::seed_from_u64(31);
    let mut sweep = method.make(level, &method.default_settings());
    let mut exact = Exact::new(level);
    let mut state = State::at(start);
    let (mut wish, mut hash, mut far) = (Vector::zeros(), 0, 0.0_f64);
    for frame in 0..frames {
        if frame % 20 == 0 {
            let angle = random.random_range(0.0..std::f64::consts::TAU);
            wish = Vector::new(angle.cos(), 0.0, angle.sin()) * random.random_range(0.5..6.0);
        }
        let after = walk(sweep.as_mut(), mover, &state, wish, FRAME).unwrap();
        assert!(!after.is_stuck, "{} {mover:?} {state:?}", method.id);
        state = after.state;
        hash = state.hash(hash);
        far = far.max((state.place - start).norm());
        if frame % every == every - 1 {
            let standing = Move { mover: mover.clone(), from: state.place, to: state.place };
            let hit = exact.sweep(&standing).unwrap().0;
            assert!(hit.is_none(), "{} {mover:?} is inside at {:?} in frame {frame}", method.id, state.place);
            let goes = (0..8).any(|i| {
                let angle = std::f64::consts::FRAC_PI_4 * f64::from(i);
                let wish = Vector::new(angle.cos(), 0.0, angle.sin());
                let after = walk(sweep.as_mut(), mover, &state, wish, FRAME).unwrap();
                (after.state.place - state.place).norm() > 0.5 * FRAME
            });
            assert!(goes, "{} {mover:?} is stuck at {:?} in frame {frame}", method.id, state.place);
        }
    }
    assert!(far > 2.0, "{} {mover:?} went nowhere", method.id);
    hash
}

#[test]
fn nobody_is_ever_inside_or_stuck_by_any_method() {
    let room = room();
    for mover in movers() {
        for method in METHODS {
            let start = Point::new(0.0, 0.5 + mover.reach(&Vector::y()), 1.0);
            wander(&room, (method, &mover), start, 300, 20);
        }
    }
}

#[test]
fn the_same_walk_has_the_same_hash() {
    let room = room();
    let mover = Mover::Cylinder { radius: 0.4, height: 1.1 };
    let start = Point::new(0.0, 0.5, 1.0);
    let once = || wander(&room, (method(BSP_SHIFT), &mover), start, 200, 100);
    assert_eq!(once(), once());
}

#[test]
#[ignore = "takes minutes; run it in a release build"]
fn nobody_is_ever_inside_or_stuck_in_a_million_frames() {
    let (room, (made, large)) = (room(), &*super::made::SMALL);
    for mover in movers() {
        for id in [BSP_SHIFT, "bsp-shift-bevels", "brush-planes"] {
            let lift = 0.5 + mover.reach(&Vector::y());
            let start = Point::new(0.0, lift, 1.0);
            wander(&room, (method(id), &mover), start, 1_000_000, 20);
            wander(large, (method(id), &mover), made.start + Vector::y() * lift, 200_000, 20);
        }
    }
}

#[test]
fn a_step_is_climbed_up_to_its_height_and_a_fall_is_one_of_gravity() {
    let stairs = |height: f64| {
        level(&[boxed([-8.0, -1.0, -8.0], [8.0, 0.0, 8.0]), boxed([1.0, 0.0, -8.0], [8.0, height, 8.0])])
    };
    let body = Mover::Cylinder { radius: 0.4, height: 1.8 };
    for (height, climbs) in [(0.2, true), (0.3, true), (0.32, false)] {
        let level = stairs(height);
        for method in METHODS {
            let mut sweep = method.make(&level, &method.default_settings());
            let mut state = State::at(Point::new(0.0, 0.01, 0.0));
            for _ in 0..60 {
                state = walk(sweep.as_mut(), &body, &state, Vector::x() * 2.0, FRAME).unwrap().state;
            }
            let expected = if climbs { height } else { 0.0 };
            assert!((state.place.y - expected).abs() < 0.01, "{} {height}: {state:?}", method.id);
            assert_eq!(state.place.x > 1.0, climbs, "{} {height}: {state:?}", method.id);
        }
    }
    // A fall from 5 m: h = g t² / 2, within a frame.
    let level = stairs(0.3);
    let mut sweep = method(BSP_SHIFT).make(&level, &method(BSP_SHIFT).default_settings());
    let mut state = State::at(Point::new(-3.0, 5.0, 0.0));
    let mut frames = 0;
    while state.floor.is_none() && frames < 200 {
        state = walk(sweep.as_mut(), &body, &state, Vector::zeros(), FRAME).unwrap().state;
        frames += 1;
    }
    let expected = (2.0 * 5.0 / 9.81_f64).sqrt() / FRAME;
    assert!((f64::from(frames) - expected).abs() <= 2.0, "{frames} {expected}");
}

#[test]
fn whoever_is_put_into_the_solid_comes_out_or_says_so() {
    let room = room();
    let mut sweep = method(BSP_SHIFT).make(&room, &method(BSP_SHIFT).default_settings());
    let mut one = |place: [f64; 3]| {
        let ball = Mover::Sphere { radius: 0.5 };
        walk(sweep.as_mut(), &ball, &State::at(place.into()), Vector::x(), FRAME).unwrap()
    };
    let out = one([0.0, 0.2, 1.0]);
    assert!(!out.is_stuck && out.state.place.y >= 0.5, "{out:?}");
    let outside_of_all = level(&[boxed([-11.0; 3], [11.0; 3])]);
    let mut sweep = method(BSP_SHIFT).make(&outside_of_all, &method(BSP_SHIFT).default_settings());
    let ball = Mover::Sphere { radius: 0.5 };
    let frame = walk(sweep.as_mut(), &ball, &State::at(Point::origin()), Vector::x(), FRAME).unwrap();
    assert!(frame.is_stuck && frame.state.place == Point::origin());
}
