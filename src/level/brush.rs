//! Brushes: convex solids given by planes, as level designers draw them.

use super::plane::{Plane, sum};
use super::polygon::Polygon;
use crate::geometry::{Aabb, Point, Vector};
use nalgebra::Matrix3;

/// A convex solid: all points behind all its planes. It has a volume.
#[derive(Clone, Debug)]
pub struct Brush {
    /// The planes that bound it; no other one touches it. A brush without end is bounded by the room that it was made in,
    /// too.
    pub faces: Vec<Polygon>,
    /// For each face whether it is one of the brush's own, not one of the room's.
    pub own: Vec<bool>,
    /// The box around it.
    pub bounds: Aabb,
    /// All planes of a brush without end, as they were given; empty for any other, whose faces have them.
    pub endless: Vec<Plane>,
    /// Planes of a brush with an end that cut less off it than rounding of its size. A mover that is much smaller meets them.
    pub faceless: Vec<Plane>,
}

/// Lengths below this share of the level's size are rounding to a tree.
pub const ROUNDING: f64 = 1e-10;
/// Lengths below this share of its room are rounding where a brush is cut out alone: coordinates from −1 to 1 are off by
/// 1e-16, and a corner by some of that.
pub const FINE: f64 = 1e-14;
/// Rooms in which the ends of a brush are looked for, in distances of its planes from its middle: what reaches beyond the
/// last has no end.
const ROOMS: [f64; 3] = [4.0, 256.0, 65536.0];
/// Planes that stay farther than this share of a brush's size from it cut nothing off it, whatever is rounded.
const APART: f64 = 1e-9;
/// Three planes whose normals span less than this are all but parallel to a line.
const BLUNT: f64 = 0.1;

/// What lies behind some planes.
#[derive(Clone, Debug)]
pub enum Extent {
    /// A brush with an end on all sides, its planes alone, in coordinates that begin at its middle.
    Bounded(Brush, Point),
    /// It reaches farther than any room.
    Endless,
    /// Nothing, or nothing thicker than rounding.
    Nothing,
}

impl Brush {
    /// The points behind all `planes`, and in `room`, beyond which brushes without end are cut off. Distances below
    /// `rounding` of the room's size count as none. `None` if nothing thicker than that is left.
    pub fn new(planes: &[Plane], room: &Aabb, rounding: f64) -> Option<Self> {
        let (center, size) = (room.center(), room.extents().max());
        let tolerance = rounding * size;
        let mut all: Vec<(Plane, bool)> = Vec::with_capacity(planes.len() + 6);
        for plane in planes {
            // The same plane twice would leave each of them without a face, or both with the same one.
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

    /// The points behind all `planes`, whatever else there is and wherever the origin lies.
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
        // Once more from its own middle, in a room of its own size.
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

    /// The same brush with its corners to the last digit, each the same on all its faces: where planes are all but parallel,
    /// cutting one face after the other leaves the corner of each somewhere else. Corners lie in their planes up to `rounding`.
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

    /// The box between two corners.
    pub fn planes_of_box(min: &Point, max: &Point) -> [Plane; 6] {
        around(&Aabb { min: *min, max: *max })
    }

    /// Its planes.
    pub fn planes(&self) -> impl Iterator<Item = &Plane> {
        self.faces.iter().map(|face| &face.plane)
    }

    /// The planes that it was made of, without those of the room: what has no end goes on beyond that.
    pub fn given(&self) -> impl Iterator<Item = &Plane> {
        let has_end = self.endless.is_empty();
        let own = self.planes().zip(&self.own).filter(move |(_, own)| has_end && **own);
        own.map(|(plane, _)| plane).chain(&self.faceless).chain(&self.endless)
    }

    /// Metres to the surface of its planes, negative inside: no more than the distance.
    pub fn depth(&self, p: &Point) -> f64 {
        self.planes().map(|plane| plane.distance(p)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// All corners; those that faces share are repeated.
    pub fn corners(&self) -> impl Iterator<Item = &Point> {
        self.faces.iter().flat_map(|face| &face.corners)
    }

    /// Least extent along the normals of its faces, metres.
    pub fn thickness(&self) -> f64 {
        let along = |plane: &Plane| self.corners().map(|p| -plane.distance(p)).fold(0.0, f64::max);
        self.planes().map(along).fold(f64::INFINITY, f64::min)
    }

    /// The same brush in coordinates that begin at `origin` instead of at `middle`, both in the same ones. The difference has
    /// more digits than a coordinate: planes are moved by all of it.
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

/// Solids whose planes are all upright to a direction, up to one over the root of this, are taken for endless along it.
const FLAT: f64 = 1e9;

/// The point from which the squares of the distances to the planes add up to least: of a solid with an end, it lies among
/// its corners or near them. And whether the planes limit it along every direction: otherwise it stays near the origin.
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

/// The planes of a box, solid inside.
fn around(room: &Aabb) -> [Plane; 6] {
    let [x, y, z] = [Vector::x(), Vector::y(), Vector::z()];
    let (min, max) = (room.min, room.max);
    [(x, max.x), (-x, -min.x), (y, max.y), (-y, -min.y), (z, max.z), (-z, -min.z)]
        .map(|(normal, offset)| Plane::new(normal, offset))
}

/// The point in which these planes meet up to `near` metres, where it is not known well without it.
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

/// Drops corners that lie on the one before.
fn drop_repeated(corners: &mut Vec<Point>, tolerance: f64) {
    corners.dedup_by(|a, b| (*a - *b).amax() <= tolerance);
    while corners.len() > 1 && (corners[0] - corners[corners.len() - 1]).amax() <= tolerance {
        corners.pop();
    }
}
