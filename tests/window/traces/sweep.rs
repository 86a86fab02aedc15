//! Replays the swaps of sweep and prune.

use collidoscope::broad_phase::sweep_and_prune::trace::{Trace, record};
use collidoscope::broad_phase::{BroadPhase, BruteForce};
use collidoscope::geometry::{Aabb, Point, Vector};
use collidoscope::labs::arena::words::Start;
use collidoscope::labs::arena::{Arena, Setup};
use collidoscope::world::{PRESETS, Pair, Parameters};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// Checks a trace by its contents alone.
fn check(before: &[Aabb], now: &[Aabb]) -> Trace {
    let trace = record(before, now);
    let brute = |boxes: &[Aabb]| BruteForce::default().find(boxes);
    assert_eq!(trace.pairs, [brute(before), brute(now)]);
    for axis in 0..3 {
        // 1. It starts from last frame's order, with this frame's values.
        let start = &trace.start[axis];
        let value = |boxes: &[Aabb], body: u32, is_max: bool| {
            let b = &boxes[body as usize];
            if is_max { b.max[axis] } else { b.min[axis] }
        };
        assert!(start.iter().all(|end| end.value == value(now, end.body, end.is_max)));
        assert!(
            start.is_sorted_by(|p, q| value(before, p.body, p.is_max) <= value(before, q.body, q.is_max))
        );
        // 2. The swaps lead to the order that the method ends with, which is that of a sort.
        if trace.left_out == 0 && !trace.cost.rebuilt {
            assert_eq!(trace.list_after(axis, trace.swaps.len()), trace.end[axis]);
        }
        assert!(trace.end[axis].is_sorted_by(|p, q| !q.is_before(p)));
        let mut sorted = start.clone();
        sorted.sort_by(|p, q| p.value.total_cmp(&q.value).then(p.is_max.cmp(&q.is_max)));
        let keys = |list: &[_]| -> Vec<(f64, bool)> {
            list.iter()
                .map(|end: &collidoscope::broad_phase::sweep_and_prune::Endpoint| (end.value, end.is_max))
                .collect()
        };
        assert_eq!(keys(&trace.end[axis]), keys(&sorted));
    }
    assert_eq!(trace.swaps.len() as u64 + trace.left_out, trace.cost.swaps);
    if !trace.cost.rebuilt {
        assert_beginnings(&trace);
    }
    trace
}

/// Asserts that the swaps that begin pairs are those of the new pairs.
fn assert_beginnings(trace: &Trace) {
    let mut begun = Vec::new();
    for (index, swap) in trace.swaps.iter().enumerate() {
        let (moved, passed) = (swap.moved, swap.passed);
        let (list, place) = (trace.list_after(usize::from(swap.axis), index), swap.place as usize);
        assert_eq!((list[place + 1], list[place]), (moved, passed), "swap {index}");
        assert!(moved.is_before(&passed), "swap {index} mends the order");
        assert_eq!(swap.begins.is_some(), !moved.is_max && passed.is_max, "swap {index}");
        if swap.begins == Some(true) {
            let pair = Pair::new(moved.body as usize, passed.body as usize);
            assert_eq!(trace.overlaps(pair, true), [true; 3]);
            begun.push(pair);
        }
    }
    let [before, now] = &trace.pairs;
    let new: Vec<Pair> = now.iter().filter(|pair| !before.contains(pair)).copied().collect();
    begun.sort();
    begun.dedup();
    assert!(new.iter().all(|pair| begun.contains(pair)), "no pair begins without a swap");
    assert!(begun.iter().all(|pair| now.contains(pair)), "what a swap begins is a candidate");
}

fn random_boxes(count: usize, random: &mut Pcg64) -> Vec<Aabb> {
    (0..count)
        .map(|_| {
            let center = Point::from(Vector::from_fn(|_, _| random.random_range(-3.0..3.0)));
            // On a grid, so that interval ends coincide.
            let snapped = center.map(|c| (c * 8.0).round() / 8.0);
            let half = Vector::from_fn(|_, _| f64::from(random.random_range(0..6)) / 8.0);
            Aabb { min: snapped - half, max: snapped + half }
        })
        .collect()
}

#[test]
fn swaps_lead_from_the_old_order_to_the_new_one() {
    let mut random = Pcg64::seed_from_u64(11);
    let mut begun = 0;
    for count in [0, 1, 2, 3, 10, 40] {
        for _ in 0..20 {
            let before = random_boxes(count, &mut random);
            let now: Vec<Aabb> = before
                .iter()
                .map(|b| {
                    let by = Vector::from_fn(|_, _| f64::from(random.random_range(-2..=2)) / 8.0);
                    Aabb { min: b.min + by, max: b.max + by }
                })
                .collect();
            let trace = check(&before, &now);
            begun += trace.swaps.iter().filter(|swap| swap.begins == Some(true)).count();
        }
    }
    assert!(begun > 50, "{begun}");
}

#[test]
fn too_many_swaps_are_given_up_and_that_is_said() {
    let mut random = Pcg64::seed_from_u64(12);
    let (before, now) = (random_boxes(150, &mut random), random_boxes(150, &mut random));
    let trace = check(&before, &now);
    assert!(trace.cost.rebuilt);
}

#[test]
fn the_arena_knows_the_boxes_of_the_frame_before() {
    let parameters = Parameters { count: 40, density: 0.2, ..Parameters::default() };
    let setup = Setup { start: Start::Experiment(parameters), ..Setup::default() };
    let mut arena = Arena::new(None, setup).unwrap();
    assert!(arena.boxes_before().is_none(), "the first frame has none before it");
    for _ in 0..12 {
        let seen = arena.found().boxes.clone();
        arena.step();
        let before = arena.boxes_before().unwrap();
        assert_eq!(before, seen, "the boxes that the last frame was decided with");
        let now = &arena.found().boxes;
        let trace = check(&before, now);
        assert_eq!(trace.pairs[1], arena.found().candidates);
    }
    let forward = arena.boxes_before();
    arena.step_back();
    arena.step();
    assert_eq!(arena.boxes_before(), forward, "there and back");
    arena.reset();
    assert!(arena.boxes_before().is_none());
}

#[test]
fn presets_are_replayed() {
    for preset in PRESETS {
        let setup = Setup { start: Start::Preset(preset), ..Setup::default() };
        let mut arena = Arena::new(None, setup).unwrap();
        for _ in 0..5 {
            arena.step();
            check(&arena.boxes_before().unwrap(), &arena.found().boxes);
        }
    }
}
