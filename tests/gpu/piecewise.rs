//! Concave bodies, decided piece by piece: compared with brute force over all pieces, and with known answers.

use std::sync::Arc;

use collidoscope::combined::piecewise::{self, Piecewise};
use collidoscope::detector::{DetectError, Detector, Evidence, Tile};
use collidoscope::geometry::{Aabb, Mesh, Pose, Shape, Vector, primitives};
use collidoscope::methods::{Bodies, METHODS, find};
use collidoscope::object_space::reference::{self, Reference};
use collidoscope::solids::decomposition::{self, Parameters};
use collidoscope::world::{Body, Pair, World};
use nalgebra::UnitQuaternion;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::gpu::decomposition::{letter_l, torus};
use crate::support::gpu;

fn concave(mesh: Mesh) -> Arc<Shape> {
    let found = decomposition::decompose(&mesh, &Parameters::default(), &mut |_| true).unwrap();
    Arc::new(Shape::concave(mesh, found.pieces).unwrap())
}

fn shapes() -> Vec<Arc<Shape>> {
    let cube = Shape::polyhedron(primitives::cuboid(Vector::new(0.6, 0.8, 0.7)));
    vec![concave(torus(1.0, 0.35, 16, 8)), concave(letter_l()), Arc::new(cube)]
}

/// Pairs of all kinds, from deeply overlapping to separated, scaled and moved.
fn random_pairs(shapes: &[Arc<Shape>], count: usize, far: Vector) -> (Vec<Body>, Vec<Pair>) {
    let mut random = Pcg64::seed_from_u64(11);
    let mut bodies = Vec::new();
    for i in 0..2 * count {
        let shape = shapes[random.random_range(0..shapes.len())].clone();
        let reach = if i % 2 == 0 { 0.0 } else { 1.6 * shape.size() };
        let mut vector = |r: f64| Vector::from_fn(|_, _| random.random_range(-1.0..1.0) * r);
        let (place, turn) = (far + vector(reach), UnitQuaternion::from_scaled_axis(vector(3.0)));
        bodies.push(Body::at_rest(shape, Pose::from_parts(place.into(), turn)));
    }
    (bodies, (0..count).map(|i| Pair::new(2 * i, 2 * i + 1)).collect())
}

/// The smallest distance over all pairs of pieces, without culling.
fn brute_force(a: &Body, b: &Body) -> f64 {
    let of = |body: &Body| -> Vec<Body> {
        let shapes = match body.shape.pieces() {
            [] => vec![body.shape.clone()],
            pieces => pieces.to_vec(),
        };
        shapes.into_iter().map(|shape| Body { shape, ..body.clone() }).collect()
    };
    let all = of(a).into_iter().flat_map(|p| of(b).into_iter().map(move |q| reference::distance(&p, &q)));
    all.fold(f64::INFINITY, f64::min)
}

#[test]
fn gjk_equals_brute_force_with_its_distances_near_and_far_large_and_small() {
    let shapes = shapes();
    for (far, size) in [(Vector::zeros(), 1.0), (Vector::new(1e6, -1e6, 3e5), 1.0), (Vector::zeros(), 1e-4)] {
        let scaled: Vec<_> = shapes.iter().map(|s| Arc::new(s.fitted(2.0 * size).unwrap())).collect();
        let (bodies, pairs) = random_pairs(&scaled, 150, far);
        let found = Piecewise::new(Box::new(Reference)).detect(&bodies, &pairs).unwrap();
        let mut hits = 0;
        for (pair, verdict) in pairs.iter().zip(&found.verdicts) {
            let distance = brute_force(&bodies[pair.a], &bodies[pair.b]);
            assert_eq!(verdict.evidence, Evidence::Distance(distance), "{pair:?} at {far:?}, size {size}");
            assert_eq!(verdict.colliding, distance == 0.0);
            assert_eq!(piecewise::distance(&bodies[pair.a], &bodies[pair.b]), distance);
            hits += usize::from(verdict.colliding);
        }
        assert!((20..130).contains(&hits), "{hits} of 150 collide");
        assert_eq!(found.cost.pairs, 150);
    }
}

#[test]
fn every_convex_method_hits_where_it_hits_any_two_pieces() {
    let gpu = gpu();
    let (bodies, pairs) = random_pairs(&shapes(), 40, Vector::zeros());
    for method in METHODS.iter().filter(|m| m.bodies == Bodies::Convex) {
        let mut detector = method.detector(Some(&gpu), &method.default_settings()).unwrap();
        let found = detector.detect(&bodies, &pairs).unwrap();
        for (pair, verdict) in pairs.iter().zip(&found.verdicts) {
            // One call per pair of pieces: they are convex, so they are decided directly.
            let (of_a, of_b) = (piecewise::pieces(&bodies[pair.a]), piecewise::pieces(&bodies[pair.b]));
            let mut any = false;
            for (p, q) in of_a.iter().flat_map(|p| of_b.iter().map(move |q| (p, q))) {
                if p.aabb().overlaps(&q.aabb()) {
                    let alone = detector.detect(&[p.clone(), q.clone()], &[Pair::new(0, 1)]).unwrap();
                    any |= alone.verdicts[0].colliding;
                }
            }
            assert_eq!(verdict.colliding, any, "{} {pair:?}", method.id);
            let tile: Option<Tile> = detector.tile(&bodies, *pair).unwrap();
            if let Some(tile) = tile {
                assert_eq!(
                    tile.verdict.colliding, any,
                    "{}: the tile is of the pieces that decide",
                    method.id
                );
            }
        }
    }
}

#[test]
fn convex_bodies_are_decided_as_without_the_wrapping() {
    let convex = shapes().split_off(2);
    let (bodies, pairs) = random_pairs(&convex, 60, Vector::zeros());
    let plain = Reference.detect(&bodies, &pairs).unwrap();
    let wrapped = Piecewise::new(Box::new(Reference)).detect(&bodies, &pairs).unwrap();
    assert_eq!(plain.verdicts, wrapped.verdicts);
    // A concave body elsewhere in the list changes nothing either.
    let (mut all, mut more) = (bodies.clone(), pairs.clone());
    let (others, _) = random_pairs(&shapes()[..2], 1, Vector::zeros());
    more.push(Pair::new(all.len(), all.len() + 1));
    all.extend(others);
    let mixed = Piecewise::new(Box::new(Reference)).detect(&all, &more).unwrap();
    assert_eq!(mixed.verdicts[..pairs.len()], plain.verdicts[..]);
}

#[test]
fn a_ball_in_a_ring_and_linked_rings_do_not_collide() {
    let gpu = gpu();
    let ring = concave(torus(1.0, 0.3, 24, 10));
    let ball = Arc::new(Shape::polyhedron(primitives::sphere(0.5, 2)));
    let at = |shape: &Arc<Shape>, place: Vector, turn: Vector| {
        Body::at_rest(shape.clone(), Pose::from_parts(place.into(), UnitQuaternion::from_scaled_axis(turn)))
    };
    let upright = Vector::x() * std::f64::consts::FRAC_PI_2;
    let bodies = [
        at(&ring, Vector::zeros(), Vector::zeros()),
        at(&ball, Vector::zeros(), Vector::zeros()),
        at(&ring, Vector::x(), upright),
        at(&ball, Vector::x() * 0.5, Vector::zeros()),
    ];
    let pairs = [Pair::new(0, 1), Pair::new(0, 2), Pair::new(0, 3)];
    for id in ["gjk", "occlusion-query", "stencil"] {
        let method = find(id).unwrap();
        let mut detector = method.detector(Some(&gpu), &method.default_settings()).unwrap();
        let found = detector.detect(&bodies, &pairs).unwrap();
        let says: Vec<bool> = found.verdicts.iter().map(|v| v.colliding).collect();
        assert_eq!(says, [false, false, true], "{id}");
    }
}

#[test]
fn without_pieces_a_concave_body_is_refused_by_its_number() {
    let whole = Arc::new(Shape::polyhedron(letter_l()));
    let cube = shapes().remove(2);
    let bodies = [Body::at_rest(cube, Pose::identity()), Body::at_rest(whole, Pose::identity())];
    let refused = Piecewise::new(Box::new(Reference)).detect(&bodies, &[Pair::new(0, 1)]).unwrap_err();
    assert!(matches!(refused, DetectError::NotConvex { body: 1, .. }), "{refused}");
}

#[test]
fn a_world_of_given_shapes_is_pure_in_seed_and_shapes_and_keeps_them_inside() {
    use collidoscope::world::Parameters;
    let fitted: Vec<_> = shapes()[..2].iter().map(|s| Arc::new(s.fitted(1.0).unwrap())).collect();
    let parameters = Parameters { count: 21, seed: 4, ..Parameters::default() };
    let run = |seed| {
        let mut world = World::with_shapes(Parameters { seed, ..parameters }, &fitted).unwrap();
        for _ in 0..60 {
            world.advance();
            let inside = |body: &Body| {
                let container: Aabb = world.container();
                container.contains(&body.aabb(), 1e-9)
            };
            assert!(world.bodies().iter().all(inside));
        }
        world
    };
    let (first, again, other) = (run(4), run(4), run(5));
    assert_eq!(first.state_hash(), again.state_hash());
    assert_ne!(first.state_hash(), other.state_hash());
    let of_first = first.bodies().iter().filter(|b| Arc::ptr_eq(&b.shape, &fitted[0])).count();
    assert_eq!(of_first, 11, "equal shares, the first shape gets the odd one");
    assert!(World::with_shapes(parameters, &[]).is_err());
}
