//! The measurements on which the proofs rest: the extent of a solid along a direction, and a ball inside it.
//!
//! Independent of [`Shape::support`](crate::geometry::Shape::support), which the tested methods use.

use crate::geometry::{Point, Shape, Solid, Vector};
use crate::world::Body;

/// The largest `n · p` over the points p of the solid, in its own coordinates; in metres if `n` has unit
/// length.
pub fn reach(shape: &Shape, n: &Vector) -> f64 {
    let across = n.x.hypot(n.z);
    match shape.solid() {
        Solid::Ball { radius } => radius * n.norm(),
        Solid::Cuboid { half_extents } => half_extents.dot(&n.abs()),
        Solid::Cone { radius, height } => (0.5 * height * n.y).max(radius * across - 0.5 * height * n.y),
        Solid::Cylinder { radius, height } => radius * across + 0.5 * height * n.y.abs(),
        Solid::Polyhedron => {
            let along = |p: &Point| n.dot(&p.coords);
            shape.mesh().vertices().iter().map(along).fold(f64::NEG_INFINITY, f64::max)
        }
    }
}

/// The distance in metres between two planes perpendicular to the unit vector `n` (in the world), with A behind the
/// first and B in front of the second: a lower bound on the distance between the bodies. Negative if these planes do
/// not separate them.
///
/// The error is about 1e-15 of the size of the larger body and of the distance between the origins, because
/// positions are subtracted first.
pub fn separation([a, b]: [&Body; 2], n: &Vector) -> f64 {
    let between = b.pose.translation.vector - a.pose.translation.vector;
    let in_own = |body: &Body, n: &Vector| reach(&body.shape, &(body.pose.rotation.inverse() * n));
    n.dot(&between) - in_own(a, n) - in_own(b, &-n)
}

/// Whether a face of one of two boxes separates them.
pub fn is_parted_by_a_face(boxes: [&Body; 2]) -> bool {
    let normals = boxes.map(|body| [0, 1, 2].map(|axis| body.pose.rotation * Vector::ith(axis, 1.0)));
    normals.iter().flatten().any(|n| separation(boxes, n) > 0.0 || separation(boxes, &-n) > 0.0)
}

/// The centre (in the solid's own coordinates) and radius in metres of a ball inside the solid. It is the
/// largest one for balls, cuboids, cones and cylinders; for a convex polyhedron its centre is the mean of the
/// vertices.
pub fn ball_inside(shape: &Shape) -> (Point, f64) {
    match shape.solid() {
        Solid::Ball { radius } => (Point::origin(), radius),
        Solid::Cuboid { half_extents } => (Point::origin(), half_extents.min()),
        Solid::Cylinder { radius, height } => (Point::origin(), radius.min(0.5 * height)),
        Solid::Cone { radius, height } => {
            let inside = radius * height / (radius + radius.hypot(height));
            (Point::new(0.0, inside - 0.5 * height, 0.0), inside)
        }
        Solid::Polyhedron => {
            let mesh = shape.mesh();
            let count = mesh.vertices().len() as f64;
            let mean = mesh.vertices().iter().map(|p| p.coords / count).sum::<Vector>();
            let depth = |t: usize| {
                let n = mesh.area_normal(t).try_normalize(0.0)?;
                Some(n.dot(&(mesh.corners(t)[0].coords - mean)))
            };
            let least = (0..mesh.triangles().len()).filter_map(depth).fold(f64::INFINITY, f64::min);
            (Point::from(mean), least.max(0.0))
        }
    }
}
