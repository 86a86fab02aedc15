//! Capsules and cylinders along any axis, swept through levels, against upright cylinders and balls.

use collidoscope_kernels::{Error, Hit, Level, Method, Mover, Pose, Sweeps};
use rand::{Rng as _, SeedableRng as _};
use rand_pcg::Pcg64;

use crate::support::arrays::{dot, plus, times, vector};

const NO_TURN: [f64; 4] = [0.0, 0.0, 0.0, 1.0];

/// The planes of a convex solid around a random point: a box with its corners cut off.
fn brush(random: &mut Pcg64, size: f64) -> Vec<[f64; 4]> {
    let middle = vector(random, 2.0 * size);
    let mut normals: Vec<[f64; 3]> = (0..random.random_range(0..8)).map(|_| vector(random, 1.0)).collect();
    normals
        .extend((0..6).map(|i| [0, 1, 2].map(|axis| if axis == i / 2 { [1.0, -1.0][i % 2] } else { 0.0 })));
    let plane = |normal: [f64; 3]| {
        let offset = dot(normal, normal).sqrt() * random.random_range(0.3..1.2) * size;
        [normal[0], normal[1], normal[2], -dot(normal, middle) - offset]
    };
    normals.into_iter().map(plane).collect()
}

fn level(brushes: &[Vec<[f64; 4]>], turn: &Pose, size: f64) -> Level {
    let turned = |[a, b, c, d]: &[f64; 4]| {
        let [a, b, c] = turn.place([*a, *b, *c]);
        [a, b, c, *d]
    };
    let brushes: Vec<Vec<_>> = brushes.iter().map(|brush| brush.iter().map(turned).collect()).collect();
    Level::of_brushes(&brushes, [[-9.0 * size; 3], [9.0 * size; 3]]).unwrap()
}

fn time(hit: Option<Hit>) -> f64 {
    hit.map_or(2.0, |hit| hit.time)
}

/// A random move of some mover of this radius, by its reference point.
struct Case {
    radius: f64,
    height: f64,
    from: [f64; 3],
    to: [f64; 3],
}

impl Case {
    fn random(random: &mut Pcg64, size: f64) -> Self {
        let thin = random.random_bool(0.3);
        Self {
            radius: size * if thin { random.random_range(1e-4..1e-2) } else { random.random_range(0.1..1.0) },
            height: size * random.random_range(0.01..2.0),
            from: vector(random, 4.0 * size),
            to: vector(random, 4.0 * size),
        }
    }

    /// Twice the error bound of the exact method: once for this body, once for that with which it is compared.
    fn error(&self) -> f64 {
        let path = (0..3).map(|i| (self.to[i] - self.from[i]).abs()).fold(0.0, f64::max);
        2e-10 * (path + 2.0 * self.radius + self.height)
    }
}

/// Checks a hit against the times of bodies that are smaller and larger by [`Case::error`].
fn check(hit: Option<Hit>, [small, large]: [f64; 2], what: &str) {
    let found = time(hit);
    assert!(found >= large - 1e-12, "{what}: early, {found} before {large}");
    assert!(found <= small + 1e-12, "{what}: late, {found} after {small}");
}

const OTHERS: [Method; 2] = [Method::ShiftedPlanes, Method::ShiftedPlanesWithBevels];

fn check_others(others: &mut [Sweeps], mover: &Mover, case: [[f64; 3]; 2], exact: Option<Hit>) {
    for other in others {
        let early = other.sweep(mover, case[0], case[1]).unwrap();
        assert!(time(early) <= time(exact) + 1e-7, "{other:?} is late: {early:?}, {exact:?}");
    }
}

#[test]
fn a_slanted_cylinder_is_an_upright_one_in_a_turned_level() {
    let random = &mut Pcg64::seed_from_u64(1);
    let (mut hits, mut inside) = (0, 0);
    for round in 0..24 {
        let size = [1.0, 1e-5, 1e6][round % 3];
        let [x, y, z] = vector(random, 1.0);
        let turn = match round % 4 {
            0 => Pose::from_quaternion([1.0, 0.0, 0.0, 1.0], [0.0; 3]),
            1 => Pose::from_quaternion([1.0, 0.0, 0.0, 0.0], [0.0; 3]),
            _ => Pose::from_quaternion([x, y, z, 0.5], [0.0; 3]),
        };
        let turn = turn.unwrap();
        let brushes: Vec<_> = (0..4).map(|_| brush(random, size)).collect();
        let upright = level(&brushes, &Pose::from_quaternion(NO_TURN, [0.0; 3]).unwrap(), size);
        let slanted = level(&brushes, &turn, size);
        let mut upright = upright.sweeps(Method::Exact).unwrap();
        let mut exact = slanted.sweeps(Method::Exact).unwrap();
        let mut others = OTHERS.map(|method| slanted.sweeps(method).unwrap());
        for _ in 0..60 {
            let case = Case::random(random, size);
            let (error, Case { radius, height, from, to }) = (case.error(), case);
            let [small, large] = [-error, error].map(|by| {
                let down = [0.0, -by, 0.0];
                let mover = Mover::cylinder(radius + by, height + 2.0 * by).unwrap();
                upright.sweep(&mover, plus(from, down), plus(to, down)).unwrap()
            });
            // The reference point is up to a thousand sizes away from the body.
            let reach = if random.random_bool(0.2) { 1000.0 } else { 1.0 };
            let base = vector(random, size * reach);
            let top = plus(base, turn.place([0.0, height, 0.0]));
            let mover = Mover::cylinder_between(radius, [base, top]).unwrap();
            let case = [from, to].map(|at| plus(turn.place(at), times(base, -1.0)));
            let hit = exact.sweep(&mover, case[0], case[1]).unwrap();
            check(hit, [time(small), time(large)], "cylinder");
            check_others(&mut others, &mover, case, hit);
            inside += usize::from(hit.is_some_and(|hit| hit.starts_inside));
            if let (Some(hit), Some(other)) = (hit, small)
                && !hit.starts_inside
                && !other.starts_inside
            {
                hits += 1;
                let normal = turn.place(other.normal);
                let path = plus(case[1], times(case[0], -1.0));
                assert!(dot(hit.normal, path) < 0.0 && (dot(hit.normal, hit.normal) - 1.0).abs() < 1e-9);
                // At an edge that the path grazes, a tiny change of the radius turns the normal.
                assert!(dot(normal, hit.normal) > 0.9 || (hit.time - other.time).abs() > 1e-10);
            }
        }
    }
    assert!(hits > 300 && inside > 50, "{hits} {inside}");
}

#[test]
fn a_capsule_is_a_cylinder_and_two_balls() {
    let random = &mut Pcg64::seed_from_u64(2);
    let mut hits = 0;
    for round in 0..24 {
        let size = [1.0, 1e-5, 1e6][round % 3];
        let brushes: Vec<_> = (0..4).map(|_| brush(random, size)).collect();
        let level = level(&brushes, &Pose::identity(), size);
        let mut exact = level.sweeps(Method::Exact).unwrap();
        let mut others = OTHERS.map(|method| level.sweeps(method).unwrap());
        for _ in 0..60 {
            let case = Case::random(random, size);
            let (error, Case { radius, height, from, to }) = (case.error(), case);
            let tip = if random.random_bool(0.2) { [0.0, height, 0.0] } else { vector(random, height) };
            let bounds = [-error, error].map(|by| {
                let (ball, rod) =
                    (Mover::sphere(radius + by), Mover::cylinder_between(radius + by, [[0.0; 3], tip]));
                let at = |mover: &Mover, by: [f64; 3], exact: &mut Sweeps| {
                    time(exact.sweep(mover, plus(from, by), plus(to, by)).unwrap())
                };
                let (ball, rod) = (ball.unwrap(), rod.unwrap());
                let balls = at(&ball, [0.0; 3], &mut exact).min(at(&ball, tip, &mut exact));
                balls.min(at(&rod, [0.0; 3], &mut exact))
            });
            let base = vector(random, size);
            let mover = Mover::capsule(radius, [base, plus(base, tip)]).unwrap();
            let case = [from, to].map(|at| plus(at, times(base, -1.0)));
            let hit = exact.sweep(&mover, case[0], case[1]).unwrap();
            check(hit, bounds, "capsule");
            check_others(&mut others, &mover, case, hit);
            hits += usize::from(hit.is_some_and(|hit| !hit.starts_inside));
        }
    }
    assert!(hits > 300, "{hits}");
}

#[test]
fn rods_far_from_the_origin_meet_what_they_meet_beside_it() {
    let random = &mut Pcg64::seed_from_u64(3);
    let mut hits = 0;
    for round in 0..12 {
        // Multiples of 1/16, which stay exact beside 2³⁰.
        let far = [[1.0, -1.0, 0.5], [-0.25, 1.0, 0.0]][round % 2].map(|x| x * 1_073_741_824.0);
        let grid = |random: &mut Pcg64| vector(random, 4.0).map(|x| (16.0 * x).round() / 16.0);
        let boxes = [0; 6].map(|_| {
            let (p, q) = (grid(random), grid(random));
            [0, 1, 2].map(|i| [p[i].min(q[i]), p[i].max(q[i]) + 0.0625])
        });
        let level = |shift: [f64; 3]| {
            let planes = |sides: &[[f64; 2]; 3]| {
                let plane = |i: usize, side: usize| {
                    let sign = [-1.0, 1.0][side];
                    let mut plane = [0.0, 0.0, 0.0, -sign * (sides[i][side] + shift[i])];
                    plane[i] = sign;
                    plane
                };
                (0..6).map(|k| plane(k / 2, k % 2)).collect::<Vec<_>>()
            };
            let around = [-9.0, 9.0].map(|side| shift.map(|x| x + side));
            Level::of_brushes(&boxes.each_ref().map(planes), around).unwrap()
        };
        let (here, there) = (level([0.0; 3]), level(far));
        let [mut here, mut there] = [here, there].map(|level| level.sweeps(Method::Exact).unwrap());
        for _ in 0..60 {
            let (ends, from, to) = ([grid(random), grid(random)], grid(random), grid(random));
            let is_capsule = random.random_bool(0.5);
            let radius = if is_capsule { 0.25 } else { 0.125 };
            let make = if is_capsule { Mover::capsule } else { Mover::cylinder_between };
            if ends[0] == ends[1] {
                continue;
            }
            let error = 2e-10 * 16.0;
            let bounds = [-error, error].map(|by| {
                let mover = make(radius + by, ends).unwrap();
                time(here.sweep(&mover, from, to).unwrap())
            });
            let hit = there.sweep(&make(radius, ends).unwrap(), plus(from, far), plus(to, far)).unwrap();
            let found = time(hit);
            // A cylinder that is as long: its flat ends meet what they meet up to the error along the path.
            assert!(found >= bounds[1] - 1e-8 && found <= bounds[0] + 1e-8, "{found} {bounds:?}");
            hits += usize::from(hit.is_some_and(|hit| !hit.starts_inside));
        }
    }
    assert!(hits > 50, "{hits}");
}

#[test]
fn rods_meet_a_box_when_the_closed_form_says() {
    let cube: Vec<[f64; 4]> = (0..6)
        .map(|i| {
            let mut plane = [0.0, 0.0, 0.0, -1.0];
            plane[i / 2] = [1.0, -1.0][i % 2];
            plane
        })
        .collect();
    let level = Level::of_brushes(&[cube], [[-9.0; 3], [9.0; 3]]).unwrap();
    let mut exact = level.sweeps(Method::Exact).unwrap();
    let mut drop = |mover: &Mover, x: f64| exact.sweep(mover, [x, 5.0, 0.0], [x, 1.0, 0.0]).unwrap();
    let ends = [[0.0, 0.0, -3.0], [0.0, 0.0, 3.0]];
    let capsule = Mover::capsule(0.5, ends).unwrap();
    let cylinder = Mover::cylinder_between(0.5, ends).unwrap();
    for mover in [&capsule, &cylinder] {
        // On the face, and beside the edge: the axis passes the edge at a distance of 0.5.
        assert!((drop(mover, 0.3).unwrap().time - 3.5 / 4.0).abs() < 1e-10);
        let hit = drop(mover, 1.3).unwrap();
        assert!((hit.time - (4.0 - 0.4) / 4.0).abs() < 1e-10, "{hit:?}");
        // The normal comes from a distance that has almost vanished.
        assert!((hit.normal[0] - 0.6).abs() < 1e-5 && (hit.normal[1] - 0.8).abs() < 1e-5, "{hit:?}");
        assert_eq!(drop(mover, 1.5), None, "it slides along the edge");
    }
    // A corner: only the round end of the capsule is in the way, or only the rim of the cylinder.
    let [capsule, cylinder] = [Mover::capsule, Mover::cylinder_between]
        .map(|of| of(0.5, [[0.0, 0.0, 1.3], [0.0, 0.0, 3.0]]).unwrap());
    assert!((drop(&capsule, 0.0).unwrap().time - (4.0 - 0.4) / 4.0).abs() < 1e-10);
    assert_eq!(drop(&cylinder, 0.0), None);
    let ball = Mover::capsule(0.5, [[0.0, 0.25, 0.0]; 2]).unwrap();
    assert!((drop(&ball, 0.0).unwrap().time - 3.75 / 4.0).abs() < 1e-10, "a capsule of length 0 is a ball");
    // The upright form is the same mover.
    let upright = Mover::cylinder_between(0.5, [[0.0; 3], [0.0, 2.0, 0.0]]).unwrap();
    assert_eq!(upright, Mover::cylinder(0.5, 2.0).unwrap());
    assert_eq!(Mover::cylinder_between(0.5, [[1.0; 3]; 2]), Err(Error::Length("the distance of the ends")));
    assert_eq!(Mover::capsule(0.0, [[1.0; 3]; 2]), Err(Error::Length("radius")));
    let wrong = Mover::capsule(1.0, [[1.0; 3], [f64::NAN; 3]]);
    assert_eq!(wrong, Err(Error::Coordinate { what: "end", index: 1 }));
}
