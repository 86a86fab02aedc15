//! Convex polygons in a plane, and cutting them.

use super::plane::Plane;
use crate::geometry::{Aabb, Point, Vector};

/// A convex polygon, counter-clockwise seen from the front of its plane.
#[derive(Clone, Debug)]
pub struct Polygon {
    /// The polygon's original plane: cutting does not change it.
    pub plane: Plane,
    /// Three corners or more, metres.
    pub corners: Vec<Point>,
}

/// The position of a polygon relative to a plane.
pub enum Cut {
    /// In the plane, up to the tolerance.
    In,
    /// In front, or touching the plane from the front.
    Front,
    /// Behind, or touching the plane from behind.
    Back,
    /// On both sides: the parts in front and behind.
    Both(Polygon, Polygon),
}

impl Polygon {
    /// The square around the plane's point nearest to `center`, with half a side of `half` metres.
    pub fn square(plane: Plane, center: &Point, half: f64) -> Self {
        let [u, v] = plane.axes();
        let middle = center - plane.normal * plane.distance(center);
        let corner = |(x, y): (f64, f64)| middle + (u * x + v * y) * half;
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(corner).to_vec();
        Self { plane, corners }
    }

    /// Cuts along `plane`; points within `tolerance` metres of it count as in it.
    pub fn cut(&self, plane: &Plane, tolerance: f64) -> Cut {
        let distances: Vec<f64> = self.corners.iter().map(|p| plane.distance(p)).collect();
        let front = distances.iter().any(|d| *d > tolerance);
        let back = distances.iter().any(|d| *d < -tolerance);
        match (front, back) {
            (false, false) => Cut::In,
            (true, false) => Cut::Front,
            (false, true) => Cut::Back,
            (true, true) => {
                let (front, back) =
                    (self.part(&distances, 1.0, tolerance), self.part(&distances, -1.0, tolerance));
                match (front, back) {
                    (Some(front), Some(back)) => Cut::Both(front, back),
                    (Some(_), None) => Cut::Front,
                    (None, Some(_)) => Cut::Back,
                    (None, None) => Cut::In,
                }
            }
        }
    }

    /// The part of the polygon whose corners have `distances` of this sign (1 or −1) from the cutting plane; `None`
    /// if it has no area.
    fn part(&self, distances: &[f64], sign: f64, tolerance: f64) -> Option<Self> {
        let corners =
            clipped(&self.corners, |i| sign * distances[i], tolerance, |p, q, share| p + (q - p) * share);
        (corners.len() >= 3).then_some(Self { plane: self.plane, corners })
    }

    /// The part behind `plane`, if there is any.
    pub fn behind(self, plane: &Plane, tolerance: f64) -> Option<Self> {
        match self.cut(plane, tolerance) {
            Cut::Front => None,
            Cut::In | Cut::Back => Some(self),
            Cut::Both(_, back) => Some(back),
        }
    }

    /// The normal times twice the area, computed from the corners.
    pub fn area_normal(&self) -> Vector {
        let first = self.corners[0];
        let fan = self.corners[1..].windows(2).map(|two| (two[0] - first).cross(&(two[1] - first)));
        fan.sum()
    }

    /// The bounding box.
    pub fn bounds(&self) -> Aabb {
        Aabb::around(self.corners.iter().copied())
    }

    /// Estimated memory, bytes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.corners.len() * size_of::<Point>()
    }

    /// The polygon seen from the other side.
    pub fn flipped(mut self) -> Self {
        self.plane = self.plane.flipped();
        self.corners.reverse();
        self
    }
}

/// The corners of a convex polygon in front of a line or plane, up to the tolerance, and the points where sides cross
/// it: `between` two corners, by the share of the way (Sutherland and Hodgman 1974).
pub fn clipped<T: Copy>(
    corners: &[T],
    distance: impl Fn(usize) -> f64,
    tolerance: f64,
    between: impl Fn(T, T, f64) -> T,
) -> Vec<T> {
    let mut kept = Vec::with_capacity(corners.len() + 1);
    for (i, p) in corners.iter().enumerate() {
        let next = (i + 1) % corners.len();
        let (here, there) = (distance(i), distance(next));
        if here >= -tolerance {
            kept.push(*p);
        }
        if here > tolerance && there < -tolerance || here < -tolerance && there > tolerance {
            kept.push(between(*p, corners[next], here / (here - there)));
        }
    }
    kept
}
