//! Levels of brushes, and moves through them.

use collidoscope_kernels::geometry::hull::convex_hull;
use collidoscope_kernels::geometry::{Aabb, Point, Vector};
use collidoscope_kernels::level::brush::Brush;
use collidoscope_kernels::level::compile::SplitRule;
use collidoscope_kernels::level::compiled::Level;
use collidoscope_kernels::level::methods::{METHODS, Method};
use collidoscope_kernels::level::mover::Mover;
use collidoscope_kernels::level::plane::Plane;
use collidoscope_kernels::level::sweep::{Hit, Move};
use rand::Rng;
use rand_pcg::Pcg64;

use super::pairs::direction;

/// Half the side of the cube that contains all moves, metres.
pub const REACH: f64 = 12.0;

pub fn boxed(min: [f64; 3], max: [f64; 3]) -> Vec<Plane> {
    Brush::planes_of_box(&min.into(), &max.into()).to_vec()
}

/// The plane with its solid side n · p ≤ offset.
pub fn plane(normal: [f64; 3], offset: f64) -> Plane {
    let normal = Vector::from(normal);
    Plane::new(normal.normalize(), offset / normal.norm())
}

pub fn level(brushes: &[Vec<Plane>]) -> Level {
    let around = Aabb::cube(Point::origin(), REACH);
    Level::of_brushes(brushes, &around, SplitRule::Mixed, &mut |_, _| true).unwrap()
}

/// The first contact by a method with default settings.
pub fn sweep(method: &Method, level: &Level, mover: &Mover, from: [f64; 3], to: [f64; 3]) -> Option<Hit> {
    let a_move = Move { mover: mover.clone(), from: from.into(), to: to.into() };
    method.make(level, &method.default_settings()).sweep(&a_move).unwrap().0
}

/// One mover of each kind, at most 1 m across.
pub fn movers() -> [Mover; 6] {
    let corners = [[-0.5, 0.0, -0.4], [0.5, 0.0, -0.4], [0.0, 0.0, 0.5], [0.1, 0.9, 0.0]];
    [
        Mover::Point,
        Mover::Sphere { radius: 0.5 },
        Mover::Cylinder { radius: 0.3, height: 0.8 },
        Mover::Rod {
            radius: 0.2,
            ends: [Vector::new(-0.2, 0.0, 0.1), Vector::new(0.1, 0.4, 0.2)],
            is_round: true,
        },
        Mover::Rod {
            radius: 0.3,
            ends: [Vector::new(0.1, 0.3, 0.0), Vector::new(0.1, 0.5, 0.6)],
            is_round: false,
        },
        Mover::Hull { hull: convex_hull(&corners.map(Point::from)).unwrap().into() },
    ]
}

/// A box on a grid of half metres, an upright pillar, or a hull of random points.
pub fn brush(random: &mut Pcg64, spread: f64) -> Vec<Plane> {
    let mut along = |most: f64| random.random_range(-most..most);
    let center = Point::new(along(spread), along(2.0), along(spread));
    match random.random_range(0..3) {
        0 => {
            let half = Vector::from_fn(|_, _| random.random_range(0.5..2.0));
            let snapped = |p: Point| p.map(|c| (2.0 * c).round() / 2.0);
            Brush::planes_of_box(&snapped(center - half), &snapped(center + half)).to_vec()
        }
        1 => {
            let (sides, radius) = (random.random_range(3..=16), random.random_range(0.3..1.5));
            let side = |i: u32| {
                let angle = std::f64::consts::TAU * f64::from(i) / f64::from(sides);
                let normal = Vector::new(angle.cos(), 0.0, angle.sin());
                Plane::new(normal, normal.dot(&center.coords) + radius)
            };
            let height = random.random_range(0.5..3.0);
            let ends = [plane([0.0, 1.0, 0.0], center.y + height), plane([0.0, -1.0, 0.0], -center.y)];
            (0..sides).map(side).chain(ends).collect()
        }
        _ => {
            let points: Vec<Point> =
                (0..10).map(|_| center + direction(random) * random.random_range(0.5..2.0)).collect();
            let hull = convex_hull(&points).unwrap();
            let face = |t: usize| {
                let normal = hull.area_normal(t).normalize();
                Plane::new(normal, normal.dot(&hull.corners(t)[0].coords))
            };
            (0..hull.triangles().len()).map(face).collect()
        }
    }
}

pub fn place(random: &mut Pcg64) -> Point {
    Point::new(
        random.random_range(-10.0..10.0),
        random.random_range(-5.0..6.0),
        random.random_range(-10.0..10.0),
    )
}

/// The method with this id.
pub fn method(id: &str) -> &'static Method {
    METHODS.iter().find(|method| method.id == id).unwrap()
}
