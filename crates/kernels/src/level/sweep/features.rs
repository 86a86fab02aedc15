//! Contacts with one face, edge or corner of a convex solid, in closed form.

use super::contact::{Hit, Move};
use super::interval::Interval;
use crate::geometry::{Point, Vector};
use crate::level::brush::{Brush, FINE};
use crate::level::mover::Mover;

/// The distinct corners and edges of a convex solid.
pub struct Features {
    /// The corners.
    pub corners: Vec<Point>,
    /// The edges by their corners, smaller index first.
    pub edges: Vec<[u32; 2]>,
    /// The faces by their corners, in order.
    pub faces: Vec<Vec<u32>>,
    /// Whether every edge lies between two faces. Rounding may separate faces that are almost parallel.
    pub is_closed: bool,
    /// Whether no edge or corner is as sharp as [`SHARP`]. Then the solid grown by a skin extends hardly farther
    /// than the skin's thickness.
    pub is_blunt: bool,
}

/// A point where a mover touches a solid.
#[derive(Clone, Copy, Debug)]
pub struct Contact {
    /// The point of the solid.
    pub point: Point,
    /// True if only one plane through it parts the two: then a mover that approaches this plane enters the solid.
    pub has_one_plane: bool,
}

/// Cosine of 0.02, the angle below which edges and corners count as sharp.
const SHARP: f64 = 1.0 - 2e-4;

impl Features {
    /// Collects the features of a brush.
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
        // Every edge of a face, once in each direction, with the face.
        let around = |(index, face): (usize, &Vec<u32>)| -> Vec<([u32; 2], usize)> {
            let next = face.iter().cycle().skip(1);
            face.iter().zip(next).map(|(a, b)| ([*a, *b], index)).collect()
        };
        let mut ways: Vec<([u32; 2], usize)> = faces.iter().enumerate().flat_map(around).collect();
        ways.sort_unstable();
        let back = |[a, b]: [u32; 2]| ways.binary_search_by(|(way, _)| way.cmp(&[b, a])).ok();
        let is_closed = ways.windows(2).all(|two| two[0].0 != two[1].0)
            && ways.iter().all(|(way, _)| back(*way).is_some());
        let normal = |face: usize| &brush.faces[face].plane.normal;
        let is_sharp_edge = |(way, face): &([u32; 2], usize)| {
            back(*way).is_none_or(|other| normal(*face).dot(normal(ways[other].1)) < -SHARP)
        };
        let is_sharp_corner = |corner: usize| {
            let from = ways.iter().filter(|([a, _], _)| *a as usize == corner);
            let along: Vec<_> =
                from.map(|([a, b], _)| (corners[*b as usize] - corners[*a as usize]).normalize()).collect();
            let middle = along.iter().sum::<Vector>().normalize();
            along.iter().all(|edge| edge.dot(&middle) > SHARP)
        };
        let is_blunt = !ways.iter().any(is_sharp_edge) && !(0..corners.len()).any(is_sharp_corner);
        let mut edges: Vec<[u32; 2]> = ways.iter().map(|([a, b], _)| [*a.min(b), *a.max(b)]).collect();
        edges.sort_unstable();
        edges.dedup();
        Self { corners, edges, faces, is_closed, is_blunt }
    }
}

/// The contact with the face whose plane is reached last. `None` if none of the points with which the mover touches
/// the plane lies inside the face, more than `margin` metres from its edges: only then is it certain that this plane
/// is the last. During `times` the mover overlaps all half-spaces; plane indices are face indices.
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

/// The first contact with an edge or a corner, for a sphere that starts outside, and its place.
pub fn of_sphere(features: &Features, a_move: &Move, radius: f64) -> Option<(Hit, Contact)> {
    let (from, path) = (a_move.from, a_move.path());
    let mut best: Option<(Hit, Contact)> = None;
    let mut offer = |time: f64, nearest: Point| {
        if (0.0..=1.0).contains(&time) && best.is_none_or(|(best, _)| time < best.time) {
            let normal = (from + path * time - nearest).normalize();
            best = Some((
                Hit { time, normal, plane: None, cell: None, inside: false },
                Contact { point: nearest, has_one_plane: true },
            ));
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

/// The time at which a point that moves by `path` from outside enters the ball of this radius around the origin.
pub fn enters(from: Vector, path: Vector, radius: f64) -> Option<f64> {
    let (a, b) = (path.norm_squared(), from.dot(&path));
    let c = (from.norm() - radius) * (from.norm() + radius);
    if b >= 0.0 || c < 0.0 {
        return None;
    }
    // Uses the line's distance from the origin, because the discriminant b² − a c would suffer from rounding.
    let aside = (from - path * (b / a)).norm();
    let under = (radius - aside) * (radius + aside);
    (under > 0.0).then(|| c / (-b + (a * under).sqrt()))
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
