//! Bodies that are not convex: rings, balls with cavities.

use std::f64::consts::TAU;
use std::sync::Arc;

use collidoscope_kernels::geometry::{Mesh, Point, Pose, Shape, Vector, primitives};
use collidoscope_kernels::world::Body;

/// A ring around the y axis.
pub fn torus(ring: f64, tube: f64, around: u32, across: u32) -> Mesh {
    let point = |i: u32, j: u32| {
        let (u, v) = (TAU * f64::from(i) / f64::from(around), TAU * f64::from(j) / f64::from(across));
        let from_axis = ring + tube * v.cos();
        Point::new(from_axis * u.cos(), tube * v.sin(), from_axis * u.sin())
    };
    let vertices = (0..around).flat_map(|i| (0..across).map(move |j| point(i, j))).collect();
    let at = |i: u32, j: u32| (i % around) * across + j % across;
    let quads = (0..around).flat_map(|i| (0..across).map(move |j| (i, j)));
    let triangles = quads.flat_map(|(i, j)| {
        let [p, q, r, s] = [at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)];
        [[p, q, r], [p, r, s]]
    });
    let mesh = Mesh::new(vertices, triangles.collect()).unwrap();
    assert!(mesh.volume() > 0.0, "faces outwards");
    mesh
}

/// Both surfaces as one mesh.
pub fn joined(a: &Mesh, b: &Mesh) -> Mesh {
    let shift = a.vertices().len() as u32;
    let vertices = a.vertices().iter().chain(b.vertices()).copied().collect();
    let triangles = b.triangles().iter().map(|t| t.map(|v| v + shift));
    Mesh::new(vertices, a.triangles().iter().copied().chain(triangles).collect()).unwrap()
}

/// A ball with a cavity.
pub fn hollow(outer: f64, inner: f64) -> Mesh {
    joined(&primitives::sphere(outer, 1), &primitives::sphere(inner, 1).flipped())
}

pub fn moved(mesh: &Mesh, by: impl Fn(&Point) -> Point) -> Mesh {
    Mesh::new(mesh.vertices().iter().map(by).collect(), mesh.triangles().to_vec()).unwrap()
}

pub fn body(mesh: Mesh, pose: Pose) -> Body {
    Body::at_rest(Arc::new(Shape::polyhedron(mesh)), pose)
}

pub fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::from_parts(Vector::new(x, y, z).into(), nalgebra::UnitQuaternion::identity())
}
