//! The part of the car that collides with walls: the convex hull of its body, without wheels.

use std::sync::{Arc, LazyLock};

use super::car::{Car, HALF_BODY};
use crate::geometry::hull::convex_hull;
use crate::geometry::{Mesh, Point, Vector};

/// Corners count as equally far against a normal if their distances along the normal differ by less than this,
/// metres.
const AS_FAR: f64 = 0.05;

/// The hull in the car's own axes, relative to the centre of mass, metres.
static BODY: LazyLock<Arc<Mesh>> = LazyLock::new(|| {
    let [x, y, z] = HALF_BODY;
    // Height, half the width, rear end and front end of each ring of corners: the underside, shortened by the
    // overhangs, two rings of the body, and the roof.
    let rings = [
        [-0.65 * y, x, -0.8 * z, 0.8 * z],
        [-0.2 * y, x, -z, z],
        [0.45 * y, x, -z, z],
        [1.35 * y, 0.82 * x, -0.6 * z, 0.3 * z],
    ];
    let corners = rings.into_iter().flat_map(|[y, x, rear, front]| {
        [[-x, rear], [x, rear], [x, front], [-x, front]].map(|[x, z]| Point::new(x, y, z))
    });
    Arc::new(convex_hull(&corners.collect::<Vec<_>>()).expect("the corners enclose a volume"))
});

/// The hull of the car's body, relative to the centre of mass, in world axes, scaled by `scale`.
pub fn hull(car: &Car, scale: f64) -> Arc<Mesh> {
    let place = |p: &Point| Point::from(car.pose.rotation * (scale * p.coords));
    let corners = BODY.vertices().iter().map(place).collect();
    Arc::new(Mesh::new(corners, BODY.triangles().to_vec()).unwrap_or_else(|_| Mesh::clone(&BODY)))
}

/// The point of the body that touches an obstacle with this normal, relative to the centre of mass, in world axes,
/// metres: the mean of the corners that are farthest against the normal.
pub fn touched(car: &Car, normal: &Vector) -> Vector {
    let corners: Vec<Vector> = BODY.vertices().iter().map(|p| car.pose.rotation * p.coords).collect();
    let least = corners.iter().map(|p| normal.dot(p)).fold(f64::INFINITY, f64::min);
    let far: Vec<&Vector> = corners.iter().filter(|p| normal.dot(p) < least + AS_FAR).collect();
    far.iter().copied().sum::<Vector>() / far.len().max(1) as f64
}
