//! Exact signed distance of a point from closed triangle meshes: negative inside.
//!
//! The four-ary tree finds the nearest point of the surface; the winding number, which is exact, decides on which side
//! the point lies (`hierarchies/fast/nearest_point.rs`).

use std::sync::Arc;

use crate::geometry::{Mesh, MeshError, Point};
use crate::hierarchies::fast::node::Tree;
use crate::hierarchies::fast::scratch::tree;

/// Largest distance of points from the surface of a mesh, metres; 0 without points.
pub fn largest_distance<'a>(mesh: &Mesh, points: impl Iterator<Item = &'a Point>) -> f64 {
    let surface = searched(mesh);
    points.map(|p| surface.nearest(p).distance).fold(0.0, f64::max)
}

fn searched(mesh: &Mesh) -> Tree {
    tree(&Arc::new(mesh.clone()), &mut |_| true).expect("only `progress` cancels, and it does not")
}

/// The union of closed solids, prepared for distance queries.
pub struct SignedDistance {
    solids: Vec<Tree>,
}

impl SignedDistance {
    /// Prepares closed meshes.
    pub fn new<'a>(meshes: impl IntoIterator<Item = &'a Mesh>) -> Result<Self, MeshError> {
        let solid = |mesh: &Mesh| mesh.check_closed().map(|()| searched(mesh));
        Ok(Self { solids: meshes.into_iter().map(solid).collect::<Result<_, _>>()? })
    }

    /// Distance of a point from the nearest surface, metres; negative inside, infinite if there is no solid.
    pub fn of(&self, p: &Point) -> f64 {
        self.solids.iter().map(|solid| solid.signed_distance(p)).fold(f64::INFINITY, f64::min)
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
