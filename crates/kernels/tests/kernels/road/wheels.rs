//! Compares signed distances with closed forms, and checks which rule goes blind where.

use collidoscope_kernels::geometry::{Mesh, Point, Vector};
use collidoscope_kernels::road::methods::aabb_tree::AabbTree;
use collidoscope_kernels::road::triangle::Watertight;
use collidoscope_kernels::road::wheel::{
    SEARCH_RULES, SearchRule, WheelAnswer, WheelRay, WheelSight, ask, road_below, sight,
};

use crate::support::roads::{mesh, plane};

const TRAVEL: f64 = 0.3;

fn told(ground: &Mesh, rule: SearchRule, contact: [f64; 3], down: Vector) -> (WheelAnswer, WheelSight) {
    let tree = AabbTree::<Watertight>::new(ground, 4);
    let wheel = WheelRay { contact: Point::from(contact), down: down.normalize(), travel: TRAVEL, roof: 0.9 };
    let answer = ask(&tree, &ground.aabb(), rule, &wheel).unwrap();
    let seen = sight(&answer, road_below(&tree, &wheel).unwrap());
    (answer, seen)
}

fn close(answer: &WheelAnswer, expected: f64) {
    let distance = answer.distance.expect("there is ground");
    assert!((distance - expected).abs() < 1e-12, "{distance}, expected {expected}");
}

#[test]
fn on_a_plane_the_distance_is_the_height() {
    let ground = plane(50.0, 1.5);
    for rule in [SearchRule::OutsideBox, SearchRule::Travel] {
        for height in [0.0, 0.2, 7.0, -0.01, -0.29] {
            let (answer, seen) = told(&ground, rule, [3.0, 1.5 + height, -4.0], -Vector::y());
            close(&answer, height);
            assert_eq!((seen, answer.rule), (WheelSight::Sees, rule));
        }
    }
}

/// A slope of 3 in 4, measured straight down and along a suspension perpendicular to it.
#[test]
fn on_a_slope_the_distance_is_along_the_suspension() {
    let slope = mesh(&[[-40.0, -30.0, -40.0], [-40.0, -30.0, 40.0], [40.0, 30.0, 0.0]], &[[0, 1, 2]]);
    for rule in [SearchRule::OutsideBox, SearchRule::Travel] {
        for lift in [0.0, 0.25, -0.2] {
            close(&told(&slope, rule, [0.0, lift, 0.0], -Vector::y()).0, lift);
            close(&told(&slope, rule, [0.0, lift, 0.0], Vector::new(0.6, -0.8, 0.0)).0, 0.8 * lift);
        }
    }
}

#[test]
fn beside_on_and_past_a_kerb() {
    let kerb = mesh(
        &[
            [-9.0, 0.0, -9.0],
            [-9.0, 0.0, 9.0],
            [0.0, 0.0, 9.0],
            [0.0, 0.0, -9.0],
            [0.0, 0.12, -9.0],
            [0.0, 0.12, 9.0],
            [9.0, 0.12, 9.0],
            [9.0, 0.12, -9.0],
        ],
        &[[0, 1, 2], [0, 2, 3], [3, 2, 5], [3, 5, 4], [4, 5, 6], [4, 6, 7]],
    );
    for rule in [SearchRule::OutsideBox, SearchRule::Travel] {
        for (x, expected) in [(-1e-9, 0.05), (0.0, -0.07), (1e-9, -0.07), (-5.0, 0.05), (5.0, -0.07)] {
            close(&told(&kerb, rule, [x, 0.05, 0.7], -Vector::y()).0, expected);
        }
    }
}

#[test]
fn not_moved_back_a_sunk_wheel_is_blind() {
    let ground = plane(50.0, 0.0);
    let rule = SearchRule::ContactPoint;
    let (answer, seen) = told(&ground, rule, [0.3, 0.1, 0.0], -Vector::y());
    close(&answer, 0.1);
    assert_eq!((seen, answer.offset), (WheelSight::Sees, 0.0));
    let (answer, seen) = told(&ground, rule, [0.3, -0.1, 0.0], -Vector::y());
    assert_eq!((answer.distance, seen.is_blind()), (None, true));
    assert!(matches!(seen, WheelSight::FindsNothing { road } if (road + 0.1).abs() < 1e-12));
    assert_eq!(told(&ground, rule, [99.0, 0.1, 0.0], -Vector::y()).1, WheelSight::NoGround);
    // With a lower layer below it finds that instead.
    let with_cellar = layers(&[0.0, -3.0]);
    let (answer, seen) = told(&with_cellar, rule, [0.3, -0.1, 0.0], -Vector::y());
    close(&answer, 2.9);
    assert!(matches!(seen, WheelSight::WrongSurface { .. }));
}

fn layers(heights: &[f64]) -> Mesh {
    let sheets: Vec<_> = heights.iter().map(|&height| plane(50.0, height)).collect();
    let vertices = sheets.iter().flat_map(|sheet| sheet.vertices().to_vec()).collect();
    let triangles =
        (0..).zip(&sheets).flat_map(|(i, s)| s.triangles().iter().map(move |t| t.map(|v| v + 4 * i)));
    Mesh::new(vertices, triangles.collect()).unwrap()
}

/// The lecture's rule finds the deck overhead; the bounded search finds the road, as long as the wheel is
/// within its travel.
#[test]
fn under_a_bridge_the_lectures_rule_finds_the_deck() {
    let bridge = layers(&[0.0, 4.0]);
    let under = [0.3, 0.02, 0.4];
    let (answer, seen) = told(&bridge, SearchRule::OutsideBox, under, -Vector::y());
    close(&answer, -3.98);
    assert!(matches!(seen, WheelSight::WrongSurface { road } if (road - 0.02).abs() < 1e-12));
    let (answer, seen) = told(&bridge, SearchRule::Travel, under, -Vector::y());
    close(&answer, 0.02);
    assert_eq!((seen, answer.offset), (WheelSight::Sees, TRAVEL));
    // A thin deck: the road is its top, although a sunken wheel is nearer to its underside.
    let deck = layers(&[3.7, 4.0]);
    assert_eq!(told(&deck, SearchRule::Travel, [0.3, 3.8, 0.4], -Vector::y()).1, WheelSight::Sees);
    // On the deck both are right; below its travel the bounded search is blind.
    for rule in [SearchRule::OutsideBox, SearchRule::Travel] {
        close(&told(&bridge, rule, [0.3, 3.9, 0.4], -Vector::y()).0, -0.1);
    }
    assert!(told(&bridge, SearchRule::Travel, [0.3, -0.4, 0.4], -Vector::y()).1.is_blind());
}

/// The ray's origin is outside the box for every rotation and position of the wheel.
#[test]
fn the_origin_is_outside_the_box() {
    let ground = layers(&[-2.0, 5.0]);
    let bounds = ground.aabb();
    for down in
        [Vector::new(0.1, -1.0, 0.2), Vector::new(0.9, -0.1, 0.3), Vector::new(0.0, 1.0, 0.0), Vector::x()]
    {
        for contact in
            [[0.0, 1.0, 0.0], [10.0, -2.0, 3.0], [50.0, 5.0, 50.0], [0.0, -20.0, 0.0], [0.0, 80.0, 9.0]]
        {
            let (answer, _) = told(&ground, SearchRule::OutsideBox, contact, down);
            let origin = answer.ray.origin();
            let inside = (0..3).all(|i| bounds.min[i] < origin[i] && origin[i] < bounds.max[i]);
            assert!(!inside && answer.offset >= 0.0, "{origin}");
            let back = (Point::from(contact) - origin).norm();
            assert!((back - answer.offset).abs() < 1e-9);
        }
    }
    // Above the whole terrain the origin need not move.
    assert_eq!(told(&ground, SearchRule::OutsideBox, [0.0, 9.0, 0.0], -Vector::y()).0.offset, 0.0);
}

#[test]
fn a_wheel_that_is_nowhere_is_refused() {
    let ground = plane(1.0, 0.0);
    let tree = AabbTree::<Watertight>::new(&ground, 4);
    let wheel =
        WheelRay { contact: Point::new(f64::NAN, 0.0, 0.0), down: -Vector::y(), travel: TRAVEL, roof: 0.9 };
    for row in SEARCH_RULES {
        assert!(ask(&tree, &ground.aabb(), row.rule, &wheel).is_err(), "{}", row.id);
        assert_eq!(row.rule.row().id, row.id);
    }
}
