//! A traversal that begins below the root finds the same as one from the root.

use collidoscope_kernels::geometry::{Point, Vector};
use collidoscope_kernels::level::compile::SplitRule;
use collidoscope_kernels::level::made;
use collidoscope_kernels::level::methods::{BSP_SHIFT, BSP_SHIFT_BEVELS, find};
use collidoscope_kernels::level::sweep::Move;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::support::levels::movers;
use crate::support::pairs::direction;

#[test]
fn walks_from_an_entry_and_from_the_root_answer_alike() {
    let made = made::make(3, 6_000);
    let level = made.compile(SplitRule::Area, &mut |_, _| true).unwrap();
    let mut random = Pcg64::seed_from_u64(41);
    for method in [BSP_SHIFT, BSP_SHIFT_BEVELS].map(|id| find(id).unwrap()) {
        let mut sweep = method.make(&level, &method.default_settings());
        for mover in movers() {
            let (mut hits, mut nodes) = (0, [0; 2]);
            for round in 0..3_000 {
                let place = |i: usize, _| random.random_range(made.bounds.min[i]..made.bounds.max[i]);
                let from = Point::from(Vector::from_fn(place));
                let to = from + direction(&mut random) * [0.0, 0.2, 1.0, 5.0, 40.0][round % 5];
                let a_move = Move { mover: mover.clone(), from, to };
                let (hit, cost) = sweep.sweep(&a_move).unwrap();
                let (watched, from_root) = sweep.watch(&a_move, &mut |_| ()).unwrap();
                assert_eq!(hit, watched, "{} {a_move:?}", method.id);
                assert!(cost.nodes <= from_root.nodes, "{} {a_move:?}", method.id);
                hits += usize::from(hit.is_some());
                nodes = [nodes[0] + cost.nodes, nodes[1] + from_root.nodes];
            }
            assert!(hits > 500 && nodes[0] < nodes[1], "{mover:?}: {hits} hits, nodes {nodes:?}");
        }
    }
}
