//! Grazing moves: along a floor, over a seam, off a wall, and a point within a plane.

use collidoscope_kernels::level::methods::METHODS;
use collidoscope_kernels::level::mover::Mover;

use crate::support::levels::{boxed, level, movers, sweep};

#[test]
fn who_touches_may_slide_and_leave_but_not_enter() {
    // Two slabs with a seam at x = 0, and a wall at x = 3.
    let rooms = level(&[
        boxed([-6.0, -1.0, -6.0], [0.0, 0.0, 6.0]),
        boxed([0.0, -1.0, -6.0], [6.0, 0.0, 6.0]),
        boxed([3.0, -1.0, -6.0], [4.0, 3.0, 6.0]),
    ]);
    for mover in movers() {
        let lowest = mover.reach(&nalgebra::Vector3::y());
        let on_floor = |x: f64| [x, lowest, 0.0];
        for method in METHODS {
            let at = |to: [f64; 3]| sweep(method, &rooms, &mover, on_floor(-2.0), to);
            assert_eq!(at(on_floor(2.0)), None, "{} {mover:?}: along the floor, over the seam", method.id);
            assert_eq!(at([0.0, 3.0, 0.0]), None, "{} {mover:?}: off the floor", method.id);
            let down = at([0.0, lowest - 1.0, 0.0]).expect(method.id);
            assert!(down.time < 1e-9 && !down.inside, "{} {mover:?}: into the floor: {down:?}", method.id);
            let wall = at(on_floor(6.0)).expect(method.id);
            let reach = mover.reach(&-nalgebra::Vector3::x());
            assert!((wall.time * 8.0 - (5.0 - reach)).abs() < 1e-9, "{} {mover:?}: {wall:?}", method.id);
        }
    }
}

#[test]
fn a_mover_that_comes_in_at_a_grazing_angle_is_stopped() {
    let floor = level(&[boxed([-11.0, -1.0, -6.0], [11.0, 0.0, 6.0])]);
    for mover in movers() {
        let lowest = mover.reach(&nalgebra::Vector3::y());
        for slope in [1e-3, 1e-6, 1e-8] {
            for method in METHODS {
                let to = [8.0, lowest - 8.0 * slope, 0.0];
                let hit = sweep(method, &floor, &mover, [0.0, lowest, 0.0], to).expect(method.id);
                assert!(hit.time < 1e-6 && !hit.inside, "{} {mover:?} {slope}: {hit:?}", method.id);
                // From slightly above, contact halfway.
                let from = [-8.0, lowest + 8.0 * slope, 0.0];
                let hit = sweep(method, &floor, &mover, from, to).expect(method.id);
                let off = (hit.time - 0.5).abs() * 16.0 * slope;
                assert!(off < 1e-9, "{} {mover:?} {slope}: {hit:?}", method.id);
            }
        }
    }
}

#[test]
fn a_point_within_a_plane_enters_where_there_is_solid_on_both_sides() {
    // Blocks that share the planes x = 0 and z = 0, in which the paths lie.
    let blocks = level(&[
        boxed([-2.0, 0.0, -2.0], [0.0, 2.0, 0.0]),
        boxed([0.0, 0.0, -2.0], [2.0, 2.0, 0.0]),
        boxed([-2.0, 0.0, 0.0], [0.0, 2.0, 2.0]),
    ]);
    for method in METHODS {
        let at = |from, to| sweep(method, &blocks, &Mover::Point, from, to);
        // In the seam between two blocks.
        let hit = at([0.0, 1.0, -5.0], [0.0, 1.0, -1.0]).expect(method.id);
        assert!((hit.time - 0.75).abs() < 1e-9, "{} {hit:?}", method.id);
        // Along the wall of one block, with empty space on the other side.
        assert_eq!(at([0.0, 1.0, 5.0], [0.0, 1.0, 0.5]), None, "{}", method.id);
        // Further into the seam behind it.
        let hit = at([0.0, 1.0, 5.0], [0.0, 1.0, -1.0]).expect(method.id);
        assert!((hit.time - 5.0 / 6.0).abs() < 1e-9, "{} {hit:?}", method.id);
        // Down the edge where the seams cross: three of four quarters are solid, the fourth is empty.
        assert_eq!(at([0.0, 5.0, 0.0], [0.0, 1.0, 0.0]), None, "{}", method.id);
    }
}
