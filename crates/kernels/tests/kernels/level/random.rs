//! Random moves through random levels: no method is ever late, scaling and cuts change nothing, and the
//! reference agrees with another library's distances.

use collidoscope_kernels::geometry::hull::convex_hull;
use collidoscope_kernels::geometry::{Aabb, Point, Vector};
use collidoscope_kernels::level::compile::SplitRule;
use collidoscope_kernels::level::compiled::Level;
use collidoscope_kernels::level::methods::METHODS;
use collidoscope_kernels::level::mover::Mover;
use collidoscope_kernels::level::plane::Plane;
use collidoscope_kernels::level::sweep::{Move, Sweep};
use parry3d_f64::math::{Pose as ParryPose, Vector as ParryVector};
use parry3d_f64::query;
use parry3d_f64::shape::{Ball, Capsule, ConvexPolyhedron, Cylinder, Shape as ParryShape};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::support::levels::{REACH, brush, level, method, movers, place};
use crate::support::pairs::direction;

/// Tolerance for late contacts in levels of about 24 m, metres.
const LATE: f64 = 1e-8;

/// A random move into the middle of the level, or a short one anywhere.
fn random_move(random: &mut Pcg64, mover: &Mover) -> Move {
    let (from, inwards) = (place(random), Point::from(place(random).coords * 0.3));
    let to = if random.random_bool(0.7) { inwards } else { from + direction(random) * 0.3 };
    Move { mover: mover.clone(), from, to }
}

#[test]
fn no_method_is_late() {
    let mut random = Pcg64::seed_from_u64(3);
    let (mut contacts, mut early) = (0, 0);
    for _ in 0..6 {
        let count = random.random_range(1..14);
        let brushes: Vec<Vec<Plane>> = (0..count).map(|_| brush(&mut random, 5.0)).collect();
        let level = level(&brushes);
        let mut prepared: Vec<_> = METHODS
            .iter()
            .map(|method| (method.id, method.make(&level, &method.default_settings())))
            .collect();
        for mover in movers() {
            for _ in 0..40 {
                let a_move = random_move(&mut random, &mover);
                let length = a_move.path().norm();
                let answers: Vec<_> =
                    prepared.iter_mut().map(|(id, sweep)| (*id, sweep.sweep(&a_move).unwrap().0)).collect();
                let (_, truth) = answers[answers.len() - 1];
                let Some(truth) = truth else { continue };
                contacts += 1;
                for (id, hit) in &answers {
                    let hit = hit.unwrap_or_else(|| panic!("{id} misses {truth:?} of {a_move:?}"));
                    assert!(
                        (hit.time - truth.time) * length < LATE,
                        "{id}: {hit:?} after {truth:?} of {a_move:?}"
                    );
                    early += usize::from((truth.time - hit.time) * length > 0.01);
                }
            }
        }
    }
    assert!(contacts > 50 && early > 20, "{contacts} contacts, {early} told early");
}

#[test]
fn a_move_cut_in_two_meets_the_same() {
    let mut random = Pcg64::seed_from_u64(4);
    let brushes: Vec<Vec<Plane>> = (0..8).map(|_| brush(&mut random, 4.0)).collect();
    let level = level(&brushes);
    for method in METHODS {
        let mut sweep = method.make(&level, &method.default_settings());
        for mover in movers() {
            for _ in 0..15 {
                let whole = random_move(&mut random, &mover);
                let Some(hit) = sweep.sweep(&whole).unwrap().0.filter(|hit| !hit.inside) else { continue };
                let cut = random.random_range(0.1..0.9);
                let middle = whole.from + whole.path() * cut;
                let first =
                    sweep.sweep(&Move { to: middle, ..whole.clone() }).unwrap().0.map(|hit| hit.time * cut);
                let second = Move { from: middle, ..whole.clone() };
                let second = || sweep.sweep(&second).unwrap().0.map(|hit| cut + hit.time * (1.0 - cut));
                let found = first.or_else(second);
                let off = found.map_or(f64::INFINITY, |time| (time - hit.time).abs());
                assert!(off < 1e-8, "{}: {found:?} instead of {hit:?} of {whole:?}", method.id);
            }
        }
    }
}

#[test]
fn size_changes_no_time() {
    let mut random = Pcg64::seed_from_u64(5);
    let brushes: Vec<Vec<Plane>> = (0..8).map(|_| brush(&mut random, 4.0)).collect();
    let plain = level(&brushes);
    let moves: Vec<Move> =
        movers().iter().flat_map(|mover| [mover; 8]).map(|mover| random_move(&mut random, mover)).collect();
    for factor in [1e-4, 1e4] {
        let scaled: Vec<Vec<Plane>> = brushes
            .iter()
            .map(|b| b.iter().map(|p| Plane::new(p.normal, p.offset * factor)).collect())
            .collect();
        let around = Aabb::cube(Point::origin(), REACH * factor);
        let scaled = Level::of_brushes(&scaled, &around, SplitRule::Mixed, &mut |_, _| true).unwrap();
        for method in METHODS {
            let settings = method.default_settings();
            let (mut small, mut large) = (method.make(&plain, &settings), method.make(&scaled, &settings));
            for a_move in &moves {
                let times = |sweep: &mut Box<dyn Sweep + '_>, a_move: &Move| {
                    sweep.sweep(a_move).unwrap().0.map(|hit| hit.time)
                };
                let one = times(&mut small, a_move);
                let scaled_move = Move {
                    mover: larger(&a_move.mover, factor),
                    from: a_move.from * factor,
                    to: a_move.to * factor,
                };
                let other = times(&mut large, &scaled_move);
                let same = match (one, other) {
                    (Some(a), Some(b)) => (a - b).abs() < 1e-8,
                    (a, b) => a == b,
                };
                assert!(same, "{} ·{factor:e}: {one:?} {other:?} of {a_move:?}", method.id);
            }
        }
    }
}

/// A mover of another size.
fn larger(mover: &Mover, factor: f64) -> Mover {
    match mover {
        Mover::Point => Mover::Point,
        Mover::Sphere { radius } => Mover::Sphere { radius: radius * factor },
        Mover::Cylinder { radius, height } => {
            Mover::Cylinder { radius: radius * factor, height: height * factor }
        }
        Mover::Rod { radius, ends, is_round } => {
            Mover::Rod { radius: radius * factor, ends: ends.map(|end| end * factor), is_round: *is_round }
        }
        Mover::Hull { hull } => {
            let corners: Vec<Point> = hull.vertices().iter().map(|p| p * factor).collect();
            Mover::Hull { hull: convex_hull(&corners).unwrap().into() }
        }
    }
}

/// Points on the mover's surface or near it, relative to its reference point.
fn samples(mover: &Mover, random: &mut Pcg64) -> Vec<Vector> {
    let one = |random: &mut Pcg64| match mover {
        Mover::Point => Vector::zeros(),
        Mover::Sphere { radius } => direction(random) * *radius,
        Mover::Cylinder { radius, height } => {
            let around = random.random_range(0.0..std::f64::consts::TAU);
            Vector::new(radius * around.cos(), height * random.random_range(0.0..=1.0), radius * around.sin())
        }
        Mover::Rod { radius, ends: [a, b], is_round } => {
            let (on_axis, out) = (a + (b - a) * random.random_range(0.0..=1.0), direction(random));
            let across = |v: Vector| v - (b - a) * ((b - a).dot(&v) / (b - a).norm_squared());
            on_axis + if *is_round { out } else { across(out).normalize() } * *radius
        }
        Mover::Hull { hull } => {
            let [a, b, c] = hull.corners(random.random_range(0..hull.triangles().len()));
            let (u, v) = (random.random_range(0.0..1.0), random.random_range(0.0..1.0));
            a.coords + (b - a) * u * (1.0 - v) + (c - a) * (1.0 - u) * v
        }
    };
    (0..300).map(|_| one(random)).collect()
}

#[test]
fn the_reference_is_free_before_its_contact_and_touches_there() {
    let mut random = Pcg64::seed_from_u64(6);
    let brushes: Vec<Vec<Plane>> = (0..8).map(|_| brush(&mut random, 4.0)).collect();
    let level = level(&brushes);
    let convert = |p: &Point| ParryVector::new(p.x, p.y, p.z);
    let solids: Vec<ConvexPolyhedron> = level
        .brushes
        .iter()
        .map(|b| ConvexPolyhedron::from_convex_hull(&b.corners().map(convert).collect::<Vec<_>>()).unwrap())
        .collect();
    let mut exact = method("exact").make(&level, &method("exact").default_settings());
    let mut contacts = 0;
    for mover in movers() {
        let (shape, shift): (Box<dyn ParryShape>, Vector) = match &mover {
            Mover::Point => continue,
            Mover::Sphere { radius } => (Box::new(Ball::new(*radius)), Vector::zeros()),
            Mover::Cylinder { radius, height } => {
                (Box::new(Cylinder::new(0.5 * height, *radius)), Vector::y() * (0.5 * height))
            }
            Mover::Rod { radius, ends: [a, b], is_round: true } => (
                Box::new(Capsule::new(convert(&Point::from(*a)), convert(&Point::from(*b)), *radius)),
                Vector::zeros(),
            ),
            // parry's cylinders are upright; `rods` turns the level instead.
            Mover::Rod { .. } => continue,
            Mover::Hull { hull } => {
                let corners: Vec<_> = hull.vertices().iter().map(convert).collect();
                (Box::new(ConvexPolyhedron::from_convex_hull(&corners).unwrap()), Vector::zeros())
            }
        };
        let samples = samples(&mover, &mut random);
        for _ in 0..30 {
            let a_move = random_move(&mut random, &mover);
            let at = |time: f64| a_move.from + a_move.path() * time;
            let hit = exact.sweep(&a_move).unwrap().0.filter(|hit| !hit.inside);
            // Before the contact no point of the mover lies in a brush.
            let end = hit.map_or(1.0, |hit| hit.time);
            let begins_inside = samples.iter().any(|s| level.tree.is_solid(&(at(0.0) + s)));
            for i in 0..30 {
                let place = at(end * f64::from(i) / 30.0);
                let in_brush =
                    |s: &Vector| level.brushes.iter().any(|brush| brush.depth(&(place + s)) < -1e-9);
                assert!(begins_inside || !samples.iter().any(in_brush), "late: {hit:?} of {a_move:?}");
            }
            // At the contact another library finds almost no distance, and some distance slightly earlier.
            let Some(hit) = hit else { continue };
            contacts += 1;
            let gap = |time: f64| {
                let place = at(time) + shift;
                let pose = ParryPose::translation(place.x, place.y, place.z);
                let to = |solid: &ConvexPolyhedron| -> f64 {
                    query::distance(&pose, &*shape, &ParryPose::IDENTITY, solid).unwrap().distance
                };
                solids.iter().map(to).fold(f64::INFINITY, f64::min)
            };
            assert!(gap(hit.time) < 1e-4, "early by {} m: {hit:?} of {a_move:?}", gap(hit.time));
        }
    }
    assert!(contacts > 20, "{contacts}");
}
