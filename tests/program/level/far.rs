//! Compares sweeps of all sizes and far from the origin with integer arithmetic; `bench truth-sweeps` runs
//! many more.

use collidoscope::experiments::truth::sweeps::families::MOVERS;
use collidoscope::experiments::truth::sweeps::judge::{BOUND, Tally, judge, late};
use collidoscope::level::methods::{METHODS, REFERENCE, find};
use collidoscope::level::mover::Mover;
use collidoscope::level::sweep::Move;

use crate::support::levels::{boxed, level, sweep};

/// Number of brushes for each mover, and of moves past each brush.
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

/// Moves that pass through a tip of a tetrahedron, less deep than the promise allows, which no plane separates from the whole
/// tip; and a move that begins at one.
#[test]
fn a_free_move_through_a_sharp_tip_is_separated_from_what_lies_below_a_thin_layer() {
    for index in [1086, 49694, 57812] {
        let (_, tally) = judge(0, 1, index, MOVES).unwrap();
        let wrong = [tally.missed, tally.late, tally.early, tally.begins_wrong, tally.unproved];
        assert_eq!(wrong, [0; 5], "brush {index}: {tally:?}");
    }
}

#[test]
fn layers_thinner_than_digits_of_coordinates_are_taken_off() {
    // Boxes of 1e-9 m and less, up to 58 m from the origin.
    for (kind, index) in [(0, 2626), (0, 23990), (0, 28496), (2, 35310)] {
        for (id, moves, count) in late(kind, 1, index, 8).unwrap() {
            assert_eq!((moves, count), (8, 0), "{id}, brush {index}");
        }
    }
}

#[test]
fn brushes_that_lie_far_out_beside_others_are_where_they_are() {
    // The centre of the second box needs more digits than its distance from the common centre.
    let brushes = [
        boxed([1e10, -65_567_740.0, 0.0], [1.01e10, 0.0, 1e7]),
        boxed([1e10, 6.0, 0.0], [1.01e10, 70_771_099.0, 1e7]),
    ];
    let (from, to) = ([1.005e10, 0.03, 1.0], [1.005e10, -0.01, 1.0]);
    let hit = sweep(find(REFERENCE).unwrap(), &level(&brushes), &Mover::Point, from, to).unwrap();
    assert!((hit.time - 0.75).abs() < 1e-10, "{hit:?}");
}

#[test]
fn a_level_smaller_than_its_coordinates_have_digits_is_met_in_time() {
    // Half a micrometre, a million kilometres out along z, where numbers are 0.2 micrometres apart.
    let brush = boxed(
        [0.0, -1.831_722_592_702_017e-7, 1_087_808_726.093_314_6],
        [2.647_398_752_316_385e-7, 0.0, 1_087_808_726.093_315_1],
    );
    let level = level(&[brush]);
    let from = [7.745_453_127_866_789e-8, -1.536_313_057_163_866_7e-7, 1_087_808_726.093_314_4];
    let to = [7.745_453_127_866_789e-8, -1.054_106_790_521_329_5e-7, 1_087_808_726.093_315];
    let mover = Mover::Sphere { radius: 1.847_351_497_251_076e-8 };
    let a_move = Move { mover: mover.clone(), from: from.into(), to: to.into() };
    let late = 1e-9 * a_move.reach().max(5e-7) / a_move.path().norm();
    let exact = sweep(find(REFERENCE).unwrap(), &level, &mover, from, to).unwrap().time;
    for method in METHODS {
        let hit = sweep(method, &level, &mover, from, to).unwrap();
        assert!(hit.time <= exact + late, "{}: {} {exact}", method.id, hit.time);
    }
}
