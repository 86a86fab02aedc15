//! Time of an overlap test of two oriented boxes on random pairs with early exit, compared with parry's.
//!
//! The pairs are scattered so that some intersect, some are close, and some far apart; the number of
//! intersections is printed. Each figure is the time for all [`PAIRS`] pairs. The last line is the fastest of
//! many short rounds, which other load on the machine affects less than a mean.

use std::hint::black_box;
use std::time::Instant;

use collidoscope::geometry::{Obb, Point, Vector};
use collidoscope::hierarchies::separating_axes::separating_axis;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use nalgebra::{Quaternion, UnitQuaternion, Vector4};
use parry3d_f64::math::{Pose, Rotation, Vector as ParryVector};
use parry3d_f64::shape::Cuboid;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

const PAIRS: usize = 1000;

/// Number of short rounds, of which the fastest is reported.
const TURNS: usize = 2000;

/// A box and its equivalent in parry.
type Both = (Obb, (Pose, Cuboid));

fn random_box(reach: f64, random: &mut Pcg64) -> Both {
    let turn = loop {
        let q = Vector4::from_fn(|_, _| random.random_range(-1.0..1.0));
        if (0.01..=1.0).contains(&q.norm_squared()) {
            break UnitQuaternion::new_normalize(Quaternion::from(q));
        }
    };
    let center = Point::from(Vector::from_fn(|_, _| random.random_range(-reach..reach)));
    let half = Vector::from_fn(|_, _| random.random_range(0.1..1.0));
    let axes = [Vector::x(), Vector::y(), Vector::z()].map(|axis| turn * axis);
    let q = turn.quaternion();
    let pose = Pose {
        translation: ParryVector::new(center.x, center.y, center.z),
        rotation: Rotation::from_xyzw(q.i, q.j, q.k, q.w),
    };
    (Obb { center, axes, half }, (pose, Cuboid::new(ParryVector::new(half.x, half.y, half.z))))
}

fn separating_axes(criterion: &mut Criterion) {
    for (name, reach) in [("dense", 0.7), ("random", 1.5), ("sparse", 5.0)] {
        let mut random = Pcg64::seed_from_u64(1);
        let pairs: Vec<_> =
            (0..PAIRS).map(|_| (random_box(reach, &mut random), random_box(reach, &mut random))).collect();
        let ours = |pairs: &[(Both, Both)]| {
            let meet = |(a, b): &&(Both, Both)| separating_axis(black_box(&a.0), black_box(&b.0)).is_none();
            pairs.iter().filter(meet).count()
        };
        let intersecting = ours(&pairs);
        let mut group = criterion.benchmark_group(format!("{name}, {intersecting} of {PAIRS} intersect"));
        group.throughput(Throughput::Elements(PAIRS as u64));
        group.bench_function("separating axes", |b| b.iter(|| ours(&pairs)));
        group.bench_function("parry", |b| {
            b.iter(|| {
                let meet = |(a, b): &&(Both, Both)| {
                    let ((p, a), (q, b)) = (black_box(&a.1), black_box(&b.1));
                    parry3d_f64::query::intersection_test(p, a, q, b).expect("cuboids").intersecting
                };
                let found = pairs.iter().filter(meet).count();
                assert_eq!(found, intersecting);
                found
            })
        });
        group.finish();
        let turn = |_| {
            let start = Instant::now();
            black_box(ours(&pairs));
            start.elapsed()
        };
        let fastest = (0..TURNS).map(turn).min().expect("there are turns");
        println!(
            "{name}: {:.1} ns per pair in the fastest of {TURNS} turns",
            fastest.as_secs_f64() * 1e9 / PAIRS as f64
        );
    }
}

criterion_group!(benches, separating_axes);
criterion_main!(benches);
