//! Every broad phase against the definition, on every frame.

use collidoscope::{
    broad_phase::{BROAD_PHASES, BroadPhase, BruteForce, SweepAndPrune},
    geometry::{Aabb, Point, Vector},
    world::Pair,
};
use proptest::prelude::*;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// The overlap of two closed boxes, written out once more.
fn by_definition(boxes: &[Aabb]) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for b in 0..boxes.len() {
        for a in 0..b {
            let gap = |i: usize| boxes[a].min[i].max(boxes[b].min[i]) - boxes[a].max[i].min(boxes[b].max[i]);
            if (0..3).all(|i| gap(i) <= 0.0) {
                pairs.push(Pair { a, b });
            }
        }
    }
    pairs.sort();
    pairs
}

/// Runs all broad phases over the same frames.
fn check(frames: impl IntoIterator<Item = Vec<Aabb>>) {
    let mut phases: Vec<_> = BROAD_PHASES.iter().map(|row| (row.id, (row.make)())).collect();
    for (frame, boxes) in frames.into_iter().enumerate() {
        let expected = by_definition(&boxes);
        for (id, phase) in &mut phases {
            assert_eq!(phase.find(&boxes), expected, "{id}, frame {frame}");
        }
    }
}

fn random_box(rng: &mut Pcg64, spread: f64, half: f64) -> Aabb {
    let center = Point::from(Vector::from_fn(|_, _| rng.random_range(-spread..=spread)));
    let half = Vector::from_fn(|_, _| rng.random_range(0.0..=half));
    Aabb { min: center - half, max: center + half }
}

/// Boxes that drift and bounce for `count` frames, `offset` away from the origin.
fn drifting(seed: u64, bodies: usize, count: usize, offset: f64) -> Vec<Vec<Aabb>> {
    let mut rng = Pcg64::seed_from_u64(seed);
    let mut boxes: Vec<_> = (0..bodies).map(|_| random_box(&mut rng, 5.0, 0.6)).collect();
    let steps: Vec<_> = (0..bodies).map(|_| Vector::from_fn(|_, _| rng.random_range(-0.06..0.06))).collect();
    let mut frames = Vec::new();
    for frame in 0..count {
        let sign = if frame / 40 % 2 == 0 { 1.0 } else { -1.0 };
        for (b, step) in boxes.iter_mut().zip(&steps) {
            *b = Aabb { min: b.min + step * sign, max: b.max + step * sign };
        }
        let shift = Vector::new(offset, -offset, 2.0 * offset);
        frames.push(boxes.iter().map(|b| Aabb { min: b.min + shift, max: b.max + shift }).collect());
    }
    frames
}

#[test]
fn equal_over_a_moving_world() {
    check(drifting(1, 120, 300, 0.0));
}

#[test]
fn equal_far_from_the_origin_and_where_steps_round_to_ties() {
    check(drifting(2, 60, 100, 1e6));
    check(drifting(3, 60, 100, 1e15)); // one unit in the last place is 0.125 here: ties abound
}

#[test]
fn equal_with_ties_everywhere_and_boxes_without_size() {
    let mut rng = Pcg64::seed_from_u64(4);
    let frames = (0..400).map(|_| {
        let corner = |rng: &mut Pcg64| Vector::from_fn(|_, _| f64::from(rng.random_range(0i32..5)));
        (0..40)
            .map(|_| {
                let (min, size) = (Point::from(corner(&mut rng)), corner(&mut rng) * 0.5);
                // Half of the boxes are flat or a point; -0.0 and 0.0 are the same place.
                let size = size.map(|s| (s - 1.0).max(0.0).floor());
                Aabb { min: min.map(|c| if c == 0.0 { -0.0 } else { c }), max: min + size }
            })
            .collect()
    });
    check(frames.collect::<Vec<_>>());
}

#[test]
fn equal_after_teleports_and_when_bodies_come_and_go() {
    let mut rng = Pcg64::seed_from_u64(5);
    let mut frames = Vec::new();
    for bodies in [0, 1, 300, 300, 2, 2, 0, 300, 17] {
        frames.push((0..bodies).map(|_| random_box(&mut rng, 4.0, 0.7)).collect());
    }
    // One body after another jumps, the others stay.
    let mut boxes: Vec<_> = (0..80).map(|_| random_box(&mut rng, 3.0, 0.7)).collect();
    for i in 0..80 {
        boxes[i] = random_box(&mut rng, 3.0, 0.7);
        frames.push(boxes.clone());
    }
    check(frames);
}

#[test]
fn equal_when_all_boxes_are_one_and_then_burst_apart() {
    let stacked = vec![Aabb::cube(Point::new(1.0, 2.0, 3.0), 0.5); 50];
    let apart: Vec<_> =
        (0..50).map(|i| Aabb::cube(Point::new(f64::from(i), -f64::from(i), 0.0), 0.5)).collect();
    check([stacked.clone(), apart.clone(), stacked, apart]);
}

#[test]
fn coherence_makes_it_near_linear_and_a_jump_is_sorted_anew() {
    // The same density at twice the bodies: brute force quadruples, sweep and prune does not.
    let mut rng = Pcg64::seed_from_u64(6);
    let mut work_per_body = |bodies: usize| {
        let spread = 1.1 * (bodies as f64).cbrt();
        let mut boxes: Vec<_> = (0..bodies).map(|_| random_box(&mut rng, spread, 0.5)).collect();
        let mut phase = SweepAndPrune::default();
        phase.find(&boxes);
        assert!(phase.cost().rebuilt);
        for b in &mut boxes {
            let step = Vector::from_fn(|_, _| rng.random_range(-0.03..0.03));
            *b = Aabb { min: b.min + step, max: b.max + step };
        }
        phase.find(&boxes);
        assert!(!phase.cost().rebuilt, "a small step needs no new sort");
        (phase.cost().swaps + phase.cost().box_tests) as f64 / bodies as f64
    };
    let (few, many) = (work_per_body(500), work_per_body(4000));
    assert!(many < 5.0 * few, "8 times the bodies: {few:.1} -> {many:.1} steps per body");

    let mut phase = SweepAndPrune::default();
    phase.find(&(0..1000).map(|_| random_box(&mut rng, 20.0, 0.5)).collect::<Vec<_>>());
    phase.find(&(0..1000).map(|_| random_box(&mut rng, 20.0, 0.5)).collect::<Vec<_>>());
    assert!(phase.cost().rebuilt, "a new world is not worth repairing");
}

#[test]
fn counters_say_what_was_done() {
    let boxes = vec![Aabb::cube(Point::origin(), 1.0); 10];
    let mut brute = BruteForce::default();
    assert_eq!(brute.find(&boxes).len(), 45);
    assert_eq!(brute.cost().box_tests, 45);
    let mut sweep = SweepAndPrune::default();
    sweep.find(&boxes);
    sweep.find(&boxes);
    assert_eq!((sweep.cost().swaps, sweep.cost().box_tests), (0, 0), "nothing moved");
}

proptest! {
    #[test]
    fn equal_on_any_sequence_of_boxes(
        frames in prop::collection::vec(prop::collection::vec((0i8..12, 0i8..12, 0i8..12, 0i8..4, 0i8..4), 14), 1..12)
    ) {
        check(frames.into_iter().map(|boxes| {
            boxes.into_iter().map(|(x, y, z, w, h)| {
                let min = Point::new(f64::from(x), f64::from(y), f64::from(z));
                Aabb { min, max: min + Vector::new(f64::from(w), f64::from(h), f64::from(w)) }
            }).collect()
        }));
    }
}
