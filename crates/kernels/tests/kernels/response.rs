//! The impulse response: conservation laws over seeded pairs, and the cases of the textbook.

use std::sync::Arc;

use collidoscope_kernels::geometry::{Aabb, Point, Pose, Shape, Solid, Vector};
use collidoscope_kernels::object_space::contact::{Contact, contact};
use collidoscope_kernels::object_space::response::{Surface, impulse, respond, separation};
use collidoscope_kernels::world::{Body, Kind, Pair, World};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::support::pairs::{SITUATIONS, direction, pairs};

/// Momentum, angular momentum about `home`, and kinetic energy of a body.
fn totals(body: &Body, home: &Vector) -> (Vector, Vector, f64) {
    let mass = body.shape.mass().unwrap();
    let turn = body.pose.rotation.to_rotation_matrix();
    let arm = turn * mass.center.coords;
    let velocity = body.velocity + body.spin.cross(&arm);
    let own = turn * mass.inertia * turn.inverse() * body.spin;
    let momentum = velocity * mass.mass;
    let at = body.pose.translation.vector - home + arm;
    (momentum, at.cross(&momentum) + own, 0.5 * (velocity.dot(&momentum) + body.spin.dot(&own)))
}

fn in_motion(body: &Body, unit: f64, random: &mut Pcg64) -> Body {
    let velocity = direction(random) * unit * random.random_range(0.0..0.1);
    Body { velocity, spin: direction(random) * random.random_range(0.0..0.2), ..body.clone() }
}

fn after(bodies: &[Body; 2], contact: &Contact, surface: Surface, resting: [bool; 2]) -> [Body; 2] {
    let [a, b] = impulse(&bodies[0], &bodies[1], contact, surface, resting);
    let of = |body: &Body, (velocity, spin)| Body { velocity, spin, ..body.clone() };
    [of(&bodies[0], a), of(&bodies[1], b)]
}

/// Velocity of B's contact point as seen from A's.
fn sliding([a, b]: &[Body; 2], contact: &Contact) -> Vector {
    let point = nalgebra::center(&contact.point_a, &contact.point_b).coords;
    let of = |body: &Body| body.velocity + body.spin.cross(&(point - body.pose.translation.vector));
    of(b) - of(a)
}

#[test]
fn momentum_is_conserved_and_energy_never_grows() {
    let mut random = Pcg64::seed_from_u64(1);
    let (mut struck, mut worst) = (0, [0.0f64; 3]);
    for (seed, situation) in SITUATIONS.into_iter().enumerate() {
        for pair in pairs(situation, 400, seed as u64) {
            let unit = pair[0].shape.size();
            let bodies = pair.map(|body| in_motion(&body, unit, &mut random));
            let Some(contact) = contact(&bodies[0], &bodies[1]) else { continue };
            let surface = Surface {
                restitution: random.random_range(0..=4) as f64 / 4.0,
                friction: random.random_range(0..=4) as f64 / 2.0,
            };
            let later = after(&bodies, &contact, surface, [false; 2]);
            let home = bodies[0].pose.translation.vector;
            let of = |bodies: &[Body; 2]| bodies.each_ref().map(|body| totals(body, &home));
            let ([p, q], [r, s]) = (of(&bodies), of(&later));
            // Rounding is relative to what one body carries.
            let carried = |x: f64, y: f64| x.max(y).max(f64::MIN_POSITIVE);
            let lost = [
                (p.0 + q.0 - r.0 - s.0).norm() / carried(p.0.norm(), q.0.norm()),
                (p.1 + q.1 - r.1 - s.1).norm() / carried(p.1.norm(), q.1.norm()),
                (r.2 + s.2) / (p.2 + q.2) - 1.0,
            ];
            for (worst, lost) in worst.iter_mut().zip(lost) {
                *worst = worst.max(lost);
            }
            let (before, now) = (sliding(&bodies, &contact), sliding(&later, &contact));
            let approach = -before.dot(&contact.normal);
            if approach > 1e-9 * unit {
                struck += 1;
                assert!(now.dot(&contact.normal) > -1e-9 * approach.max(1e-3 * unit), "the points separate");
                assert_ne!(later[0].velocity, bodies[0].velocity);
            } else if approach <= 0.0 {
                assert_eq!(later[0].velocity, bodies[0].velocity);
            }
        }
    }
    println!("{struck} impulses: momentum {:e}, angular {:e}, energy {:e}", worst[0], worst[1], worst[2]);
    assert!(struck > 500, "{struck}");
    assert!(worst.iter().all(|lost| *lost < 1e-9), "{worst:?}");
}

#[test]
fn friction_takes_energy_and_stops_sliding_but_no_more() {
    let mut random = Pcg64::seed_from_u64(3);
    let (mut slid, mut stuck) = (0, 0);
    for pair in pairs(SITUATIONS[0], 600, 12) {
        let bodies = pair.map(|body| in_motion(&body, 1.0, &mut random));
        let Some(contact) = contact(&bodies[0], &bodies[1]) else { continue };
        if sliding(&bodies, &contact).dot(&contact.normal) > -1e-6 {
            continue;
        }
        let with = |restitution, friction| {
            let later = after(&bodies, &contact, Surface { restitution, friction }, [false; 2]);
            let energy = later.iter().map(|body| totals(body, &Vector::zeros()).2).sum::<f64>();
            (sliding(&later, &contact), energy)
        };
        let before = sliding(&bodies, &contact).dot(&contact.normal);
        for restitution in [0.0, 0.4, 1.0] {
            let (smooth, energy) = with(restitution, 0.0);
            assert!(
                (smooth.dot(&contact.normal) + restitution * before).abs() < 1e-9,
                "Newton's restitution"
            );
            let (_, less) = with(restitution, 0.3);
            assert!(less <= energy * (1.0 + 1e-12));
        }
        let mut energies = [0.0, 0.1, 0.3, 1.0, 10.0].map(|friction| with(0.5, friction).1).to_vec();
        assert!(energies.is_sorted_by(|x, y| *y <= x * (1.0 + 1e-12)), "{energies:?}");
        energies.dedup();
        if energies.len() < 5 { stuck += 1 } else { slid += 1 }
    }
    assert!(stuck > 50, "{slid} slide to the end, {stuck} stick");
}

fn ball(at: Vector, velocity: Vector) -> Body {
    let shape = Arc::new(Shape::primitive(Solid::Ball { radius: 0.5 }, 3).unwrap());
    Body::at_rest(shape, Pose::new(at, Vector::zeros())).with_velocity(velocity)
}

#[test]
fn equal_balls_that_meet_head_on_exchange_their_velocities() {
    let mut bodies = [
        ball(Vector::zeros(), Vector::new(0.03, 0.0, 0.0)),
        ball(Vector::new(0.99, 0.0, 0.0), Vector::new(-0.05, 0.0, 0.0)),
    ];
    respond(&mut bodies, &[Pair::new(0, 1)], Surface { restitution: 1.0, friction: 0.5 }, |_| false);
    assert!((bodies[0].velocity - Vector::new(-0.05, 0.0, 0.0)).norm() < 1e-12, "{:?}", bodies[0].velocity);
    assert!((bodies[1].velocity - Vector::new(0.03, 0.0, 0.0)).norm() < 1e-12);
    assert!(bodies.iter().all(|body| body.spin.norm() < 1e-12));
    // Moved apart by the depth, half each.
    let ends = bodies.each_ref().map(|body| body.pose.translation.vector.x);
    assert!((ends[0] + 0.005).abs() < 1e-12 && (ends[1] - 0.995).abs() < 1e-12, "{ends:?}");
}

#[test]
fn without_friction_the_tangential_velocity_stays() {
    let a = ball(Vector::zeros(), Vector::new(0.04, 0.01, -0.02));
    let b = ball(Vector::new(0.9, 0.0, 0.0), Vector::new(-0.01, 0.03, 0.0));
    let found = contact(&a, &b).unwrap();
    for restitution in [0.0, 0.5, 1.0] {
        let smooth = Surface { restitution, friction: 0.0 };
        for (before, (velocity, spin)) in
            [&a, &b].into_iter().zip(impulse(&a, &b, &found, smooth, [false; 2]))
        {
            assert!((velocity.yz() - before.velocity.yz()).norm() < 1e-12 && spin.norm() < 1e-12);
        }
        let rough = Surface { restitution, friction: 0.2 };
        let [(_, spin), _] = impulse(&a, &b, &found, rough, [false; 2]);
        assert!(spin.norm() > 1e-4, "friction turns the ball");
    }
}

#[test]
fn bodies_at_rest_stay_and_the_other_one_takes_the_whole_depth() {
    let bodies =
        [ball(Vector::zeros(), Vector::zeros()), ball(Vector::new(0.9, 0.0, 0.0), -Vector::x() * 0.05)];
    let [a, b] = &bodies;
    let found = contact(a, b).unwrap();
    let elastic = Surface { restitution: 1.0, friction: 0.0 };
    let [of_a, of_b] = impulse(a, b, &found, elastic, [true, false]);
    assert_eq!(of_a, (a.velocity, a.spin));
    assert!((of_b.0 - Vector::x() * 0.05).norm() < 1e-12, "{:?}", of_b.0);
    let [shift_a, shift_b] = separation(a, b, &found, [true, false]);
    assert!(shift_a == Vector::zeros() && (shift_b - Vector::x() * 0.1).norm() < 1e-12);
    // Two of them, and nonsense for a surface or pairs, change nothing and break nothing.
    assert_eq!(impulse(a, b, &found, elastic, [true; 2])[1].0, b.velocity);
    assert_eq!(separation(a, b, &found, [true; 2]), [Vector::zeros(); 2]);
    let wrong = Surface { restitution: f64::NAN, friction: f64::NAN };
    let dull = Surface { restitution: 0.0, friction: 0.0 };
    assert_eq!(impulse(a, b, &found, wrong, [false; 2]), impulse(a, b, &found, dull, [false; 2]));
    let mut same = bodies.clone();
    respond(&mut same, &[Pair { a: 0, b: 7 }, Pair { a: 1, b: 1 }], elastic, |_| false);
    assert!(same.iter().zip(&bodies).all(|(x, y)| x.velocity == y.velocity && x.pose == y.pose));
}

#[test]
fn a_world_responds_by_impulses_and_can_go_back() {
    let mut random = Pcg64::seed_from_u64(2);
    let bodies: Vec<Body> = (0..8)
        .map(|i| {
            let at = Vector::new(f64::from(i % 2), f64::from(i / 2 % 2), f64::from(i / 4)) * 1.1;
            let shape = Kind::ALL[i as usize % 4].shape(1.0, 1);
            in_motion(&Body::at_rest(shape, Pose::new(at, Vector::zeros())), 1.0, &mut random)
        })
        .collect();
    let mut world =
        World::of(bodies, Aabb { min: Point::new(-1.0, -1.0, -1.0), max: Point::new(2.0, 2.0, 2.0) });
    let all: Vec<Pair> = (0..8).flat_map(|a| (a + 1..8).map(move |b| Pair { a, b })).collect();
    let surface = Surface { restitution: 0.8, friction: 0.3 };
    let energy =
        |world: &World| world.bodies().iter().map(|body| totals(body, &Vector::zeros()).2).sum::<f64>();
    let (start, motions, before) = (energy(&world), world.motions(), world.state_hash());
    let run = |world: &mut World| {
        for _ in 0..60 {
            world.advance();
            let earlier = energy(world);
            world.change(|bodies| respond(bodies, &all, surface, |_| false));
            assert!(energy(world) <= earlier * (1.0 + 1e-12));
        }
        world.state_hash()
    };
    let first = run(&mut world);
    assert!(first != before && energy(&world) < 0.9 * start);
    world.restore(0, &motions).unwrap();
    assert_eq!(world.state_hash(), before);
    assert_eq!(run(&mut world), first, "the same pairs give the same run");
    // The paper's response keeps the speeds that the impulses left.
    let speeds = |world: &World| world.bodies().iter().map(|body| body.velocity.norm()).collect::<Vec<_>>();
    let kept = speeds(&world);
    world.respond(&all);
    assert!(speeds(&world).iter().zip(&kept).all(|(x, y)| (x - y).abs() < 1e-12));
}
