//! Checks the promise of every method of the table on random pairs in every situation.

use collidoscope::about::Promise;
use collidoscope::detector::{Evidence, Layer};
use collidoscope::geometry::Aabb;
use collidoscope::geometry::push_out::PushOut;
use collidoscope::gpu::Gpu;
use collidoscope::image_space::options::Options;
use collidoscope::image_space::pass::Read;
use collidoscope::image_space::view::View;
use collidoscope::methods::{self, Inside, METHODS, Method, in_process};
use collidoscope::object_space::reference::distance;
use collidoscope::settings::Settings;
use collidoscope::world::Body;

use crate::support::pairs::{SITUATIONS, flatten, pairs};
use crate::support::{assert_no_complaints, gpu};
use collidoscope::experiments::penetration::penetration;

const PAIRS: usize = 150;

/// Methods that decide any closed mesh.
const DECIDE_CONCAVE: [&str; 10] = [
    "sphere-aabb-obb",
    "obb-sphere",
    "aabb-obb",
    "obb",
    "parity-slice",
    "depth-lists",
    "winding",
    "winding-as-published",
    "edge-winding",
    "cullide",
];

/// Whether one count above zero, of either round, makes the method's tables say "colliding".
fn decides_by_any_count(method: &Method) -> bool {
    matches!(method.inside, Inside::Passes(tables) if tables.iter().all(|table| table.read == Read::AnyCount))
}

fn settings(method: &Method, set: &[(&str, &str)]) -> Settings {
    let mut settings = method.default_settings();
    for (id, value) in set.iter().filter(|(id, _)| settings_has(method, id)) {
        settings.set(id, value).unwrap();
    }
    settings
}

fn settings_has(method: &Method, id: &str) -> bool {
    method.settings.iter().any(|s| s.id == id)
}

fn verdicts(gpu: &Gpu, method: &Method, settings: &Settings, all: &[[Body; 2]]) -> Vec<bool> {
    let (bodies, indices) = flatten(all);
    let mut detector = method.detector(Some(gpu), settings).unwrap();
    let detection = detector.detect(&bodies, &indices).unwrap();
    assert_eq!(detection.verdicts.len(), all.len());
    assert_eq!(detection.cost.pairs, all.len() as u64);
    detection.verdicts.iter().map(|v| v.colliding).collect()
}

/// Size in metres of a pixel for this pair, along the axis with the finest pixels.
fn pixel([a, b]: &[Body; 2], settings: &Settings) -> f64 {
    let options = Options::of(settings).unwrap();
    let (a, b) = (a.aabb(), b.aabb());
    let views = options.axis.axes(&a, &b).filter_map(|axis| View::of(&a, &b, axis, options.view_volume));
    views.map(|v| v.pixel(options.resolution)).fold(f64::INFINITY, f64::min)
}

/// Size in metres of a pixel of the picture of the whole scene, for a method that draws one; `None` for the others.
fn scene_pixel(all: &[[Body; 2]], settings: &Settings) -> Option<f64> {
    let side = settings.whole("scene-resolution")?;
    let scene =
        all.iter().flatten().map(Body::aabb).fold(Aabb::EMPTY, |scene, of_body| scene.union(&of_body));
    Some(1.1 * scene.extents().max() / side as f64)
}

/// Size of a pixel, and the distance of two slices, of this pair along the axis that is tried first, metres.
fn spacing([a, b]: &[Body; 2], settings: &Settings) -> [f64; 2] {
    let options = Options::of(settings).unwrap();
    let (a, b) = (a.aabb(), b.aabb());
    let axis = options.axis.axes(&a, &b).next().unwrap();
    View::of(&a, &b, axis, options.view_volume).map_or([f64::INFINITY; 2], |view| {
        let [from, to] = view.shared;
        [view.pixel(options.resolution), (to - from) / f64::from(options.slices)]
    })
}

/// Largest distance at which two bodies may still be hit when each is enlarged by half a pixel's diagonal:
/// about two pixels, and more at sharp corners.
fn fat_reach(pair: &[Body; 2], pixel: f64) -> f64 {
    let size = pair[0].shape.size().max(pair[1].shape.size());
    pair.iter().map(|body| PushOut::of(&body.shape).longest * (0.72 * pixel + 1e-5 * size)).sum()
}

#[test]
fn every_method_keeps_its_promise() {
    let gpu = gpu();
    let variants: &[&[(&str, &str)]] = &[
        &[],
        &[("schedule", "pair-by-pair"), ("culling", "none"), ("readback", "pixels")],
        &[("resolution", "16"), ("axis", "all")],
        &[("resolution", "128"), ("axis", "y")],
    ];
    for (seed, situation) in SITUATIONS.into_iter().enumerate() {
        let all = pairs(situation, PAIRS, seed as u64);
        let depths: Vec<f64> = all.iter().map(|[a, b]| penetration(a, b)).collect();
        let gaps: Vec<f64> = all.iter().map(|[a, b]| distance(a, b)).collect();
        for method in in_process().filter(|m| m.promise != Promise::AsPublished) {
            for (variant, set) in variants.iter().enumerate() {
                let settings = settings(method, set);
                if variant > 0 && settings == method.default_settings() {
                    continue;
                }
                let scene = scene_pixel(&all, &settings);
                let mut hits = 0;
                for (i, colliding) in verdicts(&gpu, method, &settings, &all).into_iter().enumerate() {
                    hits += usize::from(colliding);
                    let (missed, false_hit) = match method.promise {
                        Promise::Exact => (1e-9 * all[i][0].shape.size(), 0.0),
                        Promise::CertainHits => {
                            let [pixel, spacing] = spacing(&all[i], &settings);
                            let spacing = if settings_has(method, "slices") { spacing } else { 0.0 };
                            (2.0 * pixel.max(spacing), 0.01 * pixel)
                        }
                        // How many answers are wrong is bounded in `winding`.
                        Promise::Approximate => (f64::INFINITY, f64::INFINITY),
                        Promise::NeverMisses => (0.0, fat_reach(&all[i], pixel(&all[i], &settings))),
                        _ => {
                            let pixel = scene.unwrap_or_else(|| pixel(&all[i], &settings));
                            (1.5 * pixel, 0.1 * pixel)
                        }
                    };
                    let what = format!("{} {set:?}, {situation:?} pair {i}", method.id);
                    assert!(colliding || depths[i] <= missed, "{what}: missed, {:e} deep", depths[i]);
                    assert!(!colliding || gaps[i] <= false_hit, "{what}: false hit, {:e} apart", gaps[i]);
                }
                // Small pairs beside large ones can be smaller than a pixel of the whole scene.
                assert!(
                    hits > PAIRS / 8 || scene.is_some(),
                    "{} hits {hits} of {PAIRS} {situation:?} pairs",
                    method.id
                );
            }
        }
    }
    assert_no_complaints(&gpu);
}

#[test]
fn schedules_culling_and_read_back_change_no_verdict() {
    let gpu = gpu();
    for (seed, situation) in SITUATIONS.into_iter().enumerate() {
        let all = pairs(situation, PAIRS / 2, 50 + seed as u64);
        for method in METHODS.iter().filter(|m| settings_has(m, "schedule")) {
            for resolution in ["16", "32", "100"] {
                let plain = settings(
                    method,
                    &[
                        ("resolution", resolution),
                        ("schedule", "pair-by-pair"),
                        ("culling", "none"),
                        ("readback", "pixels"),
                    ],
                );
                let expected = verdicts(&gpu, method, &plain, &all);
                for (id, value) in [("schedule", "fast"), ("culling", "split"), ("readback", "query")] {
                    if !settings_has(method, id) {
                        continue;
                    }
                    let mut other = plain.clone();
                    other.set(id, value).unwrap();
                    let got = verdicts(&gpu, method, &other, &all);
                    let differ: Vec<_> = (0..all.len()).filter(|&i| got[i] != expected[i]).collect();
                    assert!(
                        differ.is_empty(),
                        "{} {id}={value} at {resolution}, {situation:?}: {differ:?}",
                        method.id
                    );
                }
            }
        }
    }
}

#[test]
fn the_stencil_method_equals_the_occlusion_query_but_for_a_few_pairs() {
    let gpu = gpu();
    let mut differ = 0;
    let mut count = 0;
    for (seed, situation) in SITUATIONS.into_iter().enumerate() {
        let all = pairs(situation, 2 * PAIRS, 80 + seed as u64);
        let of = |id| {
            let method = methods::find(id).unwrap();
            verdicts(&gpu, method, &method.default_settings(), &all)
        };
        differ += of("occlusion-query").iter().zip(of("stencil")).filter(|(a, b)| **a != *b).count();
        count += all.len();
    }
    assert!(differ * 100 <= count, "{differ} of {count} pairs");
}

#[test]
fn contained_bodies_are_missed_when_the_depth_range_is_the_overlap() {
    let gpu = gpu();
    let all = pairs(crate::support::pairs::Situation::Contained, PAIRS, 7);
    let method = methods::find("occlusion-query").unwrap();
    let deep: Vec<bool> = all.iter().map(|[a, b]| penetration(a, b) > 0.1).collect();
    let found = |set: &[(&str, &str)]| {
        let got = verdicts(&gpu, method, &settings(method, set), &all);
        got.iter().zip(&deep).filter(|(hit, deep)| **hit && **deep).count()
    };
    let (union, overlap) = (found(&[]), found(&[("view-volume", "overlap")]));
    assert_eq!(union, deep.iter().filter(|d| **d).count());
    assert!(overlap * 2 < union, "the literal variant finds {overlap} of {union}");
}

#[test]
fn evidence_agrees_with_the_verdict() {
    let gpu = gpu();
    let all = pairs(SITUATIONS[0], PAIRS, 9);
    let (bodies, indices) = flatten(&all);
    for method in in_process() {
        let mut detector = method.detector(Some(&gpu), &method.default_settings()).unwrap();
        let detection = detector.detect(&bodies, &indices).unwrap();
        for verdict in &detection.verdicts {
            let says = match verdict.evidence {
                // In a table of one round the second count is missing.
                Evidence::Samples { rounds, .. } if decides_by_any_count(method) => {
                    rounds.iter().flatten().any(|&count| count > 0)
                }
                Evidence::Samples { rounds, .. } => {
                    rounds[0].is_some() && rounds.iter().flatten().all(|&count| count > 0)
                }
                Evidence::Volume { samples, cubic_metres, .. } => samples > 0 && cubic_metres > 0.0,
                Evidence::EmptyWindow | Evidence::FullyVisible { .. } => false,
                Evidence::Distance(metres) => metres == 0.0,
                Evidence::Touching => true,
                Evidence::Layer(Layer::Boxes | Layer::FatMiss) => false,
                Evidence::Layer(Layer::ThinHit) => true,
                // A traversal or an exact test may have either result.
                Evidence::Traversal { .. } | Evidence::Layer(Layer::Exact) => verdict.colliding,
                Evidence::Program { .. } | Evidence::NoAnswer(_) => panic!("{} is no program", method.id),
            };
            assert_eq!(verdict.colliding, says, "{}", method.id);
        }
    }
}

#[test]
fn no_pairs_and_bodies_that_are_not_convex_are_answered() {
    use collidoscope::detector::DetectError;
    use collidoscope::geometry::{Mesh, Pose, Shape, primitives};
    use collidoscope::world::Pair;
    let gpu = gpu();
    // A box with one corner pushed in past the centre.
    let cube = primitives::cuboid(collidoscope::geometry::Vector::repeat(1.0));
    let mut vertices = cube.vertices().to_vec();
    vertices[0] *= -0.2;
    let dented =
        std::sync::Arc::new(Shape::polyhedron(Mesh::new(vertices, cube.triangles().to_vec()).unwrap()));
    let bodies = vec![Body::at_rest(dented, Pose::identity()); 2];
    for method in in_process() {
        let mut detector = method.detector(Some(&gpu), &method.default_settings()).unwrap();
        assert!(detector.detect(&bodies, &[]).unwrap().verdicts.is_empty());
        let detection = detector.detect(&bodies, &[Pair::new(0, 1)]);
        if DECIDE_CONCAVE.contains(&method.id) {
            assert!(detection.unwrap().verdicts[0].colliding, "{}: one body twice", method.id);
            continue;
        }
        let error = detection.unwrap_err();
        assert!(matches!(error, DetectError::NotConvex { body: 0, .. }), "{}: {error}", method.id);
    }
}
