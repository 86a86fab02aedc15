//! Sweeps of all sizes and far from the origin, held against whole numbers; `bench truth-sweeps` asks many more.

use collidoscope::experiments::truth::sweeps::families::MOVERS;
use collidoscope::experiments::truth::sweeps::judge::{BOUND, Tally, judge, late};

/// Brushes for each mover, and moves past each.
const BRUSHES: u64 = 60;
const MOVES: usize = 16;

#[test]
fn the_reference_is_right_at_every_size_and_distance() {
    for (kind, mover) in MOVERS.into_iter().enumerate() {
        let tallies = (0..BRUSHES).filter_map(|index| judge(kind, 5, index, MOVES));
        let all = tallies.fold(Tally::default(), |all, (_, one)| all.plus(&one));
        let wrong = [all.missed, all.late, all.early, all.begins_wrong, all.unproved];
        assert_eq!(wrong, [0; 5], "{mover}: {all:?}");
        assert!(all.worst < BOUND && all.hits > 200 && all.moves - all.hits > 50, "{mover}: {all:?}");
        assert!(all.inside > 50, "{mover}: {all:?}");
    }
}

#[test]
fn methods_that_are_never_too_late_stop_before_what_lies_below_a_thin_layer() {
    for (kind, mover) in MOVERS.into_iter().enumerate() {
        let mut asked = 0;
        for index in 0..BRUSHES / 2 {
            for (id, moves, count) in late(kind, 6, index, 4).unwrap_or_default() {
                assert_eq!(count, 0, "{id}, {mover}, brush {index}");
                asked += moves;
            }
        }
        assert!(asked > 300, "{asked}");
    }
}
