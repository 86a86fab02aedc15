//! Convex polyhedra by brute force: every face normal and every cross product of edges.
//!
//! The faces of the Minkowski difference have just these normals, so the smallest overlap over them is
//! the exact penetration depth, and a gap on any of them proves disjointness. Independent of GJK.

use collidoscope::geometry::{Point, Vector};
use collidoscope::world::Body;

/// Positive: how deep the two penetrate (length of the shortest translation that parts them).
/// Negative: they are disjoint, and at least this far apart.
pub fn penetration(a: &Body, b: &Body) -> f64 {
    let origin = a.pose.translation.vector;
    let (a, b) = (Polyhedron::of(a, origin), Polyhedron::of(b, origin));
    let crosses = a.edges.iter().flat_map(|e| b.edges.iter().map(move |f| e.cross(f)));
    let axes = a.normals.iter().chain(&b.normals).copied().chain(crosses);
    // Unit edges: a cross product shorter than this is parallel edges, whose axis is a face normal too.
    axes.filter_map(|axis| axis.try_normalize(1e-7))
        .map(|axis| overlap(&a, &b, axis))
        .fold(f64::INFINITY, f64::min)
}

struct Polyhedron {
    vertices: Vec<Point>,
    normals: Vec<Vector>,
    edges: Vec<Vector>,
}

impl Polyhedron {
    fn of(body: &Body, origin: Vector) -> Self {
        let mesh = body.shape.mesh();
        let vertices: Vec<Point> = mesh
            .vertices()
            .iter()
            .map(|v| body.pose.rotation * v + (body.pose.translation.vector - origin))
            .collect();
        let corner = |i: u32| vertices[i as usize];
        let mut normals = Vec::new();
        let mut edges = Vec::new();
        for &[i, j, k] in mesh.triangles() {
            let (p, q, r) = (corner(i), corner(j), corner(k));
            push_direction(&mut normals, (q - p).cross(&(r - p)));
            for edge in [q - p, r - q, p - r] {
                push_direction(&mut edges, edge);
            }
        }
        Self { vertices, normals, edges }
    }
}

/// Adds the unit vector along `direction` unless it is there already, either way round.
fn push_direction(list: &mut Vec<Vector>, direction: Vector) {
    if let Some(unit) = direction.try_normalize(0.0)
        && list.iter().all(|have| have.dot(&unit).abs() < 1.0 - 1e-12)
    {
        list.push(unit);
    }
}

fn overlap(a: &Polyhedron, b: &Polyhedron, axis: Vector) -> f64 {
    let interval = |p: &Polyhedron| {
        p.vertices
            .iter()
            .map(|v| axis.dot(&v.coords))
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), x| (lo.min(x), hi.max(x)))
    };
    let ((a_lo, a_hi), (b_lo, b_hi)) = (interval(a), interval(b));
    (a_hi - b_lo).min(b_hi - a_lo)
}
