//! The distance that a convex solid reaches beyond a given plane.
//!
//! Lengths are in units of the mesh's longest side, measured from the middle of its box, so that rounding is
//! the same few 1e-16 for tiny and huge bodies.

use crate::geometry::convexity::{Plane, Tree, vertex_normals};
use crate::geometry::{Point, Shape, Solid, Vector};

/// A shape's vertices in units of its size, and the search structures for [`Reach::beyond`].
pub struct Reach<'a> {
    /// Vertices of the mesh, relative to [`Reach::center`].
    pub points: &'a [Vector],
    /// Middle of the mesh's box in the shape's own coordinates, metres.
    pub center: Point,
    /// Metres per unit: the longest side of the mesh.
    pub size: f64,
    shape: &'a Shape,
    tree: Tree<'a>,
}

/// The vertices of the shape's mesh in the units of [`Reach`].
pub fn unit_points(shape: &Shape) -> Vec<Vector> {
    let (center, size) = (shape.local_aabb().center(), shape.size());
    shape.mesh().vertices().iter().map(|v| (v - center) / size).collect()
}

impl<'a> Reach<'a> {
    /// `points` are the shape's [`unit_points`].
    pub fn new(shape: &'a Shape, points: &'a [Vector]) -> Self {
        let triangles = shape.mesh().triangles();
        let area_normal = |t: &[u32; 3]| {
            let [p, q, r] = t.map(|v| points[v as usize]);
            (q - p).cross(&(r - p))
        };
        let normals: Vec<Vector> = triangles.iter().map(area_normal).collect();
        let tree = Tree::new(points, &vertex_normals(points.len(), triangles, &normals));
        Self { points, center: shape.local_aabb().center(), size: shape.size(), shape, tree }
    }

    /// Distance that the solid reaches beyond the plane of all p with `normal · p = offset`; 0 or more.
    /// `normal` is a unit vector.
    pub fn beyond(&self, normal: &Vector, offset: f64) -> f64 {
        let solid = match self.shape.solid() {
            // The solid is exactly the mesh.
            Solid::Polyhedron | Solid::Cuboid { .. } => 0.0,
            _ => normal.dot(&(self.shape.support(normal) - self.center)) / self.size - offset,
        };
        let plane = Plane { normal: *normal, offset };
        let mesh = self.tree.farthest_in_front(&plane, 0.0).map_or(0.0, |(_, distance)| distance);
        solid.max(mesh)
    }
}
