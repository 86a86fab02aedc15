//! Picking: the body under the pointer, exact on the drawn triangles, in f64.

use crate::geometry::{Aabb, Point, Vector};
use crate::world::Body;

/// The body whose mesh a ray hits first. The direction need not have unit length; a ray that starts inside a body hits
/// it from inside.
pub fn pick(bodies: &[Body], origin: Point, direction: Vector) -> Option<usize> {
    pick_at(bodies, origin, direction).map(|(body, _)| body)
}

/// The body that a ray hits first, and the ray's parameter at the hit.
pub fn pick_at(bodies: &[Body], origin: Point, direction: Vector) -> Option<(usize, f64)> {
    pick_triangle(bodies, origin, direction).map(|hit| (hit.body, hit.along))
}

/// First hit of a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Index of the body.
    pub body: usize,
    /// Index of the triangle in its mesh.
    pub triangle: usize,
    /// Position of the hit on the ray: it is at `origin + along · direction`.
    pub along: f64,
}

/// The body that a ray hits first, with the triangle of its mesh.
pub fn pick_triangle(bodies: &[Body], origin: Point, direction: Vector) -> Option<Hit> {
    let mut nearest: Option<Hit> = None;
    let limit = |nearest: &Option<Hit>| nearest.map_or(f64::INFINITY, |hit| hit.along);
    for (index, body) in bodies.iter().enumerate() {
        // Transform to the body's own frame; a rigid motion keeps the ray's parameter.
        let origin = body.pose.inverse_transform_point(&origin);
        let direction = body.pose.inverse_transform_vector(&direction);
        if !reaches_box(&body.shape.local_aabb(), origin, direction, limit(&nearest)) {
            continue;
        }
        let mesh = body.shape.mesh();
        for triangle in 0..mesh.triangles().len() {
            if let Some(along) = hit(mesh.corners(triangle), origin, direction)
                && along < limit(&nearest)
            {
                nearest = Some(Hit { body: index, triangle, along });
            }
        }
    }
    nearest
}

/// Whether the ray meets the box before `limit`, by intersecting the slabs with a small tolerance.
fn reaches_box(aabb: &Aabb, origin: Point, direction: Vector, limit: f64) -> bool {
    let slack = 1e-9 * aabb.extents().max();
    let (mut enter, mut leave) = (0.0_f64, limit);
    for axis in 0..3 {
        let (low, high) = (aabb.min[axis] - slack - origin[axis], aabb.max[axis] + slack - origin[axis]);
        if direction[axis] == 0.0 {
            if low > 0.0 || high < 0.0 {
                return false;
            }
            continue;
        }
        let (a, b) = (low / direction[axis], high / direction[axis]);
        enter = enter.max(a.min(b));
        leave = leave.min(a.max(b));
    }
    enter <= leave
}

/// The ray's parameter at its intersection with a triangle, from either side (Möller and Trumbore 1997).
/// Edges have a small tolerance, so that no ray slips through between two triangles.
fn hit([p, q, r]: [Point; 3], origin: Point, direction: Vector) -> Option<f64> {
    const SLACK: f64 = 1e-9;
    let (e1, e2) = (q - p, r - p);
    let across = direction.cross(&e2);
    let determinant = e1.dot(&across);
    if determinant == 0.0 {
        return None;
    }
    let from_p = origin - p;
    let u = from_p.dot(&across) / determinant;
    let turned = from_p.cross(&e1);
    let v = direction.dot(&turned) / determinant;
    let t = e2.dot(&turned) / determinant;
    (u >= -SLACK && v >= -SLACK && u + v <= 1.0 + SLACK && t >= 0.0).then_some(t)
}
