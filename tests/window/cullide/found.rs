//! The whole method: colliding pairs against exact tests of the triangles.

use std::sync::Arc;

use collidoscope::combined::cullide::Cullide;
use collidoscope::detector::{Detector as _, Evidence};
use collidoscope::experiments::penetration::penetration;
use collidoscope::experiments::truth::families::FAMILIES;
use collidoscope::geometry::{Aabb, Mesh, Point, Pose, Shape, Vector, primitives};
use collidoscope::image_space::cullide::rules::Culling;
use collidoscope::world::{Body, Pair, Parameters, World};
use nalgebra::UnitQuaternion;
use rand::SeedableRng;
use rand_pcg::Pcg64;

use super::{all_pairs, colliding, detector, exact};
use crate::support::gallery::link;
use crate::support::pairs::flatten;
use crate::support::{assert_no_complaints, gpu};

/// Every combination of the settings that keep the verdicts.
const VARIANTS: [&[(&str, &str)]; 4] =
    [&[], &[("quick", "on")], &[("quick", "on"), ("order", "far-first")], &[("culling", "none")]];

#[test]
fn reliable_misses_no_adversarial_pair_and_plain_misses_some() {
    let gpu = gpu();
    let (mut tested, mut missed_by_plain) = (0, 0);
    for resolution in ["64", "256"] {
        let reliable = [("reliable", "on"), ("scene-resolution", resolution)];
        let quick = [reliable[0], reliable[1], ("quick", "on"), ("order", "far-first")];
        let mut detectors =
            [detector(&gpu, &reliable), detector(&gpu, &quick), detector(&gpu, &[reliable[1]])];
        for family in FAMILIES {
            let cases: Vec<_> = (0..60)
                .map(|index| family.case(11, index))
                .filter(|case| case.bodies.iter().all(|body| !body.is_round()))
                .collect();
            // Each pair as a scene of its own, so that the picture fits it, and all pairs as one scene.
            for size in [1, cases.len().max(1)] {
                for batch in cases.chunks(size) {
                    let all: Vec<_> = batch.iter().map(|case| case.bodies.clone()).collect();
                    let (bodies, pairs) = flatten(&all);
                    for (index, detector) in detectors.iter_mut().enumerate() {
                        let verdicts = detector.detect(&bodies, &pairs).unwrap().verdicts;
                        for (case, verdict) in batch.iter().zip(&verdicts) {
                            let missed = case.colliding() && !verdict.colliding;
                            assert!(!missed || index == 2, "{}, {index}: {case:?}, {verdict:?}", family.id);
                            assert!(case.colliding() || !verdict.colliding, "{}: false hit", family.id);
                            missed_by_plain += usize::from(missed);
                            tested += usize::from(case.colliding() && index < 2);
                        }
                    }
                }
            }
        }
    }
    assert!(tested > 800 && missed_by_plain > 100, "{tested} tested, plain misses {missed_by_plain}");
    assert_no_complaints(&gpu);
}

#[test]
fn frames_of_the_arena_are_decided_as_by_triangles() {
    let gpu = gpu();
    let mut world =
        World::new(Parameters { seed: 5, count: 60, density: 0.2, ..Parameters::default() }).unwrap();
    let mut detectors: Vec<(String, Cullide)> = Vec::new();
    for reliable in ["off", "on"] {
        for variant in VARIANTS {
            let set: Vec<_> = [("reliable", reliable)].into_iter().chain(variant.iter().copied()).collect();
            detectors.push((format!("{set:?}"), detector(&gpu, &set)));
        }
    }
    let (mut hits, mut missed, mut culled) = (0, 0, vec![0; detectors.len()]);
    for _ in 0..5 {
        world.advance();
        let bodies = world.bodies();
        let boxes = super::boxes(bodies);
        let mut pairs = all_pairs(bodies.len());
        pairs.retain(|pair| boxes[pair.a].overlaps(&boxes[pair.b]));
        let scene = boxes.iter().fold(Aabb::EMPTY, |scene, of_body| scene.union(of_body));
        let pixel = 1.1 * scene.extents().max() / 512.0;
        let truth = exact(bodies, &pairs);
        hits += truth.iter().filter(|colliding| **colliding).count();
        for ((what, detector), culled) in detectors.iter_mut().zip(&mut culled) {
            let detection = detector.detect(bodies, &pairs).unwrap();
            let found = colliding(&detection.verdicts);
            for ((pair, found), truth) in pairs.iter().zip(found).zip(&truth) {
                assert!(*truth || !found, "{what}: false hit on {pair:?}");
                if *truth && !found {
                    // Only contacts smaller than a pixel of the scene may be lost.
                    let [a, b] = [pair.a, pair.b].map(|body| bodies[body].as_drawn());
                    let depth = penetration(&a, &b);
                    assert!(
                        !what.contains("(\"reliable\", \"on\")"),
                        "{what}: {pair:?} missed, {depth} m deep"
                    );
                    assert!(depth < 1.5 * pixel, "{what}: {pair:?} missed, {depth} m deep, pixel {pixel} m");
                    missed += 1;
                }
            }
            let seen =
                |v: &&collidoscope::detector::Verdict| matches!(v.evidence, Evidence::FullyVisible { .. });
            *culled += detection.verdicts.iter().filter(seen).count();
            let Culling { views, .. } = detector.last();
            assert!(views.windows(2).all(|pair| pair[0].after == pair[1].before));
            assert_eq!(detection.cost.queries, views.iter().map(|v| v.counted as u64).sum::<u64>());
        }
        let hits: Vec<Pair> =
            pairs.iter().zip(&truth).filter(|(_, hit)| **hit).map(|(pair, _)| *pair).collect();
        world.respond(&hits);
    }
    assert!(hits > 5 && missed < hits, "{hits} collisions, {missed} missed by four detectors");
    for (what, culled) in detectors.iter().map(|(what, _)| what).zip(&culled) {
        assert!(*culled > 5, "{what}: {culled} pairs culled");
    }
    assert!(culled[2] > culled[0], "quick excludes more pairs: {culled:?}");
}

#[test]
fn concave_bodies_are_decided_as_by_triangles() {
    let gpu = gpu();
    let mut random = Pcg64::seed_from_u64(6);
    for variant in VARIANTS {
        let set: Vec<_> = [("reliable", "on")].into_iter().chain(variant.iter().copied()).collect();
        let mut detector = detector(&gpu, &set);
        let (mut hits, mut total) = (0, 0);
        for half in [0.5, 0.7, 1.2] {
            let bodies = super::passes::crowd(18, half, &mut random);
            let pairs = all_pairs(bodies.len());
            let truth = exact(&bodies, &pairs);
            let found = detector.detect(&bodies, &pairs).unwrap();
            assert_eq!(colliding(&found.verdicts), truth, "{set:?}, {half} m");
            hits += truth.iter().filter(|hit| **hit).count();
            total += pairs.len();
        }
        assert!(hits > 15 && hits < total / 2, "{hits} of {total} collide");
    }
}

fn triangle(corners: [[f64; 3]; 3]) -> Body {
    let mesh = Mesh::new(corners.map(Point::from).to_vec(), vec![[0, 1, 2]]).unwrap();
    Body::at_rest(Arc::new(Shape::polyhedron(mesh)), Pose::identity())
}

/// Each of two crossing triangles is seen edge-on in two views, where it covers no sample.
#[test]
fn open_surfaces_seen_edge_on_are_missed_unless_enlarged() {
    let gpu = gpu();
    let bodies = [
        triangle([[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [0.0, 1.0, 0.0]]),
        triangle([[0.0, -1.0, -1.0], [0.0, -1.0, 1.0], [0.0, 1.0, 0.1]]),
        triangle([[3.0, -1.0, -1.0], [3.0, -1.0, 1.0], [3.0, 1.0, 0.0]]),
    ];
    let pairs = [Pair::new(0, 1), Pair::new(0, 2), Pair::new(1, 2)];
    let found = |set| colliding(&detector(&gpu, set).detect(&bodies, &pairs).unwrap().verdicts);
    assert_eq!(found(&[]), [false; 3]);
    assert_eq!(found(&[("reliable", "on")]), [true, false, false]);
    assert_eq!(found(&[("reliable", "on"), ("quick", "on")]), [true, false, false]);
}

#[test]
fn contained_bodies_collide_and_links_of_a_chain_stay_in_the_set() {
    let gpu = gpu();
    let cube = |half: f64| {
        let mesh = primitives::cuboid(Vector::repeat(half));
        Body::at_rest(Arc::new(Shape::polyhedron(mesh)), Pose::identity())
    };
    let link = Arc::new(Shape::polyhedron(link()));
    let turned = UnitQuaternion::from_euler_angles(std::f64::consts::FRAC_PI_2, 0.0, 0.0);
    let links = [
        Body::at_rest(link.clone(), Pose::identity()),
        Body::at_rest(link, Pose::from_parts(Vector::new(0.95, 0.0, 0.0).into(), turned)),
    ];
    assert_eq!(exact(&links, &all_pairs(2)), [false], "the links hang in each other without contact");
    for reliable in ["off", "on"] {
        let mut cullide = detector(&gpu, &[("reliable", reliable)]);
        let contained = cullide.detect(&[cube(0.1), cube(1.0)], &all_pairs(2)).unwrap();
        assert!(contained.verdicts[0].colliding);
        let chained = cullide.detect(&links, &all_pairs(2)).unwrap();
        assert!(!chained.verdicts[0].colliding);
        assert_eq!(cullide.last().set.len(), 2, "only the exact test separates links");
        let apart = cullide.detect(&[links[0].clone(), cube(9.0)], &[]).unwrap();
        assert!(apart.verdicts.is_empty() && cullide.last().views.is_empty());
    }
}
