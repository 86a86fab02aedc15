//! Minkowski sums of a convex solid and a convex hull: their planes are of three kinds.
//!
//! A hull M at p shares a point with B if and only if p lies in B ⊕ (−M). A face of that sum comes from a face of B
//! with a corner, edge or face of M, from a face of M with a feature of B, or from an edge of B with an edge of M.
//! So the sum's planes have the normals of B, the reversed normals of M, or cross products of edges; the offset of
//! each plane is the sum of the two bodies' reaches along its normal.
//! Cost: all pairs of edges are examined once for each solid and hull; then each move tests one plane after the
//! other.

use std::collections::HashMap;

use super::features::Features;
use crate::geometry::{Mesh, Point, Vector};
use crate::level::brush::Brush;
use crate::level::mover::Mover;
use crate::level::plane::Plane;

/// A plane that touches the solid, and the mover's reach against it, metres.
pub type Reached = (Plane, f64);

/// Normals that differ by at most this count as equal.
const FLAT: f64 = 1e-14;

/// The planes of the sum other than the solid's own planes; `None` if rounding has separated corners that faces
/// share.
pub fn planes(brush: &Brush, features: &Features, mover: &Mover, hull: &Edged) -> Option<Vec<Reached>> {
    let mut normals: Vec<Vector> = hull.normals.iter().map(|n| -n).collect();
    for (along, sides) in edges(brush, features)? {
        for (other, turned) in &hull.edges {
            let cross: Vector = along.cross(other);
            let Some(normal) = cross.try_normalize(1e-12 * along.norm() * other.norm()) else { continue };
            for normal in [normal, -normal] {
                if is_between(&normal, &sides) && is_between(&-normal, turned) {
                    normals.push(normal);
                }
            }
        }
    }
    let reached = |normal: Vector| {
        let over = |p: &Point| normal.dot(&p.coords);
        let offset = features.corners.iter().map(over).fold(f64::NEG_INFINITY, f64::max);
        (Plane::new(normal, offset), mover.reach(&normal))
    };
    Some(normals.into_iter().map(reached).collect())
}

/// The normals and edges of a hull; each edge has its direction and the normals of its two faces.
pub struct Edged {
    normals: Vec<Vector>,
    edges: Vec<(Vector, [Vector; 2])>,
}

impl Edged {
    /// Collects normals and edges of a convex mesh; coplanar triangles count as one face.
    pub fn of(hull: &Mesh) -> Self {
        let (mut normals, mut edges) = (Vec::<Vector>::new(), Vec::new());
        let mut known: HashMap<[u32; 2], Vector> = HashMap::new();
        for (index, triangle) in hull.triangles().iter().enumerate() {
            let Some(normal) = hull.area_normal(index).try_normalize(0.0) else { continue };
            if normals.iter().all(|other| (other - normal).amax() > FLAT) {
                normals.push(normal);
            }
            for i in 0..3 {
                let [a, b] = [triangle[i], triangle[(i + 1) % 3]];
                match known.remove(&[b, a]) {
                    Some(other) if (other - normal).amax() > FLAT => {
                        let [a, b] = [a, b].map(|v| hull.vertices()[v as usize]);
                        edges.push((b - a, [normal, other]));
                    }
                    Some(_) => {}
                    None => {
                        known.insert([a, b], normal);
                    }
                }
            }
        }
        Self { normals, edges }
    }
}

/// The edges of a solid, each with its direction and the normals of its two faces. `None` if an edge has only one
/// face.
fn edges(brush: &Brush, features: &Features) -> Option<Vec<(Vector, [Vector; 2])>> {
    let mut known: HashMap<[u32; 2], Vector> = HashMap::new();
    let mut edges = Vec::new();
    for (face, plane) in features.faces.iter().zip(brush.planes()) {
        for (i, a) in face.iter().enumerate() {
            let b = face[(i + 1) % face.len()];
            match known.remove(&[b, *a]) {
                Some(other) => {
                    let along = features.corners[b as usize] - features.corners[*a as usize];
                    edges.push((along, [plane.normal, other]));
                }
                None => {
                    known.insert([*a, b], plane.normal);
                }
            }
        }
    }
    known.is_empty().then_some(edges)
}

/// True if a normal across an edge lies between the normals of the edge's two faces, up to rounding.
fn is_between(normal: &Vector, [a, b]: &[Vector; 2]) -> bool {
    // A normal between the two face normals is a combination of them with coefficients ≥ 0.
    let cosine = a.dot(b);
    let (x, y) = (a.dot(normal), b.dot(normal));
    x - cosine * y >= -1e-9 && y - cosine * x >= -1e-9
}
