//! The nearest point of a route, compared with many samples, on routes of any length.

use collidoscope_kernels::geometry::{Point, Vector};
use collidoscope_kernels::road::route::Route;
use rand::Rng as _;
use rand::SeedableRng as _;
use rand_pcg::Pcg64;

#[test]
fn the_foot_is_the_nearest_point_of_routes_of_any_length() {
    let mut random = Pcg64::seed_from_u64(7);
    for size in [1e-6, 1.0, 30.0, 1e12] {
        let route = Route::ellipse(Point::new(size, 0.0, 2.0 * size), Vector::new(3.0 * size, 0.0, size));
        for _ in 0..50 {
            let mut side = || size * random.random_range(-6.0..6.0);
            let p = Point::new(side(), side(), side());
            let distance = |along: f64| (route.at(along) - p).xz().norm();
            let foot = route.foot(&p);
            assert!((0.0..route.length()).contains(&foot), "{foot}");
            let samples = (0..2000).map(|i| distance(route.length() * f64::from(i) / 2000.0));
            let nearest = samples.min_by(f64::total_cmp).unwrap();
            assert!(distance(foot) <= nearest + 1e-9 * size, "{p}: {} and {nearest}", distance(foot));
        }
    }
}

#[test]
fn a_route_of_no_length_has_its_foot_at_the_start() {
    assert_eq!(Route::closed(vec![Point::origin()]).foot(&Point::new(1.0, 0.0, 0.0)), 0.0);
}
