//! Compares exact arithmetic with the reference and with the known truth of the families.
//!
//! The pairs are those of the families, and the same pairs moved so close to contact that rounding decides.
//! Solids are the exact fractions of a pair's numbers (see [`super::pair`]); every claim about a pair has a
//! proof that is checked in integers (see [`super::proof`]).

use std::sync::Arc;

use collidoscope::experiments::truth::families::FAMILIES;
use collidoscope::experiments::truth::pair::{Case, Truth};
use collidoscope::geometry::{Pose, Shape, Solid, Vector};
use collidoscope::object_space::gjk::cores::TOUCHING;
use collidoscope::object_space::gjk::{Certainty, decide};
use collidoscope::world::Body;
use nalgebra::UnitQuaternion;
use num_bigint::BigInt;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::pair::{Pair, Whole};
use super::proof::Proof;
use super::search::{Found, search};

/// Number of pairs per family, in its own arrangement and near contact: about 7,000 in all.
const PAIRS: u64 = 600;

/// Relative error allowed in the reference's tolerance: it rounds the pose and the solids, exact arithmetic
/// does not.
const ROUNDING: f64 = 0.02;

/// Corners of a regular tetrahedron with an inscribed ball of radius 1: a convex body that contains them
/// contains the ball.
const CORNERS: [[f64; 3]; 4] = {
    const S: f64 = 1.732_050_807_568_877_2;
    [[S, S, S], [S, -S, -S], [-S, S, -S], [-S, -S, S]]
};

fn size(bodies: [&Body; 2]) -> f64 {
    bodies[0].shape.size().max(bodies[1].shape.size())
}

fn truth(bodies: [&Body; 2]) -> Found {
    search(&Pair::of(bodies), size(bodies))
}

/// True if the pair is proved separated with B moved to one of four places, at most three times `by` metres
/// away.
fn parts(bodies: [&Body; 2], by: f64) -> bool {
    CORNERS.iter().any(|corner| {
        let offset = bodies[0].pose.rotation * Vector::from(corner.map(|c| c * by));
        search(&Pair::of(bodies).moved(offset.into()), size(bodies)).together() == Some(false)
    })
}

/// Checks the reference's decision against the truth, and returns the truth.
fn held(bodies: [&Body; 2], name: &str) -> Found {
    let (truth, decision, size) = (truth(bodies), decide(bodies[0], bodies[1]), size(bodies));
    let name = format!("{name}: {truth:?}, {decision:?}");
    let [at_least, at_most] = truth.distance;
    let band = TOUCHING * size;
    // There may be no proof for rims that nearly touch.
    assert!(truth.proof.is_some() || at_most < band, "{name}");
    assert_ne!(decision.certainty, Certainty::Unproved, "{name}");
    if decision.distance > 0.0 {
        assert!(at_most > (1.0 - ROUNDING) * band, "{name}");
        let off = 1e-9 * size;
        assert!((at_least - off..=at_most + off).contains(&decision.distance), "{name}");
    } else {
        assert!(at_least < (1.0 + ROUNDING) * band, "{name}");
    }
    // A common point is proved only up to rounding.
    if decision.certainty == Certainty::Proved && decision.distance == 0.0 {
        assert!(at_least < 1e-15 * size, "{name}");
    }
    // Reported as touching within rounding: no wider gap, and no overlap deeper than seven times that.
    if decision.certainty == Certainty::Rounding && truth.together() != Some(false) {
        assert!(parts(bodies, 2.4 * band), "{name}");
    }
    truth
}

#[test]
fn exact_arithmetic_agrees_with_the_families_and_the_reference() {
    for family in FAMILIES {
        for index in 0..PAIRS {
            let Case { bodies, truth, .. } = family.case(3, index);
            let pair = bodies.each_ref();
            let name = format!("{} {index}: {truth:?}", family.id);
            let found = held(pair, &name);
            match truth {
                Truth::Apart { gap, .. } => {
                    assert_eq!(found.together(), Some(false), "{name}: {found:?}");
                    assert!(found.distance[1] >= gap, "{name}: {found:?}");
                }
                Truth::Colliding { depth, .. } => {
                    assert_eq!(found.together(), Some(true), "{name}: {found:?}");
                    assert!(!parts(pair, depth / 3.01), "{name}");
                }
            }
        }
    }
}

/// Separated pairs, moved so close that rounding decides: B is moved towards A until they touch, except for a
/// gap or an overlap of 1e-17 to 1e-10 of the size, often near the tolerance of touching.
#[test]
fn near_contact_the_reference_says_what_exact_arithmetic_allows() {
    let mut random = Pcg64::seed_from_u64(4);
    let (mut together, mut in_band, mut beyond, mut open) = (0, 0, 0, 0);
    for family in FAMILIES {
        for index in 0..PAIRS {
            let Case { bodies: [a, mut b], .. } = family.case(5, index);
            let nearest = Vector::from(truth([&a, &b]).nearest);
            let Some(way) = nearest.try_normalize(0.0) else { continue };
            let gap = match random.random_range(0..4) {
                0 => 0.0,
                1 => TOUCHING * random.random_range(0.9..1.1),
                2 => 10_f64.powf(random.random_range(-17.0..-10.0)),
                _ => -10_f64.powf(random.random_range(-17.0..-10.0)),
            };
            b.pose.translation.vector += nearest - way * (gap * size([&a, &b]));
            let found = held([&a, &b], &format!("{} {index}, {gap:e}", family.id));
            match found.together() {
                Some(true) => together += 1,
                Some(false) if found.distance[0] < TOUCHING * size([&a, &b]) => in_band += 1,
                Some(false) => beyond += 1,
                None => open += 1,
            }
        }
    }
    println!("{together} together, {in_band} apart within the band, {beyond} beyond, {open} without a proof");
    assert!(together.min(in_band).min(beyond) > PAIRS / 2 && open < PAIRS / 10);
}

fn at(solid: Solid, position: [f64; 3]) -> Body {
    let shape = Shape::primitive(solid, 1).unwrap();
    Body::at_rest(Arc::new(shape), Pose::from_parts(position.into(), UnitQuaternion::identity()))
}

/// Contacts of a face, an edge, a corner, an apex, a rim and of balls; and the same pairs one step of an f64
/// farther apart.
#[test]
fn exact_arithmetic_tells_touching_from_one_step_apart() {
    let cube = Solid::Cuboid { half_extents: Vector::repeat(0.5) };
    let ball = Solid::Ball { radius: 2.5 };
    let (cylinder, cone) =
        (Solid::Cylinder { radius: 0.5, height: 1.0 }, Solid::Cone { radius: 0.5, height: 1.0 });
    for (a, b, touching) in [
        (cube, cube, [1.0, 0.0, 0.0]),
        (cube, cube, [1.0, 1.0, 0.0]),
        (cube, cube, [1.0, 1.0, 1.0]),
        (ball, ball, [3.0, 4.0, 0.0]),
        (cube, ball, [3.0, 0.25, 0.125]),
        (cube, ball, [2.0, 2.5, 0.5]),
        (cylinder, cylinder, [0.0, 1.0, 0.0]),
        (cone, ball, [0.0, 3.0, 0.0]),
        (cylinder, ball, [2.0, 2.5, 0.0]),
    ] {
        let (body, other) = (at(a, [0.0; 3]), at(b, touching));
        assert_eq!(truth([&body, &other]).together(), Some(true), "{a:?} {b:?} {touching:?}");
        let farther = at(b, touching.map(|c| if c >= 1.0 { c.next_up() } else { c }));
        let found = truth([&body, &farther]);
        assert_eq!(found.together(), Some(false), "{a:?} {b:?} {touching:?}");
        assert!((1e-17..2e-15).contains(&found.distance[0]), "{a:?} {b:?} {touching:?}: {found:?}");
        assert_eq!(decide(&body, &farther).certainty, Certainty::Rounding);
    }
}

#[test]
fn what_proves_nothing_is_refused() {
    let cube = Solid::Cuboid { half_extents: Vector::repeat(0.5) };
    let (body, touching, apart) = (at(cube, [0.0; 3]), at(cube, [1.0, 0.0, 0.0]), at(cube, [1.5, 0.0, 0.0]));
    let whole = |v: [i64; 3]| v.map(BigInt::from);
    let pair = Pair::of([&body, &apart]);
    // A ⊖ B lies where x is negative.
    assert!(Proof::Apart(whole([-1, 0, 0])).holds(&pair));
    assert!(!Proof::Apart(whole([1, 0, 0])).holds(&pair));
    assert!(!Proof::Apart(whole([0, 1, 0])).holds(&pair));
    assert!(!Proof::Apart(whole([0, 0, 0])).holds(&pair));
    assert!(!Proof::Together(Vec::new()).holds(&pair));
    let pair = Pair::of([&body, &touching]);
    assert!(!Proof::Apart(whole([-1, 0, 0])).holds(&pair));
    let right = pair.farthest(&whole([1, 0, 0]));
    let weighted = |weights: [i64; 2], points: [&[Whole; 2]; 2]| {
        Proof::Together(weights.map(BigInt::from).into_iter().zip(points.map(Clone::clone)).collect())
    };
    // The corner of A on the corner of B, with weight 1; and with weight 0, which proves nothing.
    let met = [right[0].clone(), [-&right[0][0], right[0][1].clone(), right[0][2].clone()]];
    assert!(weighted([1, 0], [&met, &met]).holds(&pair));
    assert!(!weighted([0, 0], [&met, &met]).holds(&pair));
    // Points outside the cubes.
    let doubled = met.each_ref().map(|p| p.each_ref().map(|c| c * 2));
    assert!(!weighted([1, 0], [&doubled, &met]).holds(&pair));
    // A mean that equals the origin only with a negative weight.
    let near = pair.farthest(&whole([-1, 0, 0]));
    assert!(!weighted([1, -1], [&near, &near]).holds(&pair));
    assert!(!weighted([2, -1], [&met, &near]).holds(&pair));
}
