//! Promises of the image-space methods besides correctness: certain verdicts, data read back from the GPU,
//! and invariance to size and place.

use std::sync::Arc;

use collidoscope::about::Promise;
use collidoscope::comparison::detectors::Detectors;
use collidoscope::detector::{Detection, Detector as _, Evidence, Layer};
use collidoscope::geometry::push_out::PushOut;
use collidoscope::geometry::{Aabb, Mesh, Point, Pose, Shape, Solid, Vector, hull};
use collidoscope::gpu::Gpu;
use collidoscope::image_space::options::Options;
use collidoscope::image_space::view::{AxisChoice, View, ViewVolume};
use collidoscope::image_space::{ImageSpace, conservative};
use collidoscope::methods::{self, METHODS, Needs, in_process};
use collidoscope::object_space::reference::distance;
use collidoscope::settings::{Range, Settings};
use collidoscope::world::{Body, Pair};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::support::pairs::{SITUATIONS, Situation, direction, flatten, pairs, pose};
use crate::support::{assert_no_complaints, gpu};

fn settings(id: &str, set: &[(&str, &str)]) -> Settings {
    let mut settings = methods::find(id).unwrap().default_settings();
    for (name, value) in set {
        settings.set(name, value).unwrap();
    }
    settings
}

fn detect(gpu: &Gpu, id: &str, set: &[(&str, &str)], all: &[[Body; 2]]) -> Detection {
    let (bodies, indices) = flatten(all);
    let mut detector = methods::find(id).unwrap().detector(Some(gpu), &settings(id, set)).unwrap();
    detector.detect(&bodies, &indices).unwrap()
}

fn hits(detection: &Detection) -> Vec<bool> {
    detection.verdicts.iter().map(|v| v.colliding).collect()
}

/// Size in metres of a pixel of a pair's window by default.
fn pixel([a, b]: &[Body; 2], resolution: u32) -> f64 {
    let (a, b) = (a.aabb(), b.aabb());
    let axis = AxisChoice::SmallestWindow.axes(&a, &b).next().unwrap();
    View::of(&a, &b, axis, ViewVolume::Union).map_or(f64::INFINITY, |v| v.pixel(resolution))
}

#[test]
fn three_ways_to_ask_the_same_passes_give_the_same_verdicts_at_their_price() {
    let gpu = gpu();
    const N: u64 = 32;
    for (seed, situation) in SITUATIONS.into_iter().enumerate() {
        let all = pairs(situation, 100, 300 + seed as u64);
        for schedule in ["fast", "pair-by-pair"] {
            let set = [("schedule", schedule)];
            let [query, boolean, depths] = ["occlusion-query", "occlusion-boolean", "depth-readback"]
                .map(|id| detect(&gpu, id, &set, &all));
            let mut rounds_asked = 0;
            for ((query, boolean), depths) in
                query.verdicts.iter().zip(&boolean.verdicts).zip(&depths.verdicts)
            {
                // Equal pixel by pixel: not only the verdict, but every count.
                assert_eq!(query, depths, "{situation:?}, {schedule}");
                assert_eq!(query.colliding, boolean.colliding);
                if let (Evidence::Samples { rounds, .. }, Evidence::Samples { rounds: yes_or_no, .. }) =
                    (query.evidence, boolean.evidence)
                {
                    assert_eq!(rounds.map(|r| r.map(|count| count.min(1))), yes_or_no);
                    rounds_asked += rounds.iter().flatten().count() as u64;
                }
            }
            if schedule == "pair-by-pair" {
                assert_eq!((query.cost.queries, query.cost.bytes_read), (rounds_asked, 4 * rounds_asked));
                assert_eq!((boolean.cost.queries, boolean.cost.bytes_read), (rounds_asked, 4 * rounds_asked));
                // Two pictures of 4,096 bytes.
                assert_eq!((depths.cost.queries, depths.cost.bytes_read), (0, 2 * 4 * N * N * rounds_asked));
            }
        }
    }
    assert_no_complaints(&gpu);
}

#[test]
fn recode_reads_one_picture_per_pair_and_agrees_with_the_stencil_method() {
    let gpu = gpu();
    let (mut differ, mut count) = (0, 0);
    for (seed, situation) in SITUATIONS.into_iter().enumerate() {
        let all = pairs(situation, 100, 400 + seed as u64);
        let recode = detect(&gpu, "recode", &[], &all);
        let drawn = recode.verdicts.iter().filter(|v| v.evidence != Evidence::EmptyWindow).count() as u64;
        assert_eq!((recode.cost.queries, recode.cost.bytes_read), (0, 32 * 32 * drawn));
        assert_eq!(recode.cost.draws, 4 * drawn);
        let stencil = hits(&detect(&gpu, "stencil", &[], &all));
        differ += hits(&recode).iter().zip(&stencil).filter(|(a, b)| a != b).count();
        count += all.len();
        assert_eq!(hits(&recode), hits(&detect(&gpu, "recode", &[("schedule", "fast")], &all)));
    }
    assert!(differ * 100 <= count, "{differ} of {count} pairs");
    assert_no_complaints(&gpu);
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Hairs {
    Plain,
    Solids,
    Lopsided,
    Slivers,
}

/// A box with many vertices in its sides, or slightly outside them.
fn slivers(size: f64, random: &mut Pcg64) -> Arc<Shape> {
    let half = 0.5 * size;
    let mut points = Aabb::cube(Point::origin(), half).corners().to_vec();
    for _ in 0..40 {
        let noise = size * 10_f64.powf(random.random_range(-12.0..-6.5));
        let mut p = Point::from(Vector::from_fn(|_, _| random.random_range(-half..half)));
        p[0] = (half + random.random_range(-noise..noise)).copysign(p[0]);
        if random.random_bool(0.5) {
            p[1] = (half + random.random_range(-noise..noise)).copysign(p[1]);
        }
        points.push(p);
    }
    Arc::new(Shape::polyhedron(hull::convex_hull(&points).unwrap()))
}

/// Pairs close to touching, on either side, at distances from 1e-9 to 0.1 of the smaller body. The kinds
/// stress rounding: round bodies drawn as inscribed meshes, a body up to a million times smaller, or boxes
/// whose faces are full of slivers.
fn hairs(count: usize, seed: u64, kind: Hairs) -> Vec<[Body; 2]> {
    let mut random = Pcg64::seed_from_u64(seed);
    (0..count)
        .map(|_| {
            let [a, b] = [false, true].map(|second| {
                let mut size = random.random_range(0.3..1.0);
                if second && kind == Hairs::Lopsided {
                    size *= 10_f64.powf(random.random_range(-6.0..-3.0));
                }
                let shape = match random.random_range(0..3) {
                    _ if kind == Hairs::Slivers => slivers(size, &mut random),
                    _ if kind != Hairs::Solids => crate::support::pairs::shape(size, &mut random),
                    0 => Shape::primitive(Solid::Ball { radius: 0.5 * size }, 1).unwrap().into(),
                    1 => {
                        Shape::primitive(Solid::Cone { radius: 0.4 * size, height: size }, 1).unwrap().into()
                    }
                    _ => {
                        let solid = Solid::Cylinder { radius: 0.3 * size, height: size };
                        Shape::primitive(solid, 1).unwrap().into()
                    }
                };
                Body::at_rest(shape, pose(Vector::zeros(), &mut random))
            });
            let mut b = b;
            let away = direction(&mut random);
            let (mut inside, mut outside) = (0.0, 4.0);
            for _ in 0..60 {
                let middle = 0.5 * (inside + outside);
                b.pose.translation.vector = away * middle;
                if distance(&a, &b) == 0.0 { inside = middle } else { outside = middle }
            }
            let hair = 10_f64.powf(random.random_range(-9.0..-1.0)) * a.shape.size().min(b.shape.size());
            b.pose.translation.vector = away * (outside + hair * [-1.0, 1.0][random.random_range(0..2)]);
            [a, b]
        })
        .collect()
}

/// Every situation, and those in which rounding matters most.
fn all_situations(count: usize, seed: u64) -> Vec<(String, Vec<[Body; 2]>)> {
    let mut all: Vec<_> = (SITUATIONS.into_iter().enumerate())
        .map(|(i, situation)| (format!("{situation:?}"), pairs(situation, count, seed + i as u64)))
        .collect();
    for kind in [Hairs::Plain, Hairs::Solids, Hairs::Lopsided, Hairs::Slivers] {
        all.push((format!("{kind:?}"), hairs(3 * count, seed + 20 + kind as u64, kind)));
    }
    all
}

#[test]
fn fat_misses_and_thin_hits_are_certain_at_every_resolution() {
    let gpu = gpu();
    let (mut decided, mut pairs_in_all) = (0, 0);
    for (name, all) in all_situations(50, 500) {
        let (bodies, indices) = flatten(&all);
        let gaps: Vec<f64> = all.iter().map(|[a, b]| distance(a, b)).collect();
        let reach_of = |body: &Body| {
            let push = PushOut::of(&body.shape);
            (push.longest, push.excess)
        };
        let reach: Vec<_> = all.iter().map(|[a, b]| [reach_of(a), reach_of(b)]).collect();
        for resolution in [16, 17, 32, 100, 512] {
            let text = resolution.to_string();
            let options = Options::of(&settings("occlusion-conservative", &[("resolution", &text)])).unwrap();
            let mut answers = [&conservative::FAT, &conservative::THIN].map(|table| {
                let mut method = ImageSpace::new(&gpu, table, options).unwrap();
                method.detect(&bodies, &indices).unwrap().verdicts.into_iter()
            });
            for (i, gap) in gaps.iter().enumerate() {
                let [fat, thin] = [0, 1].map(|i| answers[i].next().unwrap().colliding);
                assert!(fat || *gap > 0.0, "{name} pair {i} at {resolution}: missed");
                assert!(!thin || *gap == 0.0, "{name} pair {i} at {resolution}: {gap:e} apart, yet hit");
                decided += usize::from(!fat || thin);
                // False hits end where the fat bodies end: each is enlarged by half a pixel's diagonal times
                // the length of its longest push-out vector, plus an allowance for rounding.
                let size = all[i][0].shape.size().max(all[i][1].shape.size());
                let beyond = 0.72 * pixel(&all[i], resolution) + 1e-5 * size;
                let bound: f64 = reach[i].iter().map(|(longest, excess)| longest * (beyond + excess)).sum();
                assert!(!fat || *gap <= bound, "{name} pair {i} at {resolution}: {gap:e}, not {bound:e}");
                pairs_in_all += 1;
            }
        }
    }
    // The answers would be of little use if they were always "perhaps".
    assert!(decided * 3 > pairs_in_all, "only {decided} of {pairs_in_all} pairs were certain");
    assert_no_complaints(&gpu);
}

#[test]
fn the_sandwich_is_the_reference_and_counts_what_each_layer_settled() {
    let gpu = gpu();
    for (name, all) in all_situations(80, 600) {
        for set in [&[("resolution", "32")][..], &[("axis", "all"), ("schedule", "pair-by-pair")]] {
            let detection = detect(&gpu, "occlusion-sandwich", set, &all);
            let truth: Vec<bool> = all.iter().map(|[a, b]| distance(a, b) == 0.0).collect();
            assert_eq!(hits(&detection), truth, "{name} {set:?}");

            let by = |layer, colliding| {
                let is = |v: &&collidoscope::detector::Verdict| {
                    v.evidence == Evidence::Layer(layer) && v.colliding == colliding
                };
                detection.verdicts.iter().filter(is).count() as u64
            };
            let (boxes, fat, thin) =
                (by(Layer::Boxes, false), by(Layer::FatMiss, false), by(Layer::ThinHit, true));
            let (exact_apart, exact_hits) = (by(Layer::Exact, false), by(Layer::Exact, true));
            let total = all.len() as u64;
            assert_eq!(boxes + fat + thin + exact_apart + exact_hits, total);
            let rejections: Vec<_> = detection.cost.rejections.iter().map(|(_, count)| count).collect();
            assert_eq!(rejections[..3], [boxes, fat, exact_apart]);
            let tests: Vec<_> = detection.cost.tests.iter().map(|(_, count)| count).collect();
            assert_eq!(tests[..3], [total - boxes, total - boxes - fat, exact_apart + exact_hits]);
            if name == "Uniform" {
                assert!(10 * tests[2] < total, "the exact test was asked {} times", tests[2]);
            }
        }
    }
    assert_no_complaints(&gpu);
}

/// The body scaled by `factor` and moved.
fn transformed(body: &Body, factor: f64, shift: &Vector) -> Body {
    let mesh = body.shape.mesh();
    let vertices: Vec<Point> = mesh.vertices().iter().map(|v| v * factor).collect();
    let shape = Arc::new(Shape::polyhedron(Mesh::new(vertices, mesh.triangles().to_vec()).unwrap()));
    let at = body.pose.translation.vector * factor + shift;
    Body::at_rest(shape, Pose::from_parts(at.into(), body.pose.rotation))
}

#[test]
fn neither_size_nor_place_changes_a_verdict() {
    let gpu = gpu();
    let mut random = Pcg64::seed_from_u64(9);
    for (seed, situation) in [Situation::Uniform, Situation::NearTouching].into_iter().enumerate() {
        let all = pairs(situation, 100, 700 + seed as u64);
        for (factor, sizes_away) in [(1e6, 0.0), (1e-6, 0.0), (1.0, 1e6), (1e6, 1e6), (1e-6, 1e6)] {
            let other: Vec<[Body; 2]> = (all.iter())
                .map(|pair| {
                    let shift = direction(&mut random) * (sizes_away * factor);
                    [0, 1].map(|i| transformed(&pair[i], factor, &shift))
                })
                .collect();
            // The pixels of `cullide` are those of the whole scene, which grows with the distances between the pairs.
            for method in in_process().filter(|method| method.id != "cullide" || sizes_away == 0.0) {
                let [here, there] = [&all, &other].map(|all| hits(&detect(&gpu, method.id, &[], all)));
                let differ: Vec<_> = (0..all.len()).filter(|&i| here[i] != there[i]).collect();
                // After rounding, a sliver that just covers a sample may no longer do so, or the reverse.
                let within_rounding = |i: usize| match method.promise {
                    Promise::Exact => distance(&all[i][0], &all[i][1]) < 1e-9,
                    _ => distance(&all[i][0], &all[i][1]) < 3.0 * pixel(&all[i], 32),
                };
                assert!(
                    differ.len() <= 1 && differ.iter().all(|&i| within_rounding(i)),
                    "{} ×{factor:e}, {sizes_away:e} sizes away, {situation:?}: {differ:?}",
                    method.id
                );
            }
        }
    }
    assert_no_complaints(&gpu);
}

#[test]
fn every_method_that_draws_shows_its_tile() {
    let gpu = gpu();
    let all = pairs(Situation::Uniform, 40, 800);
    let (bodies, indices) = flatten(&all);
    // `cullide` draws the whole scene, not a tile per pair.
    for method in in_process().filter(|method| method.id != "cullide") {
        let mut detector = method.detector(Some(&gpu), &method.default_settings()).unwrap();
        let verdicts = detector.detect(&bodies, &indices).unwrap().verdicts;
        let mut shown = 0;
        for (&pair, verdict) in indices.iter().zip(&verdicts) {
            let tile = detector.tile(&bodies, pair).unwrap();
            assert!(method.needs != Needs::Nothing || tile.is_none(), "{} draws nothing", method.id);
            let Some(tile) = tile else { continue };
            shown += 1;
            assert_eq!(&tile.verdict, verdict, "{}: alone or among others", method.id);
            assert_eq!((tile.depth.len(), tile.stencil.len()), (tile.side.pow(2) as usize, tile.depth.len()));
            if verdict.colliding {
                let depth_varies = tile.depth.iter().any(|d| *d != tile.depth[0]);
                let something =
                    if tile.proof.is_some() { tile.stencil.iter().any(|s| *s > 0) } else { depth_varies };
                assert!(something, "{}: empty picture", method.id);
            }
        }
        assert!(method.needs == Needs::Nothing || shown > 20, "{} shows {shown} tiles", method.id);
        // Bodies with separated boxes have no window.
        let mut far = vec![bodies[0].clone(), bodies[1].clone()];
        far[1].pose.translation.vector += Vector::repeat(100.0);
        assert_eq!(detector.tile(&far, Pair::new(0, 1)).unwrap(), None, "{}", method.id);
    }
    assert_no_complaints(&gpu);
}

/// A value other than the default: an option or a number within the range; empty for shares and texts.
fn another_value(range: &Range) -> String {
    match range {
        Range::Choice { options, default } => {
            options.iter().map(|(word, _)| *word).find(|word| word != default).unwrap_or(default).to_owned()
        }
        Range::Whole { min, default, .. } => (min + default).div_ceil(2).to_string(),
        Range::Real { min, max, .. } => f64::midpoint(*min, *max).to_string(),
        Range::Switch { default } => if *default { "off" } else { "on" }.to_owned(),
        Range::Shares { .. } | Range::Text { .. } => String::new(),
    }
}

#[test]
fn a_setting_that_is_dragged_compiles_and_uploads_nothing_and_answers_like_a_new_detector() {
    let gpu = gpu();
    let (bodies, pairs) = flatten(&pairs(Situation::Uniform, 12, 5));
    for method in METHODS.iter().filter(|method| method.needs != Needs::Nothing) {
        let (mut detectors, mut settings) = (Detectors::new(Some(gpu.clone())), method.default_settings());
        // `auto` builds the other schedules when it measures them.
        let _ = settings.set("schedule", "fast");
        detectors.detect((method, &settings), &bodies, &pairs).unwrap();
        for setting in method.settings {
            let (before, value) = (gpu.prepared(), another_value(&setting.range));
            let last = settings.clone();
            if settings.set(setting.id, &value).is_err() || settings == last {
                continue;
            }
            let got = detectors.detect((method, &settings), &bodies, &pairs).unwrap();
            let is_number = matches!(setting.range, Range::Whole { .. } | Range::Real { .. });
            if is_number || setting.id == "axis" {
                assert_eq!(gpu.prepared(), before, "{} {}={value}", method.id, setting.id);
            }
            let mut fresh = method.detector(Some(&gpu), &settings).unwrap();
            let expected = fresh.detect(&bodies, &pairs).unwrap();
            assert_eq!(got.verdicts, expected.verdicts, "{} {}={value}", method.id, setting.id);
        }
    }
    assert_no_complaints(&gpu);
}
