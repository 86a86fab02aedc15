//! Compares the schedules: equal verdicts, and equal counts to the last sample.

use std::sync::atomic::AtomicBool;

use collidoscope::broad_phase::{BroadPhase as _, SweepAndPrune};
use collidoscope::detector::{Cost, Detection, Evidence, RoundCounts, Verdict};
use collidoscope::experiments::{self, Event, Judgement, Run};
use collidoscope::geometry::Aabb;
use collidoscope::gpu::{Capabilities, Gpu, Program};
use collidoscope::image_space::options::Options;
use collidoscope::image_space::schedule::instanced::{self, Instanced};
use collidoscope::image_space::schedule::pair_by_pair::{self, FAST, PUBLISHED, Tuning};
use collidoscope::image_space::schedule::sheet::most_layers;
use collidoscope::image_space::schedule::word::Schedule;
use collidoscope::image_space::schedule::{Job, Stage};
use collidoscope::image_space::view::View;
use collidoscope::image_space::{occlusion_query, stencil};
use collidoscope::methods::{self, METHODS, Method, published};
use collidoscope::settings::{Range, Settings};
use collidoscope::world::{Body, Pair, Parameters, World};

use crate::support::pairs::{SITUATIONS, Situation, flatten, pairs};
use crate::support::{assert_no_complaints, gpu};

const PAIRS: usize = 100;

/// The values of a method's `schedule` setting; empty if it has none.
fn words(method: &Method) -> Vec<&'static str> {
    let schedule = method.settings.iter().find(|s| s.id == "schedule");
    match schedule.map(|s| &s.range) {
        Some(Range::Choice { options, .. }) => options.iter().map(|(word, _)| *word).collect(),
        _ => Vec::new(),
    }
}

/// The methods that several schedules can run.
fn scheduled() -> impl Iterator<Item = &'static Method> {
    METHODS.iter().filter(|m| words(m).len() > 2)
}

fn settings(method: &Method, set: &[(&str, &str)]) -> Settings {
    let mut settings = method.default_settings();
    for (id, value) in set.iter().filter(|(id, _)| method.settings.iter().any(|s| s.id == *id)) {
        settings.set(id, value).unwrap();
    }
    settings
}

fn detect(
    gpu: &Gpu,
    method: &Method,
    set: &[(&str, &str)],
    (bodies, pairs): &(Vec<Body>, Vec<Pair>),
) -> Detection {
    let mut detector = method.detector(Some(gpu), &settings(method, set)).unwrap();
    detector.detect(bodies, pairs).unwrap()
}

/// Puts the farther body of every pair first, like all schedules but the published one.
fn farther_first(all: &mut [[Body; 2]]) {
    let options = Options::of(&methods::find("occlusion-query").unwrap().default_settings()).unwrap();
    for pair in all {
        let (a, b): (Aabb, Aabb) = (pair[0].aabb(), pair[1].aabb());
        let axis = options.axis.axes(&a, &b).next();
        let view = axis.and_then(|axis| View::of(&a, &b, axis, options.view_volume));
        if view.is_some_and(|view| view.is_farther(&b, &a)) {
            pair.swap(0, 1);
        }
    }
}

/// The differences between two lists of verdicts.
fn differing(got: &[Verdict], expected: &[Verdict]) -> Vec<String> {
    assert_eq!(got.len(), expected.len());
    let pairs = (0..).zip(got.iter().zip(expected)).filter(|(_, (g, e))| g != e);
    pairs.map(|(i, (g, e)): (usize, _)| format!("pair {i}: {:?}, not {:?}", g.evidence, e.evidence)).collect()
}

#[test]
fn every_schedule_counts_the_same_samples() {
    let gpu = gpu();
    for (seed, situation) in SITUATIONS.into_iter().enumerate() {
        let mut all = pairs(situation, PAIRS, 300 + seed as u64);
        farther_first(&mut all);
        let scene = flatten(&all);
        for method in scheduled() {
            for resolution in ["16", "32", "100"] {
                for (culling, readback) in [("split", "query"), ("none", "pixels")] {
                    let of = |word| {
                        let set = [
                            ("resolution", resolution),
                            ("culling", culling),
                            ("readback", readback),
                            ("schedule", word),
                        ];
                        detect(&gpu, method, &set, &scene)
                    };
                    let expected = of("pair-by-pair");
                    for word in words(method).into_iter().filter(|w| *w != "pair-by-pair") {
                        let differ = differing(&of(word).verdicts, &expected.verdicts);
                        let what = format!("{} {word} {culling} {readback} at {resolution}", method.id);
                        assert!(differ.is_empty(), "{what}, {situation:?}: {differ:#?}");
                    }
                }
            }
        }
    }
    assert_no_complaints(&gpu);
}

#[test]
fn oriented_boxes_spare_only_draws_of_pairs_that_are_apart() {
    let gpu = gpu();
    let reference = methods::find("gjk").unwrap();
    let mut spared = 0;
    for (seed, situation) in SITUATIONS.into_iter().enumerate() {
        let scene = flatten(&pairs(situation, PAIRS, 500 + seed as u64));
        let exact = detect(&gpu, reference, &[], &scene).verdicts;
        for method in scheduled().filter(|m| m.settings.iter().any(|s| s.id == "boxes")) {
            let of = |boxes| detect(&gpu, method, &[("boxes", boxes)], &scene).verdicts;
            for (pair, (got, expected)) in of("oriented").iter().zip(of("aligned")).enumerate() {
                if got.evidence == Evidence::EmptyWindow && *got != expected {
                    assert!(!got.colliding && !exact[pair].colliding, "{} {situation:?}: {pair}", method.id);
                    spared += 1;
                } else {
                    assert_eq!(*got, expected, "{} {situation:?}: {pair}", method.id);
                }
            }
        }
    }
    assert!(spared > PAIRS / 2, "{spared} pairs");
    assert_no_complaints(&gpu);
}

/// A frame of the published experiment, in which bodies share four shapes.
fn scene(count: usize) -> (Vec<Body>, Vec<Pair>) {
    let mut world = World::new(Parameters { count, ..Parameters::default() }).unwrap();
    (0..20).for_each(|_| world.advance());
    let boxes: Vec<Aabb> = world.bodies().iter().map(Body::aabb).collect();
    (world.bodies().to_vec(), SweepAndPrune::default().find(&boxes))
}

#[test]
fn more_pairs_than_a_sheet_holds_none_and_one() {
    let gpu = gpu();
    // A GPU's sheets hold more pairs.
    let (bodies, resolution) = if gpu.capabilities().is_software() { (400, 64) } else { (1000, 512) };
    let large = scene(bodies);
    assert!(large.1.len() > 3 * most_layers(gpu.capabilities(), resolution) as usize);
    let one = (large.0.clone(), large.1[..1].to_vec());
    let none = (large.0.clone(), Vec::new());
    for method in scheduled() {
        let of = |word, scene| {
            let set = [("resolution", &*resolution.to_string()), ("schedule", word)];
            let detection = detect(&gpu, method, &set, scene);
            let settled = detection.cost.rejections.total() as usize;
            let hits = detection.verdicts.iter().filter(|v| v.colliding).count();
            assert_eq!(settled + hits, scene.1.len(), "{} {word}: every pair is settled once", method.id);
            detection
        };
        for scene in [&large, &one, &none] {
            let atlas = of("atlas", scene);
            for word in words(method).into_iter().filter(|w| *w != "atlas") {
                let other = of(word, scene);
                // Without the symmetry the published loop counts with exchanged roles.
                let same = |(a, b): (&Verdict, &Verdict)| {
                    if word == "pair-by-pair" { a.colliding == b.colliding } else { a == b }
                };
                let pairs = atlas.verdicts.iter().zip(&other.verdicts);
                assert!(pairs.into_iter().all(same), "{} {word}, {} pairs", method.id, scene.1.len());
            }
        }
    }
    let cost = detect(&gpu, METHODS.first().unwrap(), &[("schedule", "instanced")], &large).cost;
    assert!(cost.draws < large.1.len() as u64 && cost.queries == 0, "{cost:?}");
    assert_no_complaints(&gpu);
}

#[test]
fn a_detector_decides_scene_after_scene_and_leaves_nothing_behind() {
    let gpu = gpu();
    let at_start = gpu.live_objects();
    for word in ["auto", "atlas", "instanced"] {
        let method = methods::find("stencil").unwrap();
        let mut kept = method.detector(Some(&gpu), &settings(method, &[("schedule", word)])).unwrap();
        let mut most = 0;
        for round in 0..60u64 {
            // Few and many pairs alternate, so that sheets and arenas grow and shrink.
            let count = [3, 70, 1, 20][round as usize % 4];
            let scene = flatten(&pairs(Situation::Uniform, count, 900 + round));
            let verdicts = kept.detect(&scene.0, &scene.1).unwrap().verdicts;
            let fresh = detect(&gpu, method, &[("schedule", "fast")], &scene).verdicts;
            assert!(differing(&verdicts, &fresh).is_empty(), "{word}, round {round}");
            if round > 40 {
                most = most.max(gpu.live_objects());
            }
        }
        // The meshes of 140 bodies, at most four objects each, and the schedules' own objects.
        assert!(most - at_start < 900, "{word}: {most}");
        drop(kept);
        assert_eq!(gpu.live_objects(), at_start, "{word}");
    }
    assert_no_complaints(&gpu);
}

#[test]
fn auto_settles_and_says_what_it_found() {
    let gpu = gpu();
    let scene = scene(40);
    let method = methods::find("occlusion-query").unwrap();
    let mut auto = method.detector(Some(&gpu), &method.default_settings()).unwrap();
    let first = auto.detect(&scene.0, &scene.1).unwrap().verdicts;
    assert!(auto.note().unwrap().starts_with("auto: trying the schedules"), "{:?}", auto.note());
    for _ in 0..50 {
        let verdicts = auto.detect(&scene.0, &scene.1).unwrap().verdicts;
        assert!(differing(&verdicts, &first).is_empty(), "whoever decides counts the same");
    }
    let note = auto.note().unwrap();
    assert!(note.contains(" is fastest here: "), "{note}");
    assert!(Schedule::WORKING.iter().all(|s| note.contains(s.word())), "{note}");
    let mut fixed = method.detector(Some(&gpu), &settings(method, &[("schedule", "atlas")])).unwrap();
    fixed.detect(&scene.0, &scene.1).unwrap();
    assert_eq!(fixed.note(), None);
}

#[test]
fn what_a_schedule_lacks_is_named() {
    let gpu = gpu();
    let all = gpu.capabilities().clone();
    assert!(Schedule::WORKING.iter().all(|s| s.why_not(&all).is_none()), "Mesa has everything");
    let old = Capabilities { version: (3, 3), glsl: 330, max_layers: 0, storage: false, ..all.clone() };
    let refused = |s: &&Schedule| s.why_not(&old).is_some();
    let refused: Vec<_> = Schedule::WORKING.iter().filter(refused).map(|s| s.word()).collect();
    assert_eq!(refused, ["atlas", "instanced"]);
    let layers_only = Capabilities { storage: false, ..all };
    assert_eq!(Schedule::Atlas.why_not(&layers_only), None);
    assert!(Schedule::Instanced.why_not(&layers_only).unwrap().contains("4.3"));
}

#[test]
fn the_words_of_the_setting_are_those_of_the_schedules() {
    for method in scheduled() {
        for word in words(method) {
            let mut settings = method.default_settings();
            settings.set("schedule", word).unwrap();
            assert_eq!(Options::of(&settings).unwrap().schedule.word(), word);
        }
        assert!(words(method).contains(&"auto"), "{}", method.id);
    }
}

#[test]
fn the_stacked_shader_compiles_under_glsl_330() {
    let vertex = concat!("#define STACKED\n", include_str!("../../shaders/image_space/depth_only.vert"));
    let fragment = include_str!("../../shaders/image_space/depth_only.frag");
    Program::with_glsl(&gpu(), "stacked", vertex, fragment, 330).unwrap();
}

fn jobs(options: &Options, bodies: &[Body], pairs: &[Pair]) -> Vec<Job> {
    let boxes: Vec<Aabb> = bodies.iter().map(Body::aabb).collect();
    let job = |(index, pair): (usize, &Pair)| {
        let (a, b) = (&boxes[pair.a], &boxes[pair.b]);
        let view = View::of(a, b, options.axis.axes(a, b).next()?, options.view_volume)?;
        Some(Job { index, view, roles: [pair.a, pair.b], margins: [0.0; 2], shifts: [0.0; 2] })
    };
    pairs.iter().enumerate().filter_map(job).collect()
}

#[test]
fn whole_meshes_grouped_by_shape_count_the_same_as_one_pair_at_a_time() {
    // The schedule for GPUs, on any renderer.
    let gpu = gpu();
    for table in [&occlusion_query::PROGRAM, &stencil::CORRECTED, &stencil::PUBLISHED] {
        let options = Options::of(&methods::find("stencil").unwrap().default_settings()).unwrap();
        for (bodies, pairs) in [scene(300), flatten(&pairs(Situation::Uniform, 100, 41))] {
            let jobs = jobs(&options, &bodies, &pairs);
            let (tuning, cost) = (&PUBLISHED, &mut Cost::default());
            let mut stage = Stage::new(&gpu, options.resolution, 1).unwrap();
            let expected =
                pair_by_pair::run(&mut stage, table, &options, tuning, &bodies, &jobs, cost).unwrap();
            for most_layers in [64, 2048] {
                let tuning = instanced::Tuning { most_layers, spares_draws: false };
                let mut instanced = Instanced::new(&gpu, options.resolution, tuning).unwrap();
                let cost = &mut Cost::default();
                let got = instanced.run(&mut stage, table, &options, &bodies, &jobs, cost).unwrap();
                assert_eq!(got, expected);
                assert_eq!(cost.bytes_read, 8 * jobs.len() as u64, "one word per pair and round");
            }
        }
    }
    assert_no_complaints(&gpu);
}

#[test]
fn a_round_that_is_awaited_is_drawn_for_undecided_pairs_only() {
    let gpu = gpu();
    let method = methods::find("occlusion-query").unwrap();
    let (bodies, pairs) = scene(300);
    let options = Options::of(&settings(method, &[("schedule", "fast")])).unwrap();
    let jobs = jobs(&options, &bodies, &pairs);
    let triangles = |spares_draws| {
        let most_layers = most_layers(gpu.capabilities(), options.resolution);
        let tuning = instanced::Tuning { most_layers, spares_draws };
        let mut instanced = Instanced::new(&gpu, options.resolution, tuning).unwrap();
        let mut stage = Stage::new(&gpu, options.resolution, 1).unwrap();
        let (table, mut cost) = (&occlusion_query::PROGRAM, Cost::default());
        let counts = instanced.run(&mut stage, table, &options, &bodies, &jobs, &mut cost).unwrap();
        let second = counts.iter().filter(|rounds| rounds[1].is_some()).count();
        assert!(0 < second && second < counts.len(), "{second} of {}", counts.len());
        (cost.bytes_read, cost.triangles, second, counts)
    };
    let (bytes, fewer, second, counts) = triangles(true);
    let (_, all, _, same) = triangles(false);
    assert_eq!(counts, same);
    assert!(2 * fewer < all, "{fewer} of {all} triangles");
    assert!(bytes <= 4 * (jobs.len() + second) as u64, "a word per pair and awaited round");
    assert_no_complaints(&gpu);
}

#[test]
fn tiles_side_by_side_decide_the_same_as_a_lone_one() {
    // The schedule that `fast` uses if the vertex shader cannot choose a layer.
    let gpu = gpu();
    let method = methods::find("occlusion-query").unwrap();
    let options = Options::of(&method.default_settings()).unwrap();
    for (seed, situation) in SITUATIONS.into_iter().enumerate() {
        let (bodies, pairs) = flatten(&pairs(situation, PAIRS, 700 + seed as u64));
        let jobs = jobs(&options, &bodies, &pairs);
        let counts = |tuning: &Tuning| {
            let mut stage = Stage::new(&gpu, options.resolution, tuning.columns).unwrap();
            let table = &occlusion_query::PROGRAM;
            let cost = &mut Cost::default();
            pair_by_pair::run(&mut stage, table, &options, tuning, &bodies, &jobs, cost).unwrap()
        };
        let collide = |counts: Vec<RoundCounts>| -> Vec<bool> {
            counts.iter().map(|rounds| rounds.iter().all(|c| c.is_some_and(|c| c > 0))).collect()
        };
        assert!(jobs.len() > PAIRS / 2, "{situation:?}");
        assert_eq!(collide(counts(&FAST)), collide(counts(&PUBLISHED)), "{situation:?}");
    }
    assert_no_complaints(&gpu);
}

#[test]
fn the_experiment_measures_every_method_by_every_schedule() {
    let gpu = gpu();
    let mut figures = Vec::new();
    let mut tell = |event| {
        if let Event::Figure(figure) = event {
            figures.push(figure);
        }
    };
    let stop = AtomicBool::new(false);
    let experiment = experiments::find("schedules").unwrap();
    (experiment.run)(&mut Run::new(true, 1, Some(&gpu), &stop, &mut tell)).unwrap();
    for method in published() {
        for word in words(method).into_iter().filter(|word| *word != "auto") {
            let series = format!("{}/{word}", method.id);
            let of = |metric| figures.iter().filter(|f| f.series == series && f.metric == metric).count();
            assert_eq!([of("time"), of("pairs"), of("draws"), of("bytes read")], [2; 4], "{series}");
        }
    }
    assert!(figures.iter().all(|f| f.value.is_finite() && f.value > 0.0), "{figures:#?}");
    let claims = (experiment.claims)(&figures);
    assert!(claims[0].judgement != Judgement::Open, "{claims:?}");
}
