//! Bevels as nodes of a second tree give the contacts of the lists at the leaves, bit by bit.

use collidoscope_kernels::geometry::{Point, Vector};
use collidoscope_kernels::level::compile::SplitRule;
use collidoscope_kernels::level::compiled::Level;
use collidoscope_kernels::level::made;
use collidoscope_kernels::level::methods::BSP_SHIFT_BEVELS;
use collidoscope_kernels::level::sweep::{Hit, Move, Sweep};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::support::levels::{boxed, brush, level, method, movers, place, plane};
use crate::support::pairs::direction;

fn prepared<'a>(level: &'a Level, rule: &str, place: &str) -> Box<dyn Sweep + 'a> {
    let method = method(BSP_SHIFT_BEVELS);
    let mut settings = method.default_settings();
    settings.set("bevels", rule).unwrap();
    settings.set("bevel-nodes", place).unwrap();
    method.make(level, &settings)
}

/// Asserts that both places of the bevels give the same contacts of all movers; returns the number of contacts, of those
/// that differ from the contact without bevels, and of tested bevels in nodes.
fn compare(level: &Level, moves: &[(Point, Point)]) -> [u64; 3] {
    let mut plain = method("bsp-shift").make(level, &method("bsp-shift").default_settings());
    let mut counts = [0; 3];
    for rule in ["published", "all-edges"] {
        let [mut lists, mut nodes] = ["leaves", "nodes"].map(|place| prepared(level, rule, place));
        for mover in movers() {
            for &(from, to) in moves {
                let a_move = Move { mover: mover.clone(), from, to };
                let (expected, by_lists) = lists.sweep(&a_move).unwrap();
                let (hit, by_nodes) = nodes.sweep(&a_move).unwrap();
                assert_eq!(hit, expected, "{rule} {a_move:?}");
                let bits = |hit: &Hit| (hit.time.to_bits(), hit.normal);
                assert_eq!(hit.as_ref().map(bits), expected.as_ref().map(bits), "{rule} {a_move:?}");
                assert!(by_nodes.cells <= by_lists.cells && by_nodes.bevels <= by_nodes.nodes, "{a_move:?}");
                let (watched, _) = nodes.watch(&a_move, &mut |_| ()).unwrap();
                assert_eq!(watched, expected, "{rule} {a_move:?} from the root");
                let without = plain.sweep(&a_move).unwrap().0;
                let is_changed = without.map(|hit| hit.time) != hit.map(|hit| hit.time);
                let one = [u64::from(hit.is_some()), u64::from(is_changed), by_nodes.bevels];
                counts = [0, 1, 2].map(|i| counts[i] + one[i]);
            }
        }
    }
    counts
}

#[test]
fn hand_made_scenes_have_the_same_contacts() {
    let half = 30_f64.to_radians();
    let [up, down] = [1.0, -1.0].map(|side| plane([half.sin(), side * half.cos(), 0.0], 0.0));
    let [above, below] = [1.0, -1.0].map(|y| plane([0.0, y, 1.0], 0.0));
    let stair = [boxed([-8.0, -1.0, -8.0], [8.0, 0.0, 8.0]), boxed([2.0, 0.0, -8.0], [8.0, 0.3, 8.0])];
    // Boxes that share faces, edges and corners: a point may move along their seams.
    let cells = [0.0, 1.0].map(|x| [0.0, 1.0].map(|z| boxed([x, 0.0, z], [x + 1.0, 1.0, z + 1.0])));
    let scenes = [
        level(&[vec![plane([0.0, 1.0, 0.0], 0.5)]]),
        level(&[vec![plane([1.0, 2.0, 0.0], 0.0)]]),
        level(&[boxed([0.0; 3], [1.0; 3])]),
        level(&[vec![up, down, plane([-1.0, 0.0, 0.0], 3.0)]]),
        level(&[vec![above, below, plane([0.0, 0.0, -1.0], 2.0)]]),
        level(&stair),
        level(&cells.concat()),
    ];
    // Moves between points of a grid lie in planes, edges and corners of the scenes, or begin in the solid.
    let mut random = Pcg64::seed_from_u64(71);
    let mut on_grid = || Vector::from_fn(|_, _| f64::from(random.random_range(-6..=6)) * 0.5);
    let moves: Vec<_> = (0..1500).map(|_| (on_grid().into(), on_grid().into())).collect();
    let mut all = [0; 3];
    for scene in &scenes {
        let counts = compare(scene, &moves);
        all = [0, 1, 2].map(|i| all[i] + counts[i]);
    }
    assert!(all[0] > 10_000 && all[1] > 300 && all[2] > 10_000, "{all:?}");
}

#[test]
fn random_scenes_have_the_same_contacts() {
    let mut random = Pcg64::seed_from_u64(72);
    let mut all = [0; 3];
    for _ in 0..12 {
        let brushes: Vec<_> = (0..random.random_range(1..16)).map(|_| brush(&mut random, 5.0)).collect();
        let scene = level(&brushes);
        let mut ends = || {
            let from = place(&mut random);
            let to = Point::from(place(&mut random).coords * 0.3);
            if random.random_bool(0.7) { (from, to) } else { (from, from + direction(&mut random) * 0.3) }
        };
        let moves: Vec<_> = (0..150).map(|_| ends()).collect();
        let counts = compare(&scene, &moves);
        all = [0, 1, 2].map(|i| all[i] + counts[i]);
    }
    assert!(all[0] > 3_000 && all[1] > 300 && all[2] > 10_000, "{all:?}");
}

#[test]
fn a_large_tree_entered_below_its_root_has_the_same_contacts() {
    let made = made::make(3, 3_000);
    let scene = made.compile(SplitRule::Area, &mut |_, _| true).unwrap();
    let mut random = Pcg64::seed_from_u64(73);
    let bounds = scene.bounds();
    let size = scene.size();
    let mut ends = || {
        let share = Vector::from_fn(|_, _| random.random_range(0.3..0.7));
        let from = bounds.min + bounds.extents().component_mul(&share);
        (from, from + direction(&mut random) * (size * random.random_range(0.005..0.1)))
    };
    let moves: Vec<_> = (0..4000).map(|_| ends()).collect();
    let counts = compare(&scene, &moves);
    assert!(counts[0] > 1_500 && counts[1] > 30 && counts[2] > 5_000, "{counts:?}");
    // The second tree: a node and an empty leaf more for each bevel, and no other solid leaf.
    let [plain, published, all] = [("published", "leaves"), ("published", "nodes"), ("all-edges", "nodes")]
        .map(|(rule, place)| prepared(&scene, rule, place).tree().unwrap());
    assert_eq!(plain, scene.tree.size());
    for (less, more) in [(plain, published), (published, all)] {
        assert_eq!(more.solid, less.solid);
        assert!(more.nodes > less.nodes && more.depth > less.depth && more.bytes > less.bytes);
        assert_eq!(more.nodes - less.nodes, u64::from(more.empty - less.empty));
    }
}
