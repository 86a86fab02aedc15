//! The first contact of parts that move rigidly, against closed forms, dense samples and another library.

use std::f64::consts::{PI, TAU};

use collidoscope_kernels::{Error, Impact, Mesh, Motion, Pose, Queries, Search, Shape};
use parry3d_f64::query::{NonlinearRigidMotion, cast_shapes_nonlinear};
use parry3d_f64::shape::{Capsule, Cuboid};
use rand::{Rng as _, SeedableRng as _};
use rand_pcg::Pcg64;

use crate::support::arrays::{Array, for_parry, length, minus, parrys_pose, plus, pose, vector};

const NO: Array = [0.0; 3];

fn search(until: f64, tolerance: f64) -> Search {
    Search { until, tolerance, most_steps: 1_000_000 }
}

/// A large square across an axis, at a distance from the origin.
fn wall(at: f64, half: f64) -> Mesh {
    let corners = [[at, -half, -half], [at, half, -half], [at, half, half], [at, -half, half]];
    Mesh::new(&corners, &[[0, 1, 2], [0, 2, 3]]).unwrap()
}

fn soup(random: &mut Pcg64, count: u32, size: f64) -> Mesh {
    let corners = (0..count).flat_map(|_| {
        let middle = vector(random, size);
        [0; 3].map(|_| plus(middle, vector(random, 0.4 * size)))
    });
    let corners: Vec<Array> = corners.collect();
    Mesh::new(&corners, &(0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect::<Vec<_>>()).unwrap()
}

#[test]
fn a_rod_turns_into_a_wall_when_the_closed_form_says() {
    for size in [1.0, 1e-9, 1e9] {
        let rod = Mesh::new(&[NO, [size, 0.0, 0.0]], &[[0, 1, 1]]).unwrap();
        let wall = wall(0.5 * size, 9.0 * size);
        for (start, spin, time) in
            [(PI / 2.0, -1.0, PI / 6.0), (-PI / 2.0, 2.0, PI / 12.0), (PI, 1.0, PI * 2.0 / 3.0)]
        {
            let motion = Motion::new(pose([0.0, 0.0, start], NO), NO, [0.0, 0.0, spin]).unwrap();
            let at_rest = Motion::at_rest(Pose::identity());
            let mut queries = Queries::default();
            let limits = search(10.0, 1e-9 * size);
            let found = queries.impact(&rod, &wall, [&motion, &at_rest], &limits).unwrap().unwrap();
            // The tip moves towards the wall with 0.86 of its speed.
            assert!(found.is_contact && found.time <= time && found.time > time - 2e-9, "{found:?} {time}");
            let [p, q] = found.closest.points;
            assert!((q[0] - 0.5 * size).abs() < 1e-13 * size && length(minus(p, q)) <= 1e-9 * size);
            // Seen from the wall, and as a capsule of no thickness but its radius.
            let back = queries.impact(&wall, &rod, [&at_rest, &motion], &limits).unwrap().unwrap();
            assert!(back.is_contact && (back.time - found.time).abs() < 1e-9);
            let capsule = Shape::capsule(0.1 * size, [NO, [size, 0.0, 0.0]]).unwrap();
            let found = queries.impact(&capsule, &wall, [&motion, &at_rest], &limits).unwrap().unwrap();
            let angle = 0.4_f64.acos() - 0.5_f64.acos();
            let expected = time - angle / spin.abs();
            assert!((found.time - expected).abs() < 2e-9 && found.time <= expected, "{found:?} {expected}");
            // Moved far away, together: what is left are the digits of the coordinates.
            let far = [1e6 * size; 3];
            let moving = Motion::new(pose([0.0, 0.0, start], far), NO, [0.0, 0.0, spin]).unwrap();
            let resting = Motion::at_rest(Pose::translation(far).unwrap());
            let found = queries.impact(&rod, &wall, [&moving, &resting], &limits).unwrap().unwrap();
            assert!(found.is_contact && found.time <= time && found.time > time - 1e-5, "{found:?} {time}");
        }
    }
}

#[test]
fn a_fast_spin_meets_a_wall_in_the_turn_that_the_closed_form_says() {
    let rod = Mesh::new(&[[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]], &[[0, 1, 1]]).unwrap();
    let wall = wall(2.0, 9.0);
    let spin = 40.0 * TAU;
    let motion = Motion::new(pose([0.0, 0.0, 0.3], NO), [1.0, 0.0, 0.0], [0.0, 0.0, spin]).unwrap();
    let limits = search(3.0, 1e-6);
    let found =
        Queries::default().impact(&rod, &wall, [&motion, &Motion::at_rest(Pose::identity())], &limits);
    let found = found.unwrap().unwrap();
    let reach = |t: f64| t + (0.3 + spin * t).cos().abs();
    let steps = 4_000_000;
    let first = (0..steps).map(|i| 1.0 + f64::from(i) / f64::from(steps)).find(|t| reach(*t) >= 2.0).unwrap();
    assert!(found.is_contact && found.time < first && found.time > first - 1e-5, "{found:?} {first}");
    // The same about a point outside of the rod: it is thrown around.
    let thrown = Motion::new(Pose::identity(), NO, [0.0, 0.0, 1.0]).unwrap().about([0.0, -2.0, 0.0]).unwrap();
    assert!((thrown.at(0.7).place([1.0, 0.0, 0.0])[0] - (0.7_f64.cos() - 2.0 * 0.7_f64.sin())).abs() < 1e-14);
}

#[test]
fn no_sample_before_an_impact_touches() {
    let random = &mut Pcg64::seed_from_u64(1);
    let mut queries = Queries::default();
    let (mut hits, mut free, mut at_once) = (0, 0, 0);
    for round in 0..150 {
        let size = [1.0, 1e-9, 1e9][round % 3];
        let [a, b] = [soup(random, 12, size), soup(random, 12, size)];
        let spin = if random.random_bool(0.3) { 30.0 } else { 2.0 };
        let motions = [0; 2].map(|_| {
            let start = pose(vector(random, 3.0), vector(random, 3.0 * size));
            let motion = Motion::new(start, vector(random, 3.0 * size), vector(random, spin)).unwrap();
            motion.about(vector(random, size)).unwrap()
        });
        let tolerance = 1e-4 * size;
        let limits = search(1.0, tolerance);
        let found = queries.impact(&a, &b, [&motions[0], &motions[1]], &limits).unwrap();
        let at = |time: f64| Pose::relative(&motions[0].at(time), &motions[1].at(time));
        let end = found.map_or(1.0, |found| found.time);
        for i in 0..400 {
            let time = end * f64::from(i) / 400.0;
            assert!(time == end || !queries.touch(&a, &b, &at(time)), "late: {found:?} at {time}");
        }
        let Some(Impact { time, closest, is_contact }) = found else {
            free += 1;
            continue;
        };
        hits += 1;
        at_once += usize::from(time == 0.0);
        assert!(is_contact && closest.distance <= tolerance);
        assert!(queries.within(&a, &b, &at(time), tolerance * (1.0 + 1e-9)));
        let [p, q] = closest.points;
        let [a_there, b_there] = [0, 1].map(|i: usize| motions[i].at(time).inverse());
        assert!(a.nearest(a_there.place(p)).unwrap().distance < 1e-12 * size);
        assert!(b.nearest(b_there.place(q)).unwrap().distance < 1e-12 * size);
    }
    assert!(hits > 20 && free > 20 && at_once < hits, "{hits} {free} {at_once}");
}

#[test]
fn impacts_of_boxes_and_capsules_are_those_of_another_library() {
    let random = &mut Pcg64::seed_from_u64(2);
    let mut queries = Queries::default();
    let (mut both, mut worst) = (0, 0.0_f64);
    for _ in 0..200 {
        let half = [0; 3].map(|_| random.random_range(0.2..1.0));
        let ends = [vector(random, 1.0), vector(random, 1.0)];
        let (cuboid, capsule) = (Shape::cuboid(half).unwrap(), Shape::capsule(0.2, ends).unwrap());
        let [a, b] = ends.map(for_parry);
        let (their_cuboid, their_capsule) = (Cuboid::new(for_parry(half)), Capsule::new(a, b, 0.2));
        let moves = [-4.0, 4.0].map(|x| {
            let (turn, shift) = (vector(random, 3.0), plus([x, 0.0, 0.0], vector(random, 1.0)));
            (turn, shift, plus([-2.0 * x, 0.0, 0.0], vector(random, 2.0)), vector(random, 3.0))
        });
        let ours =
            moves.map(|(turn, at, velocity, spin)| Motion::new(pose(turn, at), velocity, spin).unwrap());
        let theirs = moves.map(|(turn, at, velocity, spin)| {
            let start = parrys_pose(turn, at);
            NonlinearRigidMotion::new(start, for_parry(NO), for_parry(velocity), for_parry(spin))
        });
        let limits = search(1.0, 1e-7);
        let found = queries.impact(&cuboid, &capsule, [&ours[0], &ours[1]], &limits).unwrap();
        let other =
            cast_shapes_nonlinear(&theirs[0], &their_cuboid, &theirs[1], &their_capsule, 0.0, 1.0, false);
        let Some(other) = other.unwrap() else { continue };
        let Some(found) = found else { continue };
        both += 1;
        worst = worst.max((found.time - other.time_of_impact).abs());
    }
    // Its tolerance is a share of 1e-3 or so.
    assert!(both > 60 && worst < 0.02, "{both} {worst}");
}

#[test]
fn grazing_parts_pass_and_every_limit_is_early() {
    let mut queries = Queries::default();
    let ball = Shape::sphere(1.0).unwrap();
    let at_rest = Motion::at_rest(Pose::identity());
    let passing = |height: f64| {
        let start = Pose::translation([-5.0, 2.0 + height, 0.0]).unwrap();
        Motion::new(start, [10.0, 0.0, 0.0], NO).unwrap()
    };
    for tolerance in [1e-3, 1e-5, 1e-7] {
        let limits = search(1.0, tolerance);
        let mut ask =
            |height: f64| queries.impact(&ball, &ball, [&passing(height), &at_rest], &limits).unwrap();
        assert_eq!(ask(2.0 * tolerance), None);
        let found = ask(0.5 * tolerance).unwrap();
        // Within the tolerance of a distance of 2 from the middle of the way on, less √(2 · 2 · 0.5 tolerance).
        let first = 0.5 - (2.0 * tolerance).sqrt() / 10.0;
        assert!(found.is_contact && (found.time - first).abs() < 0.1 * tolerance.sqrt(), "{found:?} {first}");
        assert!(ask(-1.5).is_some_and(|found| found.is_contact && found.time < 0.5));
    }
    // A limit on the steps leads to a time before the contact, and later with more steps.
    let exact = 0.5 - (4.0_f64 - 1.0).sqrt() / 10.0;
    let mut last = 0.0;
    for most_steps in 2..6 {
        let limits = Search { most_steps, ..search(1.0, 1e-9) };
        let found = queries.impact(&ball, &ball, [&passing(-1.0), &at_rest], &limits).unwrap().unwrap();
        assert!(!found.is_contact && found.time < exact && found.time > last, "{found:?}");
        last = found.time;
    }
    let found =
        queries.impact(&ball, &ball, [&passing(-1.0), &at_rest], &search(1.0, 1e-9)).unwrap().unwrap();
    assert!(found.is_contact && found.time <= exact && found.time > exact - 1e-9, "{found:?}");
    // In contact at first, at rest, at the end, and never.
    let start = |x: f64| Motion::at_rest(Pose::translation([x, 0.0, 0.0]).unwrap());
    let mut pair = |a: &Motion, b: &Motion| queries.impact(&ball, &ball, [a, b], &search(1.0, 1e-9)).unwrap();
    assert!(pair(&start(1.5), &at_rest).is_some_and(|found| found.is_contact && found.time == 0.0));
    assert_eq!(pair(&start(2.5), &at_rest), None);
    let to = |x: f64| {
        Motion::between(
            Pose::translation([9.0, 0.0, 0.0]).unwrap(),
            Pose::translation([x, 0.0, 0.0]).unwrap(),
        )
    };
    assert!(pair(&to(2.0), &at_rest).is_some_and(|found| found.is_contact && found.time > 1.0 - 1e-9));
    assert_eq!(pair(&to(2.1), &at_rest), None);
    assert_eq!(pair(&start(9.0).about([1.0; 3]).unwrap(), &at_rest), None);
    let refused = |limits: Search| queries_error(&ball, &at_rest, &limits);
    assert_eq!(refused(search(1.0, 0.0)), Error::Length("tolerance"));
    assert!(refused(search(f64::NAN, 1.0)).to_string().starts_with("until "));
    assert!(refused(search(-1.0, 1.0)).to_string().starts_with("until "));
    assert!(
        Motion::new(Pose::identity(), [f64::NAN; 3], NO).unwrap_err().to_string().starts_with("velocity")
    );
    let away = Motion::new(Pose::identity(), [1e50, 0.0, 0.0], NO).unwrap();
    let gone = queries.impact(&ball, &ball, [&away, &at_rest], &search(100.0, 1.0)).unwrap_err();
    assert!(gone.to_string().starts_with("motions"), "{gone}");
}

fn queries_error(ball: &Shape, motion: &Motion, limits: &Search) -> Error {
    Queries::default().impact(ball, ball, [motion, motion], limits).unwrap_err()
}

#[test]
fn a_motion_between_two_poses_ends_in_the_second() {
    let random = &mut Pcg64::seed_from_u64(3);
    for _ in 0..200 {
        let [from, to] = [0; 2].map(|_| pose(vector(random, 6.0), vector(random, 5.0)));
        let motion = Motion::between(from, to);
        let p = vector(random, 1.0);
        let near =
            |time: f64, pose: &Pose| length(minus(motion.at(time).place(p), pose.place(p))) < 1e-13 * 10.0;
        assert!(near(0.0, &from) && near(1.0, &to));
        // Half of the way is half of the least angle.
        let turn = |pose: &Pose| {
            ((0..3).map(|i| pose.rows()[i][i]).sum::<f64>() / 2.0 - 0.5).clamp(-1.0, 1.0).acos()
        };
        let whole = turn(&(to * from.inverse()));
        assert!((turn(&(motion.at(0.5) * from.inverse())) - 0.5 * whole).abs() < 1e-6);
    }
}
