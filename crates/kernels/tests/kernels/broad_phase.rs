//! Compares every broad phase with the definition of an overlap, in every frame.

use std::ops::ControlFlow;

use collidoscope_kernels::{
    broad_phase::{
        AabbTree, BROAD_PHASES, BoxPruning, BroadPhase, BruteForce, CandidateSearch, Octree, SweepAndPrune,
        UniformGrid,
        subdivision::{Cut, Rules, Seen, Subdivision},
    },
    geometry::{Aabb, Point, Vector},
    world::{Pair, Parameters, World},
};
use proptest::prelude::*;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// Finds overlapping pairs of closed boxes straight from the definition.
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
        for (cut, leaf, smallest) in [(Cut::KdTree, 4, 1.0), (Cut::KdTree, 1, 0.25), (Cut::Octree, 1, 0.25)] {
            let (rules, mut found) = (Rules { cut, leaf, smallest }, Vec::new());
            Subdivision::new(rules).search(&boxes, &mut |seen| {
                if let Seen::Pair(a, b) = seen {
                    found.push(Pair { a: a as usize, b: b as usize });
                }
                ControlFlow::Continue(())
            });
            found.sort();
            assert_eq!(found, expected, "{rules:?}, frame {frame}");
        }
    }
}

fn random_box(rng: &mut Pcg64, spread: f64, half: f64) -> Aabb {
    let center = Point::from(Vector::from_fn(|_, _| rng.random_range(-spread..=spread)));
    let half = Vector::from_fn(|_, _| rng.random_range(0.0..=half));
    Aabb { min: center - half, max: center + half }
}

/// Boxes that drift and bounce for `count` frames, at a distance `offset` from the origin.
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
                // Half of the boxes are flat or a point; −0.0 and 0.0 are the same coordinate.
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
    // The bodies jump one after another while the others stay.
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
    // Twice the bodies at the same density: the cost of brute force quadruples, that of sweep and prune does
    // not.
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
    assert_eq!((sweep.cost().swaps, sweep.cost().box_tests), (0, 45), "nothing moved: only old pairs again");

    // Two boxes in the same cell of the grid, and one alone.
    let apart = |at: f64| Aabb::cube(Point::new(at, 0.5, 0.5), 0.5);
    let mut grid = UniformGrid::default();
    assert_eq!(grid.find(&[apart(0.5), apart(0.75), apart(9.5)]).len(), 1);
    assert_eq!((grid.cost().cells, grid.cost().box_tests), (3, 1));

    let mut pruning = BoxPruning::default();
    pruning.find(&boxes);
    assert_eq!((pruning.cost().cells, pruning.cost().box_tests), (10, 45), "one column");
    assert_eq!(pruning.find(&[apart(0.5), apart(0.75), apart(9.5)]).len(), 1);
    assert_eq!((pruning.cost().cells, pruning.cost().box_tests), (3, 1));

    let mut octree = Octree::default();
    octree.find(&boxes);
    assert_eq!((octree.cost().cells, octree.cost().box_tests), (10, 45), "one leaf");

    let mut tree = AabbTree::default();
    tree.find(&boxes);
    assert!(tree.cost().rebuilt && tree.cost().node_tests > 0);
    let mut moved = boxes;
    moved[3] = Aabb::cube(Point::new(0.0, 50.0, 0.0), 1.0);
    assert_eq!(tree.find(&moved).len(), 36);
    let cost = tree.cost();
    assert_eq!((cost.rebuilt, cost.reinserted, cost.box_tests), (false, 1, 36));
    tree.find(&moved);
    assert_eq!((tree.cost().reinserted, tree.cost().node_tests), (0, 0), "all stay in their margins");
}

#[test]
fn equal_where_sizes_differ_by_twelve_orders_of_magnitude() {
    let mut rng = Pcg64::seed_from_u64(7);
    for spread in [1e-6, 1.0, 1e6] {
        let mut boxes: Vec<_> = (0..150)
            .map(|i| random_box(&mut rng, spread, spread * [0.1, 1e-6, 1e-12, 0.5, 0.0][i % 5]))
            .collect();
        boxes.push(Aabb::cube(Point::origin(), 10.0 * spread)); // one around all others
        let frames = (0..30).map(|frame| {
            for b in &mut boxes {
                let step = Vector::from_fn(|_, _| rng.random_range(-0.02..0.02)) * spread;
                *b = Aabb { min: b.min + step, max: b.max + step };
                if frame % 7 == 3 {
                    // The box shrinks and grows about its centre, by more than the box of a turning body
                    // does.
                    let (center, half) = (b.center(), b.extents() * if frame == 3 { 0.02 } else { 0.9 });
                    *b = Aabb { min: center - half, max: center + half };
                }
            }
            boxes.clone()
        });
        check(frames.collect::<Vec<_>>());
    }
}

#[test]
fn equal_for_plates_needles_floors_and_boxes_that_just_touch() {
    let mut rng = Pcg64::seed_from_u64(8);
    let mut oblong = |sides: [f64; 3], room: [f64; 3]| {
        let min = Point::from(Vector::from_fn(|i, _| rng.random_range(0.0..=room[i])));
        Aabb { min, max: min + Vector::from(sides) }
    };
    let mut frames = Vec::new();
    for axes in [[0, 1, 2], [1, 2, 0], [2, 0, 1]] {
        let turned = |v: [f64; 3]| axes.map(|axis| v[axis]);
        let mut many =
            |sides, room| (0..120).map(|_| oblong(turned(sides), turned(room))).collect::<Vec<_>>();
        frames.push(many([5.0, 5.0, 0.0], [5.0, 5.0, 40.0])); // a stack of plates
        frames.push(many([20.0, 0.01, 0.01], [1.0, 5.0, 5.0])); // needles side by side
        frames.push(many([0.5, 0.5, 0.5], [20.0, 0.2, 20.0])); // a floor, all on one height
        frames.push(many([0.0, 0.0, 0.0], [1.0, 0.0, 0.0])); // points on a line
    }
    // Bricks that share faces and corners.
    let brick = |i: usize| Aabb::cube(Point::new((i % 6) as f64, (i / 6 % 6) as f64, (i / 36) as f64), 0.5);
    frames.push((0..216).map(brick).collect());
    check(frames);
}

#[test]
fn equal_where_coordinates_are_at_the_end_of_f64() {
    let mut rng = Pcg64::seed_from_u64(9);
    let mut frames: Vec<Vec<Aabb>> = Vec::new();
    for spread in [1e300, f64::MAX / 4.0, 1e-300, f64::MIN_POSITIVE] {
        frames.push((0..60).map(|i| random_box(&mut rng, spread, spread * [0.2, 0.0][i % 2])).collect());
    }
    let mut endless = frames[0].clone();
    endless.push(Aabb {
        min: Point::new(f64::NEG_INFINITY, 0.0, 0.0),
        max: Point::new(f64::INFINITY, 1e300, 0.0),
    });
    endless.push(Aabb::cube(Point::origin(), f64::INFINITY));
    frames.push(endless);
    check(frames);
}

#[test]
fn equal_while_bodies_come_and_go_one_by_one() {
    let mut rng = Pcg64::seed_from_u64(10);
    let mut boxes: Vec<Aabb> = Vec::new();
    let mut frames = Vec::new();
    for frame in 0..160 {
        let step = Vector::new(0.05, -0.03, 0.02);
        boxes.iter_mut().for_each(|b| *b = Aabb { min: b.min + step, max: b.max + step });
        if frame < 100 {
            boxes.push(random_box(&mut rng, 2.0, 0.5));
        } else {
            boxes.swap_remove(frame * 7 % boxes.len());
        }
        frames.push(boxes.clone());
    }
    check(frames);
}

#[test]
fn at_fifteen_per_cent_density_no_way_looks_at_all_pairs() {
    // The crowd in which sweep and prune once fell back to a sweep along one axis, every frame.
    let mut rng = Pcg64::seed_from_u64(11);
    let bodies = 6000;
    let spread = 0.5 * (bodies as f64 / 0.375).cbrt();
    let mut boxes: Vec<_> = (0..bodies).map(|_| random_box(&mut rng, spread, 0.8)).collect();
    let mut phases: Vec<_> = BROAD_PHASES.iter().map(|row| (row.id, (row.make)())).collect();
    for frame in 0..3 {
        let mut answers = Vec::new();
        for (id, phase) in phases.iter_mut().filter(|(id, _)| *id != "brute-force") {
            answers.push(phase.find(&boxes));
            let cost = phase.cost();
            let work = cost.box_tests + cost.node_tests + cost.cells + cost.swaps;
            assert!(work < 200 * bodies, "{id}, frame {frame}: {work} steps for {bodies} boxes");
            assert!(frame == 0 || !cost.rebuilt, "{id}, frame {frame}: nothing was of use");
        }
        assert!(answers.windows(2).all(|w| w[0] == w[1]), "frame {frame}");
        assert!(answers[0].len() > 4000, "a crowd: {} pairs", answers[0].len());
        for b in &mut boxes {
            let step = Vector::from_fn(|_, _| rng.random_range(-0.03..0.03));
            *b = Aabb { min: b.min + step, max: b.max + step };
        }
    }
}

/// Boxes with sides from `side` at random places in a room, metres.
fn scattered(seed: u64, count: usize, room: [f64; 3], side: impl Fn(usize) -> [f64; 3]) -> Vec<Aabb> {
    let mut rng = Pcg64::seed_from_u64(seed);
    let place = |rng: &mut Pcg64| Point::from(Vector::from_fn(|axis, _| rng.random::<f64>() * room[axis]));
    let at = |i: usize, min: Point| Aabb { min, max: min + Vector::from(side(i)) };
    (0..count).map(|i| at(i, place(&mut rng))).collect()
}

/// Layouts that once made some broad phase slow, `count` boxes each.
fn layouts(count: usize) -> Vec<(&'static str, Vec<Aabb>)> {
    let n = count as f64;
    let (cube, square) = ((20.0 * n).cbrt(), (20.0 * n).sqrt());
    let unit = |_| [1.0; 3];
    let with_outliers = |room, far: [f64; 3]| {
        let mut boxes = scattered(12, count, room, unit);
        for i in 0..8 {
            let center = Point::from(Vector::from(far) * (i as f64 - 3.0));
            boxes[i * count / 8] = Aabb::cube(center, 0.5);
        }
        boxes
    };
    let mut huge = scattered(13, count, [cube; 3], unit);
    huge[count / 2] = Aabb::cube(Point::origin(), 1e6);
    let mut two = scattered(14, count, [cube; 3], unit);
    for b in &mut two[..count / 2] {
        let apart = Vector::new(1e9, 0.0, 0.0);
        *b = Aabb { min: b.min + apart, max: b.max + apart };
    }
    vec![
        ("cube", scattered(15, count, [cube; 3], unit)),
        ("line", scattered(16, count, [0.0, 3.0 * n, 0.0], unit)),
        ("plane", scattered(17, count, [square, square, 0.0], unit)),
        ("column", scattered(18, count, [5.0, 5.0, n], unit)),
        ("points", scattered(19, count, [cube; 3], |_| [0.0; 3])),
        ("two sizes", scattered(20, count, [cube; 3], |i| [[0.01, 1.0][i % 2]; 3])),
        (
            "a few large",
            scattered(21, count, [2.0 * cube; 3], |i| [[1.0, 20.0][usize::from(i % 500 == 0)]; 3]),
        ),
        ("needles", scattered(22, count, [cube; 3], |_| [cube, 0.01, 0.01])),
        ("plates", scattered(23, count, [cube, cube, n], |_| [cube, cube, 1e-4])),
        ("outliers around a cube", with_outliers([cube; 3], [1e6, -1e6, 3e5])),
        ("outliers beside a line", with_outliers([3.0 * n, 0.0, 0.0], [0.0, 1e8, 3e5])),
        ("outliers across a plane", with_outliers([0.0, square, square], [1e9, 0.0, 0.0])),
        ("one huge", huge),
        ("two cubes 1e9 apart", two),
    ]
}

#[test]
fn equal_where_columns_wrap_around_and_outliers_share_them() {
    check(layouts(700).into_iter().map(|(_, boxes)| boxes));
}

#[test]
fn no_layout_makes_box_pruning_slow() {
    let count = 8000;
    for (name, boxes) in layouts(count) {
        let mut phase = BoxPruning::default();
        let pairs = phase.find(&boxes).len();
        let cost = phase.cost();
        // Every box lies in a few columns, with few other boxes in each.
        assert!(cost.cells <= 5 * count as u64, "{name}: {cost:?}");
        assert!(cost.box_tests < 60 * count as u64 + 4 * pairs as u64, "{name}: {cost:?}, {pairs} pairs");
    }
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

#[test]
fn pairs_with_resting_bodies_are_all_those_of_the_definition_of_which_one_moves() {
    for (resting, row) in
        [0.0, 0.4, 0.97, 1.0].iter().flat_map(|share| BROAD_PHASES.iter().map(move |r| (*share, r)))
    {
        let parameters = Parameters { count: 120, density: 0.2, resting, ..Parameters::default() };
        let mut world = World::new(parameters).unwrap();
        let moving = world.moving();
        assert_eq!(moving, 120 - (resting * 120.0).round() as usize);
        let still: Vec<_> = world.bodies()[moving..].iter().map(|body| body.pose).collect();
        let mut search = CandidateSearch::new(row);
        for frame in 0..25 {
            world.advance();
            if let (7 | 12, Some(last)) = (frame, still.last()) {
                // A hand displaces a resting body, and puts it back.
                let displaced = if frame == 7 { world.bodies()[0].pose } else { *last };
                world.place(119, displaced).unwrap();
            }
            let boxes: Vec<_> = world.bodies().iter().map(|body| body.aabb()).collect();
            assert_eq!(search.fit(world.bodies(), moving), boxes, "{}, frame {frame}", row.id);
            let mut expected = by_definition(&boxes);
            expected.retain(|pair| pair.a < moving);
            let pairs = search.find();
            assert_eq!(pairs, expected, "{}, {resting} at rest, frame {frame}", row.id);
            world.respond(&pairs);
        }
        assert!(
            still.iter().eq(world.bodies()[moving..].iter().map(|body| &body.pose)),
            "resting bodies stay"
        );
    }
}

#[test]
fn resting_bodies_are_sorted_once_and_cost_a_few_node_tests() {
    let tests_at = |count: usize, moving: usize| {
        let resting = (count - moving) as f64 / count as f64;
        let mut world = World::new(Parameters { count, level: 1, resting, ..Parameters::default() }).unwrap();
        assert_eq!(world.moving(), moving);
        let mut search = CandidateSearch::new(&BROAD_PHASES[0]);
        for _ in 0..3 {
            world.advance();
            search.fit(world.bodies(), moving);
            search.find();
        }
        (search.cost().swaps, search.cost().node_tests)
    };
    let ((few_swaps, few), (many_swaps, many)) = (tests_at(200, 100), tests_at(12_900, 100));
    // A hundred bodies spread over a box of 64 times the volume pass fewer ends than before, and no resting one.
    assert!(many_swaps <= few_swaps, "{many_swaps} swaps, {few_swaps} with fewer resting bodies");
    assert!(many < 4 * few, "{many} node tests for 12,800 resting bodies, {few} for 100");
}
