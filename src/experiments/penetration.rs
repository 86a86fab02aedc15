//! Penetration depth of two convex polyhedra by brute force, over all face normals and all cross products of
//! edges.
//!
//! These are exactly the face normals of the Minkowski difference, so the smallest overlap along them is the exact
//! depth, and a gap along any of them proves that the bodies are separated. Independent of GJK and of images, so tests
//! use it as their oracle. Quadratic in the number of edges; meant for bodies with a few dozen edges.

use crate::geometry::{Point, Vector};
use crate::world::Body;

/// If positive, the length in metres of the shortest translation that separates the bodies. If negative, they are
/// separated by at least that distance.
pub fn penetration(a: &Body, b: &Body) -> f64 {
    let origin = a.pose.translation.vector;
    let (a, b) = (Polyhedron::of(a, origin), Polyhedron::of(b, origin));
    let crosses = a.edges.iter().flat_map(|e| b.edges.iter().map(move |f| e.cross(f)));
    let axes = a.normals.iter().chain(&b.normals).copied().chain(crosses);
    // The edge directions have unit length, so a very short cross product comes from parallel edges. Such an axis is
    // not needed: a face normal takes its place.
    let axes = axes.filter_map(|axis| axis.try_normalize(1e-7));
    axes.map(|axis| overlap(&a, &b, axis)).fold(f64::INFINITY, f64::min)
}

/// A body's vertices (metres), face normals and edge directions, along the world's axes and relative to an origin near
/// the body. Of several parallel normals only one is kept, and of several parallel edges only one.
struct Polyhedron {
    vertices: Vec<Point>,
    normals: Vec<Vector>,
    edges: Vec<Vector>,
}

impl Polyhedron {
    fn of(body: &Body, origin: Vector) -> Self {
        let mesh = body.shape.mesh();
        let place = |v: &Point| body.pose.rotation * v + (body.pose.translation.vector - origin);
        let vertices: Vec<Point> = mesh.vertices().iter().map(place).collect();
        let (mut normals, mut edges) = (Vec::new(), Vec::new());
        for &[i, j, k] in mesh.triangles() {
            let [p, q, r] = [i, j, k].map(|index| vertices[index as usize]);
            keep_direction(&mut normals, (q - p).cross(&(r - p)));
            for edge in [q - p, r - q, p - r] {
                keep_direction(&mut edges, edge);
            }
        }
        Self { vertices, normals, edges }
    }
}

fn keep_direction(list: &mut Vec<Vector>, direction: Vector) {
    if let Some(unit) = direction.try_normalize(0.0)
        && list.iter().all(|kept| kept.dot(&unit).abs() < 1.0 - 1e-12)
    {
        list.push(unit);
    }
}

fn overlap(a: &Polyhedron, b: &Polyhedron, axis: Vector) -> f64 {
    let interval = |p: &Polyhedron| {
        let along = p.vertices.iter().map(|v| axis.dot(&v.coords));
        along.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
    };
    let ((a_low, a_high), (b_low, b_high)) = (interval(a), interval(b));
    (a_high - b_low).min(b_high - a_low)
}
