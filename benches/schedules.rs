//! The published loop compared with the other schedules: 100 bodies, tiles of 32², the source's experiment.
//!
//! `cargo bench` times whole detections over recorded frames, so that all schedules decide the same pairs.
//! After criterion's own figures, a line per method and schedule prints two ratios: against the published
//! loop with the default allocator, and, in alternating rounds, against the published loop with the allocator
//! setting of the others.

use std::time::{Duration, Instant};

use collidoscope::broad_phase::{BroadPhase as _, SweepAndPrune};
use collidoscope::detector::Detector;
use collidoscope::geometry::Aabb;
use collidoscope::gpu::Gpu;
use collidoscope::methods;
use collidoscope::object_space::reference::distance;
use collidoscope::world::{Body, Pair, Parameters, World};
use criterion::{Criterion, criterion_group};

/// Number of snapshots, one every [`FRAMES_BETWEEN`] frames of the experiment.
const SNAPSHOTS: usize = 20;
const FRAMES_BETWEEN: usize = 10;

/// The steps from the published loop to the fast one, each with its settings.
const STEPS: [(&str, &[(&str, &str)]); 6] = [
    ("published", &[("schedule", "pair-by-pair"), ("culling", "none")]),
    ("published + split culling", &[("schedule", "pair-by-pair"), ("culling", "split")]),
    ("fast, whole bodies", &[("schedule", "fast"), ("culling", "none")]),
    ("fast", &[("schedule", "fast"), ("culling", "split")]),
    ("atlas", &[("schedule", "atlas"), ("culling", "split")]),
    ("instanced", &[("schedule", "instanced"), ("culling", "split")]),
];

/// Index in [`STEPS`] of the first schedule with default settings; these are compared with the published loop.
const OTHERS: usize = 3;

const METHODS: [&str; 2] = ["occlusion-query", "stencil"];

/// Numbers of bodies for the growth measurement.
const GROWTH: [usize; 3] = [100, 1000, 5000];

/// Number of timed rounds per schedule.
const TURNS: usize = 31;

type Frame = (Vec<Body>, Vec<Pair>);

fn recorded_frames() -> Vec<Frame> {
    let mut world = World::new(Parameters::default()).expect("the default experiment can be set up");
    let mut broad_phase = SweepAndPrune::default();
    let mut frames = Vec::new();
    for frame in 0..SNAPSHOTS * FRAMES_BETWEEN {
        world.advance();
        let boxes: Vec<Aabb> = world.bodies().iter().map(Body::aabb).collect();
        let pairs = broad_phase.find(&boxes);
        if frame % FRAMES_BETWEEN == 0 {
            frames.push((world.bodies().to_vec(), pairs.clone()));
        }
        let bodies = world.bodies();
        let colliding: Vec<Pair> =
            pairs.into_iter().filter(|p| distance(&bodies[p.a], &bodies[p.b]) == 0.0).collect();
        world.respond(&colliding);
    }
    frames
}

fn detector(gpu: &Gpu, method: &str, set: &[(&str, &str)]) -> Box<dyn Detector> {
    let method = methods::find(method).expect("in the table");
    let mut settings = method.default_settings();
    for (id, value) in set {
        settings.set(id, value).expect("declared");
    }
    method.detector(Some(gpu), &settings).expect("runs here")
}

fn decide_all(detector: &mut dyn Detector, frames: &[Frame]) -> usize {
    frames
        .iter()
        .map(|(bodies, pairs)| detector.detect(bodies, pairs).expect("convex").verdicts)
        .map(|verdicts| verdicts.iter().filter(|v| v.colliding).count())
        .sum()
}

fn schedules(criterion: &mut Criterion) {
    let gpu = Gpu::open_surfaceless(false).expect("a GL context");
    let frames = recorded_frames();
    let pairs: usize = frames.iter().map(|(_, pairs)| pairs.len()).sum();
    println!("{}: {SNAPSHOTS} frames of 100 bodies, {pairs} pairs", gpu.capabilities().renderer);
    // The other schedules keep freed memory for the rest of the process, so the published loop is measured first.
    let published = METHODS.map(|method| median_time(&gpu, method, &frames));
    for (name, set) in STEPS {
        let mut group = criterion.benchmark_group(format!("{name}, {SNAPSHOTS} frames"));
        group.sample_size(20).measurement_time(Duration::from_secs(3));
        for method in METHODS {
            let mut detector = detector(&gpu, method, set);
            group.bench_function(method, |b| b.iter(|| decide_all(detector.as_mut(), &frames)));
        }
        group.finish();
    }
    for (method, published) in METHODS.into_iter().zip(published) {
        report_ratio(&gpu, method, published, &frames);
    }
    growth(&gpu);
    let mut exact = detector(&gpu, "gjk", &[]);
    criterion.bench_function("gjk", |b| b.iter(|| decide_all(exact.as_mut(), &frames)));
}

/// Median time of the published loop, seconds.
fn median_time(gpu: &Gpu, method: &str, frames: &[Frame]) -> f64 {
    let mut published = detector(gpu, method, STEPS[0].1);
    median((0..TURNS).map(|_| time(published.as_mut(), frames).0).collect())
}

/// Times all schedules in alternating rounds, with freed memory kept; compares each also with the published
/// loop measured before.
fn report_ratio(gpu: &Gpu, method: &str, published_alone: f64, frames: &[Frame]) {
    let mut published = detector(gpu, method, STEPS[0].1);
    let mut others: Vec<_> = STEPS[OTHERS..].iter().map(|(_, set)| detector(gpu, method, set)).collect();
    let mut times = vec![Vec::new(); others.len()];
    let mut ratios = times.clone();
    for _ in 0..TURNS {
        let (whole, found) = time(published.as_mut(), frames);
        for (i, other) in others.iter_mut().enumerate() {
            let (seconds, also_found) = time(other.as_mut(), frames);
            assert_eq!(found, also_found, "all schedules decide the same");
            times[i].push(seconds);
            ratios[i].push(seconds / whole);
        }
    }
    for ((name, _), (times, ratios)) in STEPS[OTHERS..].iter().zip(times.into_iter().zip(ratios)) {
        let alone = median(times);
        println!(
            "{method}: {name} {:.2} ms a frame, {:.2} of the published loop's time, {:.2} with freed memory kept \
             for both (medians of {TURNS})",
            1e3 * alone / frames.len() as f64,
            alone / published_alone,
            median(ratios)
        );
    }
}

/// Microseconds per pair for every schedule, by number of bodies, in alternating rounds.
fn growth(gpu: &Gpu) {
    let scenes = GROWTH.map(|count| {
        let mut world = World::new(Parameters { count, ..Parameters::default() }).expect("fits");
        (0..10).for_each(|_| world.advance());
        let boxes: Vec<Aabb> = world.bodies().iter().map(Body::aabb).collect();
        let pairs = SweepAndPrune::default().find(&boxes);
        [(world.bodies().to_vec(), pairs)]
    });
    for method in METHODS {
        for (name, set) in [&STEPS[..1], &STEPS[OTHERS..]].concat() {
            let mut detectors = GROWTH.map(|_| detector(gpu, method, set));
            let mut times = GROWTH.map(|_| Vec::new());
            for _ in 0..7 {
                for ((detector, scene), times) in detectors.iter_mut().zip(&scenes).zip(&mut times) {
                    // Equal numbers of pairs for every scene: small scenes are decided more often.
                    let again = GROWTH[GROWTH.len() - 1] / scene[0].0.len();
                    let start = Instant::now();
                    for _ in 0..again {
                        decide_all(detector.as_mut(), scene);
                    }
                    let pairs = again * scene[0].1.len();
                    times.push(1e6 * start.elapsed().as_secs_f64() / pairs as f64);
                }
            }
            let figures: Vec<String> = times
                .into_iter()
                .zip(&scenes)
                .map(|(times, scene)| format!("{:.1} µs of {}", median(times), scene[0].1.len()))
                .collect();
            println!("{method}: {name}, time per pair by number of pairs: {}", figures.join(", "));
        }
    }
}

/// Seconds, and the number of collisions found.
fn time(detector: &mut dyn Detector, frames: &[Frame]) -> (f64, usize) {
    let start = Instant::now();
    let found = decide_all(detector, frames);
    (start.elapsed().as_secs_f64(), found)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

criterion_group!(benches, schedules);

fn main() {
    benches();
    Criterion::default().configure_from_args().final_summary();
}
