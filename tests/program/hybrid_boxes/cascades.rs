//! Compares the four cascades with brute force over all triangles by another library, and with known answers.

use std::sync::Arc;

use collidoscope::combined::piecewise;
use collidoscope::detector::{DetectError, Detection, Evidence, Tally};
use collidoscope::geometry::{Mesh, Point, Pose, Shape, Vector, primitives};
use collidoscope::hierarchies::triangles::touch;
use collidoscope::methods;
use collidoscope::methods::truth;
use collidoscope::solids::decomposition::{Parameters as DecompositionParameters, decompose};
use collidoscope::world::{Body, Pair};
use parry3d_f64::math::Vector as ParryVector;
use parry3d_f64::shape::Triangle;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::support::pairs::{SITUATIONS, direction, flatten, pairs, pose};
use crate::support::solids::{at, body, hollow, joined, moved, torus};
use collidoscope::experiments::penetration::penetration;

const IDS: [&str; 4] = ["sphere-aabb-obb", "obb-sphere", "aabb-obb", "obb"];
const FITS: [&str; 3] = ["hull-area", "hull-area-centroid", "vertex-pca"];

fn detect(id: &str, set: &[(&str, &str)], bodies: &[Body], pairs: &[Pair]) -> Result<Detection, DetectError> {
    let method = methods::find(id).unwrap();
    let mut settings = method.default_settings();
    set.iter().for_each(|(name, value)| settings.set(name, value).unwrap());
    method.detector(None, &settings).unwrap().detect(bodies, pairs)
}

fn hits(id: &str, set: &[(&str, &str)], all: &[[Body; 2]]) -> Vec<bool> {
    let (bodies, indices) = flatten(all);
    detect(id, set, &bodies, &indices).unwrap().verdicts.iter().map(|v| v.colliding).collect()
}

fn count(tally: &Tally, name: &str) -> u64 {
    tally.iter().find(|(n, _)| *n == name).map(|(_, count)| count).unwrap()
}

/// Smallest distance of two triangles, by parry's GJK.
fn triangle_distance(a: [Point; 3], b: [Point; 3]) -> f64 {
    let convert = |t: [Point; 3]| {
        let [p, q, r] = t.map(|p| ParryVector::new(p.x, p.y, p.z));
        Triangle::new(p, q, r)
    };
    let still = parry3d_f64::math::Pose::IDENTITY;
    parry3d_f64::query::distance(&still, &convert(a), &still, &convert(b)).unwrap().distance
}

/// The smallest distance over all pairs of triangles.
fn surface_distance(a: &Body, b: &Body) -> f64 {
    let corners = |body: &Body| -> Vec<[Point; 3]> {
        let mesh = body.shape.mesh();
        (0..mesh.triangles().len()).map(|t| mesh.corners(t).map(|p| body.pose * p)).collect()
    };
    let (a, b) = (corners(a), corners(b));
    let mut least = f64::INFINITY;
    for s in &a {
        for t in &b {
            // Compare balls around the triangles first: most are far apart.
            let middle = |t: &[Point; 3]| (t[0].coords + t[1].coords + t[2].coords) / 3.0;
            let radius = |t: &[Point; 3]| t.iter().map(|p| (p.coords - middle(t)).norm()).fold(0.0, f64::max);
            if (middle(s) - middle(t)).norm() - radius(s) - radius(t) < least {
                least = least.min(triangle_distance(*s, *t));
            }
        }
    }
    least
}

#[test]
fn convex_pairs_are_decided_as_the_reference_does_whatever_the_boxes() {
    for (seed, situation) in SITUATIONS.into_iter().enumerate() {
        let all = pairs(situation, 60, 700 + seed as u64);
        let depths: Vec<f64> = all.iter().map(|[a, b]| penetration(a, b)).collect();
        let expected = hits("gjk", &[], &all);
        for id in IDS {
            for fit in FITS {
                for (i, hit) in hits(id, &[("fit", fit)], &all).into_iter().enumerate() {
                    let touching = depths[i].abs() < 1e-9 * all[i][0].shape.size();
                    assert!(hit == expected[i] || touching, "{id} {fit} {situation:?} {i}: {:e}", depths[i]);
                }
            }
        }
    }
}

#[test]
fn concave_surfaces_touch_when_two_of_their_triangles_do() {
    let mut random = Pcg64::seed_from_u64(51);
    let ring = || torus(1.0, 0.3, 10, 6);
    let star = {
        // A ball with every other vertex pushed in.
        let ball = primitives::sphere(1.0, 1);
        let pushed = |(i, p): (usize, &Point)| if i % 2 == 0 { *p } else { p * 0.4 };
        Mesh::new(ball.vertices().iter().enumerate().map(pushed).collect(), ball.triangles().to_vec())
            .unwrap()
    };
    let mut all = vec![];
    for i in 0..60 {
        let partner = if i % 2 == 0 { ring() } else { star.clone() };
        let offset = direction(&mut random) * random.random_range(0.5..2.6);
        all.push([
            body(ring(), pose(Vector::zeros(), &mut random)),
            body(partner, pose(offset, &mut random)),
        ]);
    }
    // All bodies are too large for one to lie inside another.
    let gaps: Vec<f64> = all.iter().map(|[a, b]| surface_distance(a, b)).collect();
    let touching = gaps.iter().filter(|&&gap| gap == 0.0).count();
    assert!((10..50).contains(&touching), "both answers occur: {touching}");
    let overlapping = all.iter().filter(|[a, b]| a.aabb().overlaps(&b.aabb())).count();
    assert!(overlapping > touching + 5, "boxes alone would not do: {overlapping}");
    for id in IDS {
        for fit in FITS {
            let got = hits(id, &[("fit", fit)], &all);
            let differ: Vec<_> = (0..all.len()).filter(|&i| got[i] != (gaps[i] == 0.0)).collect();
            assert!(differ.is_empty(), "{id} {fit}: {differ:?}");
        }
    }
}

#[test]
fn concave_bodies_are_held_against_their_triangles_where_their_pieces_stick_out() {
    let mut random = Pcg64::seed_from_u64(29);
    let mesh = torus(1.0, 0.35, 24, 12);
    let pieces = decompose(&mesh, &DecompositionParameters::default(), &mut |_| true).unwrap().pieces;
    let shape = Arc::new(Shape::concave(mesh, pieces).unwrap());
    let (mut stick_out, mut meet) = (0, 0);
    for _ in 0..20 {
        let still = Body::at_rest(shape.clone(), pose(Vector::zeros(), &mut random));
        let turned = pose(Vector::zeros(), &mut random);
        let away = direction(&mut random);
        let at = |along: f64| {
            let place = (away * along).into();
            Body::at_rest(shape.clone(), Pose::from_parts(place, turned.rotation))
        };
        // Moved from separated towards each other until the pieces touch, and a third of a millimetre
        // further.
        let (mut inside, mut outside) = (0.0, 4.0);
        for _ in 0..40 {
            let middle = 0.5 * (inside + outside);
            let apart = piecewise::distance(&still, &at(middle)) > 0.0;
            if apart { outside = middle } else { inside = middle }
        }
        let bodies = [still, at(inside - 0.0003)];
        let pairs = [Pair::new(0, 1)];
        let by_pieces = detect("gjk", &[], &bodies, &pairs).unwrap().verdicts;
        if !by_pieces[0].colliding {
            continue;
        }
        let touching = surface_distance(&bodies[0], &bodies[1]) == 0.0;
        assert_eq!(truth::of_verdicts(&bodies, &pairs, &by_pieces), [touching]);
        if touching { meet += 1 } else { stick_out += 1 }
    }
    assert!(stick_out >= 3 && meet >= 3, "{stick_out} apart, {meet} meet");
}

#[test]
fn inside_is_a_collision_in_a_cavity_and_through_a_ring_is_not() {
    let ring = || torus(1.0, 0.3, 32, 16);
    let ball = |radius| primitives::sphere(radius, 1);
    let quarter = |p: &Point| Point::new(p.x + 1.0, p.z, -p.y);
    let twins = joined(&ball(0.2), &moved(&ball(0.2), |p| p + Vector::new(10.0, 0.0, 0.0)));
    let cases = [
        ("linked rings", ring(), moved(&ring(), quarter), at(0.0, 0.0, 0.0), false),
        ("rings that meet", ring(), moved(&ring(), quarter), at(0.5, 0.0, 0.0), true),
        ("a ball in the ring's hole", ring(), ball(0.6), at(0.0, 0.0, 0.0), false),
        ("a ball in the tube", ring(), ball(0.1), at(0.0, 0.0, 1.0), true),
        ("a ball in a cavity", hollow(1.0, 0.7), ball(0.3), at(0.1, 0.0, 0.0), false),
        ("a ball in the wall", hollow(1.0, 0.5), ball(0.1), at(0.75, 0.0, 0.0), true),
        ("a ball through the wall", hollow(1.0, 0.7), ball(0.3), at(0.6, 0.0, 0.0), true),
        ("a hollow in a solid", ball(3.0), hollow(1.0, 0.7), at(0.5, 0.0, 0.0), true),
        ("a hollow in a cavity", hollow(3.0, 2.0), hollow(1.0, 0.7), at(0.5, 0.0, 0.0), false),
        ("the first of two balls inside", ball(1.0), twins.clone(), at(0.2, 0.0, 0.0), true),
        ("the second of two balls inside", ball(1.0), twins.clone(), at(-10.2, 0.0, 0.0), true),
        ("between two balls", ball(1.0), twins, at(-5.0, 0.0, 0.0), false),
    ];
    for (scale, home) in [(1.0, 0.0), (1.0, 1e5), (1e-6, 1e5), (1e6, 0.0)] {
        for (name, a, b, b_pose, expected) in cases.clone() {
            let scaled = |mesh: &Mesh| moved(mesh, |p| p * scale);
            let there = at(home * scale, 0.0, 0.0);
            let shift =
                at(b_pose.translation.x * scale, b_pose.translation.y * scale, b_pose.translation.z * scale);
            let pair = [body(scaled(&a), there), body(scaled(&b), there * shift)];
            let swapped = [pair[1].clone(), pair[0].clone()];
            for id in IDS {
                let got = hits(id, &[], &[pair.clone(), swapped.clone()]);
                assert_eq!(got, [expected; 2], "{id}: {name}, scale {scale}, {home} away");
            }
        }
    }
}

#[test]
fn size_and_place_change_no_verdict() {
    let mut random = Pcg64::seed_from_u64(52);
    let (ring, ball) = (torus(1.0, 0.3, 10, 6), primitives::sphere(0.5, 1));
    for _ in 0..30 {
        let (p, q) = (pose(Vector::zeros(), &mut random), pose(direction(&mut random), &mut random));
        let place = |scale: f64, home: Vector, mesh: &Mesh, pose: &Pose| {
            let there = Pose::from_parts((home + pose.translation.vector * scale).into(), pose.rotation);
            body(moved(mesh, |v| v * scale), there)
        };
        let variants: Vec<[Body; 2]> =
            [(1.0, 0.0), (1.0, 1e6), (1e-6, 0.0), (1e6, 0.0), (1e-6, 1.0), (1e6, 1e12)]
                .into_iter()
                .map(|(scale, far)| {
                    let home = Vector::new(far, -far, 0.5 * far);
                    [place(scale, home, &ring, &p), place(scale, home, &ball, &q)]
                })
                .collect();
        for id in IDS {
            let got = hits(id, &[], &variants);
            assert!(got.iter().all(|&hit| hit == got[0]), "{id}: {got:?}");
        }
    }
}

#[test]
fn counters_add_up_and_inequality_8_never_rejects() {
    let mut asked = 0;
    for (seed, situation) in SITUATIONS.into_iter().enumerate() {
        let (bodies, indices) = flatten(&pairs(situation, 60, 800 + seed as u64));
        for id in IDS {
            let detection = detect(id, &[], &bodies, &indices).unwrap();
            let (mut nodes, mut triangles) = (0, 0);
            for verdict in &detection.verdicts {
                let Evidence::Traversal { node_pairs, triangle_pairs } = verdict.evidence else { panic!() };
                (nodes, triangles) = (nodes + u64::from(node_pairs), triangles + u64::from(triangle_pairs));
            }
            let hits = detection.verdicts.iter().filter(|v| v.colliding).count() as u64;
            let rejected = |name| count(&detection.cost.rejections, name);
            let tested = |name| count(&detection.cost.tests, name);
            let (spheres, aabbs) = (id.contains("sphere"), id.contains("aabb"));
            let by_spheres = rejected("spheres (5)");
            let by_aabbs = rejected("inequalities (6), (7)") + rejected("AABBs");
            assert_eq!(tested("spheres"), if spheres { nodes } else { 0 }, "{id}");
            assert_eq!(tested("AABBs"), if aabbs { nodes - by_spheres } else { 0 }, "{id}");
            assert_eq!(tested("OBBs"), nodes - by_spheres - by_aabbs, "{id}");
            assert_eq!(by_spheres > 0, spheres, "{id}");
            assert_eq!(by_aabbs > 0, aabbs, "{id}");
            assert!(rejected("separating axes") > 0, "{id}");
            assert_eq!(rejected("inequality (8)"), 0, "{id}");
            asked += if spheres { tested("OBBs") } else { 0 };
            assert_eq!(tested("triangles"), triangles, "{id}");
            // At most one pair of triangles per hit is not rejected: it ends the traversal; a body inside
            // another has none.
            assert!(triangles - rejected("triangles") <= hits, "{id}");
        }
    }
    assert!(asked > 1000, "inequality (8) was asked {asked} times");
}

#[test]
fn down_to_the_boxes_is_a_test_of_the_bodies_own_boxes() {
    use collidoscope::geometry::{Fit, Obb};
    use collidoscope::hierarchies::separating_axes::separating_axis;
    let (mut more, mut same) = (0, 0);
    for (seed, situation) in SITUATIONS[..4].iter().enumerate() {
        let all = pairs(*situation, 100, 900 + seed as u64);
        for id in IDS {
            let (boxes, exact) = (hits(id, &[("stage", "boxes")], &all), hits(id, &[], &all));
            for (i, [a, b]) in all.iter().enumerate() {
                let of = |body: &Body| Obb::of_mesh(body.shape.mesh(), Fit::HullArea).posed(&body.pose);
                assert_eq!(boxes[i], separating_axis(&of(a), &of(b)).is_none(), "{id} {situation:?} {i}");
                assert!(boxes[i] || !exact[i], "{id} {situation:?} {i}: the boxes reject what collides");
                more += u32::from(boxes[i] && !exact[i]);
                same += u32::from(boxes[i] && exact[i]);
            }
        }
    }
    assert!(more > 20 && same > 20, "{more} false hits of boxes, {same} right ones");
}

#[test]
fn triangles_touch_when_parry_finds_no_distance() {
    let mut random = Pcg64::seed_from_u64(53);
    let mut both = [0, 0];
    for round in 0..30_000 {
        // Coordinates with few values make coplanar triangles, shared corners and edges, and slivers
        // frequent.
        let mut coordinate = |_: usize| match round % 3 {
            0 => random.random_range(-1.0..1.0),
            1 => 0.25 * f64::from(random.random_range(-3..4)),
            _ => f64::from(random.random_range(-1..2)),
        };
        let mut triangle = || [(); 3].map(|()| Vector::from_iterator((0..3).map(&mut coordinate)));
        let (a, b) = (triangle(), triangle());
        let area = |t: &[Vector; 3]| (t[1] - t[0]).cross(&(t[2] - t[0])).norm();
        if area(&a) < 1e-3 || area(&b) < 1e-3 {
            continue;
        }
        let gap = triangle_distance(a.map(Point::from), b.map(Point::from));
        let touch = touch::touch(&a, &b, 1e-14);
        both[usize::from(touch)] += 1;
        assert!(touch == (gap == 0.0) || (1e-14..1e-7).contains(&gap), "{a:?} {b:?}: {touch}, {gap:e}");
        if touch {
            assert!(gap < 1e-9, "{gap:e} apart");
        }
    }
    assert!(both.iter().all(|&count| count > 1000), "{both:?}");
}

#[test]
fn a_surface_with_a_hole_is_refused() {
    let cube = primitives::cuboid(Vector::repeat(0.5));
    let open = Mesh::new(cube.vertices().to_vec(), cube.triangles()[1..].to_vec()).unwrap();
    let bodies = [body(cube, Pose::identity()), body(open, Pose::identity())];
    for id in IDS {
        let error = detect(id, &[], &bodies, &[Pair::new(0, 1)]).unwrap_err();
        assert!(matches!(error, DetectError::NotClosed { body: 1, .. }), "{error}");
        assert!(error.to_string().contains("not closed"), "{error}");
    }
}
