//! Seeded levels: reproducible, of about the requested size, solid where a brush is, and passable.

use std::sync::LazyLock;

use collidoscope_kernels::geometry::{Point, Vector};
use collidoscope_kernels::level::compile::SplitRule;
use collidoscope_kernels::level::compiled::Level;
use collidoscope_kernels::level::made::{Made, Part, Tour, make};
use collidoscope_kernels::level::methods::BSP_SHIFT;
use collidoscope_kernels::level::mover::Mover;
use collidoscope_kernels::level::walk::{State, walk};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::support::levels::method;

/// The smallest level, compiled once for all tests.
pub static SMALL: LazyLock<(Made, Level)> = LazyLock::new(|| {
    let made = make(1, 1_000);
    let level = made.compile(SplitRule::Mixed, &mut |_, _| true).unwrap();
    (made, level)
});

#[test]
fn the_same_seed_makes_the_same_level_and_another_one_does_not() {
    let (a, b, c) = (make(7, 3_000), make(7, 3_000), make(8, 3_000));
    assert!(a.brushes == b.brushes && a.path == b.path && a.parts == b.parts);
    assert!(a.brushes != c.brushes);
    for part in [Part::Floor, Part::Wall, Part::Arch, Part::Pillar, Part::Stair, Part::Ramp, Part::Gallery] {
        assert!(a.parts.contains(&part), "{part:?}");
    }
    // The number of brushes grows in proportion to the faces.
    let count = |faces| make(1, faces).brushes.len() as f64;
    let growth = count(100_000) / count(10_000);
    assert!((7.0..13.0).contains(&growth), "{growth}");
}

#[test]
fn a_level_has_about_the_faces_that_were_asked_for() {
    let level = make(3, 5_000).compile(SplitRule::Mixed, &mut |_, _| true).unwrap();
    assert!((3_500..6_500).contains(&level.faces), "{}", level.faces);
}

/// Number of random points that the tree classifies as solid, each compared with all brushes.
fn classified(made: &Made, level: &Level, points: usize) -> usize {
    let mut random = Pcg64::seed_from_u64(21);
    let (min, max) = (made.bounds.min, made.bounds.max);
    let mut solid = 0;
    for _ in 0..points {
        let mut p = Point::from(Vector::from_fn(|i, _| random.random_range(min[i]..max[i])));
        p.y = random.random_range(-0.6..4.2);
        let depth = level.brushes.iter().map(|b| b.depth(&p)).fold(f64::INFINITY, f64::min);
        if depth.abs() > 1e-9 * (max - min).max() {
            assert_eq!(level.tree.is_solid(&p), depth < 0.0, "{p:?} {depth:e}");
            solid += usize::from(depth < 0.0);
        }
    }
    solid
}

#[test]
fn points_of_a_made_level_are_solid_where_a_brush_holds_them() {
    let (made, level) = &*SMALL;
    assert!(classified(made, level, 3_000) > 100);
}

#[test]
#[ignore = "takes a minute; run it in a release build"]
fn a_million_points_are_solid_where_a_brush_holds_them() {
    let (made, level) = &*SMALL;
    assert!(classified(made, level, 1_000_000) > 10_000);
}

#[test]
fn the_tour_comes_by_all_its_places_over_stairs_ramp_and_gallery() {
    let (made, level) = &*SMALL;
    for (name, mover) in [
        ("sphere", Mover::Sphere { radius: 0.35 }),
        ("cylinder", Mover::Cylinder { radius: 0.3, height: 1.7 }),
    ] {
        let mut sweep = method(BSP_SHIFT).make(level, &method(BSP_SHIFT).default_settings());
        let lift = Vector::y() * mover.reach(&Vector::y());
        let mut tour = Tour::new(made.path.clone());
        let mut state = State::at(made.start + lift + Vector::y() * 0.1);
        let (mut highest, mut climbed, mut frames) = (0.0_f64, 0, 0);
        while tour.reached <= made.path.len() && frames < 6_000 {
            let wish = tour.wish(&(state.place - lift), 3.0);
            let frame = walk(sweep.as_mut(), &mover, &state, wish, 1.0 / 60.0).unwrap();
            (state, frames) = (frame.state, frames + 1);
            climbed += usize::from(frame.climbed);
            highest = highest.max(state.place.y - lift.y);
            assert!(!frame.is_stuck, "{name} at {:?}", state.place);
        }
        assert!(tour.reached > made.path.len(), "{name} comes to {} at {:?}", tour.next, state.place);
        assert!((highest - 3.0).abs() < 0.01 && climbed >= 12, "{name}: {highest} {climbed}");
    }
}
