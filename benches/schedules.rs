//! The published loop against the fast one: 100 bodies, tiles of 32², the source's experiment.
//!
//! `cargo bench` times whole detections over recorded frames, so that both sides decide the same pairs.
//! After criterion's own figures one line gives the ratio that matters, from runs taken in turns, so that
//! a noisy machine slows both alike.

use std::time::{Duration, Instant};

use collidoscope::broad_phase::{BroadPhase as _, SweepAndPrune};
use collidoscope::detector::Detector;
use collidoscope::geometry::Aabb;
use collidoscope::gpu::Gpu;
use collidoscope::methods;
use collidoscope::object_space::reference::distance;
use collidoscope::world::{Body, Pair, Parameters, World};
use criterion::{Criterion, criterion_group};

/// Every so many frames of the experiment, a snapshot to decide.
const SNAPSHOTS: usize = 20;
const FRAMES_BETWEEN: usize = 10;

/// The steps from the published loop to the fast one, each with its settings.
const STEPS: [(&str, &[(&str, &str)]); 4] = [
    ("published", &[("schedule", "pair-by-pair"), ("culling", "none")]),
    ("published + split culling", &[("schedule", "pair-by-pair"), ("culling", "split")]),
    ("fast, whole bodies", &[("schedule", "fast"), ("culling", "none")]),
    ("fast", &[("schedule", "fast"), ("culling", "split")]),
];

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
    for method in ["occlusion-query", "stencil"] {
        let mut group = criterion.benchmark_group(format!("{method}, {SNAPSHOTS} frames"));
        group.sample_size(20).measurement_time(Duration::from_secs(4));
        for (name, set) in STEPS {
            let mut detector = detector(&gpu, method, set);
            group.bench_function(name, |b| b.iter(|| decide_all(detector.as_mut(), &frames)));
        }
        group.finish();
        report_ratio(&gpu, method, &frames);
    }
    let mut exact = detector(&gpu, "gjk", &[]);
    criterion.bench_function("gjk", |b| b.iter(|| decide_all(exact.as_mut(), &frames)));
}

/// Published and fast in turns; the median of the ratios.
fn report_ratio(gpu: &Gpu, method: &str, frames: &[Frame]) {
    let mut sides = [STEPS[0], STEPS[3]].map(|(_, set)| detector(gpu, method, set));
    let mut found = [0; 2];
    let mut ratios: Vec<f64> = (0..25)
        .map(|_| {
            let mut times = [Duration::ZERO; 2];
            for ((side, time), found) in sides.iter_mut().zip(&mut times).zip(&mut found) {
                let start = Instant::now();
                *found = decide_all(side.as_mut(), frames);
                *time = start.elapsed();
            }
            times[1].as_secs_f64() / times[0].as_secs_f64()
        })
        .collect();
    assert_eq!(found[0], found[1], "both schedules decide the same");
    ratios.sort_by(f64::total_cmp);
    println!(
        "{method}: fast takes {:.2} of the published loop's time (median of {})",
        ratios[12],
        ratios.len()
    );
}

criterion_group!(benches, schedules);

fn main() {
    benches();
    Criterion::default().configure_from_args().final_summary();
}
