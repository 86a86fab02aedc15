//! Brushes: convex solids given by planes, as level designers draw them.

use super::plane::Plane;
use super::polygon::Polygon;
use crate::geometry::{Aabb, Point, Vector};

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
}

/// Lengths below this share of the level's size are rounding.
pub const ROUNDING: f64 = 1e-10;

impl Brush {
    /// The points behind all `planes`, and in `room`, beyond which brushes without end are cut off. `None` if nothing, or
    /// nothing thicker than rounding, is left.
    pub fn new(planes: &[Plane], room: &Aabb) -> Option<Self> {
        let (center, size) = (room.center(), room.extents().max());
        let tolerance = ROUNDING * size;
        let mut all: Vec<(Plane, bool)> = Vec::with_capacity(planes.len() + 6);
        for plane in planes {
            // The same plane twice would leave each of them without a face, or both with the same one.
            let same = |other: &&mut (Plane, bool)| (other.0.normal - plane.normal).amax() < 1e-12;
            match all.iter_mut().find(same) {
                Some((known, _)) => known.offset = known.offset.min(plane.offset),
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
        let brush = Self { faces, own, bounds };
        (brush.faces.len() >= 4 && brush.thickness() > 2.0 * tolerance).then_some(brush)
    }

    /// The box between two corners.
    pub fn planes_of_box(min: &Point, max: &Point) -> [Plane; 6] {
        around(&Aabb { min: *min, max: *max })
    }

    /// Its planes.
    pub fn planes(&self) -> impl Iterator<Item = &Plane> {
        self.faces.iter().map(|face| &face.plane)
    }

    /// Metres to the surface of its planes, negative inside: no more than the distance.
    pub fn depth(&self, p: &Point) -> f64 {
        self.planes().map(|plane| plane.distance(p)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// All corners; those that faces share are repeated.
    pub fn corners(&self) -> impl Iterator<Item = &Point> {
        self.faces.iter().flat_map(|face| &face.corners)
    }

    /// Least extent along the normals of its faces.
    fn thickness(&self) -> f64 {
        let along = |plane: &Plane| self.corners().map(|p| -plane.distance(p)).fold(0.0, f64::max);
        self.planes().map(along).fold(f64::INFINITY, f64::min)
    }
}

/// The planes of a box, solid inside.
fn around(room: &Aabb) -> [Plane; 6] {
    let [x, y, z] = [Vector::x(), Vector::y(), Vector::z()];
    let (min, max) = (room.min, room.max);
    [(x, max.x), (-x, -min.x), (y, max.y), (-y, -min.y), (z, max.z), (-z, -min.z)]
        .map(|(normal, offset)| Plane { normal, offset })
}

/// Drops corners that lie on the one before.
fn drop_repeated(corners: &mut Vec<Point>, tolerance: f64) {
    corners.dedup_by(|a, b| (*a - *b).amax() <= tolerance);
    while corners.len() > 1 && (corners[0] - corners[corners.len() - 1]).amax() <= tolerance {
        corners.pop();
    }
}
