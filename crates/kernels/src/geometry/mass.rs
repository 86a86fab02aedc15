//! Mass, centre of mass and inertia tensor of a closed mesh of uniform density 1.
//!
//! Exact integrals over the polyhedron (Mirtich 1996, "Fast and accurate computation of polyhedral mass properties"),
//! as a sum over signed tetrahedra from one point to every triangle. The integrals of 1, x and x xᵀ over a tetrahedron
//! with one corner at the origin have closed forms in its other corners. Cost: that of sorting the edges once.

use nalgebra::Matrix3;

use super::{Mesh, Point, Vector};

/// Mass properties in the mesh's own coordinates, for a density of 1 kg/m³.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mass {
    /// Mass in kilograms: the volume in cubic metres.
    pub mass: f64,
    /// Centre of mass, metres.
    pub center: Point,
    /// Inertia tensor about the centre of mass, kg·m²; symmetric and positive definite.
    pub inertia: Matrix3<f64>,
}

impl Mass {
    /// The mass properties of the solid that the mesh encloses. `None` if it encloses none: the mesh is not closed, is
    /// flat, or faces inwards.
    pub fn of(mesh: &Mesh) -> Option<Self> {
        mesh.check_closed().ok()?;
        // Relative to the middle, so that a mesh far from the origin loses no digits.
        let middle = mesh.aabb().center();
        let (mut volume, mut first, mut second) = (0.0, Vector::zeros(), Matrix3::zeros());
        for triangle in 0..mesh.triangles().len() {
            let [p, q, r] = mesh.corners(triangle).map(|corner| corner - middle);
            let six_volumes = p.dot(&q.cross(&r));
            let sum = p + q + r;
            volume += six_volumes / 6.0;
            first += sum * (six_volumes / 24.0);
            let squares: Matrix3<f64> = [sum, p, q, r].iter().map(|v| v * v.transpose()).sum();
            second += squares * (six_volumes / 120.0);
        }
        let center = first / volume;
        let about_center = second - center * center.transpose() * volume;
        let inertia = Matrix3::from_diagonal_element(about_center.trace()) - about_center;
        let is_solid = volume > 0.0 && inertia.iter().all(|x| x.is_finite()) && inertia.cholesky().is_some();
        is_solid.then(|| Self { mass: volume, center: middle + center, inertia })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::primitives;

    #[test]
    fn a_box_anywhere_has_the_inertia_of_the_textbook() {
        let half = Vector::new(0.5, 1.0, 1.5);
        for (scale, shift) in [(1.0, 0.0), (1e-6, 0.0), (1e6, 0.0), (1.0, 1e3)] {
            let cuboid = primitives::cuboid(half * scale);
            let vertices = cuboid.vertices().iter().map(|p| p + Vector::repeat(shift)).collect();
            let found = Mass::of(&Mesh::new(vertices, cuboid.triangles().to_vec()).unwrap()).unwrap();
            let mass = 6.0 * scale.powi(3);
            assert!((found.mass / mass - 1.0).abs() < 1e-11);
            assert!((found.center - Point::from(Vector::repeat(shift))).norm() < 1e-11 * scale);
            let sides = (2.0 * half * scale).map(|side| side * side);
            let expected = (Vector::repeat(sides.sum()) - sides) * (mass / 12.0);
            let off = found.inertia - Matrix3::from_diagonal(&expected);
            assert!(off.norm() < 1e-11 * expected.norm(), "{off}");
        }
    }

    #[test]
    fn a_fine_cone_is_nearly_the_round_one() {
        let (radius, height) = (0.5, 1.0);
        let found = Mass::of(&primitives::cone(radius, height, 6)).unwrap();
        let along = 0.3 * radius * radius;
        let across = 0.15 * radius * radius + 0.0375 * height * height;
        assert!((found.center - Point::new(0.0, -0.25 * height, 0.0)).norm() < 1e-12);
        for (axis, expected) in [across, along, across].into_iter().enumerate() {
            let share = found.inertia[(axis, axis)] / found.mass / expected;
            assert!((share - 1.0).abs() < 0.02, "axis {axis}: {share}");
        }
    }

    #[test]
    fn what_encloses_nothing_has_no_mass() {
        let cube = primitives::cuboid(Vector::repeat(1.0));
        let (vertices, triangles) = (cube.vertices().to_vec(), cube.triangles().to_vec());
        let open = Mesh::new(vertices.clone(), triangles[1..].to_vec()).unwrap();
        let flat = vertices.iter().map(|p| Point::new(p.x, 0.0, p.z)).collect();
        let flat = Mesh::new(flat, triangles).unwrap();
        for mesh in [open, flat, cube.flipped()] {
            assert_eq!(Mass::of(&mesh), None);
        }
    }
}
