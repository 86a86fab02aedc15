//! Bevel planes: additional planes around a convex solid that cut off the excess of shifted planes beyond its
//! edges.

use crate::geometry::{Point, Vector};
use crate::level::brush::Brush;
use crate::level::plane::Plane;
use crate::level::polygon::Polygon;

/// Rule that selects the edges of a cell that get a bevel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Edges whose exterior angle, the angle between the faces' normals, exceeds 90°: as published.
    Published,
    /// All edges.
    AllEdges,
}

/// Place of the bevels in memory. The contacts are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// In lists, one per solid leaf.
    Leaves,
    /// In nodes of a second tree.
    Nodes,
}

/// Faces count as coplanar if the cosine between their normals exceeds this.
const FLAT: f64 = 1.0 - 1e-9;
/// Below this cosine two normals are opposite, and no plane lies half-way between the faces.
const OPPOSITE: f64 = -1.0 + 1e-9;

/// A plane along each edge selected by the rule, half-way between the two faces.
pub fn of(solid: &Brush, rule: Rule) -> Vec<Plane> {
    let sharpest = match rule {
        Rule::Published => -1e-9,
        Rule::AllEdges => FLAT,
    };
    let mut planes = Vec::new();
    for (i, a) in solid.faces.iter().enumerate() {
        for b in &solid.faces[..i] {
            let cosine = a.plane.normal.dot(&b.plane.normal);
            if (OPPOSITE..sharpest).contains(&cosine) && shared_edge(a, b).is_some() {
                planes.push(touching(solid, (a.plane.normal + b.plane.normal).normalize()));
            }
        }
    }
    planes
}

/// The planes that Quake III adds to a brush: the faces of its box, and, for each edge, the planes through
/// the edge that are parallel to an axis.
pub fn axial(solid: &Brush) -> Vec<Plane> {
    let axes = [Vector::x(), Vector::y(), Vector::z()];
    let mut normals: Vec<Vector> = solid.planes().map(|plane| plane.normal).collect();
    let own = normals.len();
    let mut planes = Vec::new();
    let mut add = |normal: Vector| {
        if normals.iter().all(|known| known.dot(&normal) < FLAT) {
            normals.push(normal);
            planes.push(touching(solid, normal));
        }
    };
    axes.iter().flat_map(|axis| [*axis, -axis]).for_each(&mut add);
    for (i, a) in solid.faces.iter().enumerate() {
        for b in &solid.faces[..i] {
            let Some(edge) = shared_edge(a, b) else { continue };
            for axis in axes {
                let Some(across) = edge.cross(&axis).try_normalize(0.5 * edge.norm()) else { continue };
                for normal in [across, -across] {
                    // The plane must touch the solid at the edge only, so its normal must lie between the
                    // normals of the two faces.
                    let between = normal.dot(&a.plane.normal) > 0.0 || normal.dot(&b.plane.normal) > 0.0;
                    let plane = touching(solid, normal);
                    if between && on_edge(&plane, a, b) {
                        add(normal);
                    }
                }
            }
        }
    }
    debug_assert!(planes.len() + own == normals.len());
    planes
}

/// The plane with this normal that touches the solid from outside.
fn touching(solid: &Brush, normal: Vector) -> Plane {
    let offset = solid.corners().map(|p| normal.dot(&p.coords)).fold(f64::NEG_INFINITY, f64::max);
    Plane::new(normal, offset)
}

/// The vector between the ends of the common edge of two faces.
fn shared_edge(a: &Polygon, b: &Polygon) -> Option<Vector> {
    let mut ends = shared(a, b);
    let (first, last) = (ends.next()?, ends.last()?);
    Some(last - first)
}

/// The corners that both faces share.
fn shared<'a>(a: &'a Polygon, b: &'a Polygon) -> impl Iterator<Item = Point> + 'a {
    let size = a.bounds().extents().max().max(b.bounds().extents().max());
    a.corners.iter().copied().filter(move |p| b.corners.iter().any(|q| (p - q).amax() <= 1e-7 * size))
}

/// True if the plane contains the common edge of the two faces.
fn on_edge(plane: &Plane, a: &Polygon, b: &Polygon) -> bool {
    let size = a.bounds().extents().max();
    shared(a, b).all(|p| plane.distance(&p).abs() <= 1e-7 * size)
}
