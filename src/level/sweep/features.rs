//! Contacts with one face, edge or corner of a convex solid, in closed form; and movers and solids as shapes whose distance can
//! be computed.

use std::sync::Arc;

use super::contact::{Hit, Move};
use super::interval::Interval;
use crate::geometry::{Mesh, Point, Pose, Shape, Vector};
use crate::level::brush::{Brush, FINE};
use crate::level::mover::Mover;
use crate::world::Body;

/// A convex solid, and its corners and edges, each once.
pub struct Features {
    /// The corners.
    pub corners: Vec<Point>,
    /// The edges by their corners, smaller index first.
    pub edges: Vec<[u32; 2]>,
    /// The faces by their corners, in their order.
    pub faces: Vec<Vec<u32>>,
}

impl Features {
    /// Of a brush.
    pub fn of(brush: &Brush) -> Self {
        let same = 2.0 * FINE * brush.bounds.extents().max();
        let mut corners: Vec<Point> = Vec::new();
        let mut faces = Vec::with_capacity(brush.faces.len());
        for face in &brush.faces {
            let mut indices: Vec<u32> = Vec::with_capacity(face.corners.len());
            for p in &face.corners {
                let known = corners.iter().position(|q| (p - q).amax() <= same);
                let index = known.unwrap_or_else(|| {
                    corners.push(*p);
                    corners.len() - 1
                }) as u32;
                if indices.last() != Some(&index) && indices.first() != Some(&index) {
                    indices.push(index);
                }
            }
            faces.push(indices);
        }
        let around = |face: &Vec<u32>| -> Vec<[u32; 2]> {
            let next = face.iter().cycle().skip(1);
            face.iter().zip(next).map(|(a, b)| [*a.min(b), *a.max(b)]).collect()
        };
        let mut edges: Vec<[u32; 2]> = faces.iter().flat_map(around).collect();
        edges.sort_unstable();
        edges.dedup();
        Self { corners, edges, faces }
    }
}

/// The contact with the face that the mover comes to last of the brush's planes, if a point with which it touches that
/// plane lies within the face by more than `margin` metres: no plane can then be met later. `times` are those in which the
/// mover overlaps all half-spaces, with planes by the index of their face.
pub fn with_face(brush: &Brush, times: &Interval, a_move: &Move, margin: f64) -> Option<Hit> {
    let hit = times.hit(None).filter(|hit| !hit.inside)?;
    let met = hit.plane? as usize;
    let place = a_move.from + a_move.path() * hit.time;
    let within = |p: &Vector| {
        let p = place + p;
        brush.planes().enumerate().all(|(i, plane)| i == met || plane.distance(&p) < -margin)
    };
    let is_face = match &a_move.mover {
        Mover::Point => true,
        mover => mover.farthest_against(&hit.normal, 1e-12).iter().any(within),
    };
    is_face.then_some(Hit { plane: None, ..hit })
}

/// The contact of a sphere, which begins outside, with an edge or a corner: the first of all.
pub fn of_sphere(features: &Features, a_move: &Move, radius: f64) -> Option<Hit> {
    let (from, path) = (a_move.from, a_move.path());
    let mut best: Option<Hit> = None;
    let mut offer = |time: f64, nearest: Point| {
        if (0.0..=1.0).contains(&time) && best.is_none_or(|best| time < best.time) {
            let normal = (from + path * time - nearest).normalize();
            best = Some(Hit { time, normal, plane: None, cell: None, inside: false });
        }
    };
    for corner in &features.corners {
        if let Some(time) = enters(from - corner, path, radius) {
            offer(time, *corner);
        }
    }
    for [a, b] in &features.edges {
        let [a, b] = [a, b].map(|i| features.corners[*i as usize]);
        let along = (b - a).normalize();
        let across = |v: Vector| v - along * along.dot(&v);
        let Some(time) = enters(across(from - a), across(path), radius) else { continue };
        let at = along.dot(&(from + path * time - a));
        if at > 0.0 && at < (b - a).norm() {
            offer(time, a + along * at);
        }
    }
    best
}

/// When a point that moves by `path` comes within `radius` of the origin, from outside.
pub fn enters(from: Vector, path: Vector, radius: f64) -> Option<f64> {
    let (a, b) = (path.norm_squared(), from.dot(&path));
    let c = (from.norm() - radius) * (from.norm() + radius);
    if b >= 0.0 || c < 0.0 {
        return None;
    }
    // How near the line comes: not from b² − a c, which rounding may spoil.
    let aside = (from - path * (b / a)).norm();
    let under = (radius - aside) * (radius + aside);
    (under > 0.0).then(|| c / (-b + (a * under).sqrt()))
}

/// A mover as a shape.
pub struct MoverShape {
    /// In its own coordinates.
    pub shape: Arc<Shape>,
    /// Where its origin is from the reference point.
    pub shift: Vector,
}

impl MoverShape {
    /// The mover where a move begins, and a solid.
    pub fn bodies(&self, a_move: &Move, solid: Arc<Shape>) -> [Body; 2] {
        let place = a_move.from + self.shift;
        let place = Pose::from_parts(place.into(), nalgebra::UnitQuaternion::identity());
        [Body::at_rest(self.shape.clone(), place), Body::at_rest(solid, Pose::identity())]
    }
}

/// The solid as a shape; its faces share their corners.
pub fn shape(features: &Features) -> Option<Arc<Shape>> {
    let fan = |face: &Vec<u32>| -> Vec<[u32; 3]> {
        face.windows(2).skip(1).map(|two| [face[0], two[0], two[1]]).collect()
    };
    let triangles = features.faces.iter().flat_map(fan).collect();
    Mesh::new(features.corners.clone(), triangles).ok().map(|mesh| Arc::new(Shape::polyhedron(mesh)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_comes_within_a_radius_when_it_should() {
        let at = |x: f64, y: f64| Vector::new(x, y, 0.0);
        assert_eq!(enters(at(-3.0, 0.0), at(4.0, 0.0), 1.0), Some(0.5));
        assert_eq!(enters(at(-3.0, 1.5), at(4.0, 0.0), 1.0), None);
        assert_eq!(enters(at(3.0, 0.0), at(4.0, 0.0), 1.0), None);
        let time = enters(at(-3.0, 0.6), at(4.0, 0.0), 1.0).unwrap();
        assert!((time - (3.0 - 0.8) / 4.0).abs() < 1e-15);
    }
}
