//! A patch: some triangles of a mesh as a separate surface above it.

use std::sync::Arc;

use crate::geometry::{Mesh, Pose, Shape};
use crate::render::Part;
use crate::render::dissection::{Dissection, Material, Surface};
use crate::render::palette::Color;

/// Adds some triangles of a mesh at a pose, `lift` metres above both of their sides; nothing if the list is empty.
pub fn add(
    dissection: &mut Dissection,
    (mesh, pose): (&Mesh, Pose),
    triangles: &[u32],
    lift: f64,
    color: Color,
) {
    if let Some(shape) = patch(mesh, triangles, lift) {
        let part = Part::Whole;
        let (see_through, outlined, material) = (false, false, Material::Plain);
        dissection.surfaces.push(Surface { shape, pose, part, color, see_through, outlined, material });
    }
}

/// Some triangles of a mesh, lifted off it on both sides; `None` if the list is empty.
fn patch(mesh: &Mesh, triangles: &[u32], lift: f64) -> Option<Arc<Shape>> {
    let mut vertices = Vec::with_capacity(6 * triangles.len());
    for triangle in triangles {
        let normal = mesh.area_normal(*triangle as usize).try_normalize(0.0).unwrap_or_default();
        let corners = mesh.corners(*triangle as usize);
        vertices.extend(corners.map(|p| p + normal * lift));
        let [p, q, r] = corners.map(|p| p - normal * lift);
        vertices.extend([p, r, q]);
    }
    let triangles = (0..2 * triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    Some(Arc::new(Shape::polyhedron(Mesh::new(vertices, triangles).ok()?)))
}
