//! Movers and their reach against a plane.

use std::sync::Arc;

use crate::geometry::{Aabb, Mesh, Point, Vector};

/// A convex body of fixed orientation; its position is that of its reference point.
#[derive(Clone, Debug, PartialEq)]
pub enum Mover {
    /// A point.
    Point,
    /// All points within `radius` metres of the reference point.
    Sphere {
        /// Metres, positive.
        radius: f64,
    },
    /// An upright cylinder; the reference point is the middle of its base.
    Cylinder {
        /// Metres, positive.
        radius: f64,
        /// Metres, positive.
        height: f64,
    },
    /// All points within `radius` metres of a segment; with flat ends, those between the planes across its ends: a
    /// cylinder.
    Rod {
        /// Metres, positive.
        radius: f64,
        /// The ends of the segment, relative to the reference point; different ones if they are flat.
        ends: [Vector; 2],
        /// Whether the ends are half balls.
        is_round: bool,
    },
    /// The convex hull of some points, relative to the reference point.
    Hull {
        /// Corners and faces.
        hull: Arc<Mesh>,
    },
}

impl Mover {
    /// The mover's reach against `normal`, metres: the maximum of −n · m over its points m relative to the
    /// reference point. The mover touches the half-space behind a plane when its reference point is no
    /// farther than this in front of the plane.
    pub fn reach(&self, normal: &Vector) -> f64 {
        match self {
            Self::Point => 0.0,
            Self::Sphere { radius } => *radius,
            Self::Cylinder { radius, height } => {
                radius * level_length(normal) + (-normal.y * height).max(0.0)
            }
            Self::Rod { radius, ends, is_round } => {
                let share = if *is_round { 1.0 } else { across(normal, &axis(ends)).norm() };
                radius * share
                    + ends.map(|end| -normal.dot(&end)).into_iter().fold(f64::NEG_INFINITY, f64::max)
            }
            Self::Hull { hull } => {
                hull.vertices().iter().map(|m| -normal.dot(&m.coords)).fold(f64::NEG_INFINITY, f64::max)
            }
        }
    }

    /// The mover's points that are farthest against `normal`, relative to the reference point: one point, or several
    /// if the mover touches a plane with that normal along a line or a face. A corner of a hull is included if it is
    /// nearer than the farthest corner by less than `share` of the hull's size.
    pub fn farthest_against(&self, normal: &Vector, share: f64) -> Vec<Vector> {
        match self {
            Self::Point => vec![Vector::zeros()],
            Self::Sphere { radius } => vec![-normal * *radius],
            Self::Cylinder { radius, height } => {
                let level = level_length(normal);
                let out = if level > 1e-9 {
                    Vector::new(-normal.x, 0.0, -normal.z) * (radius / level)
                } else {
                    Vector::zeros()
                };
                let heights: &[f64] = match normal.y {
                    y if y > 1e-9 => &[0.0],
                    y if y < -1e-9 => &[1.0],
                    // A vertical plane touches the cylinder along a vertical line; three of its points represent it.
                    _ => &[0.0, 0.5, 1.0],
                };
                heights.iter().map(|share| out + Vector::y() * (height * share)).collect()
            }
            Self::Rod { radius, ends: [a, b], is_round } => {
                let axis = axis(&[*a, *b]);
                let aside = if *is_round { *normal } else { across(normal, &axis) };
                let out = -aside.try_normalize(1e-9).unwrap_or_default() * *radius;
                let ends = match normal.dot(&axis) {
                    along if along > 1e-9 => vec![*a],
                    along if along < -1e-9 => vec![*b],
                    _ => vec![*a, (a + b) / 2.0, *b],
                };
                ends.into_iter().map(|end| end + out).collect()
            }
            Self::Hull { hull } => {
                let reach = self.reach(normal);
                let size = self.bounds().extents().max();
                let corners = hull.vertices().iter().map(|m| m.coords);
                corners.filter(|m| -normal.dot(m) >= reach - share * size).collect()
            }
        }
    }

    /// Depth of a point inside a sphere or an upright cylinder, metres: negative outside, and 0 or less for any other
    /// mover, for which it is not computed. The point is relative to the reference point.
    pub fn depth(&self, p: &Vector) -> f64 {
        match self {
            Self::Point | Self::Rod { .. } | Self::Hull { .. } => 0.0,
            Self::Sphere { radius } => radius - p.norm(),
            Self::Cylinder { radius, height } => (radius - level_length(p)).min(p.y).min(height - p.y),
        }
    }

    /// True if both have the same shape; hulls are compared by pointer before their contents.
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Hull { hull: a }, Self::Hull { hull: b }) => Arc::ptr_eq(a, b) || a == b,
            (a, b) => a == b,
        }
    }

    /// The bounding box relative to the reference point.
    pub fn bounds(&self) -> Aabb {
        let reach = |axis: usize| {
            let along = Vector::ith(axis, 1.0);
            (-self.reach(&along), self.reach(&-along))
        };
        let [x, y, z] = [0, 1, 2].map(reach);
        Aabb { min: Point::new(x.0, y.0, z.0), max: Point::new(x.1, y.1, z.1) }
    }

    /// The box around the volume swept between two positions.
    pub fn swept(&self, from: &Point, to: &Point) -> Aabb {
        let own = self.bounds();
        let at = |p: &Point| Aabb { min: own.min + p.coords, max: own.max + p.coords };
        at(from).union(&at(to))
    }
}

/// Unit vector from the first end of a segment to the second, or zero. Scaled first, so that no square underflows.
pub fn axis([a, b]: &[Vector; 2]) -> Vector {
    let along = b - a;
    (along / along.amax()).try_normalize(0.0).unwrap_or_default()
}

/// The part of a vector across a unit vector.
pub fn across(v: &Vector, axis: &Vector) -> Vector {
    v - axis * v.dot(axis)
}

/// Length of the horizontal part of a vector. Computed from plain squares instead of by `hypot`, because they do not
/// overflow here.
pub fn level_length(v: &Vector) -> f64 {
    (v.x * v.x + v.z * v.z).sqrt()
}
