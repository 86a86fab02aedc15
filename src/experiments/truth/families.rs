//! Adversarial pairs whose answer is known by construction. No pair is closer to touching than [`BAND`] times the size
//! of the larger body, because rounding decides closer cases.

use std::f64::consts::{PI, TAU};
use std::sync::Arc;

use nalgebra::{Translation3, Unit, UnitQuaternion};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::pair::{Case, apart, larger_size, overlapping};
use super::shapes::{self, cuboid};
use crate::experiments::scenes::direction;
use crate::geometry::{Point, Pose, Shape, Solid, Vector, hull};
use crate::world::Body;

/// Smallest gap or overlap of a pair, as a multiple of the larger body's size.
pub const BAND: f64 = 2e-12;

/// A family of pairs: the kinds of bodies and their arrangement.
pub struct Family {
    /// Id in tables and messages.
    pub id: &'static str,
    /// The difficulty, in one English sentence.
    pub says: &'static str,
    /// Makes the shapes of A and B, about a metre in size. `None` if the drawn random numbers give no valid shape.
    shapes: fn(&mut Pcg64) -> Option<[Shape; 2]>,
    /// Bound on the distance from the origin: at most 10 to this power, as a multiple of the larger body's size.
    farthest: f64,
    /// Bound on the sizes f: from 10⁻ᶠ to 10ᶠ metres.
    sizes: f64,
}

/// All families, in the order of the tables.
pub const FAMILIES: &[Family] = &[
    Family {
        id: "hulls",
        says: "Hulls of random points.",
        shapes: |random| Some([hull_of(random, 12)?, hull_of(random, 12)?]),
        farthest: 0.0,
        sizes: 0.0,
    },
    Family {
        id: "needles",
        says: "Long thin tetrahedra and boxes, to a width of 1e-7 of their length.",
        shapes: |random| Some([needle(random)?, needle(random)?]),
        farthest: 0.0,
        sizes: 0.0,
    },
    Family {
        id: "plates",
        says: "Thin boxes and prisms, to a thickness of 1e-7 of their width.",
        shapes: |random| Some([plate(random)?, plate(random)?]),
        farthest: 0.0,
        sizes: 0.0,
    },
    Family {
        id: "bipyramids",
        says: "Two flat pyramids base to base, to a half thickness of 1e-9, and any other body.",
        shapes: |random| Some([bipyramid(random)?, anything(random)?]),
        farthest: 0.0,
        sizes: 0.0,
    },
    Family {
        id: "round",
        says: "Balls, cones and cylinders, to a height of 1e-8 of their radius.",
        shapes: |random| Some([round(random, -8.0)?, round(random, -8.0)?]),
        farthest: 0.0,
        sizes: 0.0,
    },
    Family {
        id: "round-and-flat",
        says: "A ball, cone or cylinder, and a polyhedron.",
        shapes: |random| Some([round(random, -3.0)?, hull_of(random, 8)?]),
        farthest: 0.0,
        sizes: 0.0,
    },
    Family {
        id: "ratios",
        says: "One body is up to ten million times as large as the other.",
        shapes: |random| {
            let scale = 10_f64.powf(random.random_range(-7.0..0.0));
            Some([anything(random)?, scaled(&anything(random)?, scale)?])
        },
        farthest: 0.0,
        sizes: 0.0,
    },
    Family {
        id: "far-away",
        says: "Bodies of 1 mm to 1 km up to 1e14 of their sizes from the origin.",
        shapes: |random| Some([anything(random)?, anything(random)?]),
        farthest: 14.0,
        sizes: 3.0,
    },
];

impl Family {
    /// Pair number `index`. The same seed and index give the same pair.
    pub fn case(&self, seed: u64, index: u64) -> Case {
        let mut random = Pcg64::seed_from_u64(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(index));
        loop {
            // An attempt in which the bodies are too close to touching for a proof is repeated.
            if let Some(case) = self.attempt(&mut random) {
                return case;
            }
        }
    }

    fn attempt(&self, random: &mut Pcg64) -> Option<Case> {
        let unit = 10_f64.powf(random.random_range(-1.0..=1.0) * self.sizes);
        let [shape_a, shape_b] = (self.shapes)(random)?;
        let a = Body::at_rest(Arc::new(scaled(&shape_a, unit)?), pose(rotation(random)));
        let b = Body::at_rest(Arc::new(scaled(&shape_b, unit)?), pose(rotation(random)));
        let bodies = [a, b];
        let size = larger_size(&bodies);
        let [mut a, mut b] = bodies;
        if self.farthest > 0.0 {
            let distance = size * 10_f64.powf(random.random_range(0.0..=self.farthest));
            a.pose.translation = Translation3::from(direction(random) * distance);
        }

        // 1. The separating direction n. It is often the normal of a face of A. B is often turned so that one of its
        // faces points almost exactly against n.
        let n = if random.random_bool(0.5) { normal(random, &a) } else { direction(random) };
        if random.random_bool(0.5) {
            let facing = normal(random, &b);
            let turn = UnitQuaternion::rotation_between(&facing, &-n)?;
            let tilt = 10_f64.powf(random.random_range(-10.0..0.0)) * f64::from(random.random_bool(0.8));
            let tilt = UnitQuaternion::from_axis_angle(&Unit::new_normalize(direction(random)), tilt);
            b.pose.rotation = tilt * turn * b.pose.rotation;
        }
        // 2. The extreme points of separated bodies in that direction need not face each other.
        let outermost = |body: &Body, n: &Vector| {
            let in_own = body.pose.rotation.inverse() * n;
            body.pose.rotation * body.shape.support(&in_own).coords
        };
        let facing = if random.random_bool(0.5) { 1.0 } else { random.random_range(0.0..1.0) };
        let how_near = 10_f64.powf(random.random_range(BAND.log10()..0.0));
        let case = if random.random_bool(0.5) {
            let back = (outermost(&b, &-n) - outermost(&a, &n)) * facing;
            apart(a, b, n, back, how_near * size)
        } else {
            overlapping(a.clone(), b.clone(), [&a, &b], n, how_near * size)
        };
        case.clearer_than(BAND)
    }
}

fn pose(rotation: UnitQuaternion<f64>) -> Pose {
    Pose::from_parts(Translation3::identity(), rotation)
}

fn rotation(random: &mut Pcg64) -> UnitQuaternion<f64> {
    match random.random_range(0..4) {
        0 => UnitQuaternion::identity(),
        // A rotation by nearly a quarter turn about one of the axes.
        1 => {
            let axis = Unit::new_unchecked(Vector::ith(random.random_range(0..3), 1.0));
            let off = 10_f64.powf(random.random_range(-12.0..-3.0));
            UnitQuaternion::from_axis_angle(&axis, 0.5 * PI + off)
        }
        _ => {
            let axis = Unit::new_normalize(direction(random));
            UnitQuaternion::from_axis_angle(&axis, random.random_range(0.0..TAU))
        }
    }
}

/// The outward normal of a random face of the body, in world axes.
fn normal(random: &mut Pcg64, body: &Body) -> Vector {
    let angle = random.random_range(0.0..TAU);
    let side = Vector::new(angle.cos(), 0.0, angle.sin());
    let flat = random.random_bool(0.5);
    let local = match body.shape.solid() {
        Solid::Ball { .. } => direction(random),
        Solid::Cone { .. } | Solid::Cylinder { .. } if flat => -Vector::y(),
        Solid::Cone { radius, height } => (side * height + Vector::y() * radius).normalize(),
        Solid::Cylinder { .. } => side,
        Solid::Cuboid { .. } | Solid::Polyhedron => {
            let mesh = body.shape.mesh();
            let triangle = random.random_range(0..mesh.triangles().len());
            mesh.area_normal(triangle).try_normalize(0.0).unwrap_or_else(Vector::y)
        }
    };
    body.pose.rotation * local
}

/// A random number between 10 to the power `least_power` and 1, whose logarithm is uniformly distributed.
fn thin(random: &mut Pcg64, least_power: f64) -> f64 {
    10_f64.powf(random.random_range(least_power..0.0))
}

fn anything(random: &mut Pcg64) -> Option<Shape> {
    match random.random_range(0..6) {
        0 => hull_of(random, 10),
        1 => needle(random),
        2 => plate(random),
        3 => bipyramid(random),
        _ => round(random, -4.0),
    }
}

fn hull_of(random: &mut Pcg64, points: usize) -> Option<Shape> {
    let points: Vec<Point> = (0..points).map(|_| Point::from(direction(random))).collect();
    Some(Shape::polyhedron(hull::convex_hull(&points).ok()?))
}

fn needle(random: &mut Pcg64) -> Option<Shape> {
    let width = thin(random, -7.0);
    if random.random_bool(0.3) {
        return cuboid(Vector::new(1.0, width, width * thin(random, -1.0)));
    }
    let mut across = || {
        Point::new(
            random.random_range(-1.0..1.0),
            width * random.random_range(-1.0..1.0),
            width * random.random_range(-1.0..1.0),
        )
    };
    shapes::tetrahedron([across(), across(), across(), across()])
}

fn plate(random: &mut Pcg64) -> Option<Shape> {
    let thickness = thin(random, -7.0);
    if random.random_bool(0.5) {
        return cuboid(Vector::new(1.0, thickness, random.random_range(0.1..1.0)));
    }
    // A prism over a triangle.
    let mut corner = || (random.random_range(-1.0..1.0), random.random_range(-1.0..1.0));
    let corners = [corner(), corner(), corner()];
    let vertices =
        [thickness, -thickness].into_iter().flat_map(|y| corners.map(|(x, z)| Point::new(x, y, z)));
    let sides = (0..3).flat_map(|i| {
        let j = (i + 1) % 3;
        [[i, i + 3, j], [j, i + 3, j + 3]]
    });
    shapes::polyhedron(vertices.collect(), [[0, 1, 2], [3, 5, 4]].into_iter().chain(sides).collect())
}

fn bipyramid(random: &mut Pcg64) -> Option<Shape> {
    let half = thin(random, -9.0);
    shapes::bipyramid(1.0, half, random.random_range(3..20))
}

fn round(random: &mut Pcg64, least_power: f64) -> Option<Shape> {
    let (mut radius, mut height) = (1.0, thin(random, least_power));
    if random.random_bool(0.3) {
        (radius, height) = (height, radius);
    }
    let solid = match random.random_range(0..5) {
        0 => Solid::Ball { radius: 1.0 },
        1 | 2 => Solid::Cone { radius, height },
        _ => Solid::Cylinder { radius, height },
    };
    Shape::primitive(solid, random.random_range(1..=4)).ok()
}

/// The solid scaled by `factor`; `None` if rounding leaves none that is convex.
fn scaled(shape: &Shape, factor: f64) -> Option<Shape> {
    shapes::scaled(shape, factor).filter(|shape| shape.convexity().is_ok())
}
