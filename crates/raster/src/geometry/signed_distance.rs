//! Exact signed distance of a point from closed triangle meshes: negative inside.
//!
//! parry's tree finds the nearest point of the surface, in about log n. The pseudo-normal at this point decides on which
//! side the point lies (Bærentzen and Aanæs 2005); it is exact for a closed surface that faces outwards.

use parry3d_f64::math::Vector as Glam;
use parry3d_f64::query::PointQuery as _;
use parry3d_f64::shape::{TriMesh, TriMeshFlags};

use super::{Mesh, MeshError, Point};

/// Largest distance of points from the surface of any mesh, metres; `None` if the mesh cannot be searched.
pub fn largest_distance<'a>(mesh: &Mesh, points: impl Iterator<Item = &'a Point>) -> Option<f64> {
    let vertices = mesh.vertices().iter().map(|p| Glam::new(p.x, p.y, p.z)).collect();
    let surface = TriMesh::new(vertices, mesh.triangles().to_vec()).ok()?;
    let distance = |p: &Point| {
        let point = Glam::new(p.x, p.y, p.z);
        (surface.project_local_point(point, false).point - point).length()
    };
    Some(points.map(distance).fold(0.0, f64::max))
}

/// The union of closed solids, prepared for distance queries.
pub struct SignedDistance {
    solids: Vec<TriMesh>,
}

impl SignedDistance {
    /// Prepares closed meshes that face outwards.
    pub fn new<'a>(meshes: impl IntoIterator<Item = &'a Mesh>) -> Result<Self, MeshError> {
        let solid = |mesh: &Mesh| {
            mesh.check_closed()?;
            let vertices = mesh.vertices().iter().map(|p| Glam::new(p.x, p.y, p.z)).collect();
            let flags = TriMeshFlags::ORIENTED;
            TriMesh::with_flags(vertices, mesh.triangles().to_vec(), flags).map_err(|_| MeshError::Empty)
        };
        Ok(Self { solids: meshes.into_iter().map(solid).collect::<Result<_, _>>()? })
    }

    /// Distance of a point from the nearest surface, metres; negative inside, infinite if there is no solid.
    pub fn of(&self, p: &Point) -> f64 {
        let point = Glam::new(p.x, p.y, p.z);
        let of = |solid: &TriMesh| {
            let nearest = solid.project_local_point(point, false);
            let distance = (nearest.point - point).length();
            if nearest.is_inside { -distance } else { distance }
        };
        self.solids.iter().map(of).fold(f64::INFINITY, f64::min)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Vector, primitives};

    #[test]
    fn the_distance_from_a_box_and_a_ball_is_the_closed_form() {
        let half = Vector::new(0.25, 0.2, 0.3);
        let boxed = SignedDistance::new([&primitives::cuboid(half)]).unwrap();
        let ball = primitives::sphere(0.3, 3);
        let round = SignedDistance::new([&ball]).unwrap();
        // The inradius of the polyhedron bounds how far it lies inside the ball.
        let inradius = (0..ball.triangles().len())
            .map(|t| ball.area_normal(t).normalize().dot(&ball.corners(t)[0].coords));
        let sagitta = 0.3 - inradius.fold(f64::INFINITY, f64::min);
        assert!(sagitta < 0.01);
        let mut inside = 0;
        for i in 0..1000 {
            let at = |k: usize, scale: f64| scale * ((f64::from(i) * [0.618, 0.755, 0.57][k]).fract() - 0.5);
            let p = Point::new(at(0, 1.0), at(1, 1.0), at(2, 1.0));
            let q = p.coords.abs() - half;
            let expected = q.sup(&Vector::zeros()).norm() + q.max().min(0.0);
            let got = boxed.of(&p);
            assert!((got - expected).abs() < 1e-12, "{p}: {got} instead of {expected}");
            let off = round.of(&p) - (p.coords.norm() - 0.3);
            assert!((-1e-12..=sagitta + 1e-12).contains(&off), "{p}: {off}");
            inside += usize::from(got < 0.0);
        }
        assert!(inside > 50);
    }
}
