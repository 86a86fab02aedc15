//! Brushes: convex solids given by planes, as level designers draw them.
//!
//! The *room* of a brush is the box in which it is computed. It cuts off a brush that is unbounded.

use super::plane::{Plane, sum};
use super::polygon::Polygon;
use crate::geometry::{Aabb, Point, Vector};
use nalgebra::Matrix3;

/// A convex solid: the points behind all its planes. Its volume is positive.
#[derive(Clone, Debug)]
pub struct Brush {
    /// The faces of the brush, each with its plane; planes without a face are left out. An unbounded brush also has
    /// faces on the sides of its room.
    pub faces: Vec<Polygon>,
    /// For each face, true if it lies in one of the brush's own planes, false if it lies in a side of the room.
    pub own: Vec<bool>,
    /// The bounding box.
    pub bounds: Aabb,
    /// All given planes of an unbounded brush; empty for a bounded brush, whose planes are those of its faces.
    pub endless: Vec<Plane>,
    /// Planes of a bounded brush that cut off less than the rounding error and so have no face; they can still
    /// stop movers much smaller than the brush.
    pub faceless: Vec<Plane>,
}

/// A tree treats lengths below this share of the level's size as rounding errors.
pub const ROUNDING: f64 = 1e-10;
/// A brush that is computed alone has coordinates no larger than its room, so each is rounded by at most about 1e-16
/// of the room's size. Lengths below this share of the room's size count as rounding errors: a corner is off by a
/// multiple of 1e-16.
pub const FINE: f64 = 1e-14;
/// Sizes of the rooms in which a brush is computed to find out whether it is bounded, as multiples of the largest
/// distance of a plane from the brush's middle. A brush that reaches beyond the last room counts as unbounded.
const ROOMS: [f64; 3] = [4.0, 256.0, 65536.0];
/// A plane whose distance from a brush exceeds this share of the brush's size cuts nothing off, even after rounding.
const APART: f64 = 1e-9;
/// Three planes are almost parallel to a common line if the parallelepiped of their unit normals has less volume
/// than this.
const BLUNT: f64 = 0.1;

/// The extent of a solid: the intersection of the half-spaces behind given planes.
#[derive(Clone, Debug)]
pub enum Extent {
    /// A bounded brush, without faces of a room, in coordinates relative to its middle; the second value is the
    /// middle.
    Bounded(Brush, Point),
    /// The intersection extends beyond the largest of the rooms.
    Endless,
    /// The intersection is empty, or no thicker than rounding errors.
    Nothing,
}

impl Brush {
    /// The points behind all `planes` that lie in `room`, which cuts off unbounded brushes. Lengths below `rounding`
    /// times the room's size count as zero. `None` if the brush is no thicker than such a length.
    pub fn new(planes: &[Plane], room: &Aabb, rounding: f64) -> Option<Self> {
        let (center, size) = (room.center(), room.extents().max());
        let tolerance = rounding * size;
        let mut all: Vec<(Plane, bool)> = Vec::with_capacity(planes.len() + 6);
        for plane in planes {
            // Only one of several equal planes is used: two would either both get the same face or both get none.
            let same = |other: &&mut (Plane, bool)| (other.0.normal - plane.normal).amax() <= 0.01 * rounding;
            match all.iter_mut().find(same) {
                Some((known, _)) if known.offset <= plane.offset => {}
                Some((known, _)) => *known = *plane,
                None => all.push((*plane, true)),
            }
        }
        all.extend(around(room).map(|plane| (plane, false)));
        let (mut faces, mut own) = (Vec::new(), Vec::new());
        for (i, (plane, is_own)) in all.iter().enumerate() {
            let square = Polygon::square(*plane, &center, 4.0 * size);
            let mut others = all.iter().enumerate().filter(|(j, _)| *j != i);
            let face = others.try_fold(square, |face, (_, (other, _))| face.behind(other, 0.1 * tolerance));
            let Some(mut face) = face else { continue };
            drop_repeated(&mut face.corners, tolerance);
            if face.corners.len() >= 3 {
                faces.push(face);
                own.push(*is_own);
            }
        }
        let bounds = Aabb::around(faces.iter().flat_map(|face| face.corners.iter().copied()));
        let brush = Self { faces, own, bounds, endless: vec![], faceless: vec![] };
        (brush.faces.len() >= 4 && brush.thickness() > 2.0 * tolerance).then_some(brush)
    }

    /// The points behind all `planes`. The precision does not depend on other brushes or on the position of the
    /// origin.
    pub fn alone(planes: &[Plane]) -> Extent {
        let (mut middle, is_limited) = middle(planes);
        let near: Vec<Plane> = planes.iter().map(|plane| plane.seen_from(&middle)).collect();
        let size = near.iter().map(|plane| plane.offset.abs()).fold(f64::MIN_POSITIVE, f64::max);
        let rooms = ROOMS.map(|far| Aabb::cube(Point::origin(), far * size));
        let mut found = rooms.iter().filter_map(|room| Self::new(&near, room, FINE)).peekable();
        if found.peek().is_none() {
            return Extent::Nothing;
        }
        let found = found.find(|brush| is_limited && brush.own.iter().all(|own| *own));
        let Some(found) = found else { return Extent::Endless };
        // The brush is computed a second time, around its own middle and in a room of its own size, for full
        // precision.
        middle += found.bounds.center().coords;
        let planes: Vec<Plane> = planes.iter().map(|plane| plane.seen_from(&middle)).collect();
        let room = Aabb::cube(Point::origin(), found.bounds.extents().max());
        let size = room.extents().max();
        let Some(brush) = Self::new(&planes, &room, FINE) else { return Extent::Nothing };
        let mut brush = brush.sharpened(FINE * size);
        let is_faceless = |plane: &Plane| {
            let is_near = |p: &Point| plane.distance(p) > -APART * size;
            brush.planes().all(|face| face != plane) && brush.corners().any(is_near)
        };
        brush.faceless = planes.into_iter().filter(is_faceless).collect();
        Extent::Bounded(brush, middle)
    }

    /// Recomputes each corner as the common point of its planes, so that all faces with this corner have exactly the
    /// same coordinates. (Cutting one face after the other rounds each copy of a corner differently where planes are
    /// almost parallel.) `rounding` is the largest distance, in metres, of a corner from the planes that meet there.
    pub fn sharpened(mut self, rounding: f64) -> Self {
        let planes: Vec<Plane> = self.planes().copied().collect();
        let near = 8.0 * rounding;
        for p in self.faces.iter_mut().flat_map(|face| &mut face.corners) {
            let at_it: Vec<&Plane> = planes.iter().filter(|plane| plane.distance(p).abs() <= near).collect();
            *p = sharp(&at_it, near).unwrap_or(*p);
        }
        for face in &mut self.faces {
            drop_repeated(&mut face.corners, 0.0);
        }
        self.bounds = Aabb::around(self.corners().copied());
        self
    }

    /// The planes of the box between two corners.
    pub fn planes_of_box(min: &Point, max: &Point) -> [Plane; 6] {
        around(&Aabb { min: *min, max: *max })
    }

    /// Planes of the faces.
    pub fn planes(&self) -> impl Iterator<Item = &Plane> {
        self.faces.iter().map(|face| &face.plane)
    }

    /// The planes that were given for the brush, without the sides of its room.
    pub fn given(&self) -> impl Iterator<Item = &Plane> {
        let has_end = self.endless.is_empty();
        let own = self.planes().zip(&self.own).filter(move |(_, own)| has_end && **own);
        own.map(|(plane, _)| plane).chain(&self.faceless).chain(&self.endless)
    }

    /// The largest signed distance of the point from a plane, metres, negative inside: a lower bound of the
    /// point's distance from the brush.
    pub fn depth(&self, p: &Point) -> f64 {
        self.planes().map(|plane| plane.distance(p)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The corners of all faces, so that a shared corner is repeated for every face.
    pub fn corners(&self) -> impl Iterator<Item = &Point> {
        self.faces.iter().flat_map(|face| &face.corners)
    }

    /// The smallest extent of the brush along the normal of one of its faces, metres.
    pub fn thickness(&self) -> f64 {
        let along = |plane: &Plane| self.corners().map(|p| -plane.distance(p)).fold(0.0, f64::max);
        self.planes().map(along).fold(f64::INFINITY, f64::min)
    }

    /// Converts the brush from coordinates relative to `middle` to coordinates relative to `origin`. The vector from
    /// `middle` to `origin` is not exact in floating point, so the planes are moved by the rounded vector and then
    /// by its rounding error.
    pub fn seen_from(mut self, middle: &Point, origin: &Point) -> Self {
        let (by, rest) = sum(&origin.coords, &-middle.coords);
        let moved = |plane: &Plane| plane.seen_from(&by.into()).seen_from(&rest.into());
        let placed = |p: Point| p - by - rest;
        for face in &mut self.faces {
            face.plane = moved(&face.plane);
            face.corners.iter_mut().for_each(|p| *p = placed(*p));
        }
        self.faceless.iter_mut().chain(&mut self.endless).for_each(|plane| *plane = moved(plane));
        self.bounds = Aabb { min: placed(self.bounds.min), max: placed(self.bounds.max) };
        self
    }
}

/// A solid counts as unbounded along a direction d if all its planes are almost parallel to d: the root mean square
/// of n · d over their unit normals n is below 1/√`FLAT`.
const FLAT: f64 = 1e9;

/// The point with the least sum of squared distances from the planes, which lies near the corners of a bounded
/// solid; and whether the planes bound the solid in every direction. For an unbounded solid the point stays near the
/// origin.
fn middle(planes: &[Plane]) -> (Point, bool) {
    let count = planes.len() as f64;
    let normals: Matrix3<f64> = planes.iter().map(|plane| plane.normal * plane.normal.transpose()).sum();
    let inverse_of = |normals: Matrix3<f64>| normals.try_inverse().unwrap_or_else(Matrix3::zeros);
    let inverse = inverse_of(normals);
    let spread = inverse.norm() * count;
    let is_limited = spread > 0.0 && spread <= FLAT;
    let inverse =
        if is_limited { inverse } else { inverse_of(normals + Matrix3::identity() * (count / FLAT)) };
    let mut middle = Point::origin();
    for _ in 0..3 {
        let off = |plane: &Plane| plane.normal * plane.seen_from(&middle).offset;
        middle += inverse * planes.iter().map(off).sum::<Vector>();
    }
    (middle, is_limited)
}

/// The six planes of the room; the inside of the room lies behind them.
fn around(room: &Aabb) -> [Plane; 6] {
    let [x, y, z] = [Vector::x(), Vector::y(), Vector::z()];
    let (min, max) = (room.min, room.max);
    [(x, max.x), (-x, -min.x), (y, max.y), (-y, -min.y), (z, max.z), (-z, -min.z)]
        .map(|(normal, offset)| Plane::new(normal, offset))
}

/// The point where the planes meet: computed from three of them, and at most `near` metres in front of any of them.
/// `None` if there is no such point, or if there are only three planes, far from parallel: then the known corner is
/// already exact.
fn sharp(planes: &[&Plane], near: f64) -> Option<Point> {
    let mut threes = Vec::new();
    for (i, a) in planes.iter().enumerate() {
        for (j, b) in planes.iter().enumerate().skip(i + 1) {
            let across = a.normal.cross(&b.normal);
            threes.extend(planes[j + 1..].iter().map(|c| (across.dot(&c.normal).abs(), [*a, *b, *c])));
        }
    }
    threes.sort_by(|a, b| b.0.total_cmp(&a.0));
    if planes.len() == 3 && threes[0].0 >= BLUNT {
        return None;
    }
    let points = threes.iter().take(4).filter_map(|(_, three)| Plane::meet(*three));
    points.into_iter().find(|p| planes.iter().all(|plane| plane.distance(p) <= near))
}

/// Removes each corner that coincides with the previous corner.
fn drop_repeated(corners: &mut Vec<Point>, tolerance: f64) {
    corners.dedup_by(|a, b| (*a - *b).amax() <= tolerance);
    while corners.len() > 1 && (corners[0] - corners[corners.len() - 1]).amax() <= tolerance {
        corners.pop();
    }
}
