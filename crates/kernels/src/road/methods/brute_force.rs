//! Brute force: tests every triangle; the reference for all other methods.
//!
//! Source 2, rays against the environment, without acceleration. Time is linear in the number of triangles.

use std::marker::PhantomData;

use crate::geometry::{Aabb, Mesh, Point};
use crate::road::ray::{Cast, PreparedRay, Ray, RayCaster};
use crate::road::triangle::{Nearest, TriangleTest};

/// All triangles of a mesh, in order.
#[derive(Debug)]
pub struct BruteForce<T> {
    bounds: Aabb,
    corners: Vec<[Point; 3]>,
    test: PhantomData<T>,
}

impl<T: TriangleTest> BruteForce<T> {
    /// Copies the corners, 72 bytes per triangle.
    pub fn new(mesh: &Mesh) -> Self {
        let corners = (0..mesh.triangles().len()).map(|i| mesh.corners(i)).collect();
        Self { bounds: mesh.aabb(), corners, test: PhantomData }
    }
}

impl<T: TriangleTest> RayCaster for BruteForce<T> {
    fn cast(&self, ray: &Ray, max: f64) -> Cast {
        let ray = PreparedRay::new(ray, &self.bounds);
        let mut nearest = Nearest::up_to(max);
        for (index, corners) in (0..).zip(&self.corners) {
            nearest.test::<T>(&ray, index, corners);
        }
        Cast { hit: nearest.hit(), nodes: 0, triangles: self.corners.len() as u32 }
    }
}
