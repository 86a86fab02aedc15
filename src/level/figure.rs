//! The figure that walks or drives through the level: a kind of mover with radius and height.

use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::geometry::hull::convex_hull;
use crate::geometry::{Mesh, Point, Pose, Shape, Solid, Vector};
use crate::level::mover::Mover;
use crate::road::car;

/// A kind of mover.
pub struct Kind {
    /// Id, as in `mover=ID`.
    pub id: &'static str,
    /// Name, in English.
    pub title: &'static str,
    /// Summary, in English.
    pub says: &'static str,
    /// Whether the kind has a radius, and whether it has a height.
    pub takes: [bool; 2],
}

/// All kinds, in the order of the menu.
pub const KINDS: [Kind; 5] = [
    Kind {
        id: "point",
        title: "Point",
        says: "The path of a point is a ray, and no plane is shifted.",
        takes: [false, false],
    },
    Kind {
        id: "sphere",
        title: "Sphere",
        says: "Every plane is shifted by the radius.",
        takes: [true, false],
    },
    Kind {
        id: "cylinder",
        title: "Upright cylinder",
        says: "Planes shift by radius and height, each times its part of the normal.",
        takes: [true, true],
    },
    Kind {
        id: "hull",
        title: "Convex hull",
        says: "A hull of 13 points, wide at the bottom and pointed at the top: its farthest corner determines the shift of a plane.",
        takes: [true, true],
    },
    Kind {
        id: "car",
        title: "Car",
        says: "The car of the road lab, supported by one ray per wheel. The radius is that of the circle through its wheels.",
        takes: [true, false],
    },
];

/// Index of the default kind.
pub const FIRST: usize = 2;
/// Index of the car.
pub const CAR: usize = 4;
/// Allowed radii, metres.
pub const RADII: RangeInclusive<f64> = 0.05..=1.5;
/// Allowed heights, metres.
pub const HEIGHTS: RangeInclusive<f64> = 0.2..=3.0;
/// Number of corners of the hull's hexagonal foot.
const AROUND: usize = 6;
/// Radius of the ball that represents a point, metres.
const DOT: f64 = 0.03;

/// A kind of mover with its size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// Index into [`KINDS`].
    pub kind: usize,
    /// Radius, metres; kept while the kind is one that has no radius.
    pub radius: f64,
    /// Height, metres; kept while the kind is one that has no height.
    pub height: f64,
}

impl Default for Figure {
    fn default() -> Self {
        Self { kind: FIRST, radius: 0.4, height: 1.6 }
    }
}

impl Figure {
    /// True if the figure is the car.
    pub fn is_car(&self) -> bool {
        self.kind == CAR
    }

    /// Size of the car relative to the road lab's car.
    pub fn scale(&self) -> f64 {
        self.radius / car::wheel_circle()
    }

    /// The mover that is swept. For the car it is a point, because the rays of its wheels are moves of a point.
    pub fn mover(&self) -> Mover {
        let Self { kind, radius, height } = *self;
        match kind {
            0 | CAR => Mover::Point,
            1 => Mover::Sphere { radius },
            2 => Mover::Cylinder { radius, height },
            // Positive sizes guarantee that the corners have a hull.
            _ => convex_hull(&corners(radius, height))
                .map_or(Mover::Point, |hull| Mover::Hull { hull: Arc::new(hull) }),
        }
    }

    /// Height of the reference point above the lowest point, metres.
    pub fn foot(&self) -> f64 {
        if self.kind == 1 { self.radius } else { 0.0 }
    }

    /// Height of the eye above the lowest point, metres.
    pub fn eye(&self) -> f64 {
        match self.kind {
            0 => 0.0,
            1 => self.radius,
            CAR => self.scale() * car::ROOF,
            _ => 0.9 * self.height,
        }
    }

    /// Total height, metres.
    pub fn tall(&self) -> f64 {
        match self.kind {
            0 => 0.0,
            1 => 2.0 * self.radius,
            CAR => self.scale() * car::ROOF,
            _ => self.height,
        }
    }

    /// The shape to draw, and its pose relative to the reference point.
    pub fn shape(&self) -> Option<(Arc<Shape>, Pose)> {
        let (radius, height) = (self.radius, self.height);
        let (shape, up) = match self.mover() {
            Mover::Point => (Shape::primitive(Solid::Ball { radius: DOT }, 1).ok()?, 0.0),
            Mover::Sphere { radius } => (Shape::primitive(Solid::Ball { radius }, 2).ok()?, 0.0),
            Mover::Cylinder { .. } | Mover::Rod { .. } => {
                (Shape::primitive(Solid::Cylinder { radius, height }, 2).ok()?, 0.5 * height)
            }
            Mover::Hull { hull } => (Shape::polyhedron(Mesh::clone(&hull)), 0.0),
        };
        Some((Arc::new(shape), Pose::translation(0.0, up, 0.0)))
    }
}

/// The corners of the hull: six at the foot, six closer together above, and the tip.
fn corners(radius: f64, height: f64) -> Vec<Point> {
    let ring = |radius: f64, y: f64| {
        (0..AROUND).map(move |i| {
            let angle = std::f64::consts::TAU * i as f64 / AROUND as f64;
            Point::from(Vector::new(radius * angle.cos(), y, radius * angle.sin()))
        })
    };
    let tip = Point::new(0.0, height, 0.0);
    ring(radius, 0.0).chain(ring(0.7 * radius, 0.75 * height)).chain([tip]).collect()
}
